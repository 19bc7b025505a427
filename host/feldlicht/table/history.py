"""The record of a session as what happened in it, act by act. Pure."""

from __future__ import annotations

from typing import Any

from feldlicht.rules.happened import Happened
from feldlicht.table.record import Overridden, Session


def happened(session: Session) -> tuple[Happened[Any], ...]:
    """Return every act of the record, with what happened by it. What was taken back is not in it, and no arbiter's
    word: that shows in the state before the next act.
    """
    found, before = [], session.start
    for ply in session.plies:
        if not isinstance(ply.command, Overridden):
            applied = session.game.apply(before, ply.command, ply.dice, ply.spent)
            found.append(Happened(before, ply.command, ply.dice, applied.events, ply.after))
        before = ply.after
    return tuple(found)
