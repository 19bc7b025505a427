"""A ball that went out: each moves once, then it is brought back. Source: reading N19."""

from __future__ import annotations

from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman import telling
from feldlicht.rules.imman.acts import Put
from feldlicht.rules.imman.flow import half_over, in_order, is_up, paused
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.options import Behind
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.rolling import Ended, Ending
from feldlicht.rules.imman.state import Active, After, Ball, Dead, Flow, Match, Phase, Restart
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why, goal_closed


def went_out(match: Match, ended: Ended, by: Shirt) -> Flow:
    """Return the match with the ball dead: the round is cut, and ends by that if it was the half's last."""
    if is_up(match):
        return half_over(match)
    how, spot = _brought_back(match, ended, by)
    order = in_order(match)
    after = order.index(by) + 1
    dead = Dead(how, by.side.other, spot, (*order[after:], *order[:after]))
    cut = replace(match, active=None, led=None, bans=frozenset(), ball=Ball(where=spot), dead=dead)
    told = telling.dead(match, how.value, dead.side, spot)
    waiting, events = paused(cut, After.DEAD)
    return waiting, (told, *events)


def _brought_back(match: Match, ended: Ended, by: Shirt) -> tuple[Restart, Hex]:
    if ended.how is not Ending.BEHIND:
        return Restart.ROLL_IN, ended.where
    centre = match.ground.centre
    defender = match.low if ended.where.x < centre.x else match.low.other
    if by.side is defender:
        above, below = match.ground.corners[match.end(defender)]
        return Restart.CORNER, above if ended.where.row < centre.row else below
    keeper = match.options.behind is Behind.KEEPER
    return (Restart.KEEPER if keeper else Restart.ROLL_IN), ended.where


def places_for(match: Match, figure: Shirt) -> frozenset[Hex]:
    """Return where a figure may be set to bring the ball back: where it went out, or, if somebody else stands there,
    the nearest free cells of the border, for a free kick of all; a keeper, who rolls from his goal, on any free cell
    of his area.
    """
    dead = match.dead
    assert dead is not None
    taken = {where for one, where in match.standing if one != figure}
    if dead.how is Restart.KEEPER:
        return match.area(dead.side) - taken
    everywhere = match.ground.cells.values() if dead.how is Restart.FREE_KICK else match.ground.border
    free = [one for one in everywhere if one not in taken and goal_closed(match, figure, one) is None]
    nearest = min(distance(one, dead.spot) for one in free)
    return frozenset(one for one in free if distance(one, dead.spot) == nearest)


def why_not(match: Match, command: Put) -> Refusal | None:
    """Return why a figure may not be set there to bring the ball back, None if it may."""
    dead = match.dead
    assert dead is not None
    figure, cell = command.figure, command.cell
    if figure not in match.places:
        return Refusal.of(Why.NOT_ON_FIELD, figure=figure)
    if figure.side is not dead.side:
        return Refusal.of(Why.NOT_YOUR_FIGURE)
    if dead.how is Restart.KEEPER and not match.is_keeper(figure):
        return Refusal.of(Why.KEEPER_ROLLS, figure=match.keeper(dead.side))
    if cell not in match.ground:
        return Refusal.of(Why.OFF_FIELD)
    if cell in places_for(match, figure):
        return None
    name = match.ground.name_of(cell)
    if match.crowd.get(cell, (figure,)) != (figure,):
        return Refusal.of(Why.HEX_FULL, cell=name)
    where = Why.AREA_ONLY if dead.how is Restart.KEEPER else Why.NOT_WHERE_IT_WENT_OUT
    return Refusal.of(where, cell=name)


def put(match: Match, command: Put) -> Flow:
    """Return the match with a figure set, the ball in its hands: it stays there, and this is no turn of its own."""
    figure, cell = command.figure, command.cell
    after = replace(match.at(figure, cell), ball=Ball(figure), active=Active(figure, gained=0), phase=Phase.ROLL_IN)
    return after, (telling.put(match, figure, cell, "restart"),)
