"""Cells that toggle faster than any hand: weak magnets and broken sensors. They are named and not looked at.

Source: design, "Hands on the board"; scenario E14.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from feldlicht.base.cells import Cell

CALM_MS = 250
"""A cell that rests for so long has ended its run of changes, and is believed again if it was noisy."""
NOISE_MS = 1000
"""A run of changes that lasts so long is noise. A magnet that is set down with a tremble bounces for less."""
FLIPS = 6
"""A run of fewer changes is none, however long it lasts."""


@dataclass(frozen=True, slots=True)
class Run:
    """Changes of one cell with no rest in between: from when to when (host ms), and how many."""

    began: int
    last: int
    count: int

    def noisy(self, now: int) -> bool:
        """Return whether the cell is not to be believed at ``now``."""
        return now - self.last < CALM_MS and self.last - self.began >= NOISE_MS and self.count >= FLIPS


@dataclass(frozen=True, slots=True)
class Noise:
    """``runs``: the cells that have not come to rest yet; ``counts``: per cell all changes that were noise."""

    runs: Mapping[Cell, Run] = field(default_factory=dict)
    counts: Mapping[Cell, int] = field(default_factory=dict)

    def changed(self, cells: Iterable[Cell], now: int) -> Noise:
        """Return the noise after ``cells`` changed at ``now``; a cell that changed twice is named twice."""
        changes = Counter(cells)
        runs = {c: run for c, run in self.runs.items() if now - run.last < CALM_MS}
        for c, count in changes.items():
            before = runs.get(c, Run(now, now, 0))
            runs[c] = Run(before.began, now, before.count + count)
        noise = {c: count for c, count in changes.items() if runs[c].noisy(now)}
        return Noise(runs, dict(Counter(self.counts) + Counter(noise)) if noise else self.counts)

    def noisy(self, now: int) -> frozenset[Cell]:
        """Return the cells that are not believed at ``now``."""
        return frozenset(c for c, run in self.runs.items() if run.noisy(now))

    def calm_at(self, now: int) -> int | None:
        """Return when the next noisy cell will be believed again if it stays calm, None if none is noisy."""
        return min((run.last + CALM_MS for run in self.runs.values() if run.noisy(now)), default=None)
