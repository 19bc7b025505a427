"""Acts at a table, by hands and by command: each makes its entries in the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from feldlicht.base.commands import Built, GameCommand, Move, Pick, Place, Tap
from feldlicht.base.entries import Actor, EntryKind
from feldlicht.base.hands import Shift
from feldlicht.base.plans import Moves
from feldlicht.base.viewers import PUBLIC
from feldlicht.board.reading import Amend, Commit, Decision, LastAct, Leave, Picked, Stands, TakeBack, Tapped, Turn
from feldlicht.table import session as sessions
from feldlicht.table.messages import Append, Effect, TurnBoard
from feldlicht.table.session import Session, Stamp
from feldlicht.table.table import Table

Done = tuple[Table, tuple[Effect, ...]]


def applied(table: Table, decision: Decision, stamp: Stamp) -> Done:
    """Return the table after what hands did, and what that leads to. Raises :class:`Refused` from the game."""
    assert table.session is not None
    session = table.session
    match decision:
        case Commit(shift, _):
            after = sessions.act(session, shifted(shift), stamp)
        case Amend(shift, _):
            after = sessions.amend(session, shifted(shift), stamp)
        case TakeBack():
            after = sessions.undo(session, stamp)
        case Stands():
            after = sessions.act(session, Built(), replace(stamp, actor=Actor.TABLE))
        case Tapped(which):
            after = sessions.act(session, Tap(which), stamp)
        case Picked(figure):
            after = sessions.act(session, Pick(figure), stamp)
        case Leave():
            after = sessions.abandon(session, stamp)
        case Turn(orientation):
            # What stands there means nothing until the board has reported it the other way round.
            turned = replace(table, orientation=orientation, reader=table.reader.drop())
            return turned, (TurnBoard(orientation),) if orientation is not table.orientation else ()
    reader = replace(table.reader, last=last_act(after), pending=False, dropped=None, guided=None)
    return replace(table, session=after, reader=reader), added(session, after)


def shifted(shift: Shift) -> Move | Place:
    """Return the game command for a figure that was set down, from its cell or from outside the board."""
    if shift.origin is None:
        return Place(shift.figure, shift.target)
    return Move(shift.figure, shift.origin, shift.target)


def commanded(table: Table, command: GameCommand, stamp: Stamp) -> Done:
    """Return the table after a game command from a page; the magnets are to follow. Raises :class:`Refused`."""
    assert table.session is not None
    return followed(table, sessions.act(table.session, command, stamp))


def followed(table: Table, after: Session) -> Done:
    """Return the table with a session that was changed on a page: hands are read again once the magnets agree.

    What nobody at the table may notice leaves the hands alone.
    """
    assert table.session is not None
    entries = added(table.session, after)
    if unnoticed(entries):
        return replace(table, session=after), entries
    pending = after.header.board is not None
    reader = replace(table.reader, last=last_act(after), pending=pending, dropped=None, guided=None)
    return replace(table, session=after, reader=reader), entries


def by_hands(table: Table, command: GameCommand, stamp: Stamp) -> Done:
    """Return the table after a confirmation of what stands on it. Raises :class:`Refused`."""
    assert table.session is not None
    after = sessions.act(table.session, command, stamp)
    return replace(table, session=after, reader=replace(table.reader, last=None)), added(table.session, after)


def added(before: Session, after: Session) -> tuple[Append, ...]:
    """Return the entries that ``after`` has more than ``before``, to be written."""
    return tuple(Append(entry) for entry in after.entries[len(before.entries) :])


def unnoticed(effects: Iterable[Effect]) -> bool:
    """Return whether ``effects`` are hidden acts alone, of which nothing may be seen at the table."""
    return all(isinstance(one, Append) and not one.entry.audience.notices(PUBLIC) for one in effects)


def last_act(session: Session) -> LastAct | None:
    """Return the last move of the record that everyone notices, for second thoughts; None if that is anything else.

    After an undo it may be taken back too, one move after the other, but not amended: the other side has acted since.
    """
    place = max((n for n, ply in enumerate(session.plies) if ply.audience.notices(PUBLIC)), default=None)
    last = next((entry for entry in reversed(session.entries) if entry.audience.notices(PUBLIC)), None)
    command = session.plies[place].command if place is not None else None
    if place is None or last is None or not isinstance(command, Move):
        return None
    game, before = session.game, session.plies[place - 1].after if place else session.start
    plan = game.hand_plan(before) if last.kind is not EntryKind.UNDO else None
    targets = plan.targets.get(command.figure, {}) if isinstance(plan, Moves) else {}
    return LastAct(command.figure, command.origin, command.target, game.standing(before), targets)
