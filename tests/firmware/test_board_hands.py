"""The unmodified firmware in real MicroPython: what it tells of magnets and the bus they are read by."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import Board, changed_firmware, occupancy, state, touched

EMPTY = occupancy({})


def test_f11_every_magnet_on_every_cell_is_reported_as_itself(board: Board) -> None:
    """A magnet walks over 144 cells with either pole up, through the chain's stand-in."""
    board.order("C", "debounce=1 scan=500")
    board.wait("S")
    left: list[int] = []
    for cell, pole in [(cell, pole) for pole in "NS" for cell in range(144)]:
        board.set_magnets({cell: pole})
        there = occupancy({cell: pole})
        fields = board.wait("S", lambda fields, there=there: fields[1] == there)  # type: ignore[misc]
        assert fields[2] == touched(cell, *left)
        acknowledge(board)
        left = [cell]


def acknowledge(board: Board) -> None:
    """Acknowledge the newest snapshot and see that the board took it."""
    board.send("K", str(board.last_snapshot))
    board.until(lambda: board.ask("G", "S")[2] == "-", "a snapshot without touched cells")


@pytest.mark.parametrize(("polarity", "phase"), [(0, 0), (0, 1), (1, 1)])
def test_f11_a_wrong_bus_mode_reads_one_bit_off(polarity: int, phase: int, tmp_path: Path) -> None:
    program = changed_firmware(
        tmp_path,
        "pins.py",
        "        polarity=1,\n        phase=0,\n",
        f"        polarity={polarity},\n        phase={phase},\n",
    )
    with Board(tmp_path / "flash", {5: "N"}, program) as board:
        assert board.wait("S")[1] != occupancy({5: "N"})


def test_a_lift_that_was_put_back_stays_touched_until_it_is_acknowledged(board: Board) -> None:
    board.set_magnets({20: "N"})
    board.wait("S", lambda fields: fields[1] == occupancy({20: "N"}))
    acknowledge(board)
    board.set_magnets({})
    board.wait("S", lambda fields: fields[1] == EMPTY)
    board.set_magnets({20: "N"})
    board.wait("S", lambda fields: fields[1:3] == [occupancy({20: "N"}), touched(20)])
    assert board.ask("G", "S")[2] == touched(20)
    acknowledge(board)


def test_f07_failed_bus_reads_are_counted_and_lift_nothing(tmp_path: Path) -> None:
    with Board(tmp_path / "flash", {3: "N", 70: "S"}) as board:
        board.wait("S")
        board.lines.clear()
        board.fail_bus(40)
        board.until(lambda: state(board)["missed"] == 40, "40 missed scans")
        assert board.ask("G", "S")[1:3] == [occupancy({3: "N", 70: "S"}), "-"]


def test_both_poles_at_once_are_reported_as_both(board: Board) -> None:
    board.set_magnets({8: "NS"})
    board.wait("S", lambda fields: fields[1] == occupancy({8: "NS"}))


def test_the_board_scans_at_its_rate_and_the_host_may_change_it(board: Board) -> None:
    """No stopwatch here: the board counts by its own clock, and only the order of magnitude is asked."""
    board.order("C", "scan=20")
    board.until(lambda: 0 < state(board)["scan"] <= 20, "the slower rate")
    board.order("C", "scan=200")
    board.until(lambda: state(board)["scan"] > 20, "the faster rate")
