"""The virtual LEDs: what the table shows, decoded from the bytes on its two data lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from feldlicht.base.cells import CELLS, RING_COUNT, STRIP_COUNT, Cell
from feldlicht.base.layout import Layout

Rgb = tuple[int, int, int]
OFF: Rgb = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Lights:
    """What every lamp shows, red, green, blue 0–255 as on the wire: all 144 cells, ring 0–23, strip 0–5."""

    cells: Mapping[Cell, Rgb]
    ring: tuple[Rgb, ...]
    strip: tuple[Rgb, ...]

    @classmethod
    def dark(cls) -> Lights:
        """Return a table without power."""
        return cls(dict.fromkeys(CELLS, OFF), (OFF,) * RING_COUNT, (OFF,) * STRIP_COUNT)

    def after(self, layout: Layout, pin: int, data: bytes) -> Lights:
        """Return the lights after ``data`` (three bytes an LED: green, red, blue) was clocked out on ``pin``.

        LEDs that the data does not reach keep what they show; data beyond the last LED, and pins without LEDs, do
        nothing.
        """
        colours = [(data[at + 1], data[at], data[at + 2]) for at in range(0, len(data) - 2, 3)]
        if pin == layout.grid_pin:
            lit = {Cell(index): colour for index, colour in zip(layout.grid_order, colours, strict=False)}
            return Lights({**self.cells, **lit}, self.ring, self.strip)
        if pin != layout.ring_strip_pin:
            return self
        ring, strip = list(self.ring), list(self.strip)
        for (part, index), colour in zip(layout.ring_strip_order, colours, strict=False):
            (ring if part == "ring" else strip)[index] = colour
        return Lights(self.cells, tuple(ring), tuple(strip))
