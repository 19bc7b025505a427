"""Lines of a journal as text and back: one JSON object a line, printable ASCII. Pure. Format: docs/replay.md."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, fields
from typing import Any, assert_never

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.commands import CommandType
from feldlicht.base.controls import Button
from feldlicht.base.entries import Actor
from feldlicht.base.fields import Fields, line_of_text, whole
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.forms import (
    JsonObject,
    audience_form,
    entry_form,
    header_form,
    read_audience,
    read_entry,
    read_header,
)
from feldlicht.base.manners import Orientation, TakebackRule
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.base.viewers import EVERYONE, OWNER, Audience, Role, Viewer
from feldlicht.board.reading import Timings
from feldlicht.table.messages import (
    BoardAway,
    BoardHere,
    BoardKnown,
    BuildForMe,
    ButtonPressed,
    HandsAtWork,
    Input,
    KnobTurned,
    Override,
    Pressed,
    PressedLong,
    Request,
    Sensed,
    Tuned,
    Wake,
)
from feldlicht.table.recording import Cause, Decided, Given, Line, Opening

OPEN_FORMAT = 1
"""Version of a journal without secrets; stands in every opening as ``v``."""
FORMAT = 2
"""Version of a journal of a game with secrets: who does not know of audiences must not show it."""

_HEX = re.compile(r"[0-9a-f]{1,36}")
_TEXTS = ("text", "command_id", "question", "nonce")
_NUMBERS = ("revision", "choice", "count")
_UNSAID = {field.name: field.default for field in fields(Request)}
"""What a request leaves unsaid is not written."""

# ------------------------------------------------------------------ writing


def write_line(line: Line) -> str:
    """Return ``line`` as text without its newline: printable ASCII; :func:`read_line` reads it back."""
    match line:
        case Opening():
            form = {"at": line.at, "line": "opening", **_opening_form(line)}
        case Given(at, what, audience):
            form = {"at": at, **_input_form(what), **_audience_form(audience)}
        case Decided(entry):
            form = {"at": entry.at, "line": "entry", "entry": entry_form(entry)}
    return json.dumps(form, separators=(",", ":"))


def _opening_form(opening: Opening) -> JsonObject:
    return {
        "v": FORMAT if opening.secrets else OPEN_FORMAT,
        "cause": opening.cause.value,
        "program": opening.program,
        "rules_version": opening.rules_version,
        "session": header_form(opening.header),
        "entries": [entry_form(entry) for entry in opening.entries],
        **_tuned_form(opening.timings, opening.takeback),
        **_known_form(opening.masked, opening.orientation),
        "present": opening.present,
        "heard": opening.heard,
        "simulated": opening.simulated,
        "busy": opening.busy,
        "owed": opening.owed,
        **_occupancy_form(opening.occupancy),
        "changed_at": opening.changed_at,
        "at_rest": opening.at_rest,
        "amendable": opening.amendable,
        **({"ran": opening.ran} if opening.ran else {}),
        **_audience_form(opening.audience),
    }


def _audience_form(audience: Audience) -> JsonObject:
    return {} if audience == EVERYONE else {"audience": audience_form(audience)}


def _input_form(what: Input) -> JsonObject:
    match what:
        case BoardHere(simulated):
            return {"line": "board_here", "simulated": simulated}
        case BoardAway():
            return {"line": "board_away"}
        case BoardKnown(masked, orientation):
            return {"line": "board_known", **_known_form(masked, orientation)}
        case Sensed(occupancy, touched):
            return {"line": "sensed", **_occupancy_form(occupancy), "touched": f"{touched:x}"}
        case Pressed():
            return {"line": "pressed"}
        case PressedLong():
            return {"line": "pressed_long"}
        case KnobTurned(steps):
            return {"line": "knob_turned", "steps": steps}
        case ButtonPressed(button):
            return {"line": "button_pressed", "button": button.value}
        case Tuned(timings, takeback):
            return {"line": "tuned", **_tuned_form(timings, takeback)}
        case HandsAtWork(busy):
            return {"line": "hands_at_work", "busy": busy}
        case Wake():
            return {"line": "wake"}
        case BuildForMe():
            return {"line": "build_for_me"}
        case Request():
            return {"line": "request", **_request_form(what)}
        case _:
            assert_never(what)


def _request_form(request: Request) -> JsonObject:
    form: JsonObject = {"type": request.type.value, "actor": request.actor.value}
    plain = {name: getattr(request, name) for name in _TEXTS + _NUMBERS}
    form |= {name: value for name, value in plain.items() if value != _UNSAID[name]}
    if request.override is not None:
        form["override"] = _override_form(request.override)
    if request.viewer != OWNER:
        viewer = request.viewer
        form["viewer"] = {"role": viewer.role.value, "side": viewer.side, "figure": viewer.figure}
    return form


def _override_form(override: Override) -> JsonObject:
    cells = override.cells
    return {
        "cells": {figure: cell_name(where) for figure, where in cells.items()} if cells is not None else None,
        "to_move": override.to_move.value if override.to_move is not None else None,
    }


def _tuned_form(timings: Timings, takeback: TakebackRule) -> JsonObject:
    return {"timings": asdict(timings), "takeback": takeback.value}


def _known_form(masked: frozenset[Cell], orientation: Orientation) -> JsonObject:
    return {"masked": [cell_name(one) for one in sorted(masked)], "orientation": orientation.value}


def _occupancy_form(occupancy: Occupancy) -> JsonObject:
    return {"north": f"{occupancy.north:x}", "south": f"{occupancy.south:x}"}


# ------------------------------------------------------------------ reading


def read_line(text: str) -> Line:
    """Read what :func:`write_line` wrote.

    Raises :class:`BadInput`: ``DATA_FOLDER_NEWER`` for what a newer version wrote, ``DATA_FOLDER_UNUSABLE`` or
    ``UNKNOWN_CELL`` for anything broken.
    """
    try:
        form = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(Reason.DATA_FOLDER_UNUSABLE, problem="it is no JSON") from None
    line = Fields(form, "line")
    at, kind = line.number("at"), line.text("line")
    if kind == "opening":
        return _read_opening(line.up_to_version(FORMAT))
    if kind == "entry":
        return Decided(read_entry(line.any("entry")))
    return Given(at, _read_input(kind, line), _read_audience(line))


def _read_opening(line: Fields) -> Opening:
    timings, takeback = _read_tuned(line)
    masked, orientation = _read_known(line)
    return Opening(
        at=line.number("at"),
        cause=line.member("cause", Cause),
        program=line.text("program"),
        rules_version=line.number("rules_version"),
        header=read_header(line.any("session")),
        entries=tuple(read_entry(entry) for entry in line.sequence("entries")),
        timings=timings,
        takeback=takeback,
        masked=masked,
        orientation=orientation,
        present=line.truth("present"),
        heard=line.truth("heard"),
        simulated=line.truth("simulated"),
        busy=line.truth("busy"),
        owed=line.truth("owed"),
        occupancy=_read_occupancy(line),
        changed_at=line.number("changed_at"),
        at_rest=line.truth("at_rest"),
        amendable=line.truth("amendable"),
        secrets=line.number("v") > OPEN_FORMAT,
        audience=_read_audience(line),
        ran=line.number("ran") if line.has("ran") else 0,
    )


def _read_audience(line: Fields) -> Audience:
    return read_audience(line.any("audience")) if line.has("audience") else EVERYONE


def _read_button(line: Fields) -> Button:
    which = line.number("button")
    if which not in set(Button):
        raise line.bad("button")
    return Button(which)


def _read_input(kind: str, line: Fields) -> Input:
    match kind:
        case "board_here":
            return BoardHere(line.truth("simulated"))
        case "board_away":
            return BoardAway()
        case "board_known":
            return BoardKnown(*_read_known(line))
        case "sensed":
            return Sensed(_read_occupancy(line), _bits(line, "touched"))
        case "pressed":
            return Pressed()
        case "pressed_long":
            return PressedLong()
        case "knob_turned":
            return KnobTurned(line.number("steps"))
        case "button_pressed":
            return ButtonPressed(_read_button(line))
        case "tuned":
            return Tuned(*_read_tuned(line))
        case "hands_at_work":
            return HandsAtWork(line.truth("busy"))
        case "wake":
            return Wake()
        case "build_for_me":
            return BuildForMe()
        case "request":
            return _read_request(line)
        case _:
            raise line.bad("line")


def _read_request(line: Fields) -> Request:
    said: dict[str, Any] = {name: line.text(name) for name in _TEXTS if line.has(name)}
    said |= {name: line.number(name) for name in _NUMBERS if line.has(name)}
    override = _read_override(Fields(line.any("override"), "override")) if line.has("override") else None
    kind, actor = line.member("type", CommandType), line.member("actor", Actor)
    viewer = _read_viewer(Fields(line.any("viewer"), "viewer")) if line.has("viewer") else OWNER
    return Request(kind, actor=actor, override=override, viewer=viewer, **said)


def _read_viewer(form: Fields) -> Viewer:
    side = None if form.any("side") is None else form.member("side", Side)
    figure = form.text_or_none("figure")
    return Viewer(form.member("role", Role), side, None if figure is None else FigureId(figure))


def _read_override(form: Fields) -> Override:
    cells: dict[FigureId, Cell] | None = None
    if form.any("cells") is not None:
        named = form.mapping("cells").items()
        cells = {FigureId(figure): cell(line_of_text(where, "override.cells")) for figure, where in named}
    return Override(cells, None if form.any("to_move") is None else form.member("to_move", Side))


def _read_tuned(line: Fields) -> tuple[Timings, TakebackRule]:
    known = {field.name for field in fields(Timings)}
    given = {name: whole(value, "timings") for name, value in line.mapping("timings").items() if name in known}
    return Timings(**given), line.member("takeback", TakebackRule)


def _read_known(line: Fields) -> tuple[frozenset[Cell], Orientation]:
    masked = frozenset(cell(line_of_text(name, "masked")) for name in line.sequence("masked"))
    return masked, line.member("orientation", Orientation)


def _read_occupancy(line: Fields) -> Occupancy:
    return Occupancy(_bits(line, "north"), _bits(line, "south"))


def _bits(line: Fields, name: str) -> int:
    text = line.text(name)
    if _HEX.fullmatch(text) is None:
        raise line.bad(name)
    return int(text, 16)
