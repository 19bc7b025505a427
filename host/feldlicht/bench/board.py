"""Group ``board``: how long a hand waits, measured on the simulated board with the real firmware.

``board.change_to_message``: a magnet changes → the host's link delivers the snapshot. ``board.lift_to_light``: a
figure is lifted → its legal cells are lit in the LED bytes that the firmware clocked out, with everything between
them real (debounce, line, reading, rules, scene). The plain name is the median; ``.p99`` the 99th percentile. No
comparable open program was found to run beside these, so they have no peer. The others are of the line
(:mod:`feldlicht.bench.line`, beside a bare echo), of what the board says of itself, and of the host's processor
(:mod:`feldlicht.bench.host_cpu`).
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.bench import echo, host_cpu, line
from feldlicht.bench.row import Row, rate, summary
from feldlicht.board.layout import FINGERPRINTS, LAYOUT
from feldlicht.board.noise import CALM_MS
from feldlicht.config import Settings
from feldlicht.link.events import BoardSnapshot, LinkEvent
from feldlicht.link.link import BoardLink
from feldlicht.link.port import open_port
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights

CHANGES = 1000
LIFTS = 500
"""So many samples that a 99th percentile is not just one of the largest."""
CPU_S = 4.0
PATIENCE_S = 10.0
LIFTED, LEGAL = cell("D8"), cell("E10")
"""The counting formation's Stürmer and one of the cells that it may go to."""


def rows(
    changes: int = CHANGES,
    lifts: int = LIFTS,
    trips: int = line.TRIPS,
    windows: int = line.WINDOWS,
    cpu_s: float = CPU_S,
) -> list[Row]:
    """Measure the group; takes about three minutes. Spread is largest minus smallest sample.

    ``changes``, ``lifts`` and ``trips`` (at least 2) say how many samples are taken, ``windows`` how many times a
    rate or a share is, ``cpu_s`` how long the host is looked at each time.
    """
    with tempfile.TemporaryDirectory() as folder:
        changed = _change_to_message(Path(folder), changes)
    with tempfile.TemporaryDirectory() as folder:
        lifted = lift_to_light(Path(folder), lifts)
    with tempfile.TemporaryDirectory() as folder:
        of_line = line.rows_of(_figures(Path(folder), trips, windows), echo.measure(trips, windows), echo.PEER)
    shares = []
    if host_cpu.measurable():
        with tempfile.TemporaryDirectory() as folder:
            idle, playing = host_cpu.percentages(Path(folder), windows, cpu_s)
        shares = [rate("board.host_cpu.idle", idle, "%"), rate("board.host_cpu.playing", playing, "%")]
    return [
        *summary("board.change_to_message", changed),
        *summary("board.lift_to_light", lifted),
        *of_line,
        *shares,
    ]


def _figures(folder: Path, trips: int, windows: int) -> line.Figures:
    board = SimulatedBoard(LAYOUT, firmware_folder(), folder)
    board.start()
    try:
        _wait_for(lambda: any(any(rgb) for rgb in board.lights().cells.values()))  # its program runs
        transport = open_port(board.port)
        try:
            return line.measure(transport, trips, windows)
        finally:
            transport.close()
    finally:
        board.close()


class _Moment:
    """Waits for something to become true and remembers when it did."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._at: float | None = None

    def expect(self) -> None:
        with self._changed:
            self._at = None

    def happened(self) -> None:
        with self._changed:
            if self._at is None:
                self._at = time.perf_counter()
                self._changed.notify_all()

    def wait(self) -> float:
        with self._changed:
            if not self._changed.wait_for(lambda: self._at is not None, PATIENCE_S) or self._at is None:
                raise RuntimeError("the board did not answer; nothing was measured")
            return self._at


def _change_to_message(folder: Path, count: int) -> list[float]:
    board = SimulatedBoard(LAYOUT, firmware_folder(), folder)
    seen = _Moment()
    wanted: Pole | None = None

    def deliver(event: LinkEvent) -> None:
        if isinstance(event, BoardSnapshot) and event.snapshot.occupancy.at(LIFTED) is wanted:
            seen.happened()

    link = BoardLink("bench", lambda: open_port(board.port), FINGERPRINTS, deliver)
    board.start()
    link.start()
    try:
        seen.wait()
        samples = []
        for turn in range(count):
            wanted = Pole.SOUTH if turn % 2 == 0 else None
            samples.append(_timed(seen, partial(board.set_magnets, {LIFTED: wanted}), turn))
    finally:
        link.close()
        board.close()
    return samples


def lift_to_light(folder: Path, count: int) -> list[float]:
    """Return ``count`` samples, in ms, of a figure's lift → its legal cells lit; a board and a house use ``folder``.

    Raises :class:`RuntimeError` when they do not answer.
    """
    board = SimulatedBoard(LAYOUT, firmware_folder(), folder / "board")
    house = House(Settings(data=folder), make_simulator=lambda _data, _chip: board)
    lit, dark = _Moment(), _Moment()

    def look(lights: Lights) -> None:
        red, green, blue = lights.cells[LEGAL]
        (lit if green > max(red, blue) else dark).happened()

    house.start()
    try:
        _wait_for(lambda: bool(house.boards()) and house.board("default").state.value == "live")
        session = house.create_session(GAME.name, {}, "counting")
        standing = GAME.standing(GAME.new({}, "counting"))
        board.set_magnets({c: figure.side.pole for c, figure in standing.items()})
        _wait_for(lambda: house.session(session.id).revision == 1)
        board.on_lights(look)
        samples = []
        for turn in range(count):
            samples.append(_timed(lit, partial(board.set_magnets, {LIFTED: None}), turn))
            _timed(dark, partial(board.set_magnets, {LIFTED: Pole.NORTH}), turn)
            # A cell that toggles without a rest is noise to the reader, and its lift would wait until it is calm.
            time.sleep(CALM_MS / 1000)
    finally:
        house.close()
    return samples


def _timed(moment: _Moment, change: Callable[[], None], turn: int) -> float:
    """Return the ms from a change of magnets to its moment."""
    # Changes must not fall into step with the firmware's scans, or the figures would flatter.
    time.sleep(0.02 + turn * 0.0013 % 0.017)
    moment.expect()
    began = time.perf_counter()
    change()
    return (moment.wait() - began) * 1000


def _wait_for(what: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not what():
        if time.monotonic() > end:
            raise RuntimeError("the simulated board did not start; nothing was measured")
        time.sleep(0.01)
