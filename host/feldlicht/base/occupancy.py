"""What the sensors report: the whole table at one moment, two bits a cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Figure, Pole


@dataclass(frozen=True, slots=True)
class Occupancy:
    """Cells with a north pole and cells with a south pole, each as bits (bit n = cell n).

    A cell in both sets reads both poles at once, which no single magnet does: a shared cell or a broken chain.
    """

    north: int = 0
    south: int = 0

    @classmethod
    def of(cls, poles: Mapping[Cell, Pole]) -> Occupancy:
        """Build from the pole on each occupied cell."""
        return cls(
            sum(1 << c for c, pole in poles.items() if pole is Pole.NORTH),
            sum(1 << c for c, pole in poles.items() if pole is Pole.SOUTH),
        )

    @classmethod
    def standing(cls, figures: Mapping[Cell, Figure]) -> Occupancy:
        """Return what the sensors would report with ``figures`` standing and nothing else."""
        return cls.of({c: figure.side.pole for c, figure in figures.items()})

    def at(self, which: Cell) -> Pole | None:
        """Return the pole on a cell; None when empty, or when both poles are read at once."""
        north, south = self.north >> which & 1, self.south >> which & 1
        if north == south:
            return None
        return Pole.NORTH if north else Pole.SOUTH

    def poles(self) -> dict[Cell, Pole]:
        """Return the occupied cells and their poles."""
        return {c: Pole.NORTH if self.north >> c & 1 else Pole.SOUTH for c in bits(self.north ^ self.south)}

    def differs(self, other: Occupancy) -> int:
        """Return the bits of the cells whose reading differs."""
        return (self.north ^ other.north) | (self.south ^ other.south)


def bits(cells: int) -> list[Cell]:
    """Return the cells whose bit is set, ascending."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(Cell(lowest.bit_length() - 1))
        cells ^= lowest
    return found
