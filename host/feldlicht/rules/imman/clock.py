"""Time in a match that goes by time. Source: reading N21.

It runs while the ball is in play and while it is brought back, and stands at the toss, set-ups, breaks and 7-metres.
"""

from __future__ import annotations

from feldlicht.base.clocks import Clock
from feldlicht.base.entries import Event
from feldlicht.rules.imman.flow import half_over
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import Flow, Match, Phase, Restart

_RUNS = frozenset({Phase.PLAY, Phase.DEAD, Phase.RESTART, Phase.ROLL_IN})


def clock(match: Match) -> Clock | None:
    """Return the time that is left of the half, None for a match that goes by rounds."""
    if match.options.rounds:
        return None
    if not _runs(match):
        return Clock(running=None, match=match.left)
    if match.active is not None:
        return Clock(running=match.active.figure.side, match=match.left)
    assert match.dead is not None
    return Clock(running=match.dead.side, match=match.left)


def passed(match: Match, spent: int) -> Match:
    """Return the match after ``spent`` milliseconds; the time never goes below 0."""
    return replace(match, left=max(0, match.left - spent)) if spent and _runs(match) else match


def is_over(match: Match) -> bool:
    """Return whether the half's time has run out and nothing has come of it yet."""
    return _runs(match) and match.left == 0


def ran_out(match: Match) -> Flow:
    """Return what follows: a turn with its dice is finished, a 7-metre is taken, another ball is not brought back any
    more.
    """
    told = Event("time_up")
    seven = match.dead is not None and match.dead.how is Restart.SEVEN
    if match.phase is Phase.PLAY or match.rolling is not None or seven:
        return replace(match, late=True), (told,)
    after, events = half_over(match)
    return after, (told, *events)


def _runs(match: Match) -> bool:
    return match.phase in _RUNS and not match.options.rounds and not match.late
