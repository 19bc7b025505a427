"""A figure's steps: how many it has left, and what they cost. Source: readings N14, N24."""

from __future__ import annotations

from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.options import Sprint
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import Active, Match, Phase, moved
from feldlicht.rules.imman.why import Why

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
