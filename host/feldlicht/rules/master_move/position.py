"""The position line: one printable line with all that play depends on; it round-trips exactly.

``mm1 phase=play turn=yellow kick_off=yellow score=0:0 ply=0 zone=front3 first=yellow anti_patt=directed
formation=yT1:E1,… position==`` and, where there are any, ``relocating=``, ``crossings=``, ``last=`` and ``end=``.
``position==`` says that the figures stand as in the formation. The order of the words is free when reading.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TypeVar

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.game import Outcome
from feldlicht.rules.master_move.anti_patt import Crossing, Crossings
from feldlicht.rules.master_move.figures import FIGURES, Kind
from feldlicht.rules.master_move.formation import checked
from feldlicht.rules.master_move.geometry import GOAL_CELLS, GOALS
from feldlicht.rules.master_move.options import ZonePreset, read_options
from feldlicht.rules.master_move.state import MOVES_TO_WIN, EndReason, LastMove, MasterMoveState, Phase, score_text

W = TypeVar("W", bound=StrEnum)

_VERSION = "mm1"
_SAME = "="
_REQUIRED = (
    "phase", "turn", "kick_off", "score", "ply", "zone", "first", "anti_patt", "formation", "position",
)  # fmt: skip
_OPTIONAL = ("relocating", "crossings", "last", "end")
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


def position(state: MasterMoveState) -> str:
    """Return ``state`` as one line."""
    options = state.options
    same = state.position == state.formation
    words = {
        "phase": state.phase.value,
        "turn": state.to_move.value,
        "kick_off": state.kick_off.value,
        "score": score_text(state.score),
        "ply": str(state.ply),
        "zone": options.zone_text,
        "first": options.kick_off.value,
        "anti_patt": options.anti_patt.value,
        "formation": _figures(state.formation),
        "position": _SAME if same else _figures(state.position),
    }
    if state.relocating is not None:
        words["relocating"] = state.relocating.value
    if state.crossings:
        words["crossings"] = ",".join(
            f"{one.figure}:{cell_name(one.origin)}-{cell_name(one.target)}:{one.count}" for one in state.crossings
        )
    if state.last_move is not None:
        last = state.last_move
        mark = "!" if last.scored else ""
        words["last"] = f"{last.figure}:{cell_name(last.origin)}-{cell_name(last.target)}{mark}"
    if state.outcome is not None:
        winner = state.outcome.winner.value if state.outcome.winner else "none"
        words["end"] = f"{state.outcome.reason}:{winner}:{score_text(state.outcome.score)}"
    return " ".join([_VERSION, *(f"{name}={text}" for name, text in words.items())])


def from_position(text: str) -> MasterMoveState:
    """Read a position line back. Raises :class:`BadInput` (``BAD_NOTATION`` with ``part`` saying which word)."""
    words = _words(text)
    options = read_options(
        {"zone": _zone(words["zone"]), "kick_off": words["first"], "anti_patt": words["anti_patt"]}
    )
    formation = checked(_read_figures("formation", words["formation"]), options.zone)
    at = words["position"]
    state = MasterMoveState(
        options=options,
        phase=_enum(Phase, "phase", words["phase"]),
        to_move=_enum(Side, "turn", words["turn"]),
        kick_off=_enum(Side, "kick_off", words["kick_off"]),
        position=formation if at == _SAME else _read_figures("position", at),
        formation=formation,
        score=_read_score("score", words["score"]),
        ply=_number("ply", words["ply"]),
        relocating=_enum(Side, "relocating", words["relocating"]) if "relocating" in words else None,
        crossings=_read_crossings(words.get("crossings", "")),
        last_move=_read_last(words["last"]) if "last" in words else None,
        outcome=_read_end(words["end"]) if "end" in words else None,
    )
    _check(state)
    return state


def _bad(part: str, value: str) -> BadInput:
    return BadInput(Reason.BAD_NOTATION, part=part, text=value)


def _words(text: str) -> dict[str, str]:
    version, *rest = text.split() or [""]
    if version != _VERSION:
        raise _bad("version", version)
    words: dict[str, str] = {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals or name in words or name not in (*_REQUIRED, *_OPTIONAL):
            raise _bad(name, word)
        words[name] = value
    for name in _REQUIRED:
        if name not in words:
            raise _bad(name, "")
    return words


def _check(state: MasterMoveState) -> None:
    """Refuse what no match can lead to and what the rest of the engine relies on."""
    if (state.relocating is not None) is not (state.phase is Phase.RELOCATE):
        raise _bad("relocating", state.phase)
    if (state.outcome is not None) is not (state.phase is Phase.OVER):
        raise _bad("end", state.phase)
    if max(state.score) >= MOVES_TO_WIN and state.phase is not Phase.OVER:
        raise _bad("score", score_text(state.score))
    if state.phase in (Phase.SETUP, Phase.RELOCATE) and state.position != state.formation:
        raise _bad("position", state.phase)
    if len(state.position) != len(FIGURES):
        raise _bad("position", f"{len(state.position)} figures")
    for side in Side:
        keeper = state.position.find(FigureId(f"{side[0]}T1"))
        if keeper not in GOALS[side]:
            raise _bad("position", f"{side[0]}T1:{cell_name(keeper) if keeper is not None else ''}")
    if state.phase is Phase.PLAY:
        for which, figure in state.position.items():
            if which in GOAL_CELLS and figure.kind != Kind.KEEPER:
                raise _bad("position", f"{figure.id}:{cell_name(which)}")


def _enum(words: type[W], part: str, text: str) -> W:
    for word in words:
        if word.value == text:
            return word
    raise _bad(part, text)


def _figures(formation: Formation) -> str:
    return ",".join(f"{figure.id}:{cell_name(which)}" for which, figure in formation.placed)


def _read_figures(part: str, text: str) -> Formation:
    figures: dict[Cell, Figure] = {}
    seen: set[str] = set()
    for pair in text.split(","):
        name, _, place = pair.partition(":")
        which = cell(place)
        figure = FIGURES.get(FigureId(name))
        if figure is None or name in seen or which in figures:
            raise _bad(part, pair)
        seen.add(name)
        figures[which] = figure
    return Formation.of(figures)


def _read_crossings(text: str) -> Crossings:
    found: list[Crossing] = []
    for one in text.split(",") if text else ():
        name, way, count = _parts("crossings", one, 3)
        figure, origin, target = _read_way("crossings", name, way)
        found.append(Crossing(figure, origin, target, _number("crossings", count)))
    return tuple(sorted(found))


def _read_last(text: str) -> LastMove:
    name, way = _parts("last", text, 2)
    figure, origin, target = _read_way("last", name, way.removesuffix("!"))
    return LastMove(figure, origin, target, way.endswith("!"))


def _read_end(text: str) -> Outcome:
    reason, winner, yellow, blue = _parts("end", text, 4)
    return Outcome(
        _enum(EndReason, "end", reason),
        None if winner == "none" else _enum(Side, "end", winner),
        _read_score("end", f"{yellow}:{blue}"),
    )


def _read_way(part: str, name: str, way: str) -> tuple[FigureId, Cell, Cell]:
    if name not in FIGURES:
        raise _bad(part, name)
    origin, dash, target = way.partition("-")
    if not dash:
        raise _bad(part, way)
    return FigureId(name), cell(origin), cell(target)


def _parts(part: str, text: str, count: int) -> list[str]:
    parts = text.split(":")
    if len(parts) != count:
        raise _bad(part, text)
    return parts


def _number(part: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _bad(part, text)
    return int(text)


def _read_score(part: str, text: str) -> tuple[int, int]:
    yellow, blue = _parts(part, text, 2)
    return _number(part, yellow), _number(part, blue)


def _zone(text: str) -> object:
    return text if text in set(ZonePreset) else text.split(",")
