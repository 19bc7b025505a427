"""A seat at a host in a process of its own, which may be killed at any moment and is started again."""

from __future__ import annotations

import http.client
import os
import signal
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from feldlicht.base.cells import CELLS, Cell, cell, cell_name
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Actor, Entry, EntryKind
from feldlicht.base.figures import FigureId, Pole
from feldlicht.base.hands import About, Choice, Flag, Hands, Meaning, Problem, Question, Shift
from feldlicht.board.reading import Timings
from feldlicht.rules.master_move import GAME
from feldlicht.rules.master_move.state import Phase
from feldlicht.table.session import Session, open_session
from tests.support.hands import header
from tests.support.host import Host, Json, until
from tests.support.processes import alive, children_of
from tests.support.seats import Changes, settling

_Result = TypeVar("_Result")


class HostDied(Exception):
    """The host was killed while something was asked of it."""


@dataclass
class HostSeat:
    """At the simulated board of a host. Any call raises :class:`HostDied` once :meth:`kill_after` has struck."""

    data: Path
    timings: Timings
    pace: float = 0.3
    exact: bool = False
    helped: bool = True
    match: str = ""
    kills: int = 0
    _host: Host | None = None
    _doom: threading.Timer | None = None
    _orphans: list[int] = field(default_factory=list)

    # ------------------------------------------------------------------ the host's life

    def start(self) -> None:
        """Start the host, again if it was killed, and wait until its board is read; a match is begun if none is."""
        environment = {
            "FELDLICHT_SETTLE_MS": str(self.timings.settle_ms),
            "FELDLICHT_GRACE_MS": str(self.timings.grace_ms),
            "FELDLICHT_HANDS_PACE": str(self.pace),
        }
        self._host = Host(self.data, **environment).live()
        if not self.match:
            self.match = self._host.new_match(virtual_hands=True)
        until(lambda: self.here.get("/boards/default")["session"] == self.match, "the match to be on the table")
        until(lambda: self.here.session(self.match)["hands"]["board_present"], "the board to be read")
        self._felt()

    def stop(self) -> None:
        """End the host, and see that it leaves nothing running."""
        if self._doom is not None:
            self._doom.cancel()
            self._doom.join()
        if self._host is not None:
            self._orphans += children_of(self._host.pid)
            self._host.stop()
        until(lambda: not any(map(alive, self._orphans)), "the firmware to end with its host")

    def kill_after(self, seconds: float) -> None:
        """Kill the host with SIGKILL in so many seconds, whatever it does then."""
        self._doom = threading.Timer(seconds, self._kill)
        self._doom.start()

    def _kill(self) -> None:
        self._orphans = children_of(self.here.pid)
        assert self._orphans, "a host without firmware"
        os.kill(self.here.pid, signal.SIGKILL)

    def bury(self) -> None:
        """Wait until the killed host and all that it had started are gone."""
        assert self._doom is not None
        self._doom.join()
        self.here.kill()
        self.kills += 1
        self._doom = None
        until(lambda: not any(map(alive, self._orphans)), "the firmware to end with its host")
        self._orphans = []

    @property
    def here(self) -> Host:
        assert self._host is not None
        return self._host

    def _try(self, call: Callable[[], _Result]) -> _Result:
        try:
            return call()
        except (OSError, http.client.HTTPException, ValueError) as error:
            if self._doom is None:
                raise
            raise HostDied from error

    # ------------------------------------------------------------------ hands and eyes

    def magnets(self) -> dict[Cell, Pole]:
        return {cell(name): Pole(pole) for name, pole in self._try(self.here.magnets).items()}

    def put(self, changes: Changes) -> None:
        named = {cell_name(c): None if pole is None else pole.value for c, pole in changes.items()}
        self._try(lambda: self.here.hands(**named))

    def touch(self, which: Cell) -> None:
        """The firmware reports by itself what was touched."""

    def wait(self, ms: int) -> None:
        time.sleep(ms / 1000)

    def come_to_rest(self) -> None:
        until(lambda: not self._shown()["hands"]["busy"], "virtual hands to come to their end")
        self._felt()
        time.sleep((self.timings.settle_ms + 5) / 1000)
        self._felt()
        until(lambda: not settling(self.hands(), Phase(self._shown()["view"]["phase"])), "what stands to settle")

    def _felt(self) -> None:
        lying = self.magnets()
        self.put({which: lying.get(which) for which in CELLS})

    def hands(self) -> Hands:
        shown = self._shown()["hands"]
        problems = tuple(Problem(Flag(one["flag"]), cell(one["cell"])) for one in shown["problems"])
        asked = shown["question"]
        question = (
            Question(asked["id"], About(asked["about"]), tuple(map(_choice, asked["choices"]))) if asked else None
        )
        preview = _shift(shown["preview"]) if shown["preview"] else None
        stands = shown["formation_stands"]
        return Hands(preview=preview, question=question, problems=problems, formation_stands=stands)

    def session(self) -> Session:
        entries = self._try(lambda: self.here.get(f"/sessions/{self.match}/log"))["entries"]
        return open_session(GAME, header(), [_entry(one) for one in entries])

    def ask(self, kind: CommandType, text: str = "", **more: object) -> bool:
        """Say it once; whether it was done while the host died shows in the log."""
        order: Json = {"type": kind.value} | more
        if text:
            order["move"] = text
        return self._try(lambda: self._ask(order))

    def _ask(self, order: Json) -> bool:
        revision = self.here.session(self.match)["revision"]
        body = {"id": str(uuid.uuid4()), "revision": revision, "command": order}
        return self.here.call("POST", f"/sessions/{self.match}/commands", body)[0] == 200

    def press(self, *, long: bool = False) -> None:
        self.ask(CommandType.UNDO if long else CommandType.CONFIRM)

    def _shown(self) -> Json:
        return self._try(lambda: self.here.session(self.match))


def _question(shown: Json) -> Question:
    return Question(shown["id"], About(shown["about"]), tuple(map(_choice, shown["choices"])))


def _choice(shown: Json) -> Choice:
    return Choice(Meaning(shown["meaning"]), _shift(shown["shift"]) if shown["shift"] else None)


def _shift(shown: Json) -> Shift:
    return Shift(FigureId(shown["figure"]), cell(shown["origin"]), cell(shown["target"]))


def _entry(shown: Json) -> Entry:
    return Entry(
        revision=shown["revision"],
        kind=EntryKind(shown["kind"]),
        notation=shown["notation"],
        events=(),
        actor=Actor(shown["actor"]),
        at=shown["at"],
        state_hash=shown["state_hash"],
        rules_version=shown["rules_version"],
    )
