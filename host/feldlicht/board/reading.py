"""Reading hands: from what was sensed, where figures should stand and what hands may do, to what they did.

Pure: the reader is a value, time comes in, and the game is known only by its plan. One decision at a time comes out;
whoever applies it reads again with the new plan. Source: design, "Hands on the board".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Figure, FigureId, Formation
from feldlicht.base.hands import Guidance, Hands, Lifted, Shift
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.plans import Hint, Plan, Targets
from feldlicht.board.journal import Journal


@dataclass(frozen=True, slots=True)
class Timings:
    """The reader's patience, all in ms: quiet before an act counts, before guidance scolds, and what is a nudge."""

    settle_ms: int = 250
    grace_ms: int = 3000
    nudge_ms: int = 300


@dataclass(frozen=True, slots=True)
class LastAct:
    """The last move that hands made: it may be amended by the same figure, or taken back, until the opponent acts."""

    figure: FigureId
    origin: Cell
    target: Cell
    before: Formation
    targets: Mapping[Cell, Hint] = field(default_factory=dict)
    """Where the figure could have gone, as its plan had it."""


# ------------------------------------------------------------------ decisions


@dataclass(frozen=True, slots=True)
class Commit:
    """The figure was moved: a new ply.

    ``hurried_by`` names the opponent's figure that was lifted before the move had settled; the move counts at once
    only if that figure may move then, which the one who applies it can tell. None: it has settled.
    """

    shift: Shift
    hurried_by: FigureId | None = None


@dataclass(frozen=True, slots=True)
class Amend:
    """The figure of the last ply was moved on: that ply becomes ``shift``, from the ply's own origin."""

    shift: Shift


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last ply was undone exactly."""


@dataclass(frozen=True, slots=True)
class Stands:
    """The formation that was asked for stands."""


Decision = Commit | Amend | TakeBack | Stands


@dataclass(frozen=True, slots=True)
class Context:
    """What the log says: where figures stand, and what hands may do."""

    standing: Formation
    plan: Plan
    revision: int = 0

    @property
    def figures(self) -> Mapping[Cell, Figure]:
        """Figures by cell."""
        return dict(self.standing.placed)


@dataclass(frozen=True, slots=True)
class Reader:
    """What the reader remembers.

    ``pending``: the position was changed on a page, so nothing is read until the magnets have followed; ``dropped``:
    an act that people cancelled and that must go back; ``offered``: what the preview or the question's choices stand
    for, by number; ``guided``: the guidance shown last.
    """

    journal: Journal = field(default_factory=Journal)
    last: LastAct | None = None
    pending: bool = False
    dropped: Shift | None = None
    offered: tuple[Decision, ...] = ()
    guided: Guidance | None = None

    def sensed(self, occupancy: Occupancy, touched: int, now: int) -> Reader:
        """Return the reader after a line from the board."""
        return replace(self, journal=self.journal.sensed(occupancy, touched, now))

    def interrupted(self) -> Reader:
        """Return the reader after a gap in the line: what was lifted meanwhile is unknown."""
        return replace(self, journal=self.journal.interrupted())


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: the reader's new memory, what is unsettled, at most one decision, and when to look again."""

    reader: Reader
    hands: Hands
    decision: Decision | None = None
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """One look at the table: all that the reading of a plan needs."""

    reader: Reader
    context: Context
    now: int
    timings: Timings

    @property
    def quiet(self) -> int:
        """Milliseconds since the last change."""
        return self.now - self.reader.journal.changed_at

    @property
    def settled(self) -> bool:
        """Whether the position has been at rest long enough to count."""
        return self.quiet >= self.timings.settle_ms

    @property
    def patience_over(self) -> bool:
        """Whether people have had their time to put things right by themselves."""
        return self.quiet >= self.timings.grace_ms

    def next_look(self) -> int | None:
        """Return when the position settles or patience ends, whichever comes next."""
        at = self.reader.journal.changed_at
        if not self.settled:
            return at + self.timings.settle_ms
        return at + self.timings.grace_ms if not self.patience_over else None


def targets_of(targets: Targets, figure: FigureId) -> Mapping[Cell, Hint]:
    """Return a figure's targets, none if it may not be lifted."""
    return targets.get(figure, {})


def in_the_air(lifted: tuple[Lifted, ...], targets: Mapping[Cell, Hint]) -> Hands:
    """Return hands that hold ``lifted``; the only one in the air shows where it may go."""
    shown = tuple(sorted(targets.items())) if len(lifted) == 1 else ()
    return Hands(lifted=lifted, targets=shown)
