"""The board seen from its other end: turned by 180 degrees, its cell n is cell 143 − n of the table."""

from __future__ import annotations

from feldlicht.base.cells import CELL_COUNT, Cell
from feldlicht.base.manners import Orientation
from feldlicht.base.occupancy import Occupancy


def turned_cell(which: Cell) -> Cell:
    """Return the cell at the same place seen from the other end."""
    return Cell(CELL_COUNT - 1 - which)


def turned_bits(cells: int) -> int:
    """Return a set of cells (bit n = cell n) seen from the other end."""
    return int(f"{cells:0{CELL_COUNT}b}"[::-1], 2)


def turned(occupancy: Occupancy) -> Occupancy:
    """Return what the sensors would report if the board lay the other way round. Turning twice is nothing."""
    return Occupancy(turned_bits(occupancy.north), turned_bits(occupancy.south))


def other_way(orientation: Orientation) -> Orientation:
    """Return how a board lies after it was turned; one that nobody spoke of lies as marked."""
    return Orientation.AS_MARKED if orientation is Orientation.TURNED else Orientation.TURNED
