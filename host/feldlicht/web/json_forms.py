"""Boards, sessions and entries as the JSON that API and stream send. Cells go by name; nothing here does I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from feldlicht.base.cells import CELLS, Cell, cell_name
from feldlicht.base.figures import Pole
from feldlicht.base.manners import TakebackRule
from feldlicht.base.reasons import Refusal
from feldlicht.base.viewers import Viewer
from feldlicht.config import BOARDS_OWN, LIMITS, setting
from feldlicht.runtime.access import Access
from feldlicht.runtime.events import Lights
from feldlicht.runtime.pictures import BoardInfo, SessionPicture, SessionSummary
from feldlicht.runtime.seats import Sitting, seats_at
from feldlicht.runtime.tries import RECENT
from feldlicht.runtime.tuning import DEFAULTS, NAMES, Standing, values
from feldlicht.table.projection import abilities, clock_view, hands_for, hands_view, view
from feldlicht.table.record import Session
from feldlicht.texts import sentence
from feldlicht.web.playing import acting

if TYPE_CHECKING:
    from feldlicht.runtime.house import House

Json = dict[str, Any]
_DARK = (0, 0, 0)


def hands_json(picture: SessionPicture, access: Access, language: str, viewer: Viewer, person: str | None) -> Json:
    """Return what is unsettled at the session's table, and what can be done there, as ``viewer``, who is ``person``,
    may see it."""
    return {
        "session": picture.id,
        "hands": _hands(picture, language, viewer),
        "can": abilities(picture.session, picture.hands, viewer, acting(picture.session, viewer, access, person)),
        "clock": clock_view(picture.session, picture.hands),
    }


def session_json(picture: SessionPicture, house: House, language: str, viewer: Viewer, person: str | None) -> Json:
    """Return a session of ``house`` as ``viewer``, who is ``person``, may see it, its sentences in ``language``."""
    shown = view(picture.session, picture.hands, viewer, acting(picture.session, viewer, house.access, person))
    seats = seats_json(picture.session, house.access, viewer, person)
    return {**shown, "hands": _hands(picture, language, viewer), "epoch": house.epoch, "seats": seats}


def _hands(picture: SessionPicture, language: str, viewer: Viewer) -> Json:
    hands = hands_for(picture.session, picture.hands, viewer)
    shown = hands_view(hands)
    return shown if hands.why is None else {**shown, "why": _with_sentence(hands.why, language, picture.header.game)}


def _with_sentence(why: Refusal, language: str, game: str) -> Json:
    return {"code": str(why.reason), "facts": dict(why.facts), "detail": sentence(why, language, game)}


def summary_json(summary: SessionSummary) -> Json:
    """Return one line of the list of sessions."""
    return {
        "id": summary.header.id,
        "game": summary.header.game,
        "board": summary.header.board,
        "created_at": summary.header.created_at,
        "state": str(summary.lifecycle),
        "revision": summary.revision,
    }


def refusal_json(refusal: Refusal, language: str) -> Json:
    """Return a reason code and its sentence."""
    return {"code": str(refusal.reason), "detail": sentence(refusal, language)}


def board_json(board: BoardInfo, language: str) -> Json:
    """Return a board and how it stands with this host."""
    return {
        "id": board.id,
        "state": str(board.state),
        "simulated": board.simulated,
        "kind": str(board.kind),
        "firmware": board.firmware,
        "interpreter": board.interpreter,
        "machine": board.machine,
        "port": board.port,
        "session": board.session,
        "refusal": None if board.refusal is None else refusal_json(board.refusal, language),
        "advice": advice_json(board, language),
        "lines": {"bad": board.bad_lines},
        "noisy": {cell_name(which): count for which, count in sorted(board.noisy.items())},
        **board_settings_json(board),
    }


def advice_json(board: BoardInfo, language: str) -> list[Json]:
    """Return what is to be said of a board: a sentence each, and the one command that helps."""
    return [
        {"finding": str(one.finding), "sentence": one.said(language), "command": one.command or None}
        for one in board.advice
    ]


def board_settings_json(board: BoardInfo) -> Json:
    """Return what people said of a board."""
    return {"masked": [cell_name(one) for one in sorted(board.masked)], "orientation": str(board.orientation)}


def settings_json(standing: Standing) -> Json:
    """Return every setting with its value, what it may be, and the variable that fixes it (null: none does)."""
    defaults, shown = values(DEFAULTS), values(standing.tuning)
    return {name: _setting_json(name, shown[name], defaults[name], standing) for name in NAMES}


def _setting_json(name: str, value: object, default: object, standing: Standing) -> Json:
    if name in LIMITS:
        low, high = LIMITS[name]
        what: Json = {"value": value, "default": default, "low": low, "high": high, "automatic": name in BOARDS_OWN}
    else:
        what = {"value": str(value), "default": str(default), "choices": [str(rule) for rule in TakebackRule]}
    return {**what, "fixed_by": setting(name).variable if name in standing.fixed else None}


def seats_json(session: Session, access: Access, viewer: Viewer, person: str | None) -> list[Json]:
    """Return the seats that ``viewer``, who is ``person``, may know of: names, never who is behind them."""
    sitting = access.seats.at(session.header.id)
    return [_seat_json(seat, sitting.get(seat), access, person) for seat in seats_at(session, viewer)]


def _seat_json(seat: str, sits: Sitting | None, access: Access, person: str | None) -> Json:
    if sits is None:
        return {"id": seat, "name": None, "present": False, "yours": False}
    return {
        "id": seat,
        "name": sits.name,
        "present": access.here(sits.person),
        "yours": sits.person == person,
    }


def leads_json(access: Access, person: str | None) -> list[Json]:
    """Return the game masters as the owner sees them, the one who has been longest first."""
    return [
        {
            "id": one.id,
            "since": one.since,
            "by": one.by,
            "address": one.address,
            "present": access.here(one.person),
            "yours": one.person == person,
        }
        for one in access.masters.people()
    ]


def tries_json(access: Access) -> Json:
    """Return how often a lock was tried in vain: in all, and the newest tries."""
    found = {brake.name: brake.failures() for brake in access.brakes}
    recent = [
        {"at": one.at, "address": one.address, "what": name} for name, (_, each) in found.items() for one in each
    ]
    recent.sort(key=lambda one: -int(str(one["at"])))
    return {"total": sum(total for total, _ in found.values()), "recent": recent[:RECENT]}


def magnets_json(magnets: Mapping[Cell, Pole]) -> dict[str, str]:
    """Return the pole on each cell that has a magnet."""
    return {cell_name(which): str(pole) for which, pole in sorted(magnets.items())}


def lights_json(lights: Lights) -> Json:
    """Return red, green and blue (0–255) of every lamp; cells that are dark included."""
    return {
        "cells": {cell_name(which): list(lights.cells.get(which, _DARK)) for which in CELLS},
        "ring": [list(colour) for colour in lights.ring],
        "strip": [list(colour) for colour in lights.strip],
    }


def _hex(colours: Iterable[tuple[int, int, int]]) -> str:
    return "".join(f"{red:02x}{green:02x}{blue:02x}" for red, green, blue in colours)


def lights_hex(lights: Lights) -> Json:
    """Return every lamp as six hex digits, in the order A1 … I16, ring 0 … 23, strip 0 … 5."""
    return {
        "cells": _hex(lights.cells.get(which, _DARK) for which in CELLS),
        "ring": _hex(lights.ring),
        "strip": _hex(lights.strip),
    }
