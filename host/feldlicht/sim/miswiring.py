"""Faults of wiring and parts that a simulated board can be given: what its sensors then get and its lamps show. Pure.

All are seeded where they arise, between magnet and input or between wire and lamp: the firmware is never told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from feldlicht.base.cells import CELL_COUNT, CELLS, COLUMNS, Cell, cell_at
from feldlicht.base.figures import Pole
from feldlicht.base.layout import Layout
from feldlicht.sim import frames
from feldlicht.sim.lights import OFF, Lights
from feldlicht.sim.magnets import chain_bytes, fields_of, packed_fields

_STUCK = 6000
"""What a stuck linear sensor says, in hundredths of a millitesla: as under a magnet."""
_NO_SENSOR = -0x8000
"""Instead of a field: the output gives nothing at all."""
_OTHER = {Pole.NORTH: Pole.SOUTH, Pole.SOUTH: Pole.NORTH}
_SEEN = 30
"""A switch sees a magnet of so many percent of the usual strength; a linear sensor measures what there is."""


@dataclass(frozen=True, slots=True)
class Miswiring:
    """What is wrong, each cell being the one that the board believes to read or to light.

    ``sees``: cells whose sensor really lies under another cell. ``dead``: nothing comes from the sensor. ``stuck``:
    it always says this pole. ``turned``: it is mounted upside down. ``noisy``: what it says trembles. ``strength``:
    percent of the field that reaches it (``magnet``: of every magnet). ``dark``: the lamp does not light.
    """

    sees: Mapping[Cell, Cell] = field(default_factory=dict)
    dead: frozenset[Cell] = frozenset()
    stuck: Mapping[Cell, Pole] = field(default_factory=dict)
    turned: frozenset[Cell] = frozenset()
    noisy: frozenset[Cell] = frozenset()
    strength: Mapping[Cell, int] = field(default_factory=dict)
    magnet: int = 100
    dark: frozenset[Cell] = frozenset()

    def sensed(self, layout: Layout, magnets: Mapping[Cell, Pole]) -> bytes:
        """Return the frames that tell the stand-ins what this board's sensors get from these magnets."""
        if layout.driver == "linear-mux":
            there = frames.frame(frames.FIELD, packed_fields(self.fields(magnets)))
            return there + frames.frame(frames.NOISE, bytes(which in self.noisy for which in CELLS))
        there = frames.frame(frames.MAGNETS, chain_bytes(layout, self.seen(magnets)))
        still = chain_bytes(layout, {})
        moved = chain_bytes(layout, dict.fromkeys(self.noisy, Pole.NORTH))
        mask = bytes(one ^ other for one, other in zip(still, moved, strict=True))
        return there + frames.frame(frames.NOISE, mask)

    def lit(self, lights: Lights) -> Lights:
        """Return what is to be seen of these lights."""
        return Lights({**lights.cells, **dict.fromkeys(self.dark, OFF)}, lights.ring, lights.strip)

    def _percent(self, which: Cell) -> int:
        return self.magnet * self.strength.get(which, 100) // 100

    def seen(self, magnets: Mapping[Cell, Pole]) -> dict[Cell, Pole]:
        """Return which pole each cell's switches see of these magnets."""
        seen = dict(self.stuck)
        for which in CELLS:
            pole = magnets.get(self.sees.get(which, which))
            if pole is not None and which not in self.stuck and self._percent(which) >= _SEEN:
                seen[which] = _OTHER[pole] if which in self.turned else pole
        return {which: pole for which, pole in seen.items() if which not in self.dead}

    def fields(self, magnets: Mapping[Cell, Pole]) -> list[int]:
        """Return what each cell's linear sensor gets of them, in hundredths of a millitesla."""
        there = fields_of(magnets)
        found = [there[self.sees.get(which, which)] * self._percent(which) // 100 for which in CELLS]
        for which in self.turned:
            found[which] = -found[which]
        for which, pole in self.stuck.items():
            found[which] = _STUCK if pole is Pole.NORTH else -_STUCK
        for which in self.dead:
            found[which] = _NO_SENSOR
        return found


SOUND = Miswiring()


def exchanged(*pairs: tuple[Iterable[Cell], Iterable[Cell]]) -> dict[Cell, Cell]:
    """Return what cells see when the wires of each pair's first cells are exchanged for those of its second ones."""
    sees: dict[Cell, Cell] = {}
    for first, second in pairs:
        for one, other in zip(first, second, strict=True):
            sees[one], sees[other] = other, one
    return sees


def row_cells(row: int) -> tuple[Cell, ...]:
    """Return the cells of a row, 0 for A."""
    return tuple(cell_at(row, column) for column in range(COLUMNS))


def column_cells(column: int) -> tuple[Cell, ...]:
    """Return the cells of a column, 0 for column 1."""
    return tuple(Cell(which) for which in range(column, CELL_COUNT, COLUMNS))
