"""What a self-test can find. Each has one sentence in the catalogue, ``board.finding.…``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.cells import CELL_COUNT, COLUMNS, ROWS, Cell, cell_name

HALF = COLUMNS // 2
"""Cells of one half-bar."""
_REGISTERS_PER_ROW = 4
_CELLS_PER_REGISTER = COLUMNS // _REGISTERS_PER_ROW


class Finding(StrEnum):
    """What is wrong with a board, the gravest first."""

    BROKEN_CHAIN = "broken_chain"
    """Nothing comes from the registers behind a place."""
    DEAD_BAR = "dead_bar"
    """No cell of a half-bar answers."""
    DEAD_SENSOR = "dead_sensor"
    """A cell does not answer to a magnet, or gives what no sensor gives."""
    STUCK_CELL = "stuck_cell"
    """A cell says that a magnet is there while none is."""
    SWAPPED_ROWS = "swapped_rows"
    SWAPPED_BARS = "swapped_bars"
    """Half-bars answer for one another."""
    SWAPPED_COLUMNS = "swapped_columns"
    SWAPPED_CELLS = "swapped_cells"
    JOINED_CELLS = "joined_cells"
    """Cells that answer together to one magnet."""
    WRONG_POLE = "wrong_pole"
    """A cell names the pole that points down."""
    NOISY_CELL = "noisy_cell"
    """A cell trembles although nothing moves."""
    WEAK_SENSOR = "weak_sensor"
    """A cell feels a magnet much less than other cells do."""
    WEAK_MAGNET = "weak_magnet"
    """The magnet is felt only just."""
    BROKEN_LIGHTS = "broken_lights"
    """All lamps behind one are dark."""
    DEAD_LED = "dead_led"


EXIT_CODES = {finding: 30 + number for number, finding in enumerate(Finding)}
"""What a self-test ends with: that of the gravest finding; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding, the cells that it is about, and the names that its sentence says (cells, rows, columns, bars)."""

    finding: Finding
    cells: tuple[Cell, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, finding: Finding, cells: Iterable[Cell], names: Iterable[str] | None = None) -> Found:
        """Make one; without ``names`` it says the cells' own."""
        ordered = tuple(sorted(cells))
        return cls(finding, ordered, tuple(map(cell_name, ordered)) if names is None else tuple(names))


def in_order(found: Iterable[Found]) -> tuple[Found, ...]:
    """Return the findings without doubles, the gravest first."""
    order = list(Finding)
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (order.index(one.finding), one.cells)))


def row_name(row: int) -> str:
    """Return the letter of a row, 0 for A."""
    return chr(ord("A") + row)


def bar_of(which: Cell) -> int:
    """Return the half-bar of a cell: 0 for the left one of row A, 1 for the right one."""
    return which // HALF


def bar_cells(bar: int) -> frozenset[Cell]:
    """Return the cells of a half-bar."""
    return frozenset(Cell(which) for which in range(bar * HALF, bar * HALF + HALF))


def bar_name(bar: int) -> str:
    """Return what a half-bar is called: its first and last cell."""
    return f"{cell_name(Cell(bar * HALF))}–{cell_name(Cell(bar * HALF + HALF - 1))}"


def dead(cells: Iterable[Cell]) -> list[Found]:
    """Return what to say of cells that do not answer: whole half-bars by themselves."""
    silent = set(cells)
    found = []
    for bar in range(CELL_COUNT // HALF):
        if bar_cells(bar) <= silent:
            found.append(Found.of(Finding.DEAD_BAR, bar_cells(bar), [bar_name(bar)]))
            silent -= bar_cells(bar)
    return found + ([Found.of(Finding.DEAD_SENSOR, silent)] if silent else [])


def broken_chain(trouble: str) -> list[Found]:
    """Return what the board's own word for its sensors says of the chain (``chain:12``, ``chain:?``)."""
    kind, _, where = trouble.partition(":")
    if kind != "chain":
        return []
    reached = int(where) if where.isascii() and where.isdigit() else 0
    if not 0 <= reached <= ROWS * _REGISTERS_PER_ROW or where == "?":
        return [Found.of(Finding.BROKEN_CHAIN, (), ["?"])]
    first = reached * _CELLS_PER_REGISTER
    cells = [Cell(which) for which in range(first, CELL_COUNT)]
    if reached == ROWS * _REGISTERS_PER_ROW:
        return [Found.of(Finding.BROKEN_CHAIN, (), [cell_name(Cell(CELL_COUNT - 1))])]
    # Registers of a row follow its cells, the rows follow one another: the last cell that still answers names it.
    return [Found.of(Finding.BROKEN_CHAIN, cells, [cell_name(Cell(first - 1)) if first else "0"])]
