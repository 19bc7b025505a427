"""Random matches keep what the rules promise, and the scenarios from the field."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.commands import Move, TimeOut
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.reasons import Reason, Refused
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.geometry import GOAL_CELLS, GOALS
from feldlicht.rules.master_move.state import EndReason, Phase
from tests.rules.helpers import (
    OPTION_SETS,
    facts,
    fresh,
    keeper_step,
    kicked_off,
    next_kick_off,
    placed,
    play,
    random_match,
    reason,
    refusal,
    score,
)
from tests.support.samples import samples
from tests.support.short_matches import short_match


@given(st.integers(0, 2**32), st.sampled_from(OPTION_SETS))
@samples(15)
def test_at_every_ply_of_a_random_match_the_rules_hold(seed: int, options: dict[str, object]) -> None:
    before: MasterMoveState | None = None
    for state in random_match(seed, 200, **options):
        check(state)
        if before is not None:
            assert sum(state.score) - sum(before.score) in (0, 1)
            assert state.ply - before.ply == (before.phase is Phase.PLAY)
        before = state


def check(state: MasterMoveState) -> None:
    standing = GAME.standing(state)
    assert {figure.id for figure in standing.values()} == set(FIGURES)
    assert not set(standing) & state.options.zone
    for side in Side:
        assert standing.find(FigureId(f"{side[0]}T1")) in GOALS[side]
    visitors = [which for which, one in standing.items() if which in GOAL_CELLS and which not in GOALS[one.side]]
    scored = state.last_move is not None and state.last_move.scored
    assert len(visitors) == (scored and state.phase in (Phase.REBUILD, Phase.OVER))
    assert max(state.score) <= 3
    assert max(state.score) < 3 or state.phase is Phase.OVER
    assert (state.outcome is not None) is (state.phase is Phase.OVER)


@given(st.integers(0, 2**32))
@samples(10)
def test_a_winger_stays_on_its_turf_colour_between_two_kick_offs(seed: int) -> None:
    def colour(which: int) -> int:
        return (which // 16 + which % 16) % 2

    for state in random_match(seed, 200):
        for which, figure in state.position.items():
            if figure.kind == "F":
                start = state.formation.find(figure.id)
                assert start is not None
                assert state.phase is Phase.REBUILD or colour(which) == colour(start)


@given(st.integers(10_000, 2**32))
@samples(10)
def test_a_short_match_from_any_formation_keeps_every_invariant(seed: int) -> None:
    short_match(seed)


def test_a_random_match_comes_to_its_end() -> None:
    states = random_match(1, 4_000)
    assert states[-1].phase is Phase.OVER
    assert sum(state.phase is Phase.REBUILD for state in states) == sum(states[-1].score) - 1


def test_r01_a_move_of_the_opponents_figure_is_refused_and_nothing_changes() -> None:
    state = placed(Side.YELLOW, bS1="G3")
    line, same = GAME.position(state), replace(state)
    assert reason(state, "S G3-F1!") == Reason.NOT_YOUR_TURN
    assert state == same
    assert GAME.position(state) == line
    assert state.position[cell("G3")].side is Side.BLUE


def test_r02_the_same_move_delivered_twice_is_refused_the_second_time() -> None:
    before = placed(yV1="E5", yF2="A8")
    move = GAME.parse(before, "V E5-E6")
    state = GAME.apply(before, move).state
    for again in (move, "V E5-E6"):
        assert reason(state, again) == Reason.NO_SUCH_FIGURE
    with pytest.raises(Refused):
        GAME.apply(play(state, keeper_step(state)), move)
    assert len(GAME.standing(state)) == 22


def test_r04_a_saved_position_knows_mover_counts_and_legal_moves() -> None:
    state = next_kick_off(score(kicked_off(), Side.YELLOW))
    state = next_kick_off(score(state, Side.BLUE))
    for act in ("M C7-B7", "M B7-C7", "M C7-B7", "M B7-C7"):
        state = play(state, act, keeper_step(play(state, act)))
    state = play(state, "M G7-H7")
    assert (state.score, state.to_move) == ((1, 1), Side.BLUE)
    loaded = GAME.from_position(GAME.position(state))
    assert loaded.to_move is Side.BLUE
    assert loaded.crossings == state.crossings
    assert GAME.legal(loaded) == GAME.legal(state)
    third = play(loaded, keeper_step(loaded))
    assert reason(third, "M C7-B7") == Reason.THIRD_HIN


def test_r13_every_end_carries_its_reason() -> None:
    won = kicked_off()
    for _ in range(3):
        won = score(won if won.phase is Phase.PLAY else next_kick_off(won), Side.YELLOW)
    resigned = play(fresh(), "resign blue")
    capped = play(kicked_off(ply_cap=1), "T E1-D1")
    timed = play(kicked_off(side_seconds=1), "T E1-D1")
    late = GAME.apply(timed, TimeOut(), (), 1_000).state
    ends = {
        EndReason.THREE_MOVES: won,
        EndReason.RESIGNED: resigned,
        EndReason.PLY_LIMIT: capped,
        EndReason.TIME: late,
    }
    assert ends.keys() == set(EndReason)
    for why, state in ends.items():
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.reason == why
        assert facts(refusal(state, "built"))["ended"] == why


def test_r14_the_letter_is_checked_never_used_to_guess_another_figure() -> None:
    state = placed(yM1="C5")
    found = refusal(state, "F C5-E7")
    assert found.reason == Reason.WRONG_FIGURE
    assert facts(found)["figure"] == "yM1"
    # A winger on E6 could go to C4, but it is not the figure that was named.
    assert refusal(state, "V E6-C4").reason == Reason.WRONG_FIGURE


def test_a_move_says_what_happened() -> None:
    state = placed(Side.BLUE, bS1="G3")
    applied = GAME.apply(state, Move(FigureId("bS1"), cell("G3"), cell("F1")))
    assert [(event.name, dict(event.facts)) for event in applied.events] == [
        ("moved", {"side": "blue", "figure": "bS1", "from": "G3", "to": "F1"}),
        ("scored", {"side": "blue", "figure": "bS1", "score": "0:1"}),
    ]
    assert applied.dice_used == 0
