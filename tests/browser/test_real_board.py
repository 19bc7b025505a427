"""A board that is not simulated: its pages show the match, and hands do the rest at the table itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.board.layout import LAYOUT
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.sim.board import SimulatedBoard
from tests.browser.conftest import QUICK, OpenPage
from tests.support.host import Host, until

pytestmark = pytest.mark.browser
POLES = {"yellow": Pole.NORTH, "blue": Pole.SOUTH}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimulatedBoard]:
    """The firmware behind a pseudo-terminal: for a host that is given its port, a board like any other."""
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path_factory.mktemp("board"))
    board.start()
    yield board
    board.close()


@pytest.fixture(scope="module")
def table(board: SimulatedBoard, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host"), "--port", board.port, **QUICK) as running:
        yield running.live()


@pytest.fixture
def played(board: SimulatedBoard, table: Host) -> Iterator[str]:
    """A match at its first move, every figure in its place."""
    match = table.new_match()
    view = table.session(match)["view"]
    sides = {figure["id"]: figure["side"] for figure in view["figures"]}
    wanted = {cell(name): POLES[sides[figure]] for name, figure in view["formation"].items()}
    board.set_magnets(dict.fromkeys(set(board.magnets()) - set(wanted)) | wanted)
    until(lambda: table.session(match)["view"]["phase"] == "play", "the formation to stand")
    yield match
    table.command(match, type="abandon")


def test_a_real_boards_page_has_no_magnets_to_take_no_lights_to_show_and_nothing_to_drag(
    table: Host, played: str, visit: OpenPage
) -> None:
    visitor = visit(table, "/boards/default")
    visitor.reads("Yellow to move")
    expect(visitor.page.locator(".tray")).to_have_count(0)
    expect(visitor.page.locator("[data-do=build]")).to_have_count(0)
    assert visitor.cells("[data-light]") == []
    assert visitor.cursor("D8") == "auto"
    visitor.drag("D8", "E10")
    visitor.is_told("This is a real board: move its figures by hand.")
    visitor.finds("D8", "D8, Yellow striker")
    assert visitor.posts == []


def test_hands_at_a_real_board_are_followed_from_the_log_and_from_what_they_hold(
    board: SimulatedBoard, table: Host, played: str, visit: OpenPage
) -> None:
    visitor = visit(table, "/boards/default")
    visitor.reads("Yellow to move")
    board.set_magnets({cell("D8"): None})
    visitor.reads("Yellow S from D8 is in the air")
    expect(visitor.page.locator(".piece.raised")).to_have_count(1)
    expect(visitor.page.locator(".mark.target")).to_have_count(5)
    board.set_magnets({cell("F2"): Pole.NORTH})
    visitor.reads("Yellow S: D8 → F2 is not allowed")
    visitor.finds("F2", "F2, Yellow striker")
    board.set_magnets({cell("F2"): None})
    board.set_magnets({cell("E10"): Pole.NORTH})
    visitor.reads("Blue to move")
    visitor.finds("E10", "E10, Yellow striker")


def test_a_move_commanded_on_a_page_is_carried_out_by_hand_with_an_arrow_that_says_how(
    board: SimulatedBoard, table: Host, played: str, visit: OpenPage
) -> None:
    owner = visit(table, "/")
    owner.reads("Yellow to move")
    expect(owner.page.locator(".board-card.live")).to_contain_text(re.compile("real board · /"))
    owner.cell("D8").click()
    owner.cell("E10").click()
    owner.adds("Yellow S: D8 → E10")
    expect(owner.page.locator(".arrow")).to_have_count(1)
    expect(owner.page.locator("[data-do=build]")).to_have_count(0)
    board.set_magnets({cell("D8"): None, cell("E10"): Pole.NORTH})
    owner.reads("Blue to move")
    expect(owner.page.locator(".arrow")).to_have_count(0)
