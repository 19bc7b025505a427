"""What keeps somebody from acting who has a right to be there: the view of his page, or who else sits there.

The owner plays whichever seats are free. For one that somebody else has, only as game master.
"""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.viewers import Role, Viewer
from feldlicht.runtime.access import Access
from feldlicht.runtime.seats import seats_at
from feldlicht.table.messages import Request
from feldlicht.table.record import Session
from feldlicht.table.rights import why_not


def only_watching(viewer: Viewer) -> Refusal | None:
    """Return ``ONLY_WATCHING`` for whoever could act here, but by another view than everyone's; None otherwise.

    Who has no seat and does not lead is refused before, as a stranger.
    """
    return Refusal(Reason.ONLY_WATCHING) if viewer.role is Role.VIEWER else None


def seat_in_the_way(session: Session, request: Request, access: Access, person: str | None) -> Refusal | None:
    """Return ``SEAT_TAKEN`` if the owner asks what only seats of other people may, None otherwise.

    As long as nobody else sits at the session nothing is in the way: one computer, two players, as ever.
    """
    if request.viewer.role is not Role.OWNER:
        return None
    sitting = access.seats.at(session.header.id)
    taken = {seat: one for seat, one in sitting.items() if one.person != person}
    if not taken:
        return None
    free = [viewer for seat, viewer in seats_at(session).items() if seat not in taken]
    if any(why_not(session, replace(request, viewer=viewer)) is None for viewer in free):
        return None
    told = [seat for seat in seats_at(session, request.viewer) if seat in taken]
    if not told:
        # Whose it is, is a secret.
        return Refusal(Reason.NOT_ALLOWED)
    return Refusal.of(Reason.SEAT_TAKEN, seat=told[0], player=taken[told[0]].name)
