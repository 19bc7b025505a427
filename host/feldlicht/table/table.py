"""A table between two inputs, and what a step of it leads to. Source: design, decision 2.

A table is furniture: it has a board (present or away), the reader of hands, and at most one session at a time.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple

from feldlicht.base.cells import Cell
from feldlicht.base.hands import Hands, Proposal
from feldlicht.base.manners import Orientation, TakebackRule
from feldlicht.base.plans import Nothing, Plan
from feldlicht.base.reasons import Refusal
from feldlicht.base.styles import Scene
from feldlicht.base.viewers import PUBLIC
from feldlicht.board.reading import Context, Moment, Reader, Timings
from feldlicht.table.messages import Effect
from feldlicht.table.session import Lifecycle, Session


@dataclass(frozen=True, slots=True)
class Pointing:
    """At which act of a game's dial the knob points: its row, its place there, and for which revision, as everyone
    counts it, that was meant."""

    row: int
    place: int
    revision: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table between two inputs.

    ``masked``: cells of the board that do not feel; ``present``: a board answers; ``heard``: it has sent its position
    since; ``owed``: something was commanded while virtual hands were at work or the board was away, so they have
    more to do; ``refused``: why the game did not take what hands did just now;
    ``ran``: for how many ms the running clock had run since the act with revision ``timed`` when it last stood;
    ``since``: host time from which it has run on, None while it stands;
    ``proposal``: what one side has proposed, if nothing was done since;
    ``pointing``: at what the knob points, if it was turned since;
    ``chance``: thrown by whoever runs the table and told to nobody, so that hands too can seal an act.
    """

    timings: Timings = field(default_factory=Timings)
    takeback: TakebackRule = TakebackRule.FREE
    masked: frozenset[Cell] = frozenset()
    orientation: Orientation = Orientation.UNKNOWN
    session: Session | None = None
    reader: Reader = field(default_factory=Reader)
    hands: Hands = field(default_factory=lambda: Hands(board_present=False))
    scene: Scene = field(default_factory=Scene)
    present: bool = False
    heard: bool = False
    simulated: bool = False
    busy: bool = False
    owed: bool = False
    refused: Refusal | None = None
    ran: int = 0
    since: int | None = None
    timed: int = 0
    proposal: Proposal | None = None
    pointing: Pointing | None = None
    chance: str = field(default="", repr=False)

    def nonce(self) -> str:
        """Return chance for the commitment to the next act by hands: 32 hex digits, others after every entry."""
        revision = self.session.revision if self.session is not None else 0
        return hashlib.sha256(f"{self.chance} {revision}".encode()).hexdigest()[:32]

    @property
    def running(self) -> bool:
        """Whether a session is on that still takes acts."""
        return self.session is not None and self.session.lifecycle is Lifecycle.RUNNING

    def moment(self, session: Session, now: int) -> Moment:
        """Return the look that the reader takes at this table at ``now`` (host ms)."""
        context = Context(
            standing=session.game.standing(session.state),
            plan=session.plan,
            revision=session.revision_for(PUBLIC),
            masked=self.masked,
            takeback=self.takeback,
            orientation=self.orientation,
        )
        return Moment(self.reader, context, now, self.timings)

    @property
    def plan(self) -> Plan:
        """What hands may do now."""
        return self.session.plan if self.session is not None else Nothing()


class Step(NamedTuple):
    """What a step led to: the table, the effects in order, and when (host ms) it wants to be woken."""

    table: Table
    effects: tuple[Effect, ...] = ()
    deadline: int | None = None


def new_table(timings: Timings | None = None, chance: str = "") -> Table:
    """Return a table without board and session."""
    return Table(timings or Timings(), chance=chance)
