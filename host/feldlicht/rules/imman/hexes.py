"""Hexes as whole numbers: distance, lines with tied steps, and the ring on which a missed pass comes to lie. Pure.

Doubled coordinates of pointy-top hexes: ``row`` counts across the field, ``x`` along it in halves of a cell, so that
both are even or both odd (a row's first cell is at 2, or at 1 where the row sticks out). The square of the distance
between two centres is ``dx² + 3·row²`` in one unit, so nothing here is ever rounded. Source: rules page, "Field",
readings N3–N5, check value 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


class Hex(NamedTuple):
    """A hex, or the step from one to another. Sums and multiples are those of steps, not of tuples: it is one because
    nothing is looked up and compared more often.
    """

    row: int
    x: int

    def __add__(self, other: Hex) -> Hex:  # type: ignore[override]
        return Hex(self.row + other.row, self.x + other.x)

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.row - other.row, self.x - other.x)

    def __mul__(self, times: int) -> Hex:  # type: ignore[override]
        return Hex(self.row * times, self.x * times)


CLOCKWISE = (Hex(0, 2), Hex(1, 1), Hex(1, -1), Hex(0, -2), Hex(-1, -1), Hex(-1, 1))
"""The steps to the six neighbours, clockwise as the field is drawn: rows from the top down, cells to the right."""

_HERE = Hex(0, 0)
MOST_KEPT = 1024
"""So many rings and lines are kept, which look the same from every hex: more than a ball may be played along."""

Step = tuple[Hex, ...]
"""The cells of one step of a line: one, or two equally near it, the right one first as seen by who passes."""


def distance(one: Hex, other: Hex) -> int:
    """Return how many steps lead from one hex to another."""
    rows, along = abs(one.row - other.row), abs(one.x - other.x)
    return rows if along <= rows else (rows + along) // 2


def neighbours(where: Hex) -> Iterator[Hex]:
    """Yield the six neighbours, clockwise."""
    return (where + step for step in CLOCKWISE)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at that distance (at least 1), clockwise."""
    return tuple([centre + one for one in _around(radius)])


@lru_cache(maxsize=MOST_KEPT)
def _around(radius: int) -> tuple[Hex, ...]:
    found, where = [], CLOCKWISE[4] * radius
    for side in range(6):
        for _ in range(radius):
            found.append(where)
            where = where + CLOCKWISE[side]
    return tuple(found)


def turned(centre: Hex, where: Hex, steps: int) -> Hex:
    """Return the hex so many steps further along the ring around ``centre``, clockwise (to the right of who looks
    from there) if positive.
    """
    way = where - centre
    around = _around(distance(centre, where))
    return centre + around[(around.index(way) + steps) % len(around)]


def line(origin: Hex, target: Hex) -> tuple[Step, ...]:
    """Return the steps from centre to centre: as many as the distance, the start left out, the end included (N4).

    Each step is the hex nearest to its point on the line; where two are equally near it is tied (N5).
    """
    return tuple([tuple([origin + one for one in step]) for step in _line(target - origin)])


@lru_cache(maxsize=MOST_KEPT)
def _line(way: Hex) -> tuple[Step, ...]:
    length = distance(_HERE, way)
    return tuple(_step(way, length, number) for number in range(1, length + 1))


def _step(way: Hex, length: int, number: int) -> Step:
    # Everything times the length, so that the point on the line is whole.
    point = way * number
    near = [one for one in _around(number) if distance(one, way) == length - number]
    squares = {one: _square(one * length - point) for one in near}
    nearest = min(squares.values())
    found = [one for one in near if squares[one] == nearest]
    return tuple(sorted(found, key=lambda one: _side(way, one), reverse=True))


def _square(way: Hex) -> int:
    return way.x * way.x + 3 * way.row * way.row


def _side(way: Hex, other: Hex) -> int:
    """Return more than 0 if ``other`` points to the right of ``way``: rows are drawn downwards."""
    return way.x * other.row - way.row * other.x
