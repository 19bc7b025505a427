"""How long the running clock has run since the last act, and what is due by itself. Source: reading M17, decision 1.

A clock runs while the session does and its board is there; a cable that is pulled costs nobody time, nor does a host
that stands: what was spent of an act that was not made yet is given back.
"""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.clocks import Clock
from feldlicht.base.commands import GameCommand, Proceed, TimeOut
from feldlicht.base.viewers import PUBLIC
from feldlicht.table.session import Session
from feldlicht.table.table import Table


def spent(table: Table, at: int) -> int:
    """Return for how many ms the running clock has run since the last act, at host time ``at``."""
    return table.ran + (max(0, at - table.since) if table.since is not None else 0)


def touched_at(table: Table, now: int) -> int:
    """Return when hands last did something, which is when a figure was set down; ``now`` if that is not known."""
    changed = table.reader.journal.changed_at
    return changed if table.since is not None and table.since <= changed <= now else now


def restarted(table: Table, at: int) -> Table:
    """Return ``table`` with nothing spent yet since the last act, which was done at ``at``."""
    revision = table.session.revision if table.session is not None else 0
    return replace(table, ran=0, since=at if _runs(table) else None, timed=revision)


def kept(table: Table, now: int) -> Table:
    """Return ``table`` with its clock running or standing as it must after whatever happened at ``now``."""
    if table.session is not None and table.session.revision != table.timed:
        return restarted(table, now)
    if _runs(table):
        return table if table.since is not None else replace(table, since=now)
    return table if table.since is None else replace(table, ran=spent(table, now), since=None)


def due(table: Table, session: Session, now: int) -> GameCommand | None:
    """Return what the table has to do by itself now: what the game says, or to stop a clock that has run out.

    A figure that was set down in time counts first (M17), so a clock waits for the reading of hands.
    """
    by_itself: GameCommand | None = session.game.due(session.state)
    if by_itself is not None:
        return by_itself
    goes_on = _goes_on_at(session)
    if goes_on is not None and goes_on <= now:
        return Proceed()
    left = _left(table, now)
    if left is None or left > 0:
        return None
    if table.hands.preview is not None and (_left(table, touched_at(table, now)) or 0) > 0:
        return None
    return TimeOut()


def next_look(table: Table, deadline: int | None, now: int) -> int | None:
    """Return when the table wants to be woken: at ``deadline``, when a clock runs out, or when a pause is over."""
    left = _left(table, now)
    goes_on = _goes_on_at(table.session) if table.session is not None and table.running else None
    moments = (deadline, now + left if left is not None and left > 0 else None, goes_on)
    return min((one for one in moments if one is not None), default=None)


def _goes_on_at(session: Session) -> int | None:
    """Return when a pause is over that the game wanted.

    It is counted from what everyone noticed last, so that nobody learns of anything else by it.
    """
    pause: int | None = session.game.pause(session.state)
    if pause is None:
        return None
    last = next((entry for entry in reversed(session.entries) if entry.audience.notices(PUBLIC)), None)
    return pause + (last.at if last is not None else 0)


def _left(table: Table, at: int) -> int | None:
    clock = _clock(table)
    if clock is None or clock.runs_out_in is None or not _runs(table):
        return None
    return clock.runs_out_in - spent(table, at)


def _clock(table: Table) -> Clock | None:
    session = table.session
    if session is None or not table.running:
        return None
    clock: Clock | None = session.game.clock(session.state)
    return clock


def _runs(table: Table) -> bool:
    clock = _clock(table)
    if clock is None or clock.running is None or table.session is None:
        return False
    return table.session.header.board is None or table.present
