"""The knob where a game lets it choose: what it points at, and what a press of it does.

What it points at is forgotten as soon as anything is done that everyone notices: it was meant for what stood there.
"""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.commands import GameCommand
from feldlicht.base.controls import Button
from feldlicht.base.entries import Actor
from feldlicht.base.viewers import PUBLIC
from feldlicht.rules.dial import Dial
from feldlicht.table.table import Pointing, Table

AFTER = {Actor.PAGE: 1000, Actor.TABLE: 500}
"""For how many ms after something was done there a press counts for nothing: it was meant for what was there before.

A press is felt when the knob is let go, up to half a second after it was begun; the table itself goes on when people
expect it.
"""


def dial_of(table: Table) -> Dial | None:
    """Return what the knob may choose from; None: it is dead."""
    session = table.session
    if session is None or not table.running:
        return ()
    rows: Dial | None = session.game.dial(session.state)
    return rows


def turned(table: Table, steps: int) -> Table:
    """Return the table with the knob turned by so many steps: a question comes first."""
    rows = dial_of(table)
    if table.hands.question is not None or rows == ():
        return replace(table, reader=table.reader.mark(steps))
    if rows is None:
        return table
    row, place = _pointed(table, rows)
    place = min(max(place + steps, 0), len(rows[row].acts) - 1)
    return _pointing(table, row, place)


def switched(table: Table, button: Button) -> Table:
    """Return the table with a side button pressed: the first goes on to the next row, the second back to row one."""
    rows = dial_of(table)
    if not rows:
        return table
    row, _ = _pointed(table, rows)
    row = (row + 1) % len(rows) if button is Button.FIRST else 0
    return _pointing(table, row, rows[row].start)


def chosen(table: Table) -> GameCommand | None:
    """Return what a press of the knob does, None if that is nothing of the game's."""
    rows = dial_of(table)
    if not rows or table.hands.question is not None:
        return None
    row, place = _pointed(table, rows)
    return rows[row].acts[place]


def is_dead(table: Table) -> bool:
    """Return whether the knob does nothing at all now."""
    return dial_of(table) is None


def comes_too_soon(table: Table, now: int) -> bool:
    """Return whether a press at ``now`` was meant for what stood there before somebody else's act."""
    entries = table.session.entries if table.session is not None else ()
    last = next((one for one in reversed(entries) if one.audience.notices(PUBLIC)), None)
    return last is not None and now - last.at < AFTER.get(last.actor, 0)


def kept(table: Table) -> Table:
    """Return the table with what the knob points at forgotten, if that was meant for another state."""
    if table.pointing is None:
        return table
    session = table.session
    same = session is not None and table.running and session.revision_for(PUBLIC) == table.pointing.revision
    return table if same and dial_of(table) else replace(table, pointing=None)


def _pointing(table: Table, row: int, place: int) -> Table:
    assert table.session is not None
    return replace(table, pointing=Pointing(row, place, table.session.revision_for(PUBLIC)))


def _pointed(table: Table, rows: Dial) -> tuple[int, int]:
    at = table.pointing
    if at is None or at.row >= len(rows):
        return 0, rows[0].start
    return at.row, min(at.place, len(rows[at.row].acts) - 1)
