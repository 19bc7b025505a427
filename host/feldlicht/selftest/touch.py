"""Margins of a linear board: how far above the threshold a magnet is felt in each cell. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import median

from feldlicht.base.cells import Cell
from feldlicht.selftest.empty import REST_LIMIT, Survey
from feldlicht.selftest.findings import Finding, Found, in_order

ENOUGH_PERCENT = 150
"""A magnet that is felt at less than one and a half times the threshold may be lost when it stands a little askew."""
WEAK_PERCENT = 60
"""A cell that feels less than this share of what the middle one does has a bad sensor, or one too far below."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The strongest field that each touched cell felt, without sign, in hundredths of a millitesla.

    ``threshold``: from where on the board says that a magnet is there, in tenths of a millitesla.
    """

    threshold: int
    felt: Mapping[Cell, int] = field(default_factory=dict)

    def after(self, survey: Survey) -> Margins:
        """Return the margins after one more survey; cells at rest are not touched ones."""
        felt = dict(self.felt)
        for index, value in enumerate(survey.field):
            if value is not None and abs(value) > REST_LIMIT:
                felt[Cell(index)] = max(felt.get(Cell(index), 0), abs(value))
        return replace(self, felt=felt)

    def percent(self, which: Cell) -> int:
        """Return what a touched cell felt as percent of the threshold."""
        return self.felt[which] * 10 // self.threshold


def judge_margins(margins: Margins) -> tuple[Found, ...]:
    """Return the weak cells, or that the magnet is weak if most of them feel it only just."""
    if not margins.felt:
        return ()
    middle = median(margins.felt.values())
    faint = {which for which in margins.felt if margins.percent(which) < ENOUGH_PERCENT}
    weak = {which for which, felt in margins.felt.items() if felt * 100 < middle * WEAK_PERCENT}
    if middle * 10 < margins.threshold * ENOUGH_PERCENT:
        return in_order(
            [Found.of(Finding.WEAK_MAGNET, faint), *([Found.of(Finding.WEAK_SENSOR, weak)] if weak else [])]
        )
    weak |= faint
    return (Found.of(Finding.WEAK_SENSOR, weak),) if weak else ()
