"""What a linear board measures just now, cell by cell, with whatever stands on it. Pure."""

from __future__ import annotations

from enum import StrEnum

from feldlicht.base.cells import Cell
from feldlicht.selftest.empty import NOISE_LIMIT, REST_LIMIT, Survey
from feldlicht.selftest.findings import Finding, Found, broken_chain, dead, in_order
from feldlicht.selftest.touch import ENOUGH_PERCENT


class CellState(StrEnum):
    """How a cell is doing, whatever stands on it."""

    DEAD = "dead"
    """It gives what no sensor gives."""
    NOISY = "noisy"
    """Its readings lie too far apart."""
    REST = "rest"
    """It feels nothing."""
    FAINT = "faint"
    """It feels a magnet, and less than a sure one: it may be lost when it stands a little askew."""
    FIRM = "firm"
    """It feels a magnet with a margin."""


def percent(field: int, threshold: int) -> int:
    """Return a field (hundredths of a millitesla) as percent of the threshold (tenths), without sign."""
    return abs(field) * 10 // threshold


def state_of(field: int | None, noise: int | None, threshold: int) -> CellState:
    """Return how a cell is doing: field and noise in hundredths of a millitesla, the threshold in tenths."""
    if field is None or noise is None:
        return CellState.DEAD
    if noise > NOISE_LIMIT:
        return CellState.NOISY
    if abs(field) <= REST_LIMIT:
        return CellState.REST
    return CellState.FIRM if percent(field, threshold) >= ENOUGH_PERCENT else CellState.FAINT


def judge_live(survey: Survey | None, trouble: str = "ok") -> tuple[Found, ...]:
    """Return what can be said of a table that is in use: cells that do not answer, and those that tremble.

    ``survey`` is None where nothing measures a field; ``trouble`` is the board's own word for its sensors.
    """
    found = broken_chain(trouble)
    if survey is not None:
        # The threshold plays no part in these two.
        states = [state_of(field, noise, 1) for field, noise in zip(survey.field, survey.noise, strict=True)]
        found += dead(Cell(index) for index, state in enumerate(states) if state is CellState.DEAD)
        if noisy := {Cell(index) for index, state in enumerate(states) if state is CellState.NOISY}:
            found.append(Found.of(Finding.NOISY_CELL, noisy))
    return in_order(found)
