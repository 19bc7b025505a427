"""Boards, and what only a simulated board has: magnets to set, lights to read, hands to order about."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus

from flask import Response

from feldlicht.base.cables import CableFault, Source
from feldlicht.base.cells import cell, cell_name
from feldlicht.base.controls import Button, Operation, Press
from feldlicht.base.figures import Pole
from feldlicht.base.manners import Orientation
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.runtime.hands import Changes
from feldlicht.runtime.pictures import BoardInfo
from feldlicht.runtime.seats import seats_at
from feldlicht.web import persons
from feldlicht.web.api import care_shapes, orders, shown
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.covered import board_as_seen, may_see_magnets
from feldlicht.web.health_forms import health_json
from feldlicht.web.json_forms import Json, board_json, board_settings_json, lights_json, magnets_json
from feldlicht.web.languages import viewer_language
from feldlicht.web.rights import Right
from feldlicht.web.viewing import look, viewer

api = blueprint("boards", "Boards: real ones on a serial port, and the simulated one.")
_SIM = problems(HTTPStatus.SERVICE_UNAVAILABLE)


def _simulated(which: str) -> BoardInfo:
    """Return the board; a real one has nothing simulated, so its ``sim`` addresses do not exist."""
    board = context().house.board(which)
    if not board.simulated:
        raise Refused(Refusal.of(Reason.NOT_FOUND, board=board.id))
    return board


@api.get("/boards", operation_id="list_boards", responses={200: shown.BoardList})
def boards(query: orders.ViewQuery) -> Response:
    """List the boards, the default one first."""
    del query
    return answer({"boards": [_shown(board) for board in context().house.boards()]})


def _shown(board: BoardInfo) -> Json:
    return board_json(board_as_seen(context().house, board, look().viewer), viewer_language())


@api.get("/boards/<string:id>", operation_id="get_board", responses={200: shown.Board})
def board(path: orders.BoardPath, query: orders.ViewQuery) -> Response:
    """Show one board; ``default`` is whichever comes first."""
    del query
    return answer(_shown(context().house.board(path.id)))


@api.get("/boards/<string:id>/health", operation_id="get_boardhealth", responses={200: care_shapes.BoardHealth})
def health(path: orders.BoardPath, query: orders.ViewQuery) -> Response:
    """Show how a board, its line and its program are doing."""
    del query
    house = context().house
    board, line = house.health(path.id)
    controls = house.examiner(path.id).controls
    return answer(health_json(board_as_seen(house, board, look().viewer), line, controls, viewer_language()))


@api.post("/boards/<string:id>/use", operation_id="use_board", responses={200: shown.Board, **problems(*ACT)})
def use(path: orders.BoardPath) -> Response:
    """Play on a board that is offered, beside the others; one that is played on already stays so."""
    return answer(_shown(context().house.take_up(path.id)))


@api.get(
    "/boards/<string:id>/settings",
    operation_id="get_boardsettings",
    responses={200: shown.BoardSettingsShown},
)
def settings(path: orders.BoardPath) -> Response:
    """Show which cells of a board are masked and how it lies on its table."""
    return answer(board_settings_json(context().house.board(path.id)))


@api.patch(
    "/boards/<string:id>/settings",
    operation_id="change_boardsettings",
    responses={200: shown.BoardSettingsShown, **problems(*ACT)},
)
def change(path: orders.BoardPath, body: orders.ChangeBoard) -> Response:
    """Mask cells that do not feel, or say how the board lies. It is kept with the board, and holds at once."""
    masked = None if body.masked is None else [cell(name) for name in body.masked]
    orientation = None if body.orientation is None else Orientation(body.orientation)
    return answer(board_settings_json(context().house.know_board(path.id, masked, orientation)))


@api.get("/boards/<string:id>/sim/magnets", operation_id="get_magnets", responses={200: shown.Magnets, **_SIM})
def magnets(path: orders.BoardPath, query: orders.ViewQuery) -> Response:
    """Show where the virtual magnets stand, unless that is a secret to the view."""
    del query
    board = _simulated(path.id)
    _need_sight(board)
    return answer({"magnets": magnets_json(context().house.magnets(board.id))})


def _need_sight(board: BoardInfo) -> None:
    """Let nobody see, or touch, what is set in secret. Raises ``NOT_ALLOWED``."""
    if not may_see_magnets(context().house, board.id, look().viewer):
        raise Refused(Refusal(Reason.NOT_ALLOWED))


@api.post(
    "/boards/<string:id>/sim/magnets", operation_id="set_magnets", responses={200: shown.Magnets, **problems(*ACT)}
)
def set_magnets(path: orders.BoardPath, body: orders.SetMagnets) -> Response:
    """Put virtual magnets on cells or take them away; answers when the board itself has sensed it."""
    changes = {cell(name): None if pole is None else Pole(pole) for name, pole in body.set.items()}
    board = _simulated(path.id)
    _need_sight(board)
    _need_own(board, changes)
    return answer({"magnets": magnets_json(context().house.set_magnets(board.id, changes))})


def _need_own(board: BoardInfo, changes: Changes) -> None:
    """Let a player's hand touch the magnets of its own side only. Raises ``NOT_YOUR_SEAT``."""
    if persons.right() >= Right.GAME_MASTER or board.session is None:
        return
    house = context().house
    seats = seats_at(house.session(board.session).session)
    mine = house.access.seats.seats_of(board.session, persons.person())
    poles = {viewer.side.pole for seat, viewer in seats.items() if seat in mine and viewer.side is not None}
    lying = house.magnets(board.id)
    for place, pole in changes.items():
        if not {one for one in (pole, lying.get(place)) if one is not None} <= poles:
            raise Refused(Refusal.of(Reason.NOT_YOUR_SEAT, cell=cell_name(place)))


@api.get("/boards/<string:id>/sim/lights", operation_id="get_lights", responses={200: shown.LightsShown, **_SIM})
def lights(path: orders.BoardPath) -> Response:
    """Show every lamp as the firmware drives it."""
    return answer(lights_json(context().house.lights(_simulated(path.id).id)))


@api.post(
    "/boards/<string:id>/sim/hands", operation_id="order_hands", responses={202: shown.BuildBegun, **problems(*ACT)}
)
def hands(path: orders.BoardPath, body: orders.HandsOrder) -> Response:
    """Have virtual hands set the magnets where they belong."""
    del body
    board, house = _simulated(path.id), context().house
    _need_sight(board)
    revision = house.build(board.id)
    # Counted as the view counts, where it looks at this match at all.
    shown = revision if board.session is None else house.session(board.session).session.revision_for(viewer())
    return answer({"revision": shown}, HTTPStatus.ACCEPTED)


@api.post(
    "/boards/<string:id>/sim/controls",
    operation_id="operate_controls",
    responses={200: shown.ControlsDone, **problems(*ACT)},
)
def controls(path: orders.BoardPath, body: orders.OperateControls) -> Response:
    """Turn and press the virtual knob and buttons; answers when the board itself has felt it."""
    board = _simulated(path.id)
    _need_sight(board)
    press = None if body.press is None else Press(body.press)
    button = None if body.button is None else Button(body.button)
    context().house.operate(board.id, Operation(body.turn, press, button))
    return answer({"turn": body.turn, "press": body.press, "button": body.button})


@api.post(
    "/boards/<string:id>/sim/cable", operation_id="handle_cable", responses={200: shown.CableShown, **problems(*ACT)}
)
def cable(path: orders.BoardPath, body: orders.HandleCable) -> Response:
    """Pull the virtual cable or plug it in, cut its power, have it be a bad one, hang it on another source."""
    board = _simulated(path.id)
    simulator = context().house.simulator(board.id)
    if body.fault is not None:
        simulator.disturb(CableFault(**body.fault.model_dump()))
    if body.source is not None:
        simulator.feed_from(Source(body.source))
    if body.power:
        simulator.reboot()
    if body.unplug is not None:
        (simulator.unplug if body.unplug else simulator.plug)()
    shown_now = {"plugged": simulator.plugged, "fault": asdict(simulator.fault), "source": str(simulator.source)}
    return answer(shown_now)
