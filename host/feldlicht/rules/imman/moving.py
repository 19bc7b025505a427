"""A figure's turn: steps, picking up, and when it is over. Source: readings N13, N14, N18."""

from __future__ import annotations

from feldlicht.base.entries import Event
from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman import telling
from feldlicht.rules.imman.acts import PickUp, Step
from feldlicht.rules.imman.flow import moved_dead, turn_over
from feldlicht.rules.imman.fouls import may_foul
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import Active, Ball, Flow, Match, Phase
from feldlicht.rules.imman.steps import STEPS, is_sprint, may_step, why_no_more_steps, with_step
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why, goal_closed


def may_pass(active: Active) -> bool:
    """Return whether a figure may pass: with a ball that it had from the start also after its step."""
    if active.gained is None:
        return False
    return active.gained == 0 or (active.taken == active.gained < STEPS)


def why_no_pass(match: Match, figure: Shirt) -> Refusal | None:
    """Return why the active figure may not play a ball anywhere, None if it may."""
    assert match.active is not None
    if match.ball.carrier != figure:
        return Refusal.of(Why.NO_BALL, figure=figure)
    return None if may_pass(match.active) else Refusal.of(Why.ACTION_SPENT, figure=figure)


def loose_under(match: Match) -> bool:
    """Return whether the active figure stands on a ball that lies, and may take it."""
    assert match.active is not None
    return match.phase is Phase.PLAY and match.ball.where == match.places[match.active.figure]


def why_no_step(match: Match, command: Step) -> Refusal | None:
    """Return why the active figure may not go there, None if it may."""
    assert match.active is not None
    spent = why_no_more_steps(match)
    if spent is not None:
        return spent
    if command.cell not in match.ground:
        return Refusal.of(Why.OFF_FIELD)
    if distance(match.places[command.figure], command.cell) != 1:
        return Refusal.of(Why.TOO_FAR, cell=match.ground.name_of(command.cell))
    if command.cell in match.crowd:
        return Refusal.of(Why.HEX_FULL, cell=match.ground.name_of(command.cell))
    return goal_closed(match, command.figure, command.cell)


def ways(match: Match) -> list[Hex]:
    """Return where the active figure may step now."""
    assert match.active is not None
    figure = match.active.figure
    if not may_step(match):
        return []
    near, crowd = match.ground.beside(match.places[figure]), match.crowd
    return [one for one in near if one not in crowd and goal_closed(match, figure, one) is None]


def stepped(match: Match, command: Step) -> Flow:
    """Return the match after a step; a ball that is had comes along."""
    assert match.active is not None
    figure = command.figure
    after = with_step(match, command.cell)
    left = after.stamina_of(figure)
    return _unless_over(after, telling.moved(match, figure, command.cell, sprints=is_sprint(match), left=left))


def why_no_pick_up(match: Match, command: PickUp) -> Refusal | None:
    """Return why the active figure may not take the ball, None if it may."""
    return None if loose_under(match) else Refusal.of(Why.NO_BALL, figure=command.figure)


def picked_up(match: Match, command: PickUp) -> Flow:
    """Return the match after the ball was taken: lying on the own cell it was reached with the first step (N14)."""
    assert match.active is not None
    taken = max(match.active.taken, 1)
    after = replace(match, ball=Ball(command.figure), active=replace(match.active, taken=taken, gained=taken))
    cell = match.ground.name_of(match.places[command.figure])
    return _unless_over(after, Event("picked_up", (("figure", str(command.figure)), ("cell", cell))))


def _unless_over(match: Match, told: Event) -> Flow:
    assert match.active is not None
    if may_step(match) or may_pass(match.active) or loose_under(match) or may_foul(match):
        return match, (told,)
    after, events = over(match)
    return after, (told, *events)


def over(match: Match) -> Flow:
    """Return what follows when the active figure does nothing more."""
    return moved_dead(match) if match.phase is Phase.DEAD else turn_over(match)
