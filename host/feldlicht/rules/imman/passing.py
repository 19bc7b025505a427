"""A pass: how far, how hard, where it comes to lie, which way it rolls.

Source: readings N1–N5, check values 2, 5–7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache

from feldlicht.rules.imman.field import Field
from feldlicht.rules.imman.hexes import MOST_KEPT, Hex, Step, distance, line, turned

FURTHEST = 5
EASIER: Mapping[int, int] = {3: 4, 4: 2, 5: 0}
"""By how much a pass over so many steps is eased (N1)."""
SURE = 2
"""Up to so many steps no die is thrown."""


class Aside(IntEnum):
    """To which side, as seen by who passes: an even die right, an odd one left."""

    LEFT = -1
    RIGHT = 1


def aside(die: int) -> Aside:
    """Return to which side a die sends the ball."""
    return Aside.RIGHT if die % 2 == 0 else Aside.LEFT


def needed(passing: int, steps: int) -> int | None:
    """Return what may be rolled at most for a pass over so many steps, None where nothing is rolled (N1)."""
    return None if steps <= SURE else passing + EASIER[steps]


def short(roll: int, limit: int, exactly_six: int = 1) -> int:
    """Return how many steps short a pass falls: 0 if it succeeds (N2). ``exactly_six``: if missed by six, 1 or 2."""
    missed = roll - limit
    if missed <= 0:
        return 0
    if missed == 6:
        return exactly_six
    return 1 if missed < 6 else 2


def landing(origin: Hex, target: Hex, steps_short: int, side: Aside) -> Hex:
    """Return where a missed pass comes to lie: so many steps short, and one aside along the ring round who passed; of
    a tied step the cell of that side (N3).
    """
    return origin + _landing(target - origin, steps_short, side)


@lru_cache(maxsize=MOST_KEPT)
def _landing(way: Hex, steps_short: int, side: Aside) -> Hex:
    here = way - way
    step = line(here, way)[distance(here, way) - steps_short - 1]
    if len(step) == 2:
        right, left = step
        return right if side is Aside.RIGHT else left
    return turned(here, step[0], side)


@dataclass(frozen=True)
class Path:
    """The way of a ball: the steps to where it comes to lie, those off the field too.

    Of a tied step with one cell off the field only the other one is left (N5).
    """

    origin: Hex
    steps: tuple[Step, ...]

    @property
    def end(self) -> Hex:
        """Where it comes to lie, if nobody stops it."""
        return self.steps[-1][0]

    @cached_property
    def homes(self) -> Mapping[Hex, int]:
        """At which step, from 1, each of its cells is reached; the start is none of them."""
        return {one: at for at, step in enumerate(self.steps, 1) for one in step if one != self.origin}


def path(field: Field, origin: Hex, end: Hex) -> Path:
    """Return the way from a cell to where the ball comes to lie."""
    return Path(origin, tuple([_on_field(field, step) for step in line(origin, end)]))


def _on_field(field: Field, step: Step) -> Step:
    if len(step) == 1:
        return step
    there = tuple(one for one in step if one in field)
    return there or step[:1]


def rolled(step: Step, dice: Sequence[int]) -> tuple[Hex, int]:
    """Return the cell of a step through which the ball rolls, and how many of ``dice`` decided it: one for a tie."""
    if len(step) == 1:
        return step[0], 0
    right, left = step
    return (right if aside(dice[0]) is Aside.RIGHT else left), 1
