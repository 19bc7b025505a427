"""What the end of a pass leads to. Source: readings N10, N16, N18, N19, N23."""

from __future__ import annotations

from feldlicht.rules.imman import sevens, telling
from feldlicht.rules.imman.ball import Way
from feldlicht.rules.imman.dead import went_out
from feldlicht.rules.imman.flow import round_over, scored, turn_over
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.rolling import Ended, Ending
from feldlicht.rules.imman.state import Ball, Flow, Match, Played, Rolling
from feldlicht.rules.imman.teams import Shirt


def followed(way: Way) -> Flow:
    """Return what a ball on its way leads to: if it has come to its end, what follows that too."""
    match, events, ended = way
    if ended is None:
        return match, events
    rolling = match.rolling
    assert rolling is not None
    after, more = _ended(replace(match, rolling=None), rolling, ended)
    return after, (*events, *more)


def _ended(match: Match, rolling: Rolling, ended: Ended) -> Flow:
    if match.shoot_out is not None:
        return sevens.shot_in_turn(match, match.shoot_out, ended)
    by, has = rolling.by, None
    if ended.number is not None:
        has = Shirt(by.side if ended.how is Ending.RECEIVED else by.side.other, ended.number)
    told = telling.event("ended", how=ended.how.value, cell=match.ground.name_of(ended.where), figure=has, by=by)
    if has is not None:
        after, events = _on(replace(match, ball=Ball(has)), rolling)
    elif ended.how is Ending.LIES:
        after, events = _on(replace(match, ball=Ball(where=ended.where)), rolling)
    elif ended.how is Ending.GOAL:
        assert ended.goal is not None
        after, events = scored(replace(match, ball=Ball(where=ended.where)), match.end(ended.goal), by)
    else:
        after, events = went_out(replace(match, seven=None), ended, by)
    return after, (told, *events)


def _on(match: Match, rolling: Rolling) -> Flow:
    """A pass ends a turn; a ball that was brought back, or a 7-metre, begins a new round."""
    if rolling.how in (Played.RESTART, Played.FREE_KICK, Played.SHOT):
        return round_over(replace(match, dead=None, active=None, seven=None))
    return turn_over(match)
