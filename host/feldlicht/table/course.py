"""The course of a match as pictures show it to a viewer. Pure."""

from __future__ import annotations

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import Viewer
from feldlicht.rules.pictured import Course, Moment
from feldlicht.table.record import Overridden, Session


def course(session: Session, viewer: Viewer) -> Course:
    """Return what stands of ``session``'s record, moment by moment, as far as ``viewer`` may know it.

    Acts that were taken back are not in it. What a state tells a viewer, the game says, as it does for a session's
    view; of acts that he may not even notice there is no moment. Raises :class:`Refused` ``NO_PICTURES`` for a game
    that has none.
    """
    game = session.game
    states = [(session.start, False)]
    states += [
        (ply.after, isinstance(ply.command, Overridden)) for ply in session.plies if ply.audience.notices(viewer)
    ]
    moments = []
    for state, forced in states:
        shown = game.pictured(state, viewer)
        if shown is None:
            raise Refused(Refusal.of(Reason.NO_PICTURES, game=session.header.game))
        moments.append(Moment(shown, forced))
    return tuple(moments)
