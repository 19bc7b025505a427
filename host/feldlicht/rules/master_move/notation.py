"""The notation: ``S G3-F1!``, ``+F B5``, ``form yellow TE1 VD4 …``, ``ready yellow``, ``@V D4-C6``, ``@-``,
``built``, ``reveal``, ``hint yellow``, ``resign yellow``, ``time``.

The letter is checked against the figure that stands there, never used to guess another one (scenario R14). Reading is
lenient about case, spaces and a missing ``!``; a ``!`` on a move that does not enter the goal is refused.
Source: rules page, "Notation".
"""

from __future__ import annotations

import re

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.commands import (
    Built,
    Decline,
    GameCommand,
    Move,
    Place,
    Relocate,
    Resign,
    Reveal,
    TimeOut,
)
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.rules.master_move.acts import AskHint, Formed, Ready
from feldlicht.rules.master_move.figures import FIGURES, Kind
from feldlicht.rules.master_move.formation import read_team, two_on
from feldlicht.rules.master_move.placing import next_of_kind, placing
from feldlicht.rules.master_move.relocating import in_secret
from feldlicht.rules.master_move.scoring import scores
from feldlicht.rules.master_move.state import MasterMoveState

DECLINE = "@-"
_WORDS: dict[str, Built | Reveal | TimeOut | Decline] = {
    "built": Built(),
    "reveal": Reveal(),
    "time": TimeOut(),
    DECLINE: Decline(),
}
_FORM = "form"
_OF_A_SIDE: dict[str, type[Resign | Ready | AskHint | Decline]] = {
    "resign": Resign,
    "ready": Ready,
    "hint": AskHint,
    DECLINE: Decline,
}
_PLACE = re.compile(r"\+\s*([A-Z])\s*([A-Z]+[0-9]+)")
_FIGURE = re.compile(r"([A-Z])([A-Z][0-9]+)")
_ACT = re.compile(r"(@?)\s*([A-Z])\s*([A-Z]+[0-9]+)\s*-\s*([A-Z]+[0-9]+)\s*(!?)")


def parse(state: MasterMoveState, text: str) -> GameCommand:
    """Read a command; whether it is legal is not looked at.

    Raises :class:`BadInput` (``BAD_NOTATION``, ``UNKNOWN_CELL``) and :class:`Refused` (``NO_SUCH_FIGURE``,
    ``WRONG_FIGURE``).
    """
    line = " ".join(text.split())
    words = line.lower().split(" ")
    if len(words) == 1 and words[0] in _WORDS:
        return _WORDS[words[0]]
    if words[0] == _FORM and len(words) > 2:
        side = _side(text, words[1])
        return Formed(side, read_team(side, _cells(text, line.split(" ")[2:]), state.options.zone))
    if words[0] in _OF_A_SIDE and len(words) == 2:
        return _OF_A_SIDE[words[0]](_side(text, words[1]))
    put = _PLACE.fullmatch(line.upper())
    if put is not None:
        return _placed(state, text, put[1], put[2])
    act = _ACT.fullmatch(line.upper())
    if act is None:
        raise BadInput(Reason.BAD_NOTATION, text=text)
    at, letter, from_name, to_name, mark = act.groups()
    if letter not in set(Kind):
        raise BadInput(Reason.BAD_NOTATION, text=text, part=letter)
    origin, target = cell(from_name), cell(to_name)
    if at:
        if mark:
            raise BadInput(Reason.BAD_NOTATION, text=text, part=mark)
        return _relocation(_figure(state.formation, origin, letter), origin, target)
    move = Move(_figure(state.standing, origin, letter), origin, target)
    if mark and not scores(move):
        raise BadInput(Reason.BAD_NOTATION, text=text, part=mark)
    return move


def _figure(formation: Formation, origin: Cell, letter: str) -> FigureId:
    there: Figure | None = formation.get(origin)
    if there is None:
        raise Refused(Refusal.of(Reason.NO_SUCH_FIGURE, origin=cell_name(origin), named=letter))
    if there.kind != letter:
        raise Refused(
            Refusal.of(
                Reason.WRONG_FIGURE,
                origin=cell_name(origin),
                named=letter,
                figure=there.id,
                kind=str(there.kind),
            )
        )
    return there.id


def _relocation(figure: FigureId, origin: Cell, target: Cell) -> Relocate | Decline:
    # A figure relocated to its own cell changes nothing (M11).
    return Decline() if origin == target else Relocate(figure, origin, target)


def write(state: MasterMoveState, command: GameCommand) -> str:
    """Write a legal command so that :func:`parse` reads it back; ``!`` stands on every move that scores."""
    match command:
        case Move():
            return f"{_way(command)}{'!' if scores(command) else ''}"
        case Relocate():
            return f"@{_way(command)}"
        case Place(figure, target):
            return f"+{FIGURES[figure].kind} {cell_name(target)}"
        case Decline(side):
            return f"{DECLINE} {side.value}" if side is not None and in_secret(state) else DECLINE
        case Formed(side, figures):
            return " ".join([_FORM, side.value, *(f"{one.kind}{cell_name(which)}" for which, one in figures.placed)])
        case Resign(side):
            return f"resign {side.value}"
        case Ready(side):
            return f"ready {side.value}"
        case AskHint(side):
            return f"hint {side.value}"
        case _:
            return next(word for word, act in _WORDS.items() if act == command)


def _way(act: Move | Relocate) -> str:
    return f"{FIGURES[act.figure].kind} {cell_name(act.origin)}-{cell_name(act.target)}"


def _side(text: str, word: str) -> Side:
    side = next((side for side in Side if side.value == word), None)
    if side is None:
        raise BadInput(Reason.BAD_NOTATION, text=text, part=word)
    return side


def _cells(text: str, words: list[str]) -> object:
    """Read the figures of a formation, or the one word that names it."""
    found = [_FIGURE.fullmatch(word.upper()) for word in words]
    if len(words) == 1 and found[0] is None:
        return words[0].lower()
    cells: dict[str, str] = {}
    for word, figure in zip(words, found, strict=True):
        if figure is None:
            raise BadInput(Reason.BAD_NOTATION, text=text, part=word)
        if figure[2] in cells:
            raise two_on(figure[2])
        cells[figure[2]] = figure[1]
    return cells


def _placed(state: MasterMoveState, text: str, letter: str, name: str) -> Place:
    if letter not in set(Kind):
        raise BadInput(Reason.BAD_NOTATION, text=text, part=letter)
    target, side = cell(name), placing(state)
    if side is None:
        raise Refused(Refusal.of(Reason.WRONG_PHASE, phase=state.phase))
    figure = next_of_kind(state, side, letter)
    if figure is None:
        raise Refused(Refusal.of(Reason.ALL_STAND, side=side, kind=letter))
    return Place(figure, target)
