"""The notation: ``S G3-F1!``, ``@V D4-C6``, ``@-``, ``built``, ``resign yellow``.

The letter is checked against the figure that stands there, never used to guess another one (scenario R14). Reading is
lenient about case, spaces and a missing ``!``; a ``!`` on a move that does not enter the goal is refused.
Source: rules page, "Notation".
"""

from __future__ import annotations

import re

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.commands import Built, Decline, GameCommand, Move, Relocate, Resign
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.rules.master_move.apply import scores
from feldlicht.rules.master_move.figures import FIGURES, Kind
from feldlicht.rules.master_move.state import MasterMoveState

DECLINE = "@-"
BUILT = "built"
_RESIGN = re.compile(r"resign\s+(\S+)", re.IGNORECASE)
_ACT = re.compile(r"(@?)\s*([A-Z])\s*([A-Z]+[0-9]+)\s*-\s*([A-Z]+[0-9]+)\s*(!?)")


def parse(state: MasterMoveState, text: str) -> GameCommand:
    """Read a command; whether it is legal is not looked at.

    Raises :class:`BadInput` (``BAD_NOTATION``, ``UNKNOWN_CELL``) and :class:`Refused` (``NO_SUCH_FIGURE``,
    ``WRONG_FIGURE``).
    """
    line = text.strip()
    if line.lower() == BUILT:
        return Built()
    if line == DECLINE:
        return Decline()
    resign = _RESIGN.fullmatch(line)
    if resign is not None:
        side = next((side for side in Side if side.value == resign[1].lower()), None)
        if side is None:
            raise BadInput(Reason.BAD_NOTATION, text=text, part=resign[1])
        return Resign(side)
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


def write(command: GameCommand) -> str:
    """Write a legal command so that :func:`parse` reads it back; ``!`` stands on every move that scores."""
    if isinstance(command, Move):
        return f"{_way(command)}{'!' if scores(command) else ''}"
    if isinstance(command, Relocate):
        return f"@{_way(command)}"
    if isinstance(command, Resign):
        return f"resign {command.side.value}"
    return BUILT if isinstance(command, Built) else DECLINE


def _way(act: Move | Relocate) -> str:
    return f"{FIGURES[act.figure].kind} {cell_name(act.origin)}-{cell_name(act.target)}"
