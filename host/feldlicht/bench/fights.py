"""Group ``fights``: how long a table waits in a fight of 60 figures, one of them at INI 100 000 (T19).

A game master's command goes over HTTP to a host in a process of its own. ``fights.act_to_pages``: until its entry has
come over the streams of three pages (game master, player, everyone), the slowest one counts;
``fights.act_to_ring``: until the acting figure's light is where it went, in the LED bytes that the firmware clocked
out. The plain name is the median, ``.p99`` the 99th percentile. No comparable open program was found to run beside
it, so there is no peer.
"""

from __future__ import annotations

import json
import tempfile
import threading
import time
import urllib.request
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

from feldlicht.bench.row import Row, summary
from feldlicht.bench.running import PATIENCE_S, RunningHost, running_host
from feldlicht.board.layout import LAYOUT
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights

ACTS = 300
FIGURES = 60
VIEWS = ("gm", "seat:Hero", "public")
TARGET = 20
"""A field of the ring where nobody else is: what is lit there is the figure that went there."""
ASIDE = 100_000


def rows(acts: int = ACTS) -> list[Row]:
    """Measure the group; takes about a minute. ``acts`` (at least 2): how many samples are taken."""
    with tempfile.TemporaryDirectory() as folder:
        pages, ring = waited(Path(folder), acts)
    return [*summary("fights.act_to_pages", pages), *summary("fights.act_to_ring", ring)]


def waited(folder: Path, acts: int) -> tuple[list[float], list[float]]:
    """Return for each act the ms until the slowest page had it, and until the ring showed it.

    A board and a host use ``folder``. Raises :class:`RuntimeError` when they do not answer.
    """
    board = SimulatedBoard(LAYOUT, firmware_folder(), folder / "board")
    board.start()
    try:
        # The host ends before its streams are closed: that ends their readers.
        with ExitStack() as opened, running_host(folder / "data", board.port) as host:
            fight = _Fight(host)
            pages = [opened.enter_context(_page(host, fight.id, view)) for view in VIEWS]
            ring = _Ring(board)
            measured = [_measure(fight, pages, ring) for _ in range(acts)]
    finally:
        board.close()
    return [page for page, _ in measured], [light for _, light in measured]


class _Fight:
    """A fight of so many figures, in which Hero is on turn."""

    def __init__(self, host: RunningHost) -> None:
        self._host = host
        asked: dict[str, object] = {"game": "initiative", "options": {}, "formation": None, "board": "default"}
        self.id = str(host.ask("POST", "/sessions", asked)["id"])
        crowd = FIGURES - 2
        self.act("add Hero pc vz=8", "put Hero 1", "add Giant npc known=all", f"put Giant {ASIDE}")
        self.act(f"add K npc x{crowd} known=all", *(f"put K{n} {2 + n % 7}" for n in range(1, crowd + 1)))
        self.act("begin", "next")

    def act(self, *lines: str) -> None:
        for line in lines:
            self.command({"type": "act", "act": line})

    def command(self, command: dict[str, object]) -> None:
        body = {"id": str(uuid.uuid4()), "revision": None, "view": "gm", "command": command}
        self._host.ask("POST", f"/sessions/{self.id}/commands", body)


class _Waiting:
    """Remembers when something came that was waited for."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._wanted: object = None
        self._at: float | None = None

    def expect(self, wanted: object) -> None:
        with self._changed:
            self._wanted, self._at = wanted, None

    def came(self, what: object) -> None:
        with self._changed:
            if self._at is None and what == self._wanted:
                self._at = time.perf_counter()
                self._changed.notify_all()

    def wait(self) -> float:
        with self._changed:
            if not self._changed.wait_for(lambda: self._at is not None, PATIENCE_S) or self._at is None:
                raise RuntimeError("what was done did not come; nothing was measured")
            return self._at


@contextmanager
def _page(host: RunningHost, fight: str, view: str) -> Iterator[_Waiting]:
    """A page's stream: tells where Hero is, as its view has it, as soon as an entry was read."""
    seen = _Waiting()
    address = f"{host.address}api/v1/stream?session={fight}&board=default&view={view}"
    answer = urllib.request.urlopen(address, timeout=PATIENCE_S)

    def read() -> None:
        with suppress(OSError, HTTPException):  # the host was ended in the middle of a line
            for line in answer:
                if line.startswith(b"data: ") and b'"entry"' in line:
                    told: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                    figures = told["session"]["view"]["figures"]
                    seen.came(next(one["ini"] for one in figures if one["label"] == "Hero"))

    reader = threading.Thread(target=read, name=f"bench-{view}", daemon=True)
    reader.start()
    try:
        yield seen
    finally:
        reader.join(PATIENCE_S)
        answer.close()


class _Ring(_Waiting):
    """Tells whether the target field is lit."""

    def __init__(self, board: SimulatedBoard) -> None:
        super().__init__()
        board.on_lights(self._look)

    def _look(self, lights: Lights) -> None:
        self.came(any(lights.ring[TARGET - 1]))


def _measure(fight: _Fight, pages: Sequence[_Waiting], ring: _Ring) -> tuple[float, float]:
    for page in pages:
        page.expect(TARGET)
    ring.expect(True)
    began = time.perf_counter()
    fight.act(f"act Hero {TARGET - 1}")
    came = (max(page.wait() for page in pages), ring.wait())
    for page in pages:
        page.expect(1)
    ring.expect(False)
    fight.command({"type": "undo"})
    for one in (*pages, ring):
        one.wait()
    return (came[0] - began) * 1000, (came[1] - began) * 1000
