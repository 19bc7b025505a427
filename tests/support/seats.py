"""A seat at a table, as people's hands and eyes need it.

The same hands sit at a table in virtual time, at a house with the firmware behind it, and at a host of its own.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from feldlicht.base.cells import CELLS, Cell
from feldlicht.base.commands import CommandType
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Hands
from feldlicht.base.occupancy import Occupancy
from feldlicht.board.reading import Timings
from feldlicht.rules.master_move.state import Phase
from feldlicht.runtime.house import House
from feldlicht.sim.board import SimulatedBoard
from feldlicht.table.messages import Accepted, Pressed, PressedLong, Request, Sensed
from feldlicht.table.session import Session
from tests.support.hands import TableInTime
from tests.support.host import until

Changes = Mapping[Cell, Pole | None]


class Seat(Protocol):
    """What one who plays can do and see.

    ``exact``: a rest lasts as long as was meant, to the millisecond; ``helped``: virtual hands carry what is done on
    a page.
    """

    timings: Timings
    exact: bool
    helped: bool

    def magnets(self) -> dict[Cell, Pole]:
        """Return what lies on the board."""
        ...

    def put(self, changes: Changes) -> None:
        """Put magnets down or take them away (None); the sensors see it."""
        ...

    def touch(self, which: Cell) -> None:
        """Let the sensors report a cell as touched that reads as before."""
        ...

    def wait(self, ms: int) -> None:
        """Let time pass."""
        ...

    def come_to_rest(self) -> None:
        """Wait until what stands has been read: nothing more follows from it without hands."""
        ...

    def hands(self) -> Hands:
        """Return what is unsettled, as the table sees it."""
        ...

    def session(self) -> Session:
        """Return the session as the table has it."""
        ...

    def ask(self, kind: CommandType, text: str = "", **more: object) -> bool:
        """Ask for something on a page; return whether it was done."""
        ...

    def press(self, *, long: bool = False) -> None:
        """Press the knob."""
        ...


def settling(hands: Hands, phase: Phase) -> bool:
    """Whether something that stands is about to be logged by itself."""
    if phase in (Phase.SETUP, Phase.REBUILD):
        return hands.formation_stands
    return phase is Phase.PLAY and hands.preview is not None and hands.question is None


@dataclass
class VirtualSeat:
    """At a table in virtual time."""

    table: TableInTime
    exact: bool = True
    helped: bool = False

    @property
    def timings(self) -> Timings:
        return self.table.table.timings

    def magnets(self) -> dict[Cell, Pole]:
        return dict(self.table.magnets)

    def put(self, changes: Changes) -> None:
        for which, pole in changes.items():
            if pole is None:
                del self.table.magnets[which]
            else:
                assert which not in self.table.magnets, "two magnets on one cell"
                self.table.magnets[which] = pole
        self.table.sense()

    def touch(self, which: Cell) -> None:
        self.table.give(Sensed(Occupancy.of(self.table.magnets), 1 << which))

    def wait(self, ms: int) -> None:
        self.table.wait(ms)

    def come_to_rest(self) -> None:
        self.table.wait(self.timings.settle_ms)

    def hands(self) -> Hands:
        return self.table.hands

    def session(self) -> Session:
        return self.table.session

    def ask(self, kind: CommandType, text: str = "", **more: object) -> bool:
        return isinstance(self.table.ask(kind.value, text, **more), Accepted)

    def press(self, *, long: bool = False) -> None:
        self.table.give(PressedLong() if long else Pressed())


@dataclass
class HouseSeat:
    """At a simulated board with the firmware in it, behind a cable and a house in this process; time is real."""

    house: House
    board: SimulatedBoard
    match: str
    exact: bool = False
    helped: bool = False

    @property
    def timings(self) -> Timings:
        settings = self.house.settings
        return Timings(settings.settle_ms, settings.grace_ms)

    def magnets(self) -> dict[Cell, Pole]:
        return self.board.magnets()

    def put(self, changes: Changes) -> None:
        self.board.set_magnets(changes)

    def touch(self, which: Cell) -> None:
        """The firmware reports by itself what was touched."""

    def wait(self, ms: int) -> None:
        time.sleep(ms / 1000)

    def come_to_rest(self) -> None:
        # Returns when the board's own snapshot shows every cell as it lies and the table has read that.
        self._felt()
        time.sleep((self.timings.settle_ms + 5) / 1000)
        self._felt()
        # The line may have been late all the same, and with it the time from which the rest is counted.
        until(lambda: not settling(self.hands(), self.session().state.phase), "what stands to settle")

    def _felt(self) -> None:
        lying = self.magnets()
        self.house.set_magnets("default", {which: lying.get(which) for which in CELLS})

    def hands(self) -> Hands:
        return self.house.session(self.match).hands

    def session(self) -> Session:
        return self.house.session(self.match).session

    def ask(self, kind: CommandType, text: str = "", **more: object) -> bool:
        request = Request(kind, text, **more)  # type: ignore[arg-type]
        return isinstance(self.house.request(self.match, request), Accepted)

    def press(self, *, long: bool = False) -> None:
        self.ask(CommandType.UNDO if long else CommandType.CONFIRM)
