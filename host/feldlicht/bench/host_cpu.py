"""How much of a processor the host takes, while a board lies there and while hands lift and put back figures.

The host is ``feldlicht play`` in a process of its own, with a board on a port as a real one would be: the board's
own processes are not counted. Linux only, which tells the time that another process has used.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from feldlicht.base.cells import Cell, cell
from feldlicht.base.figures import Pole
from feldlicht.bench.running import running_host, until
from feldlicht.board.layout import LAYOUT
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.sim.board import SimulatedBoard

SIDE_POLES = {"yellow": Pole.NORTH, "blue": Pole.SOUTH}
LOOK_S = 0.25
"""How long a figure is in the hand, and how long hands rest: two lifts a second, more than people do."""
_PROCESSES = Path("/proc")


def measurable() -> bool:
    """Whether this system tells what is asked here."""
    return (_PROCESSES / "self" / "stat").exists()


def percentages(folder: Path, windows: int, window_s: float) -> tuple[list[float], list[float]]:
    """Return percent of one processor, one figure a window: while nothing happens, and while hands are at work.

    A board and a host use ``folder``. Raises :class:`RuntimeError` when they do not answer.
    """
    board = SimulatedBoard(LAYOUT, firmware_folder(), folder / "board")
    board.start()
    try:
        with running_host(folder / "data", board.port) as host:
            ask, process = host.ask, host.process
            wanted = {"game": "master_move", "options": {}, "formation": "counting", "board": "default"}
            match = f"/sessions/{ask('POST', '/sessions', wanted)['id']}"
            view: dict[str, Any] = ask("GET", match)["view"]
            sides = {figure["id"]: figure["side"] for figure in view["figures"]}
            stand = {cell(name): SIDE_POLES[sides[figure]] for name, figure in view["formation"].items()}
            board.set_magnets(stand)
            until(lambda: ask("GET", match)["view"]["phase"] == "play")
            idle = [_share(process, lambda: time.sleep(window_s)) for _ in range(windows)]
            yellow = cycle([which for which, pole in stand.items() if pole is Pole.NORTH])
            return idle, [_share(process, lambda: _handle(board, yellow, window_s)) for _ in range(windows)]
    finally:
        board.close()


def _handle(board: SimulatedBoard, cells: Iterator[Cell], seconds: float) -> None:
    """Lift one figure after the other and put it back."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        which = next(cells)
        for pole in (None, Pole.NORTH):
            board.set_magnets({which: pole})
            time.sleep(LOOK_S)


def _share(process: int, work: Callable[[], None]) -> float:
    """Return how many percent of one processor a process took while ``work`` was done."""
    used, begun = _used_s(process), time.monotonic()
    work()
    return 100 * (_used_s(process) - used) / (time.monotonic() - begun)


def _used_s(process: int) -> float:
    # Behind the name, which may have spaces: user and system time are fields 14 and 15 of proc(5).
    fields = (_PROCESSES / str(process) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
