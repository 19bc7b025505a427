"""What pages offer: every act that is legal, and odds that say all that may come of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import TimeOut
from feldlicht.base.viewers import PUBLIC
from feldlicht.rules.imman.acts import Pass
from feldlicht.rules.imman.apply import apply, dice
from feldlicht.rules.imman.field import FIELDS
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.notation import write
from feldlicht.rules.imman.offering import ground, offers
from feldlicht.rules.imman.state import Match
from feldlicht.rules.imman.view import view
from tests.rules.imman.helpers import at_play, fresh, team
from tests.support.samples import samples


def walked(seed: int, steps: int) -> Match:
    """A match after some acts at random."""
    chance = random.Random(seed)
    match = fresh("ABCDEF", rounds=4, fouls="on", sprint="on")
    for _ in range(steps):
        acts = legal(match)
        if not acts:
            break
        command = chance.choice(acts)
        match = apply(match, command, [chance.randint(1, sides) for sides in dice(command)]).state
    return match


@samples(20)
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_whatever_may_be_done_is_offered_and_the_odds_of_each_pass_are_whole(seed: int, steps: int) -> None:
    match = walked(seed, steps)
    told = offers(match)
    acts = [one for one in legal(match) if not isinstance(one, TimeOut)]
    assert set(told["acts"]) == {write(one, match.ground) for one in acts if not isinstance(one, Pass)}  # type: ignore[call-overload]
    assert set(told["passes"]) == {match.ground.name_of(one.cell) for one in acts if isinstance(one, Pass)}  # type: ignore[call-overload]
    for odds in told["passes"].values():  # type: ignore[attr-defined]
        ends = [odds[name] for name in ("own", "goal", "own_goal", "lies", "out")] + [*odds["stopped"].values()]
        assert sum(ends) == pytest.approx(1, abs=0.002)
        assert 0 <= odds["made"] <= 1


def test_a_sure_pass_to_a_figure_of_the_own_side_is_sure_and_an_opponent_beside_it_is_named() -> None:
    free = at_play("y2", {"y2": "E8", "y3": "E10"}, ball="y2")
    assert offers(free)["passes"]["E10"] == {  # type: ignore[index]
        "made": 1, "own": 1, "goal": 0, "own_goal": 0, "lies": 0, "out": 0, "stopped": {},
    }  # fmt: skip
    guarded = at_play("y2", {"y2": "E8", "y3": "E10", "b2": "D9"}, ball="y2", blue=team("ABCDE", _2=(10, 10, 10)))
    odds = offers(guarded)["passes"]["E10"]  # type: ignore[index]
    assert odds["stopped"] == {"b2": 0.25}
    assert odds["made"] == odds["own"] == 0.75


def test_a_shot_says_how_likely_it_scores_and_one_at_the_own_goal_too() -> None:
    odds = offers(at_play("y2", {"y2": "E13", "b1": "A14"}, ball="y2"))["passes"]
    assert odds["E15"]["goal"] == 1  # type: ignore[index]
    own = offers(at_play("y2", {"y2": "E3", "y1": "A1"}, ball="y2"))["passes"]
    assert own["E1"]["own_goal"] == 1  # type: ignore[index]


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_is_told_by_its_rows_and_the_cells_that_mean_something(name: str) -> None:
    told = ground(FIELDS[name])
    assert sum(told["rows"]) == len(FIELDS[name].cells)  # type: ignore[call-overload]
    assert all(len(cells) == 3 for cells in told["goals"].values())  # type: ignore[attr-defined]
    street = ground(FIELDS["street"])
    assert (street["centre"], street["goals"]) == (
        "E8", {"yellow": ["D1", "E1", "F1"], "blue": ["D16", "E15", "F16"]},
    )  # fmt: skip
    assert street["spots"] == {"yellow": "E4", "blue": "E12"}


def test_the_bench_is_who_does_not_play_now() -> None:
    shown = view(fresh("ABCDEF"), PUBLIC)
    assert [one["id"] for one in shown["bench"]] == ["y6", "b6"]  # type: ignore[attr-defined, index]
