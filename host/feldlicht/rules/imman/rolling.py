"""A ball that rolls: who may try to stop it at which step, and how it ends. Source: readings N4–N11, N18, N19.

The pass is settled first; then the ball goes step by step. At a tied step a die says through which cell; then whoever
touches that cell may try, in order, each once in a pass. What nobody stops comes to lie, is received, leaves the
field, or is in a goal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from feldlicht.base.figures import Side
from feldlicht.rules.imman.field import Field
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.passing import Path


@dataclass(frozen=True, slots=True)
class Man:
    """A figure as a rolling ball meets it: number, cell, what it is worth at stopping; ``barred``: it may not try."""

    number: int
    where: Hex
    stopping: int
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Try:
    """``man`` may try to stop the ball; it does so with at most ``limit`` on a W20."""

    man: Man
    limit: int
    whole: bool
    """On the path, and not only beside it."""


class Ending(StrEnum):
    """How a pass ends."""

    STOPPED = "stopped"
    RECEIVED = "received"
    LIES = "lies"
    GOAL = "goal"
    OUT = "out"
    """Over a side line."""
    BEHIND = "behind"
    """Over a goal line."""


class Ended(NamedTuple):
    """How a pass ended and where: the cell of whoever has the ball, where it lies, or the last one on the field.

    ``number`` is who stopped or received it; ``goal`` whose goal it is in.
    """

    how: Ending
    where: Hex
    number: int | None = None
    goal: Side | None = None


def tries(path: Path, number: int, cell: Hex, opponents: Collection[Man], tried: Collection[int]) -> list[Try]:
    """Return who may try to stop the ball that rolls through ``cell`` at a step (from 1), in their order.

    Whoever stands on a cell of the path tries there, in full; on the cell of a tied step through which it does not
    roll, with half. Others try with half at the first cell that they touch (N6, N7). ``tried``: numbers of those who
    have tried, or may not any more.
    """
    found = []
    for man in opponents:
        if man.barred or man.number in tried:
            continue
        home = path.homes.get(man.where)
        if home == number:
            whole = man.where == cell
            found.append(Try(man, man.stopping if whole else man.stopping // 2, whole))
        elif home is None and distance(man.where, cell) == 1:
            found.append(Try(man, man.stopping // 2, whole=False))
    return sorted(found, key=lambda one: (not one.whole, one.man.number)) if len(found) > 1 else found


def stops(field: Field, path: Path) -> Iterator[int]:
    """Yield the steps (from 1) at which the ball is on the field."""
    for number, step in enumerate(path.steps, 1):
        if step[0] not in field:
            return
        yield number


def unstopped(field: Field, path: Path, last: Hex, mates: Mapping[Hex, int]) -> Ended:
    """Return how a pass ends that nobody has stopped.

    ``last`` is the last cell on the field that the ball rolled through, ``mates`` who of the passer's own side stands
    where.
    """
    goal = field.goal_cells.get(last)
    if path.end not in field:
        if goal is not None:
            return Ended(Ending.GOAL, last, goal=goal)
        off = next(step[0] for step in path.steps if step[0] not in field)
        aside = not 0 <= off.row < len(field.lengths)
        return Ended(Ending.OUT if aside else Ending.BEHIND, last)
    if path.end in mates:
        return Ended(Ending.RECEIVED, path.end, mates[path.end])
    if goal is not None:
        return Ended(Ending.GOAL, path.end, goal=goal)
    return Ended(Ending.LIES, path.end)
