"""Match records: given, taken, and a match played once more."""

from __future__ import annotations

import json
from http import HTTPStatus

from flask import Response

from feldlicht.web.api import orders, shown
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.api.shown_records import RecordShown
from feldlicht.web.context import context
from feldlicht.web.languages import speak_of
from feldlicht.web.viewing import viewer

api = blueprint("records", "Match records: what was played, to be kept, given away and read again.")
_KEPT = problems(HTTPStatus.CONFLICT, HTTPStatus.INSUFFICIENT_STORAGE)


@api.get("/sessions/<string:id>/record", operation_id="get_record", responses={200: RecordShown, **_KEPT})
def record(path: orders.SessionPath, query: orders.ViewQuery) -> Response:
    """Download a session's record: header, players, acts as they stand, how it ended."""
    del query
    archive = context().house.archive
    shown_record = archive.record(path.id, viewer())
    response = Response(json.dumps(shown_record, ensure_ascii=False, indent=1), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{archive.file_name(path.id)}"'
    return response


@api.post("/records", operation_id="take_record", responses={201: shown.SessionCreated, **problems(*ACT)})
def take(body: orders.MatchRecord) -> Response:
    """Take a record: it is played again, act by act, and kept as a session without a board.

    The first act that the rules do not allow is named, and then nothing is kept.
    """
    form = body.model_dump()
    speak_of(str(form.get("game")))
    session = context().house.archive.take(form)
    return _created(session.header.id, session.revision)


@api.post(
    "/sessions/<string:id>/rematch",
    operation_id="play_again",
    responses={201: shown.SessionCreated, **problems(*ACT)},
)
def again(path: orders.SessionPath, body: orders.Rematch) -> Response:
    """Begin another match with the options and formations of one that has ended, at the same board."""
    house = context().house
    speak_of(house.session(path.id).header.game)
    header = house.archive.again(path.id, swapped=body.swap)
    return _created(header.id, house.session(header.id).session.revision_for(viewer()))


def _created(session: str, revision: int) -> Response:
    response = answer({"id": session, "revision": revision}, HTTPStatus.CREATED)
    response.headers["Location"] = f"/api/v1/sessions/{session}"
    return response
