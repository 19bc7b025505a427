"""Looking after a board: what it measures, and the self-test that a page leads."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.runtime.checks import Ended, Part
from feldlicht.web.api import care_shapes, orders
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.covered import may_see_magnets
from feldlicht.web.field_forms import field_json, selftest_json
from feldlicht.web.json_forms import Json
from feldlicht.web.languages import viewer_language
from feldlicht.web.viewing import look

api = blueprint("care", "Looking after boards: what they measure, and their self-test.")


@api.get(
    "/boards/<string:id>/field",
    operation_id="get_field",
    responses={200: care_shapes.FieldShown, **problems(HTTPStatus.SERVICE_UNAVAILABLE)},
)
def field(path: orders.BoardPath, query: orders.ViewQuery) -> Response:
    """Measure the field in every cell, unless it is a secret to the view where figures are set."""
    del query
    house = context().house
    if not may_see_magnets(house, path.id, look().viewer):
        raise Refused(Refusal(Reason.NOT_ALLOWED))
    board, seen = house.field(path.id)
    return answer(field_json(board, seen, viewer_language()))


def _selftest(which: str) -> Json:
    house = context().house
    board = house.board(which)
    return selftest_json(board, house.examiner(which), viewer_language())


@api.get("/boards/<string:id>/selftest", operation_id="get_selftest", responses={200: care_shapes.SelftestShown})
def selftest(path: orders.BoardPath, query: orders.ViewQuery) -> Response:
    """Show which parts of the self-test can be begun, and how the newest run stands."""
    del query
    return answer(_selftest(path.id))


@api.post(
    "/boards/<string:id>/selftest",
    operation_id="order_selftest",
    responses={200: care_shapes.SelftestShown, **problems(*ACT)},
)
def order(path: orders.BoardPath, body: care_shapes.SelftestOrder) -> Response:
    """Begin a part of the self-test, go on to its next step, or stop it.

    409 ``CHECK_DURING_MATCH``, ``NO_CELLS``, ``NO_FIELD``: this part cannot be begun here now.
    """
    house = context().house
    match body.do:
        case "next":
            house.examiner(path.id).go_on()
        case "stop":
            house.examiner(path.id).stop(Ended.STOPPED)
        case part:
            house.examiner(path.id, Part(part))
    return answer(_selftest(path.id))
