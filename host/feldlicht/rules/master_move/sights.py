"""What a figure sees from a cell: its open moves, ready-made for each way in which others may stand in its way.

Sets of cells are numbers with a bit for each cell, so that listing moves is one look a figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from feldlicht.base.cells import Cell
from feldlicht.base.commands import Move
from feldlicht.base.figures import FigureId
from feldlicht.rules.master_move.geometry import Board, Reach, board_of

MOST_KEPT = 4096
"""Ways in which others may stand, kept for one figure on one cell; a match sees a few dozen of them."""


class Sight(dict[int, tuple[Move, ...]]):
    """One figure on one cell: its open moves by which of the cells that it looks at (``mask``) are taken."""

    def __init__(self, reach: Reach) -> None:
        super().__init__()
        self._reach = reach
        looked_at = {move.target for ray in reach.rays for move in ray}
        looked_at.update(which for passed, _ in reach.crossings for which in passed)
        self.mask = bits(looked_at)

    def __missing__(self, taken: int) -> tuple[Move, ...]:
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[taken] = tuple(_open_moves(self._reach, taken))
        return found


class Sights(dict[tuple[FigureId, Cell], Sight]):
    """Sights by figure and cell, each made when it is asked for first."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, key: tuple[FigureId, Cell]) -> Sight:
        self[key] = Sight(self._board.reaches[key])
        return self[key]


@lru_cache(maxsize=16)
def sights_of(zone: frozenset[Cell]) -> Sights:
    """Return the sights on the board with this white zone."""
    return Sights(board_of(zone))


def bits(cells: Iterable[Cell]) -> int:
    """Return a set of cells as a number with a bit for each."""
    return sum(1 << which for which in cells)


def _open_moves(reach: Reach, taken: int) -> Iterator[Move]:
    """Yield the moves that nobody stands in the way of."""
    for ray in reach.rays:
        for move in ray:
            if taken >> move.target & 1:
                break
            yield move
    for passed, move in reach.crossings:
        if not bits(passed) & taken:
            yield move
