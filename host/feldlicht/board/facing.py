"""A board that may lie turned by 180 degrees on its table: its own cells and the table's.

Turning is its own inverse, so one function serves both ways. The ring and the strip stay what they are: their lamps
are named by the fields that they mean. Source: design, "Hands on the board".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from feldlicht.base.cells import Cell
from feldlicht.base.manners import Orientation
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.styles import Scene
from feldlicht.board.turned import turned, turned_bits, turned_cell

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Facing:
    """How a board lies; everything that goes between it and its table goes through here."""

    orientation: Orientation = Orientation.UNKNOWN

    @property
    def turned(self) -> bool:
        """Whether cell n of the board is cell 143 − n of the table."""
        return self.orientation is Orientation.TURNED

    def cell(self, which: Cell) -> Cell:
        """Return the same place as a cell of the other one."""
        return turned_cell(which) if self.turned else which

    def cells(self, which: Iterable[Cell]) -> frozenset[Cell]:
        """Return the same places as cells of the other one."""
        return frozenset(self.cell(one) for one in which)

    def bits(self, cells: int) -> int:
        """Return cells as bits (bit n = cell n)."""
        return turned_bits(cells) if self.turned else cells

    def occupancy(self, felt: Occupancy) -> Occupancy:
        """Return what is felt."""
        return turned(felt) if self.turned else felt

    def by_cell(self, found: Mapping[Cell, _Found]) -> dict[Cell, _Found]:
        """Return what is found by cell, ascending."""
        return {self.cell(which): found[which] for which in sorted(found, key=self.cell)}

    def scene(self, scene: Scene) -> Scene:
        """Return a scene; ring and strip are the same."""
        return replace(scene, cells=self.by_cell(scene.cells)) if self.turned else scene
