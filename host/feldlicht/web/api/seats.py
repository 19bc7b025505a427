"""Seats: who plays what, and how people come to sit there."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, request

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import PUBLIC
from feldlicht.runtime.seats import seats_at
from feldlicht.table.record import Session
from feldlicht.web import persons
from feldlicht.web.api import orders, seating
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.invited import address_of, picture_of
from feldlicht.web.json_forms import seats_json
from feldlicht.web.rights import Right
from feldlicht.web.viewing import viewer

api = blueprint("seats", "Who sits where, and how people join.")


def _session(which: str) -> Session:
    return context().house.session(which).session


def _shown(session: Session) -> Response:
    return answer({"seats": seats_json(session, context().house.access, viewer(), persons.person())})


@api.get("/me", operation_id="get_me", responses={200: seating.Me})
def me() -> Response:
    """Show what the asker may: the right by cookie, token or place, and whether others can reach this host."""
    here = context()
    right = persons.right()
    return answer(
        {
            "right": right.name.lower(),
            "known": persons.person() is not None,
            "lan": here.settings.lan,
            "pin": here.house.access.masters.has_pin if right >= Right.GAME_MASTER else None,
        }
    )


@api.get("/sessions/<string:id>/seats", operation_id="list_seats", responses={200: seating.SeatList})
def seats(path: orders.SessionPath, query: orders.ViewQuery) -> Response:
    """Show a session's seats that the view may know of: who sits there, and whether they are there just now."""
    del query
    return _shown(_session(path.id))


@api.post(
    "/sessions/<string:id>/seats", operation_id="take_seat", responses={200: seating.SeatList, **problems(*ACT)}
)
def take(path: orders.SessionPath, body: seating.TakeSeat) -> Response:
    """Sit down at a free seat without a code, as whoever leads or is at this computer."""
    session = _session(path.id)
    context().house.access.take(session, body.seat, persons.need_person(), body.name)
    return _shown(session)


@api.post(
    "/sessions/<string:id>/seats/leave",
    operation_id="leave_seat",
    responses={200: seating.SeatList, **problems(*ACT)},
)
def leave(path: orders.SessionPath, body: seating.OneSeat) -> Response:
    """Get up from a seat of one's own."""
    session, access, person = _session(path.id), context().house.access, persons.need_person()
    if body.seat not in access.seats.seats_of(path.id, person) and body.seat not in seats_at(session, PUBLIC):
        # Also of a seat that there is, if that is a secret.
        raise Refused(Refusal.of(Reason.NO_SUCH_SEAT, seat=body.seat))
    access.free(session, body.seat, person)
    return _shown(session)


@api.post(
    "/sessions/<string:id>/seats/free", operation_id="free_seat", responses={200: seating.SeatList, **problems(*ACT)}
)
def free(path: orders.SessionPath, body: seating.OneSeat) -> Response:
    """Have a seat be free, whoever sits there."""
    session = _session(path.id)
    context().house.access.free(session, body.seat)
    return _shown(session)


@api.post(
    "/sessions/<string:id>/invitations",
    operation_id="invite_someone",
    responses={201: seating.Invited, **problems(*ACT)},
)
def invite(path: orders.SessionPath, body: seating.Invite) -> Response:
    """Make a code that is good for ten minutes, its address, and the picture of it that a phone reads.

    ``seat`` null: whoever has it looks on. A taken seat is refused (``SEAT_TAKEN``) unless ``hand_over`` is true:
    then whoever comes gets it.
    """
    made = context().house.access.invite(_session(path.id), body.seat, hand_over=body.hand_over)
    address = address_of(made)
    told = {
        "code": made.code,
        "seat": made.seat,
        "expires_at": made.expires_at,
        "address": address,
        "picture": picture_of(address),
    }
    return answer(told, HTTPStatus.CREATED)


@api.post(
    "/join",
    operation_id="join_session",
    responses={200: seating.Joined, **problems(*ACT, HTTPStatus.TOO_MANY_REQUESTS)},
)
def join(body: seating.Join) -> Response:
    """Follow an invitation: sit down under a name, or look on. The answer brings the cookie that keeps the seat."""
    house = context().house
    joined = house.access.join(
        body.code, persons.need_person(), body.name, request.remote_addr or "", lambda which: _session(which)
    )
    board = house.session(joined.session).header.board
    return answer({"session": joined.session, "seat": joined.seat, "board": board})
