"""`feldlicht board test` as people use it: a simulated board with faults, a magnet, and a keyboard."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feldlicht.base.cells import COLUMNS, ROWS, Cell, cell, cell_at, cell_name
from feldlicht.base.figures import Pole
from feldlicht.board.layout import LAYOUT, LAYOUTS
from feldlicht.cli.board_picture import picture
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.selftest.findings import EXIT_CODES, Finding
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import OFF, Lights
from feldlicht.sim.miswiring import Miswiring
from tests.cli.conftest import FELDLICHT, GENEROUS_S, Playing, environment
from tests.cli.in_process import tool
from tests.support.host import until


@pytest.fixture
def sick(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A board that a test gives faults."""
    one = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board")
    one.start()
    yield one
    one.close()


@pytest.mark.prove
def test_the_report_names_each_fault_once_and_ends_with_the_gravest_code(sick: SimulatedBoard) -> None:
    sick.miswire(Miswiring(stuck={cell("E1"): Pole.SOUTH}, noisy=frozenset({cell("E12")})))
    typed = "\n" + "\n\nc4 zz\nC4, c5\n\n\n\n\n\n\n" + "r3\n\n"
    done = subprocess.run(
        [*FELDLICHT, "board", "test", "--only", "empty", "--only", "lamps", "--json", "--port", sick.port],
        input=typed,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=GENEROUS_S,
        check=False,
    )
    report = json.loads(done.stdout)
    assert (report["complete"], report["sensors"], report["tested"]) == (True, "digital-chain", 0), done.stderr
    assert [(one["finding"], one["names"]) for one in report["findings"]] == [
        ("stuck_cell", ["E1"]),
        ("noisy_cell", ["E12"]),
        ("dead_led", ["R3"]),
        ("dead_led", ["C4", "C5"]),
    ]
    assert done.returncode == EXIT_CODES[Finding.STUCK_CELL] == report["findings"][0]["exit_code"]
    assert "There is no lamp called ZZ." in done.stderr


@pytest.mark.prove
def test_a_test_that_is_broken_off_says_so_and_tells_what_it_found(sick: SimulatedBoard) -> None:
    sick.miswire(Miswiring(stuck={cell("E1"): Pole.SOUTH}))
    done = subprocess.run(
        [*FELDLICHT, "board", "test", "--port", sick.port],
        input="\n",
        env=environment(),
        capture_output=True,
        text=True,
        timeout=GENEROUS_S,
        check=False,
    )
    assert "A magnet is reported although the table is empty: E1." in done.stdout
    assert "The test was not finished" in done.stdout
    assert done.returncode == EXIT_CODES[Finding.STUCK_CELL]


@pytest.mark.prove
def test_the_lamps_lead_a_magnet_over_the_board_and_the_dead_cell_is_named(sick: SimulatedBoard) -> None:
    sick.miswire(Miswiring(dead=frozenset({cell("C5")}), turned=frozenset({cell("F9")})))
    process = subprocess.Popen(
        [*FELDLICHT, "board", "test", "--port", sick.port],
        env=environment(PYTHONUNBUFFERED="1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdin is not None
    test = Playing(process)

    def press_enter() -> None:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()

    try:
        test.wait_for("press Enter")
        press_enter()
        test.wait_for("Draw one magnet")
        for number, pole in enumerate(Pole, 1):
            for row in range(ROWS):
                draw(sick, test, row, pole, number, press_enter)
            if number == 1:
                test.wait_for("Turn the magnet over")
                press_enter()
        for _ in range(ROWS + 2):
            press_enter()
        assert process.wait(GENEROUS_S) == EXIT_CODES[Finding.DEAD_SENSOR]
        test._reader.join(GENEROUS_S)
        assert test.text.count("No answer from C5.") == 1
        assert "The wrong pole is named: F9." in test.text
        assert "not finished" not in test.text
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        test._reader.join(GENEROUS_S)
        assert process.stdout is not None
        process.stdout.close()


def draw(
    sick: SimulatedBoard, test: Playing, row: int, pole: Pole, number: int, press_enter: Callable[[], None]
) -> None:
    """Draw a magnet along a row as soon as it is lit, each step when the lamp has confirmed the one before."""
    last = cell_at(row, COLUMNS - 1)
    until(lambda: lit(sick.lights(), last), f"row {row} to be lit")
    dead = cell("C5")
    for column in range(COLUMNS):
        where = cell_at(row, column)
        sick.set_magnets({**dict.fromkeys(sick.magnets(), None), where: pole})
        if where not in (dead, last):
            until(lambda where=where: is_green(sick.lights(), where), f"{cell_name(where)} to be green")  # type: ignore[misc]
    if row == 2:
        until(lambda: is_green(sick.lights(), last), "the last one to be green")
        press_enter()
    name = f"{cell_name(cell_at(row, 0))}–{cell_name(last)}: answers"
    until(lambda: test.text.count(name) == number, f"{name} for the pole {pole}")
    sick.set_magnets(dict.fromkeys(sick.magnets(), None))


def lit(lights: Lights, where: Cell) -> bool:
    return lights.cells[where] != OFF


def is_green(lights: Lights, where: Cell) -> bool:
    red, green, _ = lights.cells[where]
    return green > 2 * red


def test_the_picture_has_every_cell_in_its_place() -> None:
    lines = picture({cell("A1"): "●", cell("I16"): "×"}).splitlines()
    assert len(lines) == ROWS + 1
    assert lines[1].split() == ["A", "●", *["·"] * 15]
    assert lines[9].split() == ["I", *["·"] * 15, "×"]
    assert len({len(line) for line in lines}) == 1


@pytest.mark.prove
def test_a_linear_board_gets_its_zero_and_says_where_a_magnet_is_weak(tmp_path: Path) -> None:
    board = SimulatedBoard(LAYOUTS["linear-mux"], firmware_folder(), tmp_path / "board")
    board.start()
    board.miswire(Miswiring(strength={cell("C5"): 16}))
    process = subprocess.Popen(
        [*FELDLICHT, "board", "calibrate", "--threshold", "70", "--port", board.port],
        env=environment(PYTHONUNBUFFERED="1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdin is not None
    said = Playing(process)
    try:
        said.wait_for("press Enter")
        process.stdin.write("\n")
        process.stdin.flush()
        said.wait_for("Set figures on the cells")
        assert (board.flash / "zero.txt").exists()
        assert "70" in (board.flash / "settings.txt").read_text(encoding="utf-8")
        board.set_magnets({cell(name): Pole.SOUTH for name in ("A1", "C5", "E8")})
        time.sleep(3)  # a person's: so long the figures stand before Enter is pressed
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.wait(GENEROUS_S) == EXIT_CODES[Finding.WEAK_SENSOR]
        said._reader.join(GENEROUS_S)
        assert "much less than it should be: C5." in said.text
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        said._reader.join(GENEROUS_S)
        assert process.stdout is not None
        process.stdout.close()
        board.close()


@pytest.mark.prove
def test_a_device_without_cells_has_only_its_ring_and_strip_looked_at(tmp_path: Path) -> None:
    board = SimulatedBoard(LAYOUTS["ring"], firmware_folder(), tmp_path / "board")
    board.start()
    try:
        done = subprocess.run(
            [*FELDLICHT, "board", "test", "--json", "--port", board.port],
            input="R3\n\n",
            env=environment(),
            capture_output=True,
            text=True,
            timeout=GENEROUS_S,
            check=False,
        )
    finally:
        board.close()
    report = json.loads(done.stdout)
    assert (report["complete"], report["tested"]) == (True, 0), done.stderr
    assert [one["names"] for one in report["findings"]] == [["R3"]]
    assert "Row" not in done.stderr


def test_a_board_with_switches_has_nothing_to_calibrate(sick: SimulatedBoard) -> None:
    said = tool("calibrate", "--port", sick.port)
    assert (said.code, "switches" in said.out) == (0, True), said
