"""Faults seeded into simulated boards with the real firmware are named through the line, by either driver."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feldlicht.base.cells import CELLS, Cell, cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.board.layout import LAYOUTS
from feldlicht.cli.board_probe import Probe
from feldlicht.link.port import FoundPort
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.selftest.empty import Look, judge_empty
from feldlicht.selftest.findings import Finding, Found
from feldlicht.selftest.lamps import stages
from feldlicht.selftest.touch import Margins, judge_margins
from feldlicht.selftest.walk import Walk, judge
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import OFF, Lights
from feldlicht.sim.miswiring import SOUND, Miswiring, exchanged, row_cells
from tests.support.host import PATIENCE_S, until

DRIVERS = [driver for driver, layout in LAYOUTS.items() if layout.grid_order]  # those with cells
Begin = Callable[[str], SimulatedBoard]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Start a board whose sensors are read so."""
    boards: list[SimulatedBoard] = []

    def start(driver: str) -> SimulatedBoard:
        boards.append(SimulatedBoard(LAYOUTS[driver], firmware_folder(), tmp_path / f"board{len(boards)}"))
        boards[-1].start()
        return boards[-1]

    yield start
    for one in boards:
        one.close()


def names(found: tuple[Found, ...] | list[Found]) -> list[tuple[Finding, tuple[str, ...]]]:
    return [(one.finding, one.names) for one in found]


def looks_until(probe: Probe, happened: Callable[[Look], bool]) -> list[tuple[Look, int]]:
    """Return what came up to the first snapshot that has it."""
    found: list[tuple[Look, int]] = []
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if (one := probe.look(1.0)) is not None:
            found.append(one)
            if happened(one[0]):
                return found
    raise AssertionError("it did not come")


def believed(look: Look, ignored: int) -> tuple[int, int]:
    return look.occupancy.north & ~ignored, look.occupancy.south & ~ignored


def led(board: SimulatedBoard, probe: Probe, walk: Walk, faults: Miswiring, pole: Pole) -> Walk:
    """Take a magnet along the walk's paths on the simulated table; a path that does not end is skipped."""

    def put(where: Cell | None, before: Cell | None, walk: Walk) -> Walk:
        changes = {} if before is None else {before: None}
        board.set_magnets({**changes, **({} if where is None else {where: pole})})
        expected = Look(Occupancy.of(faults.seen({} if where is None else {where: pole})))
        wanted, ignored = believed(expected, walk.ignored), walk.ignored
        for look, at_ms in looks_until(probe, lambda look: believed(look, ignored) == wanted):
            walk = walk.sense(look, at_ms)
        return walk

    walk = put(None, None, walk)
    while not walk.over:
        number, before = len(walk.done), None
        for which in walk.path:
            walk = put(which, before, walk)
            before = which
        walk = put(None, before, walk)
        if len(walk.done) == number:
            walk = walk.skip()
    return walk


@pytest.mark.parametrize("driver", DRIVERS)
def test_each_seeded_fault_of_the_wiring_is_named_in_one_walk(driver: str, begin: Begin) -> None:
    board = begin(driver)
    sees = exchanged((row_cells(1), row_cells(2)), ([cell("E3")], [cell("E4")]))
    faults = Miswiring(
        sees,
        dead=frozenset({cell("E7")}),
        turned=frozenset({cell("E9")}),
        stuck={cell("E1"): Pole.SOUTH},
        noisy=frozenset({cell("E12")}),
    )
    board.miswire(faults)
    with Probe(FoundPort(board.port, "", "")) as probe:
        assert (probe.layout.driver, probe.linear) == (driver, driver == "linear-mux")
        looks = [look for look, _ in looks_until(probe, lambda look: bool(look.occupancy.south >> cell("E1") & 1))]
        while not probe.linear and len(looks) < 8 and (found := probe.look(1.5)) is not None:
            looks.append(found[0])
        empty = judge_empty(looks[-7:], probe.survey() if probe.linear else None, probe.trouble)
        expected = [(Finding.DEAD_SENSOR, ("E7",))] if probe.linear else []
        assert names(empty) == [*expected, (Finding.STUCK_CELL, ("E1",)), (Finding.NOISY_CELL, ("E12",))]
        ignored = sum(1 << which for one in empty for which in one.cells if one.finding is not Finding.DEAD_SENSOR)
        walk = led(board, probe, Walk.along_rows(ignored, [1, 2, 4]), faults, Pole.NORTH)
        assert names(judge(walk)) == [
            (Finding.DEAD_SENSOR, ("E7",)),
            (Finding.SWAPPED_ROWS, ("B", "C")),
            (Finding.SWAPPED_CELLS, ("E3", "E4")),
            (Finding.WRONG_POLE, ("E9",)),
        ]


@pytest.mark.prove
@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("pole", Pole)
def test_a_sound_board_is_found_sound_cell_by_cell(driver: str, pole: Pole, begin: Begin) -> None:
    board = begin(driver)
    with Probe(FoundPort(board.port, "", "")) as probe:
        walk = led(board, probe, Walk.along_rows(), SOUND, pole)
        assert judge(walk) == ()
        assert walk.pole is pole


def test_a_chain_that_breaks_names_the_place(begin: Begin) -> None:
    board = begin("digital-chain")
    with Probe(FoundPort(board.port, "", "")) as probe:
        looks_until(probe, lambda look: True)
        board.break_sensors(12)
        until(lambda: probe.look(0.2) is not None or probe.trouble != "ok", "the board says so")
        until(lambda: probe.look(0.2) is None and probe.trouble != "ok", "the board says so")
        assert names(judge_empty([], None, probe.trouble)) == [(Finding.BROKEN_CHAIN, ("C16",))]


def test_a_missing_half_bar_weak_cells_and_weak_magnets_are_measured(begin: Begin) -> None:
    board = begin("linear-mux")
    board.miswire(Miswiring(strength={cell("C5"): 16}))
    board.break_sensors(3)
    with Probe(FoundPort(board.port, "", "")) as probe:
        looks_until(probe, lambda look: True)
        assert names(judge_empty([], probe.survey())) == [(Finding.DEAD_BAR, ("B9–B16",))]
        assert probe.zero() == "ok"
        magnets = {cell(name): Pole.SOUTH for name in ("A1", "C5", "E8")}
        board.set_magnets(magnets)
        looks_until(probe, lambda look: look.occupancy == Occupancy.of(magnets))
        survey = probe.survey()
        assert survey is not None
        margins = Margins(60).after(survey)
        assert names(judge_margins(margins)) == [(Finding.WEAK_SENSOR, ("C5",))]
        board.miswire(Miswiring(magnet=13))
        survey = probe.survey()
        assert survey is not None
        assert [one.finding for one in judge_margins(Margins(60).after(survey))] == [Finding.WEAK_MAGNET]


def test_a_dead_lamp_stays_dark_while_its_neighbours_shine(begin: Begin) -> None:
    board = begin("digital-chain")
    board.miswire(Miswiring(dark=frozenset({cell("C4")})))
    row = stages()[2]
    with Probe(FoundPort(board.port, "", "")) as probe:
        probe.show(row.scene)
        # The idle pattern before may light some of them too.
        lit = set(row.cells) - {cell("C4")}
        until(lambda: {which for which in CELLS if board.lights().cells[which] != OFF} == lit, "row C but for one")
    # Before the board shows its idle pattern, for want of a host.
    until(lambda: board.lights() == Lights.dark(), "the lamps go out when the test ends")
