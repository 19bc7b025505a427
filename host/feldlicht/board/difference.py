"""The difference between where figures should stand and what the sensors report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Figure, FigureId, Pole, Side
from feldlicht.base.occupancy import Occupancy


@dataclass(frozen=True, slots=True)
class Difference:
    """``missing``: cells whose figure is not seen there; ``extra``: poles seen where none should be.

    ``known``: which figure an extra magnet is for certain, as it was carried alone.
    """

    missing: Mapping[Cell, Figure]
    extra: Mapping[Cell, Pole]
    known: Mapping[Cell, FigureId] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra)

    def missing_of(self, side: Side) -> dict[Cell, Figure]:
        """Return the missing figures of one side."""
        return {c: figure for c, figure in self.missing.items() if figure.side is side}

    def extra_of(self, side: Side) -> list[Cell]:
        """Return the cells with an unexpected magnet of one side's pole."""
        return [c for c, pole in self.extra.items() if pole is side.pole]


def difference(
    figures: Mapping[Cell, Figure],
    occupancy: Occupancy,
    wildcards: frozenset[Cell] = frozenset(),
    known: Mapping[Cell, FigureId] | None = None,
) -> Difference:
    """Compare; cells in ``wildcards`` are not looked at.

    ``known`` figures stand on these cells for certain: one that stands where another should is wrong too, although
    the two look alike, and so is whoever stands where it should.
    """
    seen = occupancy.poles()
    missing = {
        c: figure for c, figure in figures.items() if c not in wildcards and seen.get(c) is not figure.side.pole
    }
    extra = {
        c: pole
        for c, pole in seen.items()
        if c not in wildcards and (c not in figures or figures[c].side.pole is not pole)
    }
    certain = {c: named for c, named in (known or {}).items() if c in seen and c not in wildcards}
    away = set(certain.values())
    others = {c for c, figure in figures.items() if figure.id in away and c in seen and c not in wildcards}
    for c in others | (certain.keys() & figures.keys()):
        missing.setdefault(c, figures[c])
        extra.setdefault(c, seen[c])
    return Difference(missing, extra, {c: named for c, named in certain.items() if c in extra})
