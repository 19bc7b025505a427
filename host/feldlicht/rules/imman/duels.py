"""A duel for the ball. Source: readings N12, N13, N15, N18."""

from __future__ import annotations

from feldlicht.base.entries import Event
from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman import telling
from feldlicht.rules.imman.acts import Tackle
from feldlicht.rules.imman.flow import turn_over
from feldlicht.rules.imman.heroes import DIE, Action
from feldlicht.rules.imman.hexes import distance
from feldlicht.rules.imman.odds import KEEPER_FAILS
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import Ball, Due, Duel, Flow, Match, Purpose
from feldlicht.rules.imman.steps import is_sprint, may_step, why_no_more_steps, with_step
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why, goal_closed


def why_no_tackle(match: Match, command: Tackle) -> Refusal | None:
    """Return why the active figure may not tackle, None if it may."""
    assert match.active is not None
    carrier, figure = match.ball.carrier, command.figure
    if carrier is None or carrier.side is figure.side:
        return Refusal.of(Why.NO_BALL)
    spent = why_no_more_steps(match)
    if spent is not None:
        return spent
    where = match.places[carrier]
    apart = distance(match.places[figure], where)
    if apart > 1:
        return Refusal.of(Why.TOO_FAR, cell=match.ground.name_of(where))
    if apart == 1 and len(match.crowd[where]) > 1:
        return Refusal.of(Why.HEX_FULL, cell=match.ground.name_of(where))
    if (figure, carrier) in match.bans:
        return Refusal.of(Why.BANNED_THIS_ROUND, figure=figure, by=carrier)
    # A keeper who has the ball in his goal may be tackled there, nobody else (N18).
    in_his_goal = match.is_keeper(carrier) and goal_closed(match, carrier, where) is None
    return None if apart == 0 or in_his_goal else goal_closed(match, figure, where)


def may_tackle(match: Match) -> bool:
    """Return whether the active figure may tackle now."""
    assert match.active is not None
    figure, carrier = match.active.figure, match.ball.carrier
    near = carrier is not None and distance(match.places[figure], match.places[carrier]) <= 1
    return near and why_no_tackle(match, Tackle(figure)) is None


def tackled(match: Match, command: Tackle) -> Flow:
    """Return the match with the tackler on the carrier's cell and the first die of the duel due."""
    assert match.active is not None
    carrier = match.ball.carrier
    assert carrier is not None
    duel = Duel(command.figure, carrier)
    sprints = is_sprint(match)
    after = with_step(match, match.places[carrier])
    told = telling.event(
        "tackled",
        figure=command.figure,
        by=carrier,
        cell=match.ground.name_of(after.places[carrier]),
        how="sprint" if sprints else None,
        stamina=after.stamina_of(command.figure) if sprints else None,
    )
    return asked(after, duel), (told,)


def asked(match: Match, duel: Duel) -> Match:
    """Return the match with the next die due: a keeper in his area throws alone (N15), else the tackler first."""
    for one in (duel.tackler, duel.carrier):
        if match.handles(one):
            limit = DIE - KEEPER_FAILS
            return replace(match, duel=duel, due=Due(Purpose.DRIBBLE, one.side, one.number, limit))
    roller = duel.tackler if duel.roll is None else duel.carrier
    return replace(match, duel=duel, due=Due(Purpose.DRIBBLE, roller.side, roller.number))


def thrown(match: Match, face: int) -> Flow:
    """Return the match after a die of a duel: value less die, the higher one has the ball, equal ones roll again."""
    due, duel = match.due, match.duel
    assert due is not None
    assert due.number is not None
    assert duel is not None
    roller = Shirt(due.side, due.number)
    if due.limit is not None:
        other = duel.carrier if roller == duel.tackler else duel.tackler
        told = telling.of_limit(match, due, face, "keeper")
        return _won(match, duel, roller if face <= due.limit else other, told)
    told = telling.of_duel(match, roller, face)
    if duel.roll is None:
        return asked(match, replace(duel, roll=face)), (told,)
    mine, theirs = _margin(match, duel.tackler, duel.roll), _margin(match, duel.carrier, face)
    if mine == theirs:
        return asked(match, replace(duel, roll=None)), (told, Event("level"))
    return _won(match, duel, duel.tackler if mine > theirs else duel.carrier, told)


def _margin(match: Match, figure: Shirt, face: int) -> int:
    return match.team(figure.side).value(figure.number, Action.DRIBBLING) - face


def _won(match: Match, duel: Duel, winner: Shirt, told: Event) -> Flow:
    """Whoever lost may not tackle the winner nor stop his passes in this round; a tackler who lost is done (N12)."""
    assert match.active is not None
    loser = duel.carrier if winner == duel.tackler else duel.tackler
    active = replace(match.active, gained=match.active.taken) if winner == duel.tackler else match.active
    after = replace(match, due=None, duel=None, active=active, ball=Ball(winner), bans=match.bans | {(loser, winner)})
    how = "gained" if winner == duel.tackler else "kept"
    events = (told, Event("won", (("figure", str(winner)), ("by", str(loser)), ("how", how))))
    if winner == duel.tackler and may_step(after):
        return after, events
    ended, more = turn_over(after)
    return ended, (*events, *more)
