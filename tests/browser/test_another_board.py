"""Another board takes the place of one that broke: pages follow it and offer to carry the match on there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import QUICK, OpenPage
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.end_to_end.test_another_board import FIRST, SECOND, Place, formation, plugged_in
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # hosts of their own, many pages: too heavy for make test


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.close()


def test_pages_follow_the_new_board_and_carry_the_match_on_there(
    place: Place, tmp_path: Path, visit: OpenPage
) -> None:
    with Host(tmp_path / "host", "--port", str(place.port), **QUICK).live() as host:
        match = host.new_match()
        standing = formation(host, match)
        place.boards[FIRST].set_magnets(standing)
        until(lambda: host.session(match)["view"]["phase"] == "play", "the formation to stand")
        owner, watcher = visit(host, "/", **STILL), visit(host, "/boards/default")
        owner.reads("Yellow to move")
        expect(owner.page.locator("[data-stranded]")).to_have_count(0)
        place.swap(FIRST, SECOND)
        plugged_in(host, SECOND)
        for visitor in (owner, watcher):
            expect(visitor.page.locator(f"[data-stranded='{match}']")).to_contain_text(f"Board {FIRST}, begun")
        has_no_violations(owner)
        owner.do("carry-on")
        until(lambda: host.session(match)["board"] == SECOND, "the match to be carried")
        for visitor in (owner, watcher):
            expect(visitor.page.locator("[data-stranded]")).to_have_count(0)
        place.boards[SECOND].set_magnets(standing)
        for visitor in (owner, watcher):
            visitor.reads("Yellow to move")
        # A match whose board is gone is listed as long as it waits, with nothing to press while no board is free.
        place.boards[SECOND].unplug()
        until(lambda: host.get("/boards/default")["state"] != "live", "the host to notice")
        expect(owner.page.locator("[data-do=carry-on]")).to_have_count(0)
