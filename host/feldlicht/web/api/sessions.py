"""Sessions: begin one, look at it, act in it, read its log."""

from __future__ import annotations

import secrets
from http import HTTPStatus

from flask import Response

from feldlicht.base.cells import cell
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Actor
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.viewers import Viewer
from feldlicht.runtime.pictures import SessionPicture
from feldlicht.table.messages import Declined, Override, Request
from feldlicht.table.projection import project_log
from feldlicht.web import persons
from feldlicht.web.api import orders, shown
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.json_forms import Json, session_json, summary_json
from feldlicht.web.languages import speak_of, viewer_language
from feldlicht.web.playing import only_watching, seat_in_the_way
from feldlicht.web.problems import problem
from feldlicht.web.viewing import viewer

api = blueprint("sessions", "Matches: one session is one match, kept as a log.")
_LINES = {"description": "Lines of JSON", "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
_KEPT = problems(HTTPStatus.INSUFFICIENT_STORAGE)
_NONCE_BYTES = 16
"""Nobody tries so many nonces to find out what a commitment is to."""


@api.post("/sessions", operation_id="create_session", responses={201: shown.SessionCreated, **problems(*ACT)})
def create(body: orders.NewSession) -> Response:
    """Begin a match."""
    speak_of(body.game)
    given = body.formation
    formation = given if given is None or isinstance(given, str) else given.model_dump()
    header = context().house.create_session(body.game, body.options, formation, body.board, body.virtual_hands)
    revision = context().house.session(header.id).session.revision_for(viewer())
    response = answer({"id": header.id, "revision": revision}, HTTPStatus.CREATED)
    response.headers["Location"] = f"/api/v1/sessions/{header.id}"
    return response


@api.get("/sessions", operation_id="list_sessions", responses={200: shown.SessionList, **_KEPT})
def sessions() -> Response:
    """List the sessions, the newest first."""
    return answer({"sessions": [summary_json(one) for one in context().house.sessions()]})


@api.get("/sessions/<string:id>", operation_id="get_session", responses={200: shown.SessionShown, **_KEPT})
def session(path: orders.SessionPath, query: orders.ViewQuery) -> Response:
    """Show a session as it stands, with what is unsettled at its table, as far as the view may know it."""
    del query
    return answer(_shown(context().house.session(path.id), viewer()))


def _shown(picture: SessionPicture, who: Viewer) -> Json:
    return session_json(picture, context().house, viewer_language(), who, persons.person())


@api.post(
    "/sessions/<string:id>/board",
    operation_id="move_session",
    responses={200: shown.SessionShown, **problems(*ACT)},
)
def carry_on(path: orders.SessionPath, body: orders.CarryOn) -> Response:
    """Have a running match go on at another board: its own broke, or another one is nearer.

    One that is over by an act comes back to the table as it ended, so that this act can be taken back.
    """
    house = context().house
    who = viewer()
    return answer(_shown(house.carry_on(path.id, body.board), who))


@api.get("/sessions/<string:id>/log", operation_id="get_log", responses={200: shown.LogShown, **_KEPT})
def log(path: orders.SessionPath, query: orders.ViewQuery) -> Response:
    """Show every entry of a session's log that the view may notice, the first one first, numbered without gaps."""
    del query
    return answer({"entries": project_log(context().house.session(path.id).session, viewer())})


@api.get("/sessions/<string:id>/journal", operation_id="get_journal", responses={200: _LINES, **_KEPT})
def journal(path: orders.SessionPath, query: orders.ViewQuery) -> Response:
    """Download a session's hand journal: all that its table felt and was told, with its times, as far as the view may
    know it.

    ``feldlicht replay`` reads it again.
    """
    del query
    reading = context().house.journal(path.id, viewer())
    response = Response(reading, content_type="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="{reading.name}"'
    return response


@api.post(
    "/sessions/<string:id>/commands",
    operation_id="send_command",
    responses={200: shown.CommandDone, **problems(*ACT)},
)
def command(path: orders.SessionPath, body: orders.CommandOrder) -> Response:
    """Act in a session.

    The same command sent twice under one id is done once and answered alike, with the session as it stands by then;
    another command under that id is refused (``COMMAND_ID_REUSED``).
    """
    house, who = context().house, viewer()
    request = _request(body, who)
    session = house.session(path.id).session
    speak_of(session.header.game)
    in_the_way = only_watching(who) or seat_in_the_way(session, request, house.access, persons.person())
    if in_the_way is not None:
        return problem(in_the_way, revision=session.revision_for(who))
    reply = house.request(path.id, request)
    if isinstance(reply, Declined):
        return problem(reply.refusal, revision=reply.revision)
    return answer({"revision": reply.revision, "session": _shown(house.session(path.id), who)})


def _request(order: orders.CommandOrder, who: Viewer) -> Request:
    text, question, choice, count, override = "", "", 0, 1, None
    match order.command:
        case orders.MoveCommand(move=move) | orders.RelocateCommand(move=move):
            text = move
        case orders.ActCommand(act=act):
            text = act
        case orders.ResignCommand(side=side):
            text = side or ""
        case orders.AnswerCommand(question=asked, choice=chosen):
            question, choice = asked, chosen
        case orders.UndoCommand(count=acts) | orders.ProposeCommand(count=acts):
            count = acts
        case orders.OverrideCommand(cells=cells, to_move=to_move):
            placed = None if cells is None else {FigureId(named): cell(place) for named, place in cells.items()}
            override = Override(placed, None if to_move is None else Side(to_move))
        case _:
            pass
    return Request(
        CommandType(order.command.type),
        text=text,
        revision=order.revision,
        command_id=order.id.lower(),
        actor=Actor.PAGE,
        question=question,
        choice=choice,
        count=count,
        override=override,
        viewer=who,
        nonce=secrets.token_hex(_NONCE_BYTES),
    )
