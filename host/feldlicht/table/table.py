"""A table and its one step: an input comes in, effects go out. Pure; source: design, decision 2.

A table is furniture: it has a board (present or away), the reader of hands, and at most one session at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from feldlicht.base.commands import Built, Decline, GameCommand, Move, Relocate
from feldlicht.base.entries import Actor
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Hands
from feldlicht.base.plans import Build, Moves, Nothing, Plan
from feldlicht.base.reasons import Refusal
from feldlicht.base.styles import Colour, GameScene, Scene, Style
from feldlicht.board.compose import compose
from feldlicht.board.difference import difference
from feldlicht.board.guidance import carries
from feldlicht.board.reader import read
from feldlicht.board.reading import Amend, Commit, Context, Decision, LastAct, Reader, Stands, TakeBack, Timings
from feldlicht.table import session as sessions
from feldlicht.table.messages import Append, CarryOut, Effect, HandsChanged, MagnetStep, Show
from feldlicht.table.session import Lifecycle, Session, Stamp

_GREETING = {Pole.NORTH: Style((Colour.DIM_YELLOW,)), Pole.SOUTH: Style((Colour.DIM_BLUE,))}
"""With no session on, a magnet that is put down glows in its side's colour: the board is alive."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table between two inputs.

    ``present``: a board answers; ``heard``: it has sent its position since; ``owed``: something was commanded while
    virtual hands were at work, so they have more to do.
    """

    timings: Timings = field(default_factory=Timings)
    session: Session | None = None
    reader: Reader = field(default_factory=Reader)
    hands: Hands = field(default_factory=lambda: Hands(board_present=False))
    scene: Scene = field(default_factory=Scene)
    present: bool = False
    heard: bool = False
    simulated: bool = False
    busy: bool = False
    owed: bool = False

    @property
    def running(self) -> bool:
        """Whether a session is on that still takes acts."""
        return self.session is not None and self.session.lifecycle is Lifecycle.RUNNING

    @property
    def plan(self) -> Plan:
        """What hands may do now."""
        return self.session.plan if self.session is not None else Nothing()

    @property
    def has_virtual_hands(self) -> bool:
        """Whether hands can be asked to carry something out."""
        return self.simulated and self.heard and self.session is not None and self.session.header.virtual_hands

    def to_carry(self, *, formation: bool) -> tuple[MagnetStep, ...]:
        """Return the steps from what is sensed to where figures stand, or to the formation that is asked for."""
        if self.session is None:
            return ()
        figures = self.session.game.standing(self.session.state)
        plan = self.plan
        if formation and isinstance(plan, Build):
            figures = plan.formation
        wrong = difference(dict(figures.placed), self.reader.journal.occupancy)
        return _in_doable_order(tuple(MagnetStep(c.side.pole, c.origin, c.target) for c in carries(wrong)))


class Step(NamedTuple):
    """What a step led to: the table, the effects in order, and when (host ms) it wants to be woken."""

    table: Table
    effects: tuple[Effect, ...] = ()
    deadline: int | None = None


def new_table(timings: Timings | None = None) -> Table:
    """Return a table without board and session."""
    return Table(timings or Timings())


def seat(table: Table, session: Session, now: int) -> Step:
    """Put a session on the table, new or resumed. Its magnets may stand anywhere: that is read, never assumed."""
    reader = Reader(journal=table.reader.journal.interrupted())
    return settle(replace(table, session=session, reader=reader, owed=False), now, ())


def settle(table: Table, now: int, effects: tuple[Effect, ...]) -> Step:
    """Read the hands until nothing more follows, then say what changed."""
    out = list(effects)
    before = table
    table, deadline = _read_on(table, now, out)
    if table.hands != before.hands or table.session is not before.session:
        out.append(HandsChanged(table.hands))
    scene = _scene(table)
    if scene != table.scene:
        table = replace(table, scene=scene)
        out.append(Show(scene))
    return Step(table, tuple(out), deadline)


def applied(table: Table, decision: Decision, stamp: Stamp) -> tuple[Table, Append]:
    """Return the table after what hands did, and the entry it makes. Raises :class:`Refused` from the game."""
    assert table.session is not None
    session, reader = table.session, table.reader
    match decision:
        case Commit(shift, _):
            plan = session.game.hand_plan(session.state)
            standing = session.game.standing(session.state)
            after = sessions.act(session, Move(shift.figure, shift.origin, shift.target), stamp)
            targets = getattr(plan, "targets", {}).get(shift.figure, {})
            last = LastAct(shift.figure, shift.origin, shift.target, standing, targets)
            reader = replace(reader, last=last)
        case Amend(shift):
            after = sessions.amend(session, Move(shift.figure, shift.origin, shift.target), stamp)
            if reader.last is not None:
                reader = replace(reader, last=replace(reader.last, target=shift.target))
        case TakeBack():
            after = sessions.undo(session, stamp)
            reader = replace(reader, last=None)
        case Stands():
            after = sessions.act(session, Built(), replace(stamp, actor=Actor.TABLE))
            reader = replace(reader, last=None)
    table = replace(table, session=after, reader=replace(reader, pending=False, dropped=None, guided=None))
    return table, Append(after.entries[-1])


def commanded(table: Table, command: GameCommand, stamp: Stamp) -> tuple[Table, Append]:
    """Return the table after a game command from a page; the magnets are to follow. Raises :class:`Refused`."""
    assert table.session is not None
    return followed(table, sessions.act(table.session, command, stamp))


def followed(table: Table, after: Session) -> tuple[Table, Append]:
    """Return the table with a session that was changed on a page: hands are read again once the magnets agree."""
    reader = replace(table.reader, last=None, pending=after.header.board is not None, dropped=None, guided=None)
    return replace(table, session=after, reader=reader), Append(after.entries[-1])


def by_hands(table: Table, command: Relocate | Decline, stamp: Stamp) -> tuple[Table, Append]:
    """Return the table after a confirmation of what stands on it. Raises :class:`Refused`."""
    assert table.session is not None
    after = sessions.act(table.session, command, stamp)
    return replace(table, session=after, reader=replace(table.reader, last=None)), Append(after.entries[-1])


def virtual_hands(table: Table) -> tuple[Table, tuple[Effect, ...]]:
    """Ask the virtual hands, if there are any, to follow what was commanded."""
    if not table.has_virtual_hands:
        return table, ()
    if table.busy:
        return replace(table, owed=True), ()
    steps = table.to_carry(formation=False)
    return replace(table, owed=False), (CarryOut(steps),) if steps else ()


def _read_on(table: Table, now: int, out: list[Effect]) -> tuple[Table, int | None]:
    while True:
        table = _built_without_a_board(table, now, out)
        if table.session is None or not table.running or not table.heard:
            calm = Hands(board_present=table.present, busy=table.busy)
            return replace(table, hands=calm), None
        state = table.session.state
        context = Context(table.session.game.standing(state), table.plan, table.session.revision)
        reading = read(table.reader, context, now, table.timings)
        why = _why_misplaced(table.session, reading.hands)
        hands = replace(reading.hands, why=why, board_present=table.present, busy=table.busy)
        table = replace(table, reader=reading.reader, hands=hands)
        if reading.decision is None:
            return table, reading.deadline
        after, entry = applied(table, reading.decision, Stamp(Actor.HANDS, now))
        if isinstance(reading.decision, Commit) and not _may_be_hurried(after, reading.decision):
            return table, reading.deadline
        table = after
        out.append(entry)


def _may_be_hurried(after: Table, commit: Commit) -> bool:
    if commit.hurried_by is None:
        return True
    plan = after.plan
    return isinstance(plan, Moves) and bool(plan.targets.get(commit.hurried_by))


def _why_misplaced(session: Session, hands: Hands) -> Refusal | None:
    if hands.misplaced is None:
        return None
    move = Move(hands.misplaced.figure, hands.misplaced.origin, hands.misplaced.target)
    refusal: Refusal | None = session.game.why_illegal(session.state, move)
    return refusal


def _built_without_a_board(table: Table, now: int, out: list[Effect]) -> Table:
    """A session that is played on pages only has no magnets to wait for."""
    if table.session is None or table.session.header.board is not None:
        return table
    plan = table.plan
    if isinstance(plan, Build) and not plan.slack:
        table, entry = applied(table, Stands(), Stamp(Actor.TABLE, now))
        out.append(entry)
    return table


def _scene(table: Table) -> Scene:
    if table.session is None:
        return Scene({c: _GREETING[pole] for c, pole in table.reader.journal.occupancy.poles().items()})
    game: GameScene = table.session.game.scene(table.session.state)
    return compose(game, table.plan, table.hands)


def _in_doable_order(steps: tuple[MagnetStep, ...]) -> tuple[MagnetStep, ...]:
    """Order carries so that none lands on a magnet; a ring of them is opened by one that goes off the board first."""
    waiting, done = list(steps), []
    while waiting:
        taken = {step.origin for step in waiting if step.origin is not None}
        free = next((s for s in waiting if s.target is None or s.target not in taken - {s.origin}), None)
        if free is None:
            first = waiting.pop(0)
            done.append(replace(first, target=None))
            waiting.append(replace(first, origin=None))
            continue
        waiting.remove(free)
        done.append(free)
    return tuple(done)
