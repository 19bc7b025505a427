"""What a side is helped with, as marks on the field: also at a board whose lamps nobody sees from here."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from feldlicht.base.cells import cell
from feldlicht.sim.board import SimulatedBoard
from tests.browser.conftest import OpenPage
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.browser.test_match_tools import SCORED
from tests.browser.test_real_board import POLES, board, table
from tests.support.host import Host, until

__all__ = ["board", "table"]

pytestmark = [pytest.mark.browser, pytest.mark.prove]
BEFORE_THE_GOAL = SCORED[:5]
"""Yellow's striker on E14 threatens to score, and blue is on turn."""


def at_the_table(board: SimulatedBoard, table: Host, **options: object) -> str:
    """A match of a real board, its formation built by hand."""
    match = table.new_match(options=options)
    view = table.session(match)["view"]
    sides = {figure["id"]: figure["side"] for figure in view["figures"]}
    wanted = {cell(name): POLES[sides[figure]] for name, figure in view["formation"].items()}
    board.set_magnets(dict.fromkeys(set(board.magnets()) - set(wanted)) | wanted)
    until(lambda: table.session(match)["view"]["phase"] == "play", "the formation to stand")
    return match


def test_threats_and_chances_are_marks_on_the_page_of_a_real_board(
    board: SimulatedBoard, table: Host, visit: OpenPage
) -> None:
    match = at_the_table(board, table, help={"yellow": "scoring", "blue": "threats"})
    for act in BEFORE_THE_GOAL:
        origin, target = act[2:].split("-")
        board.set_magnets({cell(origin): None})
        pole = POLES["yellow"] if act.startswith("S") else POLES["blue"]
        board.set_magnets({cell(target): pole})
        until(lambda act=act: table.notations(match)[-1] == act, act)
    visitor = visit(table, "/boards/default", **STILL)
    visitor.reads("Blue to move")
    visitor.finds("E14", "E14, Yellow striker, threatens to score")
    expect(visitor.page.locator(".mark.threat")).to_have_count(2)
    expect(visitor.page.locator(".mark.chance")).to_have_count(0)
    assert visitor.cells("[data-light]") == []
    has_no_violations(visitor)
    board.set_magnets({cell("C10"): None})
    board.set_magnets({cell("C11"): POLES["blue"]})
    visitor.reads("Yellow to move")
    visitor.finds("E14", "E14, Yellow striker, could score")
    expect(visitor.page.locator(".mark.chance")).to_have_count(2)
    # What may be gone to is marked too, and the goal otherwise than the field.
    board.set_magnets({cell("E14"): None})
    expect(visitor.page.locator(".mark.target.score")).not_to_have_count(0)
    board.set_magnets({cell("E14"): POLES["yellow"]})
    table.command(match, type="abandon")


def test_a_side_that_wants_no_help_is_shown_none_on_any_page_and_no_lamp_is_lit(
    host: Host, match: str, visit: OpenPage
) -> None:
    host.command(match, type="abandon")
    match = host.new_match(options={"help": {"yellow": "off", "blue": "moves"}, "hints": 1})
    host.set_up(match)
    dashboard, table = visit(host, "/", **STILL), visit(host, "/boards/default", **STILL)
    table.reads("Yellow to move")
    # Chosen on the page of the match: no targets, and none to be read either.
    dashboard.cell("D8").click()
    expect(dashboard.page.locator(".mark.selected")).to_have_count(1)
    expect(dashboard.page.locator(".mark.target, .mark.threat, .mark.chance")).to_have_count(0)
    dashboard.finds("E10", "E10, empty")
    dashboard.press("Escape")
    # Lifted at the table: neither marks nor lamps nor words say where it may go.
    host.hands(D8=None)
    table.reads("Yellow S from D8 is in the air")
    expect(table.page.locator(".mark.target")).to_have_count(0)
    table.finds("E10", "E10, empty")
    table.sees_dark("E10")
    expect(table.page.locator(".next-detail", has_text="cells")).to_have_count(0)
    # It goes there all the same, and blue is helped.
    host.hands(E10="N")
    table.reads("Blue to move")
    host.hands(C10=None)
    table.reads(re.compile("Blue M from C10"))
    expect(table.page.locator(".mark.target")).not_to_have_count(0)
    host.hands(C10="S")
    table.reads("Blue to move")
    host.command(match, view="gm", type="abandon")
