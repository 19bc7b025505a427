"""The empty table: no magnet lies on it, so every cell must say so, calmly. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from feldlicht.base.cells import CELL_COUNT, Cell
from feldlicht.base.occupancy import Occupancy, bits
from feldlicht.selftest.findings import Finding, Found, broken_chain, dead, in_order

RESTLESS = 4
"""So many changes on a table where nothing moves are noise; one magnet that passes makes two."""
NOISE_LIMIT = 100
"""So far apart, in hundredths of a millitesla, the readings of a calm sensor never lie: it is two thirds of the
least hysteresis that works, and several times what a sensor's own noise makes."""
REST_LIMIT = 300
"""A sensor that reads more than this on an empty table, in hundredths of a millitesla, has a magnet over it or is
broken. As the firmware's own limit for a zero (``docs/protocol.md``, ``Z``)."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The field in every cell of a linear board and how far its readings lie apart, in hundredths of a millitesla.

    None: there is no sensor that works.
    """

    field: tuple[int | None, ...]
    noise: tuple[int | None, ...]

    def __post_init__(self) -> None:
        if not len(self.field) == len(self.noise) == CELL_COUNT:
            raise ValueError("a survey has every cell")


@dataclass(frozen=True, slots=True)
class Look:
    """One snapshot: what stands, and the bits of the cells that were touched since the last acknowledged one."""

    occupancy: Occupancy
    touched: int = 0

    def touched_since(self, before: Look) -> int:
        """Return the bits of the cells that are known to have been touched after the snapshot ``before``.

        A snapshot may repeat what the one before it said, as long as the board has no acknowledgement.
        """
        return self.touched & ~before.touched


def judge_empty(looks: Sequence[Look], survey: Survey | None, trouble: str = "ok") -> tuple[Found, ...]:
    """Return what is wrong with an empty table that was looked at for some seconds.

    ``survey``: of a linear board; ``trouble``: the board's word for its sensors.
    """
    noisy = restless(looks)
    occupied = set(bits(looks[-1].occupancy.north | looks[-1].occupancy.south)) if looks else set()
    silent: set[Cell] = set()
    if survey is not None:
        for index, (field, noise) in enumerate(zip(survey.field, survey.noise, strict=True)):
            if field is None or noise is None:
                silent.add(Cell(index))
                continue
            if noise > NOISE_LIMIT:
                noisy.add(Cell(index))
            if abs(field) > REST_LIMIT:
                occupied.add(Cell(index))
    found = broken_chain(trouble) + dead(silent)
    if stuck := occupied - noisy - silent:
        found.append(Found.of(Finding.STUCK_CELL, stuck))
    if noisy := noisy - silent:
        found.append(Found.of(Finding.NOISY_CELL, noisy))
    return in_order(found)


def restless(looks: Sequence[Look]) -> set[Cell]:
    """Return the cells that changed more than once while nothing moved."""
    changes: Counter[Cell] = Counter()
    for before, after in pairwise(looks):
        changes.update(bits(after.touched_since(before) | before.occupancy.differs(after.occupancy)))
    return {which for which, count in changes.items() if count >= RESTLESS}
