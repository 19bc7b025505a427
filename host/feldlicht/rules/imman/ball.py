"""A ball on its way, one die at a time. Source: readings N1–N11, N15, N19, N23."""

from __future__ import annotations

from collections.abc import Mapping

from feldlicht.base.entries import Event
from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman import telling
from feldlicht.rules.imman.acts import Pass
from feldlicht.rules.imman.heroes import Action
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.options import GoalTargets, Lanes, OwnCell
from feldlicht.rules.imman.passing import FURTHEST, Path, aside, landing, needed, path, rolled, short
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.rolling import Ended, Ending, Man, stops, tries, unstopped
from feldlicht.rules.imman.state import Due, Match, Phase, Played, Purpose, Restart, Rolling
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why

Way = tuple[Match, tuple[Event, ...], Ended | None]
"""The match, what happened, and how the pass ended, None while a die is due."""


NEEDS_A_DIE = (Played.PASS, Played.FREE_KICK, Played.SHOT)


def why_no_target(match: Match, command: Pass) -> Refusal | None:
    """Return why a ball may not be played there, whoever plays it; None if it may (N1, N19)."""
    origin = match.places[command.figure]
    if command.cell not in match.ground:
        return Refusal.of(Why.OFF_FIELD)
    name = match.ground.name_of(command.cell)
    if command.cell == origin:
        return Refusal.of(Why.OWN_HEX, cell=name)
    if distance(origin, command.cell) > FURTHEST:
        return Refusal.of(Why.TOO_FAR, cell=name)
    from_outside = match.dead is not None and match.dead.how in (Restart.ROLL_IN, Restart.CORNER)
    closed = match.options.goal_targets is GoalTargets.CLOSED and command.cell in match.ground.goal_cells
    return Refusal.of(Why.GOAL_CLOSED, cell=name) if from_outside and closed else None


def how_played(match: Match, by: Shirt) -> Played:
    """Return how a figure plays the ball as the match stands (N15, N19, N23)."""
    if match.phase is Phase.ROLL_IN and match.dead is not None:
        return Played.FREE_KICK if match.dead.how is Restart.FREE_KICK else Played.RESTART
    if match.phase is Phase.SHOT:
        return Played.SHOT
    return Played.HAND if match.handles(by) else Played.PASS


def played(match: Match, by: Shirt, target: Hex, how: Played) -> Way:
    """Return the match with the ball played: the die of the pass is due, or the ball rolls already."""
    origin = match.places[by]
    rolling = Rolling(by, origin, target, how)
    limit = None
    if how in NEEDS_A_DIE:
        limit = needed(match.team(by.side).value(by.number, Action.PASSING), distance(origin, target))
    told = telling.played(match, rolling, limit)
    if limit is not None:
        return replace(match, rolling=rolling, due=Due(Purpose.PASS, by.side, by.number, limit)), (told,), None
    return _told(told, advanced(replace(match, rolling=replace(rolling, end=target))))


def _told(told: Event, way: Way) -> Way:
    return way[0], (told, *way[1]), way[2]


def thrown(match: Match, face: int) -> Way:
    """Return the match after the die of a pass, a lane or a try."""
    due, rolling = match.due, match.rolling
    assert due is not None
    assert rolling is not None
    match = replace(match, due=None)
    if due.purpose is Purpose.PASS:
        assert due.limit is not None
        settled = _settled(match, rolling, due.limit, face)
        assert settled.end is not None
        told = telling.of_pass(match, due, face, settled.end)
        return _told(told, advanced(replace(match, rolling=settled)))
    if due.purpose is Purpose.LANE:
        lane = aside(face)
        cell = rolled(_way(match, rolling).steps[rolling.at - 1], (face,))[0]
        chosen = replace(rolling, cell=cell, lane=lane if match.options.lanes is Lanes.PER_PASS else None)
        facts = {"die": face, "result": lane.name.lower(), "cell": match.ground.name_of(cell)}
        told = telling.event("thrown", purpose=due.purpose.value, figure=rolling.by, **facts)
        return _told(told, advanced(replace(match, rolling=chosen)))
    assert due.number is not None
    assert due.limit is not None
    stopper = Shirt(due.side, due.number)
    whole = match.places[stopper] == rolling.cell
    told = telling.of_limit(match, due, face, "full" if whole else "half", rolling.cell)
    if face <= due.limit:
        return match, (told,), Ended(Ending.STOPPED, match.places[stopper], stopper.number)
    return _told(told, let_pass(match, stopper))


def let_pass(match: Match, figure: Shirt) -> Way:
    """Return the match when a figure has not stopped the ball, or did not try (N9): it tries no more in this pass."""
    assert match.rolling is not None
    rolling = replace(match.rolling, tried=match.rolling.tried | {figure.number})
    return advanced(replace(match, rolling=rolling, due=None))


def _settled(match: Match, rolling: Rolling, limit: int, face: int) -> Rolling:
    missed = short(face, limit, match.options.exactly_six)
    end = landing(rolling.origin, rolling.target, missed, aside(face)) if missed else rolling.target
    return replace(rolling, end=end)


def _way(match: Match, rolling: Rolling) -> Path:
    assert rolling.end is not None
    return path(match.ground, rolling.origin, rolling.end)


def advanced(match: Match) -> Way:
    """Return the match with the ball rolled on until a die is due or it comes to its end."""
    rolling = match.rolling
    assert rolling is not None
    way, men = _way(match, rolling), opponents(match, rolling)
    last = len(list(stops(match.ground, way)))
    while True:
        if rolling.cell is not None:
            waiting = tries(way, rolling.at, rolling.cell, men, rolling.tried)
            if waiting:
                due = Due(Purpose.STOP, rolling.by.side.other, waiting[0].man.number, waiting[0].limit)
                return replace(match, rolling=rolling, due=due), (), None
        if rolling.at == last:
            ended = unstopped(match.ground, way, rolling.cell or rolling.origin, mates(match, rolling))
            return replace(match, rolling=rolling), (), ended
        step = way.steps[rolling.at]
        cell = step[0] if len(step) == 1 else None
        if cell is None and rolling.lane is not None:
            cell = step[0 if rolling.lane > 0 else 1]
        rolling = replace(rolling, at=rolling.at + 1, cell=cell)
        if cell is None:
            due = Due(Purpose.LANE, rolling.by.side, rolling.by.number)
            return replace(match, rolling=rolling, due=due), (), None


def opponents(match: Match, rolling: Rolling) -> list[Man]:
    """Return who of the other side meets the ball; at a 7-metre only the keeper (N23)."""
    side, team = rolling.by.side.other, match.team(rolling.by.side.other)
    there = [(one, where) for one, where in match.standing if one.side is side]
    if rolling.how is Played.SHOT:
        there = [one for one in there if match.is_keeper(one[0])]
    not_at = rolling.origin if match.options.own_cell is OwnCell.NEVER else None
    return [
        Man(
            one.number,
            where,
            team.value(one.number, Action.STOPPING),
            barred=where == not_at or (one, rolling.by) in match.bans,
        )
        for one, where in there
    ]


def mates(match: Match, rolling: Rolling) -> Mapping[Hex, int]:
    """Return who of the passer's own side may receive the ball; at a 7-metre nobody."""
    if rolling.how is Played.SHOT:
        return {}
    side = rolling.by.side
    return {where: one.number for one, where in match.standing if one.side is side and one != rolling.by}
