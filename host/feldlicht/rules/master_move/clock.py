"""Time in a match (M17): each side's, and the match's.

Clocks run from the first ply after a kick-off on, and stand from a Move until the next ply.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from feldlicht.base.clocks import Clock
from feldlicht.base.figures import Side
from feldlicht.rules.master_move.options import Options
from feldlicht.rules.master_move.state import MasterMoveState, Phase

_MS = 1000


def at_the_start(options: Options) -> tuple[int, int, int]:
    """Return the milliseconds of yellow, of blue and of the match."""
    side = options.side_seconds * _MS
    return side, side, options.match_seconds * _MS


def clock(state: MasterMoveState) -> Clock | None:
    """Return the clocks as they stood after the last act, None for a match that is not timed."""
    options = state.options
    if not options.side_seconds and not options.match_seconds:
        return None
    yellow, blue, match = state.time
    return Clock(
        running=state.to_move if _run(state) else None,
        left=(yellow, blue) if options.side_seconds else None,
        match=match if options.match_seconds and not state.beyond else None,
    )


def passed(state: MasterMoveState, spent: int) -> MasterMoveState:
    """Return ``state`` after the running clocks have run for ``spent`` ms; no clock goes below 0."""
    if not spent or not _run(state):
        return state
    yellow, blue, match = state.time
    own = state.to_move
    left = (_less(yellow, spent, own is Side.YELLOW), _less(blue, spent, own is Side.BLUE))
    return replace(state, time=(*left, _less(match, spent, not state.beyond)))


def with_increment(state: MasterMoveState, mover: Side) -> MasterMoveState:
    """Return ``state`` with what a ply adds to its side's time, if that time ran."""
    more = state.options.increment_seconds * _MS
    if not more or not state.options.side_seconds or not _run(state):
        return state
    yellow, blue, match = state.time
    return replace(state, time=(yellow + more, blue, match) if mover is Side.YELLOW else (yellow, blue + more, match))


class Fallen(Enum):
    """What has run out."""

    NOTHING = auto()
    SIDE = auto()
    """The time of the side to move."""
    MATCH = auto()


def fallen(state: MasterMoveState) -> Fallen:
    """Return what has run out; a side's own time counts before the match's."""
    if not _run(state):
        return Fallen.NOTHING
    yellow, blue, match = state.time
    if state.options.side_seconds and not (yellow if state.to_move is Side.YELLOW else blue):
        return Fallen.SIDE
    return Fallen.MATCH if state.options.match_seconds and not state.beyond and not match else Fallen.NOTHING


def _run(state: MasterMoveState) -> bool:
    return state.phase is Phase.PLAY and state.last_move is not None


def _less(left: int, spent: int, runs: bool) -> int:
    return max(0, left - spent) if runs else left
