"""The lamps: a row at a time shows its colours, and a person says which stay dark. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from feldlicht.base.cells import COLUMNS, RING_COUNT, ROWS, STRIP_COUNT, Cell, cell_at, cell_name
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.selftest.findings import Finding, Found, in_order, row_name

_COLOURS = Style((Colour.RED, Colour.GREEN, Colour.BLUE), Pattern.ALTERNATE, 1800)
"""One channel of a lamp after the other: one that lacks a colour is seen too."""
_BEHIND = 2
"""So many dark lamps at the end of the line are one break rather than as many dead lamps."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What is lit at one time: its name (a row's letter, ``ring``, ``strip``), its cells, and the whole scene."""

    name: str
    cells: tuple[Cell, ...]
    scene: Scene


def stages(cells: bool = True) -> tuple[Stage, ...]:
    """Return the rows one by one, of a device with ``cells``, then ring and strip."""
    rows = []
    for row in range(ROWS if cells else 0):
        lit = tuple(cell_at(row, column) for column in range(COLUMNS))
        rows.append(Stage(row_name(row), lit, Scene(dict.fromkeys(lit, _COLOURS))))
    ring = Stage("ring", (), Scene(ring=dict.fromkeys(range(RING_COUNT), _COLOURS)))
    strip = Stage("strip", (), Scene(strip=dict.fromkeys(range(STRIP_COUNT), _COLOURS)))
    return (*rows, ring, strip)


def judge_lamps(dark: Iterable[Cell], others: Iterable[str], line: Sequence[int]) -> tuple[Found, ...]:
    """Return what dark lamps say.

    ``others``: names of dark lamps that lie under no cell; ``line``: the cells in the order of the grid's data line,
    each lamp of which hands on to the next.
    """
    silent = set(dark)
    found = []
    reached = len(line)
    while reached and Cell(line[reached - 1]) in silent:
        reached -= 1
    behind = [Cell(which) for which in line[reached:]]
    if len(behind) >= _BEHIND:
        found.append(Found.of(Finding.BROKEN_LIGHTS, behind, [cell_name(behind[0])]))
        silent -= set(behind)
    if silent:
        found.append(Found.of(Finding.DEAD_LED, silent))
    if names := tuple(others):
        found.append(Found.of(Finding.DEAD_LED, (), names))
    return in_order(found)
