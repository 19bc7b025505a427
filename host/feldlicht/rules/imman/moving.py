"""A figure's turn: steps, picking up, and when it is over. Source: readings N13, N14, N18, N24."""

from __future__ import annotations

from feldlicht.base.entries import Event
from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman import telling
from feldlicht.rules.imman.acts import PickUp, Step
from feldlicht.rules.imman.flow import moved_dead, turn_over
from feldlicht.rules.imman.fouls import may_foul
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.options import Sprint
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import Active, Ball, Flow, Match, Phase, moved
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why, goal_closed

STEPS = 2
"""Steps without the ball; with it one less."""


def may_step(match: Match) -> bool:
    """Return whether the active figure has another step, by a sprint if it may."""
    assert match.active is not None
    return _has_step(match.active) or (may_sprint(match) and why_no_sprint(match) is None)


def _has_step(active: Active) -> bool:
    """Who gained the ball on the way has one step or a pass, unless it was with the last step."""
    if active.gained is None:
        return active.taken < STEPS
    return active.taken < (active.gained + 1 if active.gained < STEPS else 0)


def may_sprint(match: Match) -> bool:
    """Return whether the next step would be the one more of a sprint (N24): the third without the ball, the second
    with it, or the first with it for who gained it with the second.
    """
    active = match.active
    assert active is not None
    if match.options.sprint is Sprint.OFF or match.phase is not Phase.PLAY:
        return False
    usual = {None: STEPS, 0: STEPS - 1, STEPS: STEPS}
    return active.gained in usual and active.taken == usual[active.gained]


def why_no_sprint(match: Match) -> Refusal | None:
    """Return that the active figure has not enough Ausdauer for a sprint, None if it has: one more than is paid."""
    assert match.active is not None
    figure = match.active.figure
    enough = match.stamina_of(figure) > match.options.sprint_cost
    return None if enough else Refusal.of(Why.NO_STAMINA, figure=figure)


def why_no_more_steps(match: Match) -> Refusal | None:
    """Return why the active figure has no step left, None if it has."""
    assert match.active is not None
    if may_step(match):
        return None
    if may_sprint(match):
        return why_no_sprint(match)
    return Refusal.of(Why.ACTION_SPENT, figure=match.active.figure)


def is_sprint(match: Match) -> bool:
    """Return whether the active figure's next step, which is legal, is paid with Ausdauer."""
    assert match.active is not None
    return not _has_step(match.active)


def with_step(match: Match, where: Hex) -> Match:
    """Return the match with another step of the active figure taken, to that cell, and paid if it is a sprint."""
    active = match.active
    assert active is not None
    if is_sprint(match):
        match = match.with_stamina(active.figure, match.stamina_of(active.figure) - match.options.sprint_cost)
    taken = Active(active.figure, active.taken + 1, active.gained)
    return replace(match, active=taken, standing=moved(match.standing, active.figure, where))


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
