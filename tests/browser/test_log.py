"""The log as people read it: what stands, what was taken back, and how far they may go back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]
BOARD = "/boards/default"
READ = """async (entries) => {
    const { readRecord } = await import("/static/js/record.js");
    const { after, undone, gone } = readRecord(entries);
    const taken = [...undone].map(([revision, entry]) => [revision, entry.revision]);
    return { after: Object.fromEntries(after), undone: Object.fromEntries(taken), gone: [...gone] };
}"""


def read(visitor: Visitor, *kinds: str) -> dict[str, Any]:
    """What the page's own module makes of a log; ``built`` is the table's."""
    entries = [
        {
            "revision": place,
            "kind": "ply" if kind == "built" else kind,
            "actor": "table" if kind == "built" else "hands",
        }
        for place, kind in enumerate(kinds, 1)
    ]
    found: dict[str, Any] = visitor.page.evaluate(READ, entries)
    return found


def test_every_act_that_stands_and_the_kick_off_can_be_gone_back_to(host: Host, visit: OpenPage) -> None:
    page = visit(host, "/")
    assert read(page, "built", "ply", "amend", "ply")["after"] == {"1": 2, "3": 1, "4": 0}
    # rebuilt after the goal in 2, then relocated: the rebuilding goes with the goal
    assert read(page, "built", "ply", "built", "ply")["after"] == {"1": 2, "2": 1, "4": 0}
    assert read(page, "built") == {"after": {"1": 0}, "undone": {}, "gone": []}


def test_an_undo_takes_the_last_act_that_stands_with_the_rebuilding_after_it(host: Host, visit: OpenPage) -> None:
    page = visit(host, "/")
    assert read(page, "built", "ply", "ply", "built", "undo", "undo") == {
        "after": {"1": 0},
        "undone": {"5": 3, "6": 2},
        "gone": [3, 4, 2],
    }
    assert read(page, "built", "ply", "undo", "redo", "undo")["undone"] == {"3": 2, "5": 4}


def test_what_was_taken_back_looks_so_and_the_undo_names_it(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    for move in ("M C7-C6", "F E11-G13"):
        host.command(match, type="move", move=move)
    host.command(match, type="undo")
    newest = owner.page.locator(".log li").first
    expect(newest).to_contain_text("Taken back: Blue F: E11 → G13")
    expect(owner.page.locator(".log li.gone")).to_have_count(1)
    struck = owner.page.locator(".log li[data-revision='3'] .log-text")
    expect(struck.locator("s")).to_have_text("Blue F: E11 → G13")
    expect(struck).to_contain_text("(taken back)")
    expect(owner.page.locator(".log li[data-revision='2'] s")).to_have_count(0)


def test_the_kick_off_takes_everything_back(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    expect(owner.page.locator("[data-back]")).to_have_count(0)
    for move in ("M C7-C6", "F E11-G13"):
        host.command(match, type="move", move=move)
    owner.page.locator("li[data-revision='1'] [data-back='2']").click()
    owner.do("sure")
    until(lambda: host.notations(match)[-2:] == ["undo", "undo"], "both to be taken back")
    owner.reads("Yellow to move")


def test_a_table_that_takes_no_move_back_offers_no_button_for_it(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    host.command(match, type="move", move="M C7-C6")
    expect(owner.page.locator("[data-back]")).to_have_count(1)
    try:
        status, _ = host.call("PATCH", "/settings", {"takeback": "never"})
        assert status == 200
        expect(owner.page.locator("[data-back]")).to_have_count(0)
        expect(owner.page.locator("[data-do=undo]")).to_be_disabled()
    finally:
        host.call("PATCH", "/settings", {"takeback": "free"})
    expect(owner.page.locator("[data-do=undo]")).to_be_enabled()


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_button_to_go_back_stands_beside_its_line_and_breaks_none(
    host: Host, match: str, visit: OpenPage, width: int, language: str
) -> None:
    host.command(match, type="move", move="M C7-C6")
    host.command(match, type="move", move="F E11-G13")
    page = visit(host, BOARD, viewport={"width": width, "height": 844}, locale=language).page
    expect(page.locator("[data-back]")).to_have_count(2)
    for line in page.locator(".log li").all():
        for part in (".log-text", ".log-by"):
            height: float = line.locator(part).evaluate(
                "(one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
            )
            assert height < 1.5, "one line of text"
    journal = page.locator("[data-journal]").bounding_box()
    assert journal is not None
    assert journal["height"] >= 44
