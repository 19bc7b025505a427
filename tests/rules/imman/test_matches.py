"""Whole matches led at random: whatever is done, some things always hold."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Pass, Tackle, Throw
from feldlicht.rules.imman.apply import apply, dice, outcome
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.notation import parse, write
from feldlicht.rules.imman.options import (
    Behind,
    Fouls,
    GoalTargets,
    Lanes,
    Opens,
    OwnCell,
    Sprint,
    Stopping,
    TakerStands,
)
from feldlicht.rules.imman.state import Match, Phase
from feldlicht.rules.imman.teams import Shirt
from tests.rules.imman.helpers import fresh, team
from tests.support.samples import samples

OPTIONS = st.fixed_dictionaries(
    {
        "rounds": st.integers(2, 8),
        "exactly_six": st.integers(1, 2),
        "cap": st.integers(0, 6),
        "lanes": st.sampled_from([one.value for one in Lanes]),
        "own_cell": st.sampled_from([one.value for one in OwnCell]),
        "stopping": st.sampled_from([one.value for one in Stopping]),
        "taker_stands": st.sampled_from([one.value for one in TakerStands]),
        "opens": st.sampled_from([one.value for one in Opens]),
        "goal_targets": st.sampled_from([one.value for one in GoalTargets]),
        "sprint": st.sampled_from([one.value for one in Sprint]),
        "fouls": st.sampled_from([one.value for one in Fouls]),
        "behind": st.sampled_from([one.value for one in Behind]),
    }
)
MOST_ACTS = 4000


def held(match: Match, tackled_into: set[Shirt]) -> None:
    """What holds in every state."""
    field = match.ground
    assert set(match.places) <= match.fielded or match.shoot_out is not None
    assert all(len(there) <= 2 for there in match.crowd.values())
    for there in match.crowd.values():
        assert len({one.side for one in there}) == len(there), "only a tackle brings two together"
    if match.phase in (Phase.PLAY, Phase.DEAD, Phase.RESTART, Phase.ROLL_IN, Phase.SET_UP):
        assert (match.ball.carrier is None) != (match.ball.where is None), "one ball"
        assert match.ball_at in field
    if match.phase in (Phase.PLAY, Phase.DEAD, Phase.RESTART, Phase.ROLL_IN):
        assert set(match.places) == match.fielded
    for figure, where in match.standing:
        assert where in field
        goal = field.goal_cells.get(where)
        own = match.is_keeper(figure) and match.end(figure.side) is goal
        assert goal is None or own or figure in tackled_into, "nobody else is in a goal but by a tackle"
    if match.active is not None:
        assert match.active.taken <= (3 if match.options.sprint is Sprint.ON else 2)
    for side in Side:
        heroes = match.team(side).heroes
        assert all(match.stamina_of(Shirt(side, n)) <= one.stamina for n, one in enumerate(heroes, 1))
        assert match.keeper(side) in match.fielded or match.phase in (Phase.KEEPER, Phase.OVER)
    # A foul has two dice, and only between them is somebody on the field who has no Ausdauer left.
    assert match.fouling is not None or all(match.stamina_of(one) > 0 for one in match.fielded)
    assert not match.fielded & match.sent_off


def follow(seed: int, options: dict[str, object], names: str = "ABCDEF") -> Match:
    """Lead a match at random to its end."""
    chance = random.Random(seed)
    strong = {f"_{n}": tuple(chance.randint(4, 19) for _ in range(3)) for n in range(1, len(names) + 1)}
    match = fresh(names, yellow=team(names, **strong), blue=team(names, **strong), **options)
    tackled_into: set[Shirt] = set()
    for _ in range(MOST_ACTS):
        held(match, tackled_into)
        acts = legal(match)
        if match.phase is Phase.OVER:
            assert acts == []
            return match
        assert acts, "there is always something to do"
        # Whoever shoots a 7-metre aims at the goal, or a shoot-out might take for ever.
        at_goal = [one for one in acts if isinstance(one, Pass) and one.cell in match.ground.goal_cells]
        command = chance.choice(at_goal if at_goal and match.phase is Phase.SHOT else acts)
        assert parse(write(command, match.ground), match.ground) == command
        faces = [chance.randint(1, sides) for sides in dice(command)]
        applied = apply(match, command, faces)
        assert applied.dice_used == len(faces)
        assert applied.state != match
        if isinstance(command, Tackle):
            tackled_into.add(command.figure)
        if isinstance(command, Throw):
            assert all(1 <= face <= DIE for face in faces)
        match = applied.state
        tackled_into &= {figure for figure, where in match.standing if where in match.ground.goal_cells}
    raise AssertionError("a match of a few rounds does not end")


@samples(10)
@given(st.integers(0, 2**32), OPTIONS)
def test_random_matches_keep_what_always_holds_and_end(seed: int, options: dict[str, object]) -> None:
    match = follow(seed, options)
    ended = outcome(match)
    assert ended is not None
    assert ended.score == match.score
    if ended.reason == "NO_FIGURES":
        assert match.forfeited is not None
    elif ended.reason == "FULL_TIME":
        assert match.score[0] != match.score[1]
    else:
        assert match.shoot_out is not None
        assert match.shoot_out.shots[0] == match.shoot_out.shots[1]
