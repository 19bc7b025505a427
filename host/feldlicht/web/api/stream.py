"""The stream of news: server-sent events."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, request

from feldlicht.web import persons
from feldlicht.web.api import orders
from feldlicht.web.api.answers import blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.languages import viewer_language
from feldlicht.web.rights import Right
from feldlicht.web.rooms import Guest, Standing
from feldlicht.web.streams import EventStream, StreamWish
from feldlicht.web.viewing import look, session_at_hand

api = blueprint("stream", "What happens, as it happens.")

_STANDING = {
    Right.VIEWER: Standing.LOOKS_ON,
    Right.SEAT: Standing.SEATED,
    Right.GAME_MASTER: Standing.LEADS,
    Right.OWNER: Standing.OWNS,
}
_EVENTS = {"description": "Events", "content": {"text/event-stream": {"schema": {"type": "string"}}}}


def _guest() -> Guest:
    access, person, right = context().house.access, persons.person(), persons.right()
    standing = _STANDING[right]
    session = session_at_hand()
    if standing is Standing.LOOKS_ON and session is not None and access.seats.seats_of(session, person):
        standing = Standing.SEATED
    return Guest(request.remote_addr or "", person, standing)


def _here() -> bool:
    """Say that nobody has hung up, where no server tells."""
    return False


@api.get(
    "/stream", operation_id="follow_stream", responses={200: _EVENTS, **problems(HTTPStatus.SERVICE_UNAVAILABLE)}
)
def stream(query: orders.StreamQuery, header: orders.StreamHeader) -> Response:
    """Follow a session, a board, or both.

    Events: ``snapshot`` and ``entry`` (with ids, replayed after Last-Event-ID), ``hands``, ``seats``, ``board``,
    ``magnets``, ``lights``, ``tick`` every two seconds, ``bye`` when this host closes.
    """
    wish = StreamWish(
        session=query.session,
        board=query.board,
        lights=query.lights == "1",
        after=header.last_event_id or query.after,
        language=viewer_language(),
        viewer=look().viewer,
        guest=_guest(),
        gone=request.environ.get("waitress.client_disconnected", _here),
    )
    here = context()
    # Nobody reads a body after HEAD, and a stream that nobody reads would hold its place for ever.
    events = () if request.method == "HEAD" else EventStream(here.house, wish, here.streams)
    response = Response(events, content_type="text/event-stream; charset=utf-8")
    response.headers["X-Accel-Buffering"] = "no"
    return response
