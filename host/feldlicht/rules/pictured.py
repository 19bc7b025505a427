"""What pictures of a match show of one of its moments, for any game whose figures stand on cells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.cells import Cell
from feldlicht.base.commands import Move
from feldlicht.base.figures import Formation, Side


class Stage(StrEnum):
    """What happens at that moment, as far as pictures tell it apart."""

    SET_UP = "set_up"
    PLAY = "play"
    REBUILD = "rebuild"
    """Play rests after a point, and figures go back to where they began."""
    RELOCATE = "relocate"
    """Play rests, and sides may give figures other cells."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pictured:
    """One moment: where figures stand, points of yellow and blue, and how many moves (``ply``) were made so far.

    ``last``: the move made last, None where none is to be marked; at the moment at which ``ply`` has risen it is
    that move. ``goals``: the cells that each side defends; ``barred``: those on which nobody may stand.
    """

    standing: Formation
    score: tuple[int, int]
    ply: int
    stage: Stage
    last: Move | None = None
    goals: tuple[tuple[Side, tuple[Cell, ...]], ...] = ()
    barred: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a match's course; ``forced``: an arbiter's word led to it, and no move."""

    shown: Pictured
    forced: bool = False


Course = tuple[Moment, ...]
"""Every moment from the beginning on."""
