"""Limits of what is typed in a fight, and the refusals of what lies beyond them. Source: readings I7, I22."""

from __future__ import annotations

from feldlicht.base.reasons import Reason, Refusal

LOW, HIGH = -1_000, 1_000_000
"""Limits of every INI (I22)."""
MOST_LEVELS = 20
"""Levels of advantage either way; nobody throws more dice."""
MOST_TEXT = 200
MOST_FIGURES = 120


def out_of_limits(*numbers: int) -> Refusal | None:
    """Return the refusal of the first number that no INI may be."""
    return _beyond(LOW, HIGH, *numbers)


def bad_delay(*delays: int) -> Refusal | None:
    """Return the refusal of the first VZ that is none: time is given back by a correction only (I7)."""
    return _beyond(0, HIGH, *delays)


def bad_levels(advantage: int) -> Refusal | None:
    """Return the refusal of an advantage that nobody has."""
    return _beyond(-MOST_LEVELS, MOST_LEVELS, advantage)


def bad_successes(successes: int) -> Refusal | None:
    """Return the refusal of successes by which no INI would come out: that has the other sign."""
    return _beyond(-HIGH, -LOW, successes)


def within(ini: int) -> int:
    """Return the INI nearest to what a probe gave that there is: nobody is asked again whom dice brought there."""
    return min(max(ini, LOW), HIGH)


def bad_text(text: str) -> Refusal | None:
    """Return the refusal of free text that is too long, or has signs that cannot be shown."""
    good = len(text) <= MOST_TEXT and text.isprintable()
    return None if good else Refusal.of(Reason.BAD_TEXT, most=MOST_TEXT)


def _beyond(low: int, high: int, *numbers: int) -> Refusal | None:
    bad = next((one for one in numbers if not low <= one <= high), None)
    return None if bad is None else Refusal.of(Reason.NUMBER_LIMITS, number=bad, low=low, high=high)
