"""Where figures may go: goals, halves and precomputed ways over an empty board.

A :class:`Board` is the field with one white zone. For each figure on each cell it knows the figure's :class:`Reach`:
ready-made moves, already cut at the board's edge, at the figure's range, at its own goal and at the first cell of the
opponent's goal. Only who stands where is left to look at while playing.
Source: readings M1–M8 of the rules page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from feldlicht.base.cells import CELLS, COLUMNS, ROWS, Cell, cell_at, column_of, row_of
from feldlicht.base.commands import Move
from feldlicht.base.figures import Figure, FigureId, Side
from feldlicht.rules.master_move.figures import FIGURES, Kind

_GOAL_ROWS = (3, 4, 5)

GOALS: dict[Side, tuple[Cell, ...]] = {
    Side.YELLOW: tuple(cell_at(row, 0) for row in _GOAL_ROWS),
    Side.BLUE: tuple(cell_at(row, COLUMNS - 1) for row in _GOAL_ROWS),
}
"""The goal that each side defends."""

GOAL_CELLS: frozenset[Cell] = frozenset(GOALS[Side.YELLOW] + GOALS[Side.BLUE])

HALVES: dict[Side, frozenset[Cell]] = {
    Side.YELLOW: frozenset(which for which in CELLS if column_of(which) < COLUMNS // 2),
    Side.BLUE: frozenset(which for which in CELLS if column_of(which) >= COLUMNS // 2),
}
"""The half in which each side sets up."""

Direction = tuple[int, int]
"""A step in rows and columns."""

_STRAIGHT: tuple[Direction, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL: tuple[Direction, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_LEAPS: tuple[Direction, ...] = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))

WAYS: dict[Kind, tuple[tuple[Direction, ...], int]] = {
    Kind.KEEPER: (((-1, 0), (1, 0)), 1),
    Kind.DEFENDER: (_STRAIGHT + _DIAGONAL, 1),
    Kind.WINGER: (_DIAGONAL, 4),
    Kind.MIDFIELDER: (_STRAIGHT, 4),
    Kind.JOKER: (_STRAIGHT + _DIAGONAL, 2),
    Kind.STRIKER: (_LEAPS, 1),
}
"""Per kind its directions, and how many times in a row it may go one of them."""


def mirrored(which: Cell) -> Cell:
    """Return the cell that blue sees where yellow sees ``which``: column → 17 − column."""
    return cell_at(row_of(which), COLUMNS - 1 - column_of(which))


def cells_along(origin: Cell, direction: Direction, count: int) -> Iterator[Cell]:
    """Yield up to ``count`` cells from ``origin`` (left out) in ``direction``, as far as the board goes."""
    row, column = row_of(origin), column_of(origin)
    for _ in range(count):
        row, column = row + direction[0], column + direction[1]
        if not (0 <= row < ROWS and 0 <= column < COLUMNS):
            return
        yield cell_at(row, column)


@dataclass(frozen=True, slots=True)
class Reach:
    """A figure's moves from one cell over an empty board.

    ``rays``: moves along one direction, nearest first; the first taken target ends the ray.
    ``crossings``: moves that lead over the white zone, with every cell that must be free for them (target included).
    """

    rays: tuple[tuple[Move, ...], ...]
    crossings: tuple[tuple[tuple[Cell, ...], Move], ...]


class Board:
    """The field with one white zone. Get it from :func:`board_of`, so that its tables are built once."""

    def __init__(self, zone: frozenset[Cell]) -> None:
        self.zone = zone
        self.reaches: Mapping[tuple[FigureId, Cell], Reach] = _Reaches(zone)
        """Where each figure could go from each cell if nobody else were on the board."""


class _Reaches(dict[tuple[FigureId, Cell], Reach]):
    """Reaches by figure and cell, each computed when it is asked for first."""

    def __init__(self, zone: frozenset[Cell]) -> None:
        super().__init__()
        self._zone = zone

    def __missing__(self, key: tuple[FigureId, Cell]) -> Reach:
        reach = _reach(self._zone, FIGURES[key[0]], key[1])
        self[key] = reach
        return reach


@lru_cache(maxsize=16)
def board_of(zone: frozenset[Cell]) -> Board:
    """Return the board with this white zone."""
    return Board(zone)


def _reach(zone: frozenset[Cell], figure: Figure, origin: Cell) -> Reach:
    directions, count = WAYS[Kind(figure.kind)]
    rays: list[tuple[Move, ...]] = []
    crossings: list[tuple[tuple[Cell, ...], Move]] = []
    for direction in directions:
        ray: list[Move] = []
        passed: list[Cell] = []
        crossed = False
        for target in cells_along(origin, direction, count):
            if is_wall(figure, target):
                break
            passed.append(target)
            if target in zone:
                crossed = True
                continue
            move = Move(figure.id, origin, target)
            if crossed:
                crossings.append((tuple(passed), move))
            else:
                ray.append(move)
            if target in GOALS[figure.side.other]:
                break
        if ray:
            rays.append(tuple(ray))
    return Reach(tuple(rays), tuple(crossings))


def is_wall(figure: Figure, which: Cell) -> bool:
    """Return whether ``figure`` can neither enter nor pass ``which``.

    An outfielder's own goal (M6); for a keeper everything but it (M8).
    """
    return (which in GOALS[figure.side]) is not (figure.kind == Kind.KEEPER)
