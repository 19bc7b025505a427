"""What keeps somebody from acting who has a right to be there: the view of his page, or who else sits there.

The owner plays whichever seats are free. For one that somebody else has, only as game master.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.viewers import Role, Viewer
from feldlicht.runtime.access import Access
from feldlicht.runtime.seats import Sitting, seats_at
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
    taken = _taken(session, access, person)
    if not taken:
        return None

    def may(viewer: Viewer) -> bool:
        return why_not(session, replace(request, viewer=viewer)) is None

    if any(may(viewer) for seat, viewer in seats_at(session).items() if seat not in taken):
        return None
    told = {seat: viewer for seat, viewer in seats_at(session, request.viewer).items() if seat in taken}
    if not told:
        # Whose it is, is a secret.
        return Refusal(Reason.NOT_ALLOWED)
    entitled = [seat for seat, viewer in told.items() if may(viewer)]
    if len(entitled) == 1:
        return Refusal.of(Reason.SEAT_TAKEN, seat=entitled[0], player=taken[entitled[0]].name)
    # What ends or bends a match is no single player's.
    players = ", ".join(dict.fromkeys(taken[seat].name for seat in told))
    return Refusal.of(Reason.SEAT_TAKEN, players=players)


def acting(session: Session, viewer: Viewer, access: Access, person: str | None) -> tuple[Viewer, ...] | None:
    """Return the seats by which ``viewer`` may act, as far as he may know of them; None: in his own right.

    An owner with other people at his table has what they left free, as :func:`seat_in_the_way` has it.
    """
    if viewer.role is not Role.OWNER:
        return None
    taken = _taken(session, access, person)
    if not taken:
        return None
    return tuple(one for seat, one in seats_at(session, viewer).items() if seat not in taken)


def _taken(session: Session, access: Access, person: str | None) -> Mapping[str, Sitting]:
    """Return the seats that somebody else than ``person`` has."""
    return {seat: one for seat, one in access.seats.at(session.header.id).items() if one.person != person}
