"""The stream of news: server-sent events."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, request

from feldlicht.web import persons
from feldlicht.web.api import orders
from feldlicht.web.api.answers import blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.languages import viewer_language
from feldlicht.web.streams import EventStream, StreamWish
from feldlicht.web.viewing import look

api = blueprint("stream", "What happens, as it happens.")

_EVENTS = {"description": "Events", "content": {"text/event-stream": {"schema": {"type": "string"}}}}


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
        person=persons.person(),
    )
    here = context()
    # Nobody reads a body after HEAD, and a stream that nobody reads would hold its place for ever.
    events = () if request.method == "HEAD" else EventStream(here.house, wish, here.streams)
    response = Response(events, content_type="text/event-stream; charset=utf-8")
    response.headers["X-Accel-Buffering"] = "no"
    return response
