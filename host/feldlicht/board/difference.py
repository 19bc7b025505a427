"""The difference between where figures should stand and what the sensors report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Figure, Pole, Side
from feldlicht.base.occupancy import Occupancy


@dataclass(frozen=True, slots=True)
class Difference:
    """``missing``: cells whose figure is not seen there; ``extra``: poles seen where none should be."""

    missing: Mapping[Cell, Figure]
    extra: Mapping[Cell, Pole]

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra)

    def missing_of(self, side: Side) -> dict[Cell, Figure]:
        """Return the missing figures of one side."""
        return {c: figure for c, figure in self.missing.items() if figure.side is side}

    def extra_of(self, side: Side) -> list[Cell]:
        """Return the cells with an unexpected magnet of one side's pole."""
        return [c for c, pole in self.extra.items() if pole is side.pole]


def difference(
    figures: Mapping[Cell, Figure], occupancy: Occupancy, wildcards: frozenset[Cell] = frozenset()
) -> Difference:
    """Compare; cells in ``wildcards`` are not looked at."""
    seen = occupancy.poles()
    missing = {
        c: figure for c, figure in figures.items() if c not in wildcards and seen.get(c) is not figure.side.pole
    }
    extra = {
        c: pole
        for c, pole in seen.items()
        if c not in wildcards and (c not in figures or figures[c].side.pole is not pole)
    }
    return Difference(missing, extra)
