"""Cells of the table: 9 rows A–I by 16 columns 1–16, numbered row by row.

A cell is an int from 0 (``A1``) to 143 (``I16``), so that it can index a list or a bit of an occupancy.
Source: design, "Serial line"; rules page, "The field".
"""

from __future__ import annotations

from typing import NewType

from feldlicht.base.reasons import BadInput, Reason

Cell = NewType("Cell", int)
"""Index of a cell, ``row * 16 + column`` with both counted from 0."""

ROWS = 9
COLUMNS = 16
CELL_COUNT = ROWS * COLUMNS
RING_COUNT = 24
STRIP_COUNT = 6

CELLS: tuple[Cell, ...] = tuple(Cell(index) for index in range(CELL_COUNT))
_NAMES: tuple[str, ...] = tuple(
    f"{chr(ord('A') + row)}{column + 1}" for row in range(ROWS) for column in range(COLUMNS)
)
_BY_NAME: dict[str, Cell] = {name: Cell(index) for index, name in enumerate(_NAMES)}


def cell(name: str) -> Cell:
    """Return the cell called ``name`` ("E8"). Raises :class:`BadInput` (``UNKNOWN_CELL``) for any other text."""
    found = _BY_NAME.get(name)
    if found is None:
        raise BadInput(Reason.UNKNOWN_CELL, cell=name)
    return found


def cell_name(which: Cell) -> str:
    """Return the name people use: row letter, column number."""
    return _NAMES[which]


def cell_at(row: int, column: int) -> Cell:
    """Return the cell in ``row`` 0–8 (A–I) and ``column`` 0–15 (1–16)."""
    if not (0 <= row < ROWS and 0 <= column < COLUMNS):
        raise ValueError(f"no cell in row {row}, column {column}")
    return Cell(row * COLUMNS + column)


def row_of(which: Cell) -> int:
    """Return the row, 0 for A."""
    return which // COLUMNS


def column_of(which: Cell) -> int:
    """Return the column, 0 for column 1."""
    return which % COLUMNS


def king_distance(one: Cell, other: Cell) -> int:
    """Return the Chebyshev distance: how many cells a hand moves a magnet at the least."""
    return max(abs(row_of(one) - row_of(other)), abs(column_of(one) - column_of(other)))
