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
from feldlicht.base.manners import Orientation, TakebackRule
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.plans import Build, Hint, Moves, Nothing, Plan, Targets
from feldlicht.board.difference import Difference, difference
from feldlicht.board.journal import Journal
from feldlicht.board.whereabouts import whereabouts


@dataclass(frozen=True, slots=True)
class Timings:
    """The reader's patience, all in ms.

    Quiet before an act counts, before guidance scolds; what is a nudge; how long the opponent's figure has to be in
    the air to hurry a move; the shortest and the longest touch that is a tap, which is also the longest lift that
    chooses a figure.
    """

    settle_ms: int = 250
    grace_ms: int = 3000
    nudge_ms: int = 300
    hurry_ms: int = 120
    tap_ms: int = 120
    tap_longest_ms: int = 1000


@dataclass(frozen=True, slots=True)
class LastAct:
    """The last move of the record: it may be amended by the same figure, or taken back, until the opponent acts."""

    figure: FigureId
    origin: Cell
    target: Cell
    before: Formation
    targets: Mapping[Cell, Hint] = field(default_factory=dict)
    """Where the figure could have gone, as its plan had it."""


# ------------------------------------------------------------------ decisions


@dataclass(frozen=True, slots=True)
class Commit:
    """The figure was moved, or came from outside: a new ply.

    ``hurried_by`` names the opponent's figure that was lifted before the move had settled; the move counts at once
    only if that figure may move then, which the one who applies it can tell. None: it has settled.
    """

    shift: Shift
    hurried_by: FigureId | None = None


@dataclass(frozen=True, slots=True)
class Amend:
    """The figure of the last ply was moved on: that ply becomes ``shift``, from the ply's own origin.

    ``hurried_by`` as in :class:`Commit`.
    """

    shift: Shift
    hurried_by: FigureId | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last ply was undone exactly."""


@dataclass(frozen=True, slots=True)
class Stands:
    """The formation that was asked for stands."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """An empty cell that the plan names was touched with a magnet."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Picked:
    """A figure that the plan names was lifted and put back at once."""

    figure: FigureId


@dataclass(frozen=True, slots=True)
class Turn:
    """The board lies like this."""

    orientation: Orientation


@dataclass(frozen=True, slots=True)
class Leave:
    """The table was cleared: the session is abandoned."""


Decision = Commit | Amend | TakeBack | Stands | Tapped | Picked | Turn | Leave


@dataclass(frozen=True, slots=True)
class Context:
    """What the log says: where figures stand, and what hands may do; and how the board and its table are.

    ``masked``: cells that do not feel; ``takeback``: the table's rule; ``orientation``: how the board lies.
    """

    standing: Formation
    plan: Plan
    revision: int = 0
    masked: frozenset[Cell] = frozenset()
    takeback: TakebackRule = TakebackRule.FREE
    orientation: Orientation = Orientation.UNKNOWN

    @property
    def figures(self) -> Mapping[Cell, Figure]:
        """Figures by cell."""
        return dict(self.standing.placed)


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was felt when people said that it means nothing, on the cells that were ``astray`` then (bits).

    It stays so while these cells feel the same, whatever else is lifted; if none was astray, while nothing changes.
    """

    felt: Occupancy
    astray: int = 0

    def still(self, felt: Occupancy) -> bool:
        """Return whether this is what they spoke of."""
        changed = self.felt.differs(felt)
        return not changed & self.astray if self.astray else not changed


@dataclass(frozen=True, slots=True)
class Reader:
    """What the reader remembers.

    ``pending``: the position was changed on a page, so nothing is read until the magnets have followed; ``dropped``:
    what people said means nothing, and must go back; ``offered``: what the question's choices, or
    the preview, stand for; ``asked`` and ``marked``: the question asked last and which of its choices is shown;
    ``guided``: the guidance shown last.
    """

    journal: Journal = field(default_factory=Journal)
    last: LastAct | None = None
    pending: bool = False
    dropped: Dropped | None = None
    offered: tuple[Decision, ...] = ()
    asked: str = ""
    marked: int = 0
    guided: Guidance | None = None

    def sensed(self, occupancy: Occupancy, touched: int, now: int) -> Reader:
        """Return the reader after a line from the board."""
        return replace(self, journal=self.journal.sensed(occupancy, touched, now))

    def interrupted(self) -> Reader:
        """Return the reader after a gap in the line: what was lifted meanwhile is unknown."""
        return replace(self, journal=self.journal.interrupted())

    def calm(self) -> Reader:
        """Return the reader at a moment when the figures stand as the log says: whatever was open is past."""
        return replace(self, journal=self.journal.stood(), pending=False, dropped=None, guided=None)

    def drop(self, astray: int = 0) -> Reader:
        """Return the reader after people said that what is felt on the cells ``astray`` (bits) means nothing."""
        return replace(self, dropped=Dropped(self.journal.occupancy, astray))

    def mark(self, steps: int) -> Reader:
        """Return the reader with another choice of the open question marked."""
        return replace(self, marked=(self.marked + steps) % len(self.offered)) if self.offered else self


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

    @property
    def dropped(self) -> bool:
        """Whether people said already that what stands there now means nothing."""
        dropped = self.reader.dropped
        return dropped is not None and dropped.still(self.reader.journal.occupancy)

    @property
    def astray(self) -> int:
        """The cells (bits) that do not feel what the log, or the formation that is put up, wants."""
        plan = self.context.plan
        wanted = plan.formation if isinstance(plan, Build) else self.context.standing
        differs = Occupancy.standing(dict(wanted.placed)).differs(self.reader.journal.occupancy)
        unseen = self.unseen(plan.wildcards if not isinstance(plan, Nothing) else frozenset())
        return differs & ~sum(1 << c for c in unseen)

    @property
    def noisy(self) -> frozenset[Cell]:
        """Cells that toggle faster than any hand just now."""
        return self.reader.journal.noise.noisy(self.now)

    def wrong(self, plan: Moves) -> Difference:
        """Return what stands otherwise than the log says, under a plan in which every figure is somebody."""
        unseen, figures, journal = self.unseen(plan.wildcards), self.context.figures, self.reader.journal
        return difference(figures, journal.occupancy, unseen, whereabouts(journal, figures, unseen))

    def unseen(self, wildcards: frozenset[Cell]) -> frozenset[Cell]:
        """Return the cells that no comparison may look at: the plan's wildcards, masked cells and noisy ones."""
        return wildcards | self.context.masked | self.noisy

    def airborne(self, besides: Cell) -> list[Cell]:
        """Return the cells of figures like the one on ``besides`` that were in the air for longer than a nudge."""
        figures, journal = self.context.figures, self.reader.journal
        return [
            c
            for c in journal.emptied(figures)
            if c != besides
            and figures[c].side is figures[besides].side
            and journal.air_time(c, figures[c], self.now) >= self.timings.nudge_ms
        ]

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
