"""The board's clock wraps every twelve days, in the middle of a move: the match does not notice."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.controls import Operation
from feldlicht.base.figures import Pole
from feldlicht.board.layout import LAYOUT
from feldlicht.link import messages
from feldlicht.link.from_board import BOARD_MS_WRAP, Snapshot
from feldlicht.link.lines import Line
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardState
from feldlicht.sim.board import SimulatedBoard
from tests.runtime.conftest import eventually

BEFORE_MS = 25_000
"""So long before the wrap the board starts: enough to set up a match on a busy machine."""
SETTLE_MS = GRACE_MS = 3000

# The simulated board's own clock wraps in no lifetime. All of the firmware finds this one instead, but not
# MicroPython's loop, which also reads the clock in C.
CLOCK = """
import utime
from utime import sleep_ms, sleep_us

WRAP = 0x3FFFFFFF
HALF = 0x20000000
BEGUN_US = utime.ticks_us()
START_US = 1000 * (WRAP + 1 - {before_ms})

def ticks_us():
    return START_US + utime.ticks_us() - BEGUN_US & WRAP

def ticks_ms():
    return (START_US + utime.ticks_us() - BEGUN_US) // 1000 & WRAP

def ticks_add(ticks, delta):
    return ticks + delta & WRAP

def ticks_diff(later, earlier):
    return (later - earlier + HALF & WRAP) - HALF
"""
FIRST = "import asyncio, sys\nimport wrapping\nsys.modules['time'] = wrapping\n"


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A board that starts shortly before its clock wraps."""
    program = tmp_path / "firmware"
    shutil.copytree(firmware_folder(), program)
    (program / "wrapping.py").write_text(CLOCK.replace("{before_ms}", str(BEFORE_MS)), encoding="utf-8")
    main = (program / "main.py").read_text(encoding="utf-8")
    (program / "main.py").write_text(FIRST + main, encoding="utf-8")
    one = SimulatedBoard(LAYOUT, program, tmp_path / "board")
    one.start()
    yield one
    one.close()


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Snapshot]:
    """Return all that boards report from now on."""
    snapshots: list[Snapshot] = []

    def parse(line: Line) -> Snapshot:
        snapshots.append(Snapshot.parse(line))
        return snapshots[-1]

    monkeypatch.setitem(messages._PARSERS, "S", parse)
    return snapshots


def before_the_wrap(ms: int) -> bool:
    return ms > BOARD_MS_WRAP // 2


@pytest.mark.prove
def test_a_move_that_is_lifted_before_and_set_down_after_the_wrap_is_one_move_after_its_settle_time(
    make_house: Callable[..., House], board: SimulatedBoard, heard: list[Snapshot]
) -> None:
    house, match = playing(make_house, board)
    board.set_magnets({cell("D8"): None})
    eventually(lambda: len(house.session(match).hands.lifted) == 1, "the lift")
    lifted_ms = next(one.board_ms for one in heard if not one.occupancy.poles().get(cell("D8")) and one.touched)
    assert before_the_wrap(heard[-1].board_ms), "the lift comes before the wrap"
    eventually(lambda: not before_the_wrap(heard[-1].board_ms), "the wrap", 2 * BEFORE_MS / 1000)
    assert len(house.session(match).hands.lifted) == 1
    set_down = time.time_ns() // 1_000_000
    board.set_magnets({cell("E10"): Pole.NORTH})
    eventually(lambda: house.session(match).hands.preview is not None, "the move to be shown")
    eventually(lambda: len(house.log(match)) == 2, "the move to settle")
    built, move = house.log(match)
    assert (built.notation, move.notation) == ("built", "S D8-E10")
    assert move.at - set_down >= SETTLE_MS
    plays_on(house, match, board)
    assert before_the_wrap(lifted_ms)
    in_order(heard)


@pytest.mark.prove
def test_a_move_whose_settle_time_lies_around_the_wrap_settles_after_it(
    make_house: Callable[..., House], board: SimulatedBoard, heard: list[Snapshot]
) -> None:
    house, match = playing(make_house, board)
    board.set_magnets({cell("D8"): None})
    eventually(lambda: len(house.session(match).hands.lifted) == 1, "the lift")
    last_ms = BOARD_MS_WRAP - SETTLE_MS
    eventually(lambda: heard[-1].board_ms >= last_ms, "the last moment before the wrap", 2 * BEFORE_MS / 1000)
    set_down = time.time_ns() // 1_000_000
    board.set_magnets({cell("E10"): Pole.NORTH})
    eventually(lambda: house.session(match).hands.preview is not None, "the move to be shown")
    assert before_the_wrap(heard[-1].board_ms)
    eventually(lambda: len(house.log(match)) == 2, "the move to settle")
    assert house.log(match)[1].notation == "S D8-E10"
    assert house.log(match)[1].at - set_down >= SETTLE_MS
    eventually(lambda: not before_the_wrap(heard[-1].board_ms), "the wrap", 2 * BEFORE_MS / 1000)
    plays_on(house, match, board)
    in_order(heard)


@pytest.mark.prove
def test_a_wrong_position_around_the_wrap_is_guided_back_after_its_grace_time(
    make_house: Callable[..., House], board: SimulatedBoard, heard: list[Snapshot]
) -> None:
    house, match = playing(make_house, board)
    board.set_magnets({cell("D8"): None})
    eventually(lambda: len(house.session(match).hands.lifted) == 1, "the lift")
    eventually(
        lambda: heard[-1].board_ms >= BOARD_MS_WRAP - GRACE_MS,
        "the last moment before the wrap",
        2 * BEFORE_MS / 1000,
    )
    set_down = time.monotonic_ns() // 1_000_000
    board.set_magnets({cell("I16"): Pole.NORTH})
    eventually(lambda: heard[-1].occupancy.poles().get(cell("I16")) is Pole.NORTH, "the wrong cell")
    assert before_the_wrap(heard[-1].board_ms)
    eventually(lambda: house.session(match).hands.guidance is not None, "the guidance")
    assert time.monotonic_ns() // 1_000_000 - set_down >= GRACE_MS
    eventually(lambda: not before_the_wrap(heard[-1].board_ms), "the wrap", 2 * BEFORE_MS / 1000)
    board.set_magnets({cell("I16"): None, cell("D8"): Pole.NORTH})
    eventually(lambda: house.session(match).hands.guidance is None, "the end of the guidance")
    assert len(house.log(match)) == 1
    in_order(heard)


def playing(make_house: Callable[..., House], board: SimulatedBoard) -> tuple[House, str]:
    """Return a house at that board, and its match that has kicked off."""
    house = make_house(serial_port=board.port, settle_ms=SETTLE_MS, grace_ms=GRACE_MS)
    house.start()
    eventually(lambda: house.board("default").state is BoardState.LIVE, "the board")
    match = house.create_session("master_move", {}, "counting").id
    formation = house.session(match).state.formation
    board.set_magnets({where: figure.side.pole for where, figure in formation.items()})
    eventually(lambda: house.session(match).revision == 1, "the formation")
    return house, match


def plays_on(house: House, match: str, board: SimulatedBoard) -> None:
    """Make the other side's move, and turn the knob."""
    board.set_magnets({cell("C10"): None})
    eventually(lambda: len(house.session(match).hands.lifted) == 1, "the next lift")
    board.set_magnets({cell("C11"): Pole.SOUTH})
    eventually(lambda: house.log(match)[-1].notation == "M C10-C11", "the next move")
    board.operate(Operation(turn=2))


def in_order(heard: list[Snapshot]) -> None:
    """Check that the board's clock wrapped once, and that no snapshot is older than the one before."""
    passed = [(b.board_ms - a.board_ms) % BOARD_MS_WRAP for a, b in pairwise(heard)]
    assert all(ms < 3000 for ms in passed), passed
    assert sum(b.board_ms < a.board_ms for a, b in pairwise(heard)) == 1
