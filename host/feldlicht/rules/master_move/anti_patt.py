"""The Anti-Patt rule (M13): what has been gone since the kick-off, and which moves that closes.

Counts are plain sorted tuples, so that states compare and hash. The keeper is never counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from feldlicht.base.cells import Cell
from feldlicht.base.commands import Move
from feldlicht.base.figures import FigureId
from feldlicht.rules.master_move.figures import FIGURES, Kind
from feldlicht.rules.master_move.options import AntiPatt

TWICE = 2
"""How often one way may be gone."""


@dataclass(frozen=True, slots=True, order=True)
class Crossing:
    """How often ``figure`` has gone from ``origin`` to ``target`` since the kick-off.

    With ``pair`` the count is of both ways and ``origin`` is the lower cell; with ``consecutive`` there is one
    crossing a figure, its last move, and ``count`` says how many moves its unbroken there and back is long.
    """

    figure: FigureId
    origin: Cell
    target: Cell
    count: int


Crossings = tuple[Crossing, ...]


def after(mode: AntiPatt, crossings: Crossings, move: Move) -> Crossings:
    """Return the counts once ``move`` has been made."""
    if mode is AntiPatt.OFF or _is_keeper(move.figure):
        return crossings
    if mode is AntiPatt.CONSECUTIVE:
        last = next((one for one in crossings if one.figure == move.figure), None)
        back = last is not None and (last.origin, last.target) == (move.target, move.origin)
        count = last.count + 1 if last is not None and back else 1
        others = tuple(one for one in crossings if one.figure != move.figure)
        return tuple(sorted((*others, Crossing(move.figure, move.origin, move.target, count))))
    origin, target = _way(mode, move)
    found = next(
        (one for one in crossings if (one.figure, one.origin, one.target) == (move.figure, origin, target)), None
    )
    others = tuple(one for one in crossings if one is not found)
    count = 1 if found is None else found.count + 1
    return tuple(sorted((*others, Crossing(move.figure, origin, target, count))))


def closed(mode: AntiPatt, crossings: Crossings) -> frozenset[tuple[FigureId, Cell, Cell]]:
    """Return the moves (figure, from, to) that would be one too many."""
    ways: set[tuple[FigureId, Cell, Cell]] = set()
    for one in crossings:
        if mode is AntiPatt.DIRECTED:
            if one.count >= TWICE:
                ways.add((one.figure, one.origin, one.target))
        elif mode is AntiPatt.PAIR:
            if one.count >= 2 * TWICE:
                ways.add((one.figure, one.origin, one.target))
                ways.add((one.figure, one.target, one.origin))
        elif mode is AntiPatt.CONSECUTIVE and one.count >= 2 * TWICE:
            # Its next move back would be the third time that this run goes that way.
            ways.add((one.figure, one.target, one.origin))
    return frozenset(ways)


def _way(mode: AntiPatt, move: Move) -> tuple[Cell, Cell]:
    if mode is AntiPatt.PAIR and move.target < move.origin:
        return move.target, move.origin
    return move.origin, move.target


def _is_keeper(figure: FigureId) -> bool:
    return FIGURES[figure].kind == Kind.KEEPER
