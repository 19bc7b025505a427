"""A game of another package on the pages of the house, with the mouse and nothing else, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import QUICK, OpenPage
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.browser.visitor import Visitor
from tests.plugin.packages import THREE, path_with
from tests.support.host import Host, until

pytestmark = [pytest.mark.prove, pytest.mark.browser]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("data"), PYTHONPATH=path_with(THREE), **QUICK) as running:
        yield running.live()


def begin(visitor: Visitor, name: str, option: str) -> str:
    """Begin a match by the dialog; return its id."""
    visitor.do("new")
    dialog = visitor.page.locator("dialog")
    dialog.locator("select").first.select_option(label=name)
    dialog.locator("[name=slide]").select_option(label=option)
    has_no_violations(visitor)
    before = visitor.host.get("/boards/default")["session"]
    visitor.do("sure")
    return str(
        until(lambda: (now := visitor.host.get("/boards/default")["session"]) != before and now, "the match to begin")
    )


def take_to(visitor: Visitor, pole: str, name: str) -> None:
    """Take a magnet from beside the board and drop it on a cell."""
    box = visitor.page.locator(f"[data-well={pole}]").bounding_box()
    assert box is not None
    visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.page.mouse.down()
    visitor.carry(name)
    visitor.drop()


def log_lines(visitor: Visitor) -> list[str]:
    return visitor.page.locator(".log-text").all_text_contents()


def test_a_whole_match_with_the_mouse_at_the_simulated_board(host: Host, visit: OpenPage) -> None:
    visitor = visit(host, "/boards/default", **STILL, viewport={"width": 1280, "height": 900})
    match = begin(visitor, "Three in a row", "To the next cell")
    visitor.reads("Yellow puts a stone")
    visitor.adds(re.compile("Stones to come: 3"))
    expect(visitor.page.locator(".turf .outside")).to_have_count(144 - 9)
    # A stone where none may stand is put aside again.
    take_to(visitor, "N", "A1")
    expect(visitor.page.locator("[data-extra]")).to_contain_text("A1")
    visitor.grab("A1")
    visitor.page.mouse.move(5, 5, steps=4)
    visitor.drop()
    if host.magnets():
        visitor.cell("A1").focus()
        visitor.press("Delete")
    for count, (pole, name) in enumerate(
        (("N", "D7"), ("S", "E8"), ("N", "F9"), ("S", "D8"), ("N", "F8"), ("S", "F7")), 1
    ):
        take_to(visitor, pole, name)
        until(lambda count=count: len(host.notations(match)) == count, f"the stone on {name} to be put")
    visitor.reads(re.compile("^Yellow to move"))
    expect(visitor.page.locator(".score-side.yellow.on-turn")).to_have_count(1)
    visitor.finds("D7", re.compile("stone"))
    visitor.drag("D7", "E9")
    visitor.adds("The yellow stone goes to the next cell only, not as far as E9.")
    has_no_violations(visitor)
    visitor.drag("E9", "D7")
    visitor.reads(re.compile("^Yellow to move"))
    visitor.drag("D7", "E7")
    until(lambda: host.notations(match)[-1] == "S D7-E7", "the move")
    # Back by the button, and once more.
    visitor.do("undo")
    until(lambda: host.notations(match)[-1] == "undo", "the move to be taken back")
    until(lambda: "D7" in host.magnets() and not host.session(match)["hands"]["busy"], "hands to put it back")
    visitor.drag("D7", "E7")
    until(lambda: host.notations(match)[-1] == "S D7-E7", "the move")
    visitor.drag("D8", "D9")
    visitor.reads(re.compile(r"Blue wins.*three in a row", re.IGNORECASE))
    until(lambda: any("Three in a row for Blue: D9, E8, F7" in line for line in log_lines(visitor)), "it in the log")
    visitor.page.locator(".help summary").last.click()
    expect(visitor.page.locator(".help-rules li")).to_have_count(2)
    expect(visitor.page.locator(".help-figures")).to_contain_text("stone")
    assert not re.search("striker|goal", visitor.page.locator(".help").last.inner_text())
    has_no_violations(visitor)


def test_a_match_by_clicks_on_the_dashboard_in_german(host: Host, visit: OpenPage) -> None:
    visitor = visit(host, "/?lang=de", **STILL, viewport={"width": 390, "height": 844})
    match = begin(visitor, "Drei in einer Reihe", "Auf jedes freie Feld")
    # Stones of the match before lie there still: hands take them off.
    if host.magnets():
        visitor.do("right")
    until(lambda: not host.magnets(), "the board to be cleared")
    for count, name in enumerate(("D7", "E8", "F9", "D8", "F8", "F7"), 1):
        visitor.reads(f"{('Gelb', 'Blau')[(count - 1) % 2]} setzt einen Stein")
        visitor.cell(name).click()
        until(lambda count=count: len(host.notations(match)) == count, f"the stone on {name} to be put")
        until(lambda: not host.session(match)["hands"]["busy"], "hands to have put it")
    visitor.cell("D7").click()
    visitor.cell("A1").click()
    visitor.is_told("A1 gehört nicht zu den neun Feldern. Stell den Stein auf eines, das leuchtet.")
    # It is still chosen.
    visitor.cell("D9").click()
    until(lambda: host.notations(match)[-1] == "S D7-D9", "the move")


def test_a_page_tells_of_a_match_whose_package_is_gone(tmp_path: Path, chromium: Browser, visit: OpenPage) -> None:
    with Host(tmp_path, PYTHONPATH=path_with(THREE), **QUICK) as host:
        match = host.live().new_match(game="three", formation=None)
    with Host(tmp_path, **QUICK) as host:
        host.live()
        for path in ("/", "/boards/default"):
            visitor = visit(host, path)
            visitor.reads("No match is running")
            visitor.is_told(re.compile('There is no game called "three" here'))
            expect(visitor.page.locator("[data-do=new]").first).to_be_enabled()
        pinned = visit(host, f"/?session={match}", expect_live=False)
        pinned.is_told(re.compile('There is no game called "three" here'))
