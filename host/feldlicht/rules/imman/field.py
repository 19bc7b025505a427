"""Fields of Imman as data: cells, goals, spots, areas; and what makes such data a field.

Source: rules page, "Field".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from feldlicht.base.figures import Side
from feldlicht.rules.imman.hexes import Hex, distance, neighbours

AREA_RADIUS = 3
"""The penalty area: cells within so many steps of the middle of the goal."""
CIRCLE_RADIUS = 2
SPOT_TO_MIDDLE, SPOT_TO_SIDE = 3, 4


class Half(StrEnum):
    """Whose half a cell lies in: as the sides stand, yellow's at the low end."""

    LOW = "low"
    HIGH = "high"
    MIDDLE = "middle"
    """The line through the centre, which is nobody's."""


@dataclass(frozen=True, eq=False)
class Field:
    """A field, equal to itself only.

    ``lengths``: the number of cells in each row; rows with one more stick out half a cell at both ends.

    ``goals`` by the end that they stand at (yellow's at the low one), each with its middle cell second.
    """

    name: str
    lengths: tuple[int, ...]
    goals: Mapping[Side, tuple[Hex, Hex, Hex]]
    spots: Mapping[Side, Hex]
    sizes: tuple[int, int] = (5, 5)
    """How many figures a side may have on it, at least and at most."""
    _names: dict[Hex, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_names", {one: name for name, one in self._named()})

    def _named(self) -> list[tuple[str, Hex]]:
        short = min(self.lengths)
        return [
            (f"{chr(ord('A') + row)}{number}", Hex(row, 2 * number - (length - short)))
            for row, length in enumerate(self.lengths)
            for number in range(1, length + 1)
        ]

    @cached_property
    def cells(self) -> Mapping[str, Hex]:
        """Every cell by its name, ``A1`` …, row by row."""
        return {name: one for one, name in self._names.items()}

    def name_of(self, where: Hex) -> str:
        """Return the name of a cell. Raises :class:`KeyError` off the field."""
        return self._names[where]

    def __contains__(self, where: object) -> bool:
        return where in self._names

    @cached_property
    def centre(self) -> Hex:
        """The spot in the middle, where the ball is at a kick-off."""
        return Hex(len(self.lengths) // 2, min(self.lengths) + 1)

    @cached_property
    def circle(self) -> frozenset[Hex]:
        """Cells that only the taker may stand on at a kick-off."""
        return frozenset(one for one in self._names if distance(one, self.centre) <= CIRCLE_RADIUS)

    def area(self, side: Side) -> frozenset[Hex]:
        """Return the penalty area before the goal at ``side``'s end."""
        return self._areas[side]

    @cached_property
    def _areas(self) -> Mapping[Side, frozenset[Hex]]:
        return {
            side: frozenset(one for one in self._names if distance(one, goal[1]) <= AREA_RADIUS)
            for side, goal in self.goals.items()
        }

    def beside(self, where: Hex) -> tuple[Hex, ...]:
        """Return the cells next to one of the field, clockwise."""
        return self._beside[where]

    @cached_property
    def _beside(self) -> Mapping[Hex, tuple[Hex, ...]]:
        return {one: tuple(next_to for next_to in neighbours(one) if next_to in self) for one in self._names}

    @cached_property
    def border(self) -> frozenset[Hex]:
        """Cells that have a neighbour off the field."""
        return frozenset(one for one in self._names if any(next_to not in self for next_to in neighbours(one)))

    def half(self, where: Hex) -> Half:
        """Return in which half a cell's centre lies."""
        if where.x == self.centre.x:
            return Half.MIDDLE
        return Half.LOW if where.x < self.centre.x else Half.HIGH

    def cells_of(self, half: Half) -> tuple[Hex, ...]:
        """Return the cells of a half, row by row."""
        return self._halves[half]

    @cached_property
    def _halves(self) -> Mapping[Half, tuple[Hex, ...]]:
        return {half: tuple(one for one in self._names if self.half(one) is half) for half in Half}

    @cached_property
    def goal_cells(self) -> Mapping[Hex, Side]:
        """Whose goal a goal cell belongs to."""
        return {cell: side for side, goal in self.goals.items() for cell in goal}

    @cached_property
    def corners(self) -> Mapping[Side, tuple[Hex, Hex]]:
        """The two corner cells at each end."""
        last = len(self.lengths) - 1
        ends = {row: [one for one in self._names if one.row == row] for row in (0, last)}
        low = (min(ends[0]), min(ends[last]))
        high = (max(ends[0]), max(ends[last]))
        return {Side.YELLOW: low, Side.BLUE: high}

    def rotated(self, where: Hex) -> Hex:
        """Return the cell opposite through the centre."""
        return self.centre + self.centre - where

    def reflected(self, where: Hex) -> Hex:
        """Return the cell mirrored across the line from goal to goal: right becomes left."""
        return Hex(2 * self.centre.row - where.row, where.x)

    def dives(self, side: Side) -> tuple[Hex, Hex]:
        """Return where ``side``'s keeper is one step to his own left and right, facing the field (N23)."""
        middle = self.goals[side][1]
        inward = 1 if middle.x < self.centre.x else -1
        above, below = Hex(middle.row - 1, middle.x + inward), Hex(middle.row + 1, middle.x + inward)
        return (above, below) if inward == 1 else (below, above)


def faults(data: Field) -> list[str]:
    """Return in a few words each what keeps data from being a field; none for a good one."""
    found = [*_of_rows(data)]
    if found:
        return found
    found += _of_symmetry(data)
    for side in Side:
        found += _of_goal(data, side)
    low, high = data.sizes
    if not 1 <= low <= high:
        found.append("a side has at least one figure, and no fewer at most than at least")
    return found


def _of_rows(data: Field) -> list[str]:
    found = []
    if len(data.lengths) % 2 == 0 or len(data.lengths) < 5:
        found.append("there is an odd number of rows, at least five")
    if any(length != data.lengths[row % 2] for row, length in enumerate(data.lengths)):
        found.append("every other row is as long")
    elif data.lengths[1] != data.lengths[0] + 1:
        found.append("the second row has one cell more than the first")
    elif data.lengths[0] % 2 == 0 or (len(data.lengths) // 2) % 2:
        found.append("there is a cell in the very middle")
    return found


def _of_symmetry(data: Field) -> list[str]:
    found = []
    for side in Side:
        turned = {data.rotated(cell) for cell in data.goals[side]}
        if turned != set(data.goals[side.other]):
            found.append(f"{side}'s goal lies opposite the other one")
        if {data.reflected(cell) for cell in data.goals[side]} != set(data.goals[side]):
            found.append(f"{side}'s goal is the same on both sides of its middle")
        if data.rotated(data.spots[side]) != data.spots[side.other]:
            found.append(f"{side}'s spot lies opposite the other one")
    return found


def _of_goal(data: Field, side: Side) -> list[str]:
    first, middle, last = data.goals[side]
    found = [f"{side}'s goal lies on the field" for cell in (first, middle, last) if cell not in data][:1]
    if not {first, last} <= set(neighbours(middle)):
        found.append(f"{side}'s goal cells lie side by side")
    spot = data.spots[side]
    if spot not in data.area(side):
        found.append(f"{side}'s spot lies in its area")
    if distance(spot, middle) != SPOT_TO_MIDDLE or {distance(spot, one) for one in (first, last)} != {SPOT_TO_SIDE}:
        found.append(f"{side}'s spot is three steps from the middle of its goal and four from its sides")
    return found


def standing(name: str, rows: int, length: int, sizes: tuple[int, int]) -> Field:
    """Return a field of ``rows`` rows, ``length`` cells the short ones, with goals in the middle of its ends."""
    middle, far = rows // 2, 2 * length
    low = (Hex(middle - 1, 1), Hex(middle, 2), Hex(middle + 1, 1))
    high = (Hex(middle - 1, far + 1), Hex(middle, far), Hex(middle + 1, far + 1))
    spots = {Side.YELLOW: Hex(middle, 2 + 2 * SPOT_TO_MIDDLE), Side.BLUE: Hex(middle, far - 2 * SPOT_TO_MIDDLE)}
    lengths = tuple(length + row % 2 for row in range(rows))
    return Field(name, lengths, {Side.YELLOW: low, Side.BLUE: high}, spots, sizes)


STREET = standing("street", 9, 15, (1, 5))
"""The field of the board: 139 cells, teams of five."""
LARGE = standing("large", 17, 29, (1, 15))
"""For teams of up to fifteen; on pages only."""
FIELDS: Mapping[str, Field] = {one.name: one for one in (STREET, LARGE)}
