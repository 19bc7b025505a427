"""Acts at a table, by hands and by command: each makes one entry."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.commands import Built, Decline, GameCommand, Move, Relocate
from feldlicht.base.entries import Actor
from feldlicht.base.plans import Moves
from feldlicht.board.reading import Amend, Commit, Decision, LastAct, Stands, TakeBack
from feldlicht.table import session as sessions
from feldlicht.table.messages import Append
from feldlicht.table.session import Session, Stamp
from feldlicht.table.table import Table


def applied(table: Table, decision: Decision, stamp: Stamp) -> tuple[Table, Append]:
    """Return the table after what hands did, and the entry it makes. Raises :class:`Refused` from the game."""
    assert table.session is not None
    session, reader = table.session, table.reader
    match decision:
        case Commit(shift, _):
            plan = session.plan
            standing = session.game.standing(session.state)
            after = sessions.act(session, Move(shift.figure, shift.origin, shift.target), stamp)
            targets = plan.targets.get(shift.figure, {}) if isinstance(plan, Moves) else {}
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
