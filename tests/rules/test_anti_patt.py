"""M13: how often a figure may go there and back between two kick-offs."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason
from feldlicht.rules.master_move import GAME, MasterMoveState
from tests.rules.helpers import facts, keeper_step, kicked_off, next_kick_off, play, reason, refusal, score, targets


def go(state: MasterMoveState, *acts: str) -> MasterMoveState:
    """Play yellow's acts; blue answers each with its keeper."""
    for act in acts:
        state = play(state, act)
        if state.to_move is Side.BLUE:
            state = play(state, keeper_step(state))
    return state


THERE, BACK = "M C7-B7", "M B7-C7"


def test_m13_the_third_hin_of_the_same_figure_is_illegal() -> None:
    state = go(kicked_off(), THERE, BACK, THERE, BACK)
    assert "B7" not in targets(state, "C7")
    found = refusal(state, THERE)
    assert found.reason == Reason.THIRD_HIN
    assert facts(found) == {
        "figure": "yM1",
        "kind": "M",
        "origin": "C7",
        "target": "B7",
        "mode": "directed",
    }


def test_m13_other_moves_in_between_do_not_reset_the_count() -> None:
    state = go(kicked_off(), THERE, BACK, "V D4-D5", THERE, "M G7-H7", BACK)
    assert reason(state, THERE) == Reason.THIRD_HIN
    other_way_round = go(state, "M C7-C6", "M C6-C7")
    assert reason(other_way_round, THERE) == Reason.THIRD_HIN


def test_m13_the_way_back_counts_for_itself() -> None:
    state = go(kicked_off(), THERE, BACK, THERE, BACK, "M C7-C6", "M C6-B6", "M B6-B7")
    assert reason(state, BACK) == Reason.THIRD_HIN
    assert "A7" in targets(state, "B7")


def test_m13_each_figure_counts_for_itself() -> None:
    state = go(kicked_off(), THERE, BACK, THERE, BACK)
    # The other midfielder comes to the same cell and may go the same way.
    state = go(state, "M C7-C6", "M G7-G6", "M G6-F6", "M F6-F7", "M F7-C7")
    assert state.position[cell("C7")].id == "yM2"
    assert "B7" in targets(state, "C7")


def test_m13_a_kick_off_resets_every_count() -> None:
    state = go(kicked_off(), THERE, BACK, THERE, BACK)
    state = next_kick_off(score(state, Side.BLUE))
    assert state.crossings == ()
    assert "B7" in targets(state, "C7")


def test_m13_the_keeper_is_exempt() -> None:
    state = kicked_off()
    for _ in range(8):
        state = play(state, keeper_step(state), keeper_step(play(state, keeper_step(state))))
    assert state.crossings == ()
    assert targets(state, "E1") == {"D1", "F1"}


def test_m13_pair_allows_four_crossings_of_two_cells_either_way() -> None:
    state = go(kicked_off(anti_patt="pair"), THERE, BACK, THERE)
    assert "C7" in targets(state, "B7")
    state = go(state, "M B7-B6", "M B6-C6", "M C6-C7")
    state = go(state, THERE)
    assert reason(state, BACK) == Reason.THIRD_HIN


def test_m13_consecutive_counts_only_an_unbroken_there_and_back_of_that_figure() -> None:
    state = go(kicked_off(anti_patt="consecutive"), THERE, BACK, "V D4-D5", THERE, BACK)
    assert reason(state, THERE) == Reason.THIRD_HIN
    state = go(state, "M C7-C6", "M C6-C7")
    assert "B7" in targets(state, "C7")


def test_m13_off_counts_nothing() -> None:
    state = kicked_off(anti_patt="off")
    for _ in range(4):
        state = go(state, THERE, BACK)
    assert state.crossings == ()
    assert "B7" in targets(state, "C7")


@pytest.mark.parametrize("mode", ["directed", "pair", "consecutive"])
def test_m13_counts_travel_in_the_position_line(mode: str) -> None:
    state = go(kicked_off(anti_patt=mode), THERE, BACK, THERE, BACK)
    again = GAME.from_position(GAME.position(state))
    assert again == state
    assert reason(again, THERE) == Reason.THIRD_HIN
