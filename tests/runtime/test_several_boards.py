"""Several boards in one house: each has a table of its own, by its id, wherever it is plugged in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.base.manners import Orientation
from feldlicht.base.reasons import Reason, Refused
from feldlicht.board.layout import LAYOUT
from feldlicht.config import Settings
from feldlicht.link.port import FoundPort
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardState
from feldlicht.sim.board import SimulatedBoard
from tests.runtime.conftest import eventually

FIRST, SECOND = "51b0a2d0000000aa", "51b0a2d0000000bb"


class Usb:
    """Boards on USB as the operating system lists them: by path, with the number that the plug says."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.boards: dict[str, SimulatedBoard] = {}
        self.numbers: dict[str, str] = {}

    def plug_in(self, board: str, number: str | None = None) -> SimulatedBoard:
        made = self.boards.get(board)
        if made is None:
            made = SimulatedBoard(LAYOUT, firmware_folder(), self._folder / board, board)
            made.start()
        else:
            made.plug()
        self.boards[board], self.numbers[board] = made, number or board
        return made

    def __call__(self) -> list[FoundPort]:
        ports = []
        for board, number in self.numbers.items():
            try:
                ports.append(FoundPort(self.boards[board].port, number.upper(), "Board in FS mode"))
            except Refused:
                continue  # it is pulled out
        return ports

    def close(self) -> None:
        for board in self.boards.values():
            board.close()


@pytest.fixture
def usb(tmp_path: Path) -> Iterator[Usb]:
    made = Usb(tmp_path)
    yield made
    made.close()


@pytest.fixture
def opened(tmp_path: Path, usb: Usb) -> Iterator[Callable[..., House]]:
    houses: list[House] = []

    def start(**settings: object) -> House:
        house = House(Settings(tmp_path / "data", hands_pace=0, **settings), find=usb)  # type: ignore[arg-type]
        houses.append(house)
        house.start()
        return house

    yield start
    for house in houses:
        house.close()


def is_live(house: House, *boards: str) -> None:
    for board in boards:
        eventually(
            lambda board=board: any(one.id == board and one.state is BoardState.LIVE for one in house.boards()), board
        )


def begin(house: House, board: str) -> str:
    return house.create_session("master_move", {}, "counting", board).id


def test_simulated_boards_have_magnets_tables_and_sessions_of_their_own(opened: Callable[..., House]) -> None:
    house = opened(sim_boards=2)
    is_live(house, "sim", "sim-2")
    assert [(one.id, one.simulated) for one in house.boards()] == [("sim", True), ("sim-2", True)]
    matches = {board: begin(house, board) for board in ("sim", "sim-2")}
    # A board that has greeted has not told yet what it feels; a change of its magnets is answered after that.
    house.set_magnets("sim-2", {})
    house.build("sim-2")
    eventually(lambda: house.session(matches["sim-2"]).revision == 1, "the second table to be set up")
    assert house.session(matches["sim"]).revision == 0
    assert house.magnets("sim") == {}
    assert len(house.magnets("sim-2")) == 22
    assert house.current("sim-2").id == matches["sim-2"]  # type: ignore[union-attr]
    assert house.current().id == matches["sim"]  # type: ignore[union-attr]


def test_simulated_boards_are_there_beside_the_one_that_is_named(opened: Callable[..., House], usb: Usb) -> None:
    house = opened(sim_boards=1, serial_port=usb.plug_in(FIRST).port)
    is_live(house, FIRST, "sim")
    assert house.board("default").id == FIRST


def test_every_board_on_usb_is_played_on_and_no_simulated_one(opened: Callable[..., House], usb: Usb) -> None:
    usb.plug_in(FIRST)
    usb.plug_in(SECOND)
    house = opened()
    is_live(house, FIRST, SECOND)
    assert [one.id for one in house.boards()] == [FIRST, SECOND]


def test_two_boards_that_change_their_places_keep_their_sessions_and_how_they_lie(
    opened: Callable[..., House], usb: Usb
) -> None:
    first, second = usb.plug_in(FIRST), usb.plug_in(SECOND)
    house = opened()
    is_live(house, FIRST, SECOND)
    matches = {board: begin(house, board) for board in (FIRST, SECOND)}
    house.know_board(SECOND, orientation=Orientation.TURNED)
    first.unplug()
    second.unplug()
    for board in (FIRST, SECOND):
        eventually(lambda board=board: house.board(board).state is not BoardState.LIVE, f"{board} to be away")
    usb.plug_in(SECOND)
    usb.plug_in(FIRST)
    is_live(house, FIRST, SECOND)
    for board, match in matches.items():
        assert house.board(board).session == match
        assert house.current(board).id == match  # type: ignore[union-attr]
    assert house.board(SECOND).orientation is Orientation.TURNED
    assert house.board(FIRST).orientation is Orientation.UNKNOWN
    first.set_magnets({cell("A1"): Pole.NORTH})
    eventually(lambda: house.session(matches[FIRST]).hands != house.session(matches[SECOND]).hands, "the magnet")


def taken(name: str) -> list[int]:
    """Take the name that has just become free, unless somebody else has it already; return what to close."""
    held: list[int] = []
    while not Path(name).exists():
        held += os.openpty()
    return held


def test_e22_a_board_pulled_out_in_mid_match_comes_back_under_another_name_as_the_same_board_in_the_same_match(
    opened: Callable[..., House], usb: Usb
) -> None:
    board = usb.plug_in(FIRST)
    house = opened()
    is_live(house, FIRST)
    match = begin(house, FIRST)
    eventually(lambda: house.session(match).hands.guidance, "the empty table to be seen")
    guidance = house.session(match).hands.guidance
    before = board.port
    board.unplug()
    eventually(lambda: house.board(FIRST).state is not BoardState.LIVE, "the board to be away")
    held = taken(before)
    try:
        board.set_magnets({cell("A1"): Pole.NORTH})
        usb.plug_in(FIRST)
        assert board.port != before
        is_live(house, FIRST)
        assert [(one.id, one.session) for one in house.boards()] == [(FIRST, match)]
        assert house.current(FIRST).id == match  # type: ignore[union-attr]
        eventually(lambda: house.session(match).hands.guidance != guidance, "what was set down meanwhile to be seen")
    finally:
        for descriptor in held:
            os.close(descriptor)


def test_a_board_that_is_plugged_in_later_is_offered_and_played_on_once_somebody_says_so(
    opened: Callable[..., House], usb: Usb
) -> None:
    house = opened()
    is_live(house, "sim")
    match = begin(house, "sim")
    usb.plug_in(FIRST)
    eventually(lambda: (FIRST, BoardState.OFFERED) in [(one.id, one.state) for one in house.boards()], "the offer")
    assert house.take_up(FIRST).id == FIRST
    is_live(house, FIRST)
    assert [one.id for one in house.boards()] == ["sim", FIRST]
    assert house.board("default").session == match
    other = begin(house, FIRST)
    assert house.take_up(FIRST).session == other  # a second time changes nothing


def test_a_board_taken_up_has_the_settings_of_all_boards(opened: Callable[..., House], usb: Usb) -> None:
    house = opened()
    is_live(house, "sim")
    house.tune({"brightness": 20})
    board = usb.plug_in(FIRST)
    house.take_up(FIRST)
    is_live(house, FIRST)
    match = begin(house, FIRST)
    wanted = house.session(match).session.plan.formation  # type: ignore[union-attr]
    lit = next(iter(dict(wanted.placed)))
    eventually(lambda: 0 < max(board.lights().cells[lit]) <= 20, "a cell of the formation to be lit, and dim")


@pytest.mark.parametrize("board", ["e6612", "sim-2", ""])
def test_nobody_plays_on_a_board_that_is_not_there(opened: Callable[..., House], board: str) -> None:
    house = opened()
    with pytest.raises(Refused) as refused:
        house.take_up(board)
    assert refused.value.refusal.reason is Reason.NO_SUCH_BOARD


def test_boards_whose_plugs_say_each_others_number_are_known_by_what_they_say_themselves(
    opened: Callable[..., House], usb: Usb
) -> None:
    usb.plug_in(FIRST, number=SECOND)
    usb.plug_in(SECOND, number=FIRST)
    house = opened()
    is_live(house, FIRST, SECOND)
    eventually(lambda: sorted(one.id for one in house.boards()) == [FIRST, SECOND], "one table a board")
    usb.boards[FIRST].set_magnets({cell("C3"): Pole.SOUTH})
    match = begin(house, FIRST)
    eventually(lambda: cell("C3") in {p.cell for p in house.session(match).hands.problems}, "the magnet at its table")
