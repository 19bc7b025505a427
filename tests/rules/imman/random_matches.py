"""Matches led at random, with everything that happened in them."""

from __future__ import annotations

import random
from collections.abc import Mapping

from feldlicht.base.commands import GameCommand, Resign
from feldlicht.base.figures import Side
from feldlicht.rules.happened import Happened
from feldlicht.rules.imman.acts import EndTurn, Pass, PickUp, Step, Tackle, Throw
from feldlicht.rules.imman.apply import apply, dice
from feldlicht.rules.imman.hexes import distance
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.state import Match, Phase
from tests.rules.imman.helpers import fresh, team

MOST_ACTS = 4000


def led(seed: int, options: Mapping[str, object], resigns_after: int | None = None) -> list[Happened[Match]]:
    """Lead a match at random: often at a goal or a team-mate, some dice typed and some thrown by the house.

    ``resigns_after``: after so many acts, whatever is going on, somebody gives up.
    """
    chance = random.Random(seed)
    strong = {f"_{n}": tuple(chance.randint(4, 19) for _ in range(3)) for n in range(1, 7)}
    match = fresh("ABCDEF", yellow=team("ABCDEF", **strong), blue=team("GHIJKL", **strong), **options)
    found: list[Happened[Match]] = []
    while match.phase is not Phase.OVER:
        assert len(found) < MOST_ACTS, "a match of a few rounds does not end"
        command: GameCommand = Resign(chance.choice(list(Side)))
        if len(found) != resigns_after:
            command = chosen(match, legal(match), chance)
        faces = tuple(chance.randint(1, sides) for sides in dice(command))
        applied = apply(match, command, faces)
        found.append(Happened(match, command, faces, applied.events, applied.state))
        match = applied.state
    return found


def chosen(match: Match, acts: list[GameCommand], chance: random.Random) -> GameCommand:
    """Choose an act: most figures go for the ball, and who has it looks for a goal or a team-mate."""
    passes = [one for one in acts if isinstance(one, Pass)]
    at_goal = [one for one in passes if one.cell in match.ground.goal_cells]
    theirs = [one for one in at_goal if match.ground.goal_cells[one.cell] is match.end(one.figure.side.other)]
    if theirs and (match.phase is Phase.SHOT or chance.random() < 0.8):
        return chance.choice(theirs)
    standing = {cell: figure for figure, cell in match.standing}
    at_mate = [one for one in passes if one.cell in standing and standing[one.cell].side is one.figure.side]
    if at_mate and chance.random() < 0.4:
        return chance.choice(at_mate)
    at_edge = [one for one in passes if one.cell in match.ground.border]
    if at_edge and chance.random() < 0.3:
        return chance.choice(at_edge)
    for_ball = [one for one in acts if isinstance(one, PickUp | Tackle)]
    if for_ball and chance.random() < 0.8:
        return chance.choice(for_ball)
    steps = [one for one in acts if isinstance(one, Step)]
    if steps and match.ball_at is not None and chance.random() < 0.7:
        goal = match.ground.goals[match.end(steps[0].figure.side.other)][1]
        aim = goal if match.ball.carrier == steps[0].figure else match.ball_at
        return min(steps, key=lambda one: distance(one.cell, aim))
    if isinstance(acts[0], Throw):
        return chance.choice([Throw(), Throw(chance.randint(1, 20)), *acts])
    # Few give up their turn: more happens then.
    lively = [one for one in acts if not isinstance(one, EndTurn)]
    return chance.choice(lively or acts)
