"""The page of one board of several: it says which it is, plays what is played there, and leaves the other alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import QUICK, OpenPage
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]


def test_a_second_boards_page_plays_its_own_match_and_the_first_goes_on(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, "--sim", "2", **QUICK).live() as house:
        until(lambda: house.get("/boards/sim-2")["state"] == "live", "the second board to be live")
        first = house.new_match()
        house.set_up(first)
        dashboard = visit(house, "/", **STILL)
        second = visit(house, "/boards/sim-2", **STILL)
        expect(second.page.locator("[data-board-name]")).to_have_text("Board sim-2")
        expect(second.page).to_have_title("sim-2 · Board · Feldlicht")
        second.reads("No match is running")
        second.do("new")
        second.do("sure")
        second.do("build")
        second.reads("Yellow to move")
        match = house.get("/boards/sim-2")["session"]
        assert match not in (first, None)
        second.drag("D8", "E10")
        second.reads("Blue to move")
        has_no_violations(second)
        until(lambda: house.notations(match) == ["built", "S D8-E10"], "the move to be that match's")
        assert house.notations(first) == ["built"]
        dashboard.reads("Yellow to move")
        dashboard.finds("D8", "D8, Yellow striker, can move")
        # A rematch is played at the same board.
        house.command(match, type="resign", side="blue")
        second.do("rematch")
        again = until(lambda: {house.get("/boards/sim-2")["session"]} - {match, None}, "another match").pop()
        assert house.session(again)["board"] == "sim-2"
        assert house.get("/boards/default")["session"] == first
        for visitor in (dashboard, second):
            visitor.page.close()
