"""The unmodified firmware in real MicroPython: what it tells of magnets and the bus they are read by."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import Board, changed_firmware, occupancy, state, touched, trouble

EMPTY = occupancy({})


@pytest.mark.parametrize("driver", ["digital-chain", "linear-mux"])
def test_f11_every_magnet_on_every_cell_is_reported_as_itself(driver: str, tmp_path: Path) -> None:
    """A magnet walks over 144 cells with either pole up, through the stand-ins of each way to read sensors."""
    with Board(tmp_path / "flash", driver=driver) as board:
        assert f"sensors={driver}" in board.wait("H")
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
        assert trouble(board) == "ok"


def acknowledge(board: Board) -> None:
    """Acknowledge the newest snapshot and see that the board took it."""
    board.send("K", str(board.last_snapshot))
    board.until(lambda: board.ask("G", "S")[2] == "-", "a snapshot without touched cells")


@pytest.mark.parametrize(("polarity", "phase"), [(0, 0), (0, 1), (1, 1)])
def test_f11_a_wrong_bus_mode_reads_one_bit_off_and_is_never_believed(
    polarity: int, phase: int, tmp_path: Path
) -> None:
    program = changed_firmware(
        tmp_path,
        "sensors.py",
        "        polarity=1,\n        phase=0,\n",
        f"        polarity={polarity},\n        phase={phase},\n",
    )
    with Board(tmp_path / "flash", {5: "N"}, program) as board:
        board.until(lambda: trouble(board) == "chain:?", "a chain that does not fit")
        assert all(kind != "S" for kind, _, _ in board.lines)
        assert state(board)["scan"] == 0


@pytest.mark.parametrize(("polarity", "phase"), [(0, 1), (1, 0)])
def test_a_row_register_in_a_wrong_bus_mode_enables_two_rows_at_once_which_the_stand_in_refuses(
    polarity: int, phase: int, tmp_path: Path
) -> None:
    program = changed_firmware(
        tmp_path,
        "sensors.py",
        "        polarity=0,\n        phase=0,\n",
        f"        polarity={polarity},\n        phase={phase},\n",
    )
    with Board(tmp_path / "flash", {5: "N"}, program, "linear-mux") as board:
        assert board.wait("E")[::2] == ["scan", "ValueError:_two_rows_drive_the_analogue_inputs"]


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


@pytest.mark.parametrize("driver", ["digital-chain", "linear-mux"])
def test_f07_a_bus_that_fails_beside_the_lights_lifts_nothing(driver: str, tmp_path: Path) -> None:
    """Every 50th transfer fails if the LEDs are being fed at that moment."""
    magnets = {3: "N", 70: "S", 143: "S"}
    with Board(tmp_path / "flash", magnets, driver=driver) as board:
        board.wait("S")
        board.lines.clear()
        board.order("Y", "01 p 100 0 FF0000 00FF00")
        board.order("L", "! 00=01 90=01")
        board.fail_bus(10, every=50)
        board.until(lambda: state(board)["missed"] == 10, "ten missed scans")
        board.until(lambda: state(board)["scan"] > 0, "a rate")
        assert all(fields[1:3] == [occupancy(magnets), "-"] for kind, _, fields in board.lines if kind == "S")
        assert board.ask("G", "S")[1:3] == [occupancy(magnets), "-"]


@pytest.mark.parametrize("registers", [0, 1, 12, 35, 36])
def test_a_broken_chain_lifts_nothing_and_says_where_it_broke(registers: int, tmp_path: Path) -> None:
    """Behind a break every bit is low, which would be both poles at once; the last known table stands meanwhile."""
    magnets = {0: "N", 50: "S", 143: "N"}
    with Board(tmp_path / "flash", magnets) as board:
        board.wait("S")
        acknowledge(board)
        board.break_sensors(registers)
        assert board.wait("E") == ["sensors", f"chain:{registers}"]
        assert trouble(board) == f"chain:{registers}"
        before = state(board)["missed"]
        assert before > 0
        assert board.ask("G", "S")[1:3] == [occupancy(magnets), "-"]
        board.set_magnets({7: "S"})
        board.until(lambda: state(board)["missed"] > before + 10, "more missed scans")
        assert board.ask("G", "S")[1:3] == [occupancy(magnets), "-"]
        board.break_sensors(255)
        board.wait("S", lambda fields: fields[1] == occupancy({7: "S"}))
        assert board.wait("E") == ["sensors", "ok"]
        assert trouble(board) == "ok"


def test_both_poles_at_once_are_reported_as_both(board: Board) -> None:
    board.set_magnets({8: "NS"})
    board.wait("S", lambda fields: fields[1] == occupancy({8: "NS"}))


def test_the_board_scans_at_its_rate_and_the_host_may_change_it(board: Board) -> None:
    """No stopwatch here: the board counts by its own clock, and only the order of magnitude is asked."""
    board.order("C", "scan=20")
    board.until(lambda: 0 < state(board)["scan"] <= 20, "the slower rate")
    board.order("C", "scan=200")
    board.until(lambda: state(board)["scan"] > 20, "the faster rate")


def test_a_missing_bar_of_a_linear_board_is_told_and_shows_no_magnets(tmp_path: Path) -> None:
    magnets = {0: "N", 50: "S", 143: "N"}
    with Board(tmp_path / "flash", magnets, driver="linear-mux") as board:
        board.wait("S", lambda fields: fields[1] == occupancy(magnets))
        board.break_sensors(17)
        assert board.wait("E") == ["sensors", "dead:8"]
        assert trouble(board) == "dead:8"
        assert board.ask("G", "S")[1] == occupancy({0: "N", 50: "S"})
        board.break_sensors(255)
        assert board.wait("E") == ["sensors", "ok"]
        assert board.ask("G", "S")[1] == occupancy(magnets)
