"""The list of legal moves: check values, a second generator, symmetry, and that there always is one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, cell_name
from feldlicht.base.commands import Move, Relocate
from feldlicht.base.figures import FigureId, Side
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.anti_patt import Crossing
from feldlicht.rules.master_move.geometry import mirrored
from feldlicht.rules.master_move.perft import perft
from feldlicht.rules.master_move.state import Phase
from tests.rules import naive
from tests.rules.helpers import (
    OPTION_SETS,
    kicked_off,
    mirror,
    pieces,
    placed,
    play,
    random_match,
    reachable,
    swapped,
)
from tests.support.samples import samples


def named(move: Move) -> naive.NaiveMove:
    origin, target = cell_name(move.origin), cell_name(move.target)
    return (origin[0], int(origin[1:])), (target[0], int(target[1:]))


@pytest.mark.parametrize(("depth", "lines"), [(1, 83), (2, 6_940)])
def test_perft_of_the_counting_formation_has_the_check_value(depth: int, lines: int) -> None:
    assert perft(kicked_off(), depth) == lines
    assert naive.perft(pieces(kicked_off()), "yellow", depth) == lines


def test_perft_by_the_rules_proper_counts_the_same_as_the_fast_one() -> None:
    state = kicked_off()
    # A crossing that closes nothing makes perft walk from state to state instead of on its own board.
    counted = (Crossing(FigureId("yF1"), CELLS[20], CELLS[37], 1),)
    assert perft(replace(state, crossings=counted), 2) == perft(state, 2)


@pytest.mark.parametrize("zone", ["ring", "front3x2", "none"])
def test_perft_agrees_with_the_naive_generator_in_other_zones(zone: str) -> None:
    near_the_goals = placed(zone=zone, yS1="G13", yM1="H16", yJ1="C13", bF1="B4", bM2="I1", bV1="G3")
    assert perft(near_the_goals, 2) == naive.perft(pieces(near_the_goals), "yellow", 2, zone)


def test_a_line_that_scores_ends_and_counts_once() -> None:
    state = placed(yS1="G14")
    scoring = [act for act in GAME.legal(state) if GAME.write(state, act).endswith("!")]
    assert scoring
    others = sum(perft(GAME.apply(state, act).state, 1) for act in GAME.legal(state) if act not in scoring)
    assert perft(state, 2) == len(scoring) + others


def test_counting_no_plies_is_refused() -> None:
    with pytest.raises(ValueError, match="depth 1"):
        perft(kicked_off(), 0)


@given(reachable)
@samples(60)
def test_legal_moves_are_those_of_the_naive_generator_without_the_ones_anti_patt_closes(
    state: MasterMoveState,
) -> None:
    if state.phase is not Phase.PLAY:
        return
    expected = naive.moves(pieces(state), state.to_move.value, state.options.zone_text)
    moves = [act for act in GAME.legal(state) if isinstance(act, Move)]
    assert {named(move) for move in moves} <= set(expected)
    assert len({named(move) for move in moves}) == len(moves)
    without_counts = replace(state, crossings=())
    assert sorted(named(act) for act in GAME.legal(without_counts) if isinstance(act, Move)) == sorted(expected)


@given(reachable)
@samples(60)
def test_legal_acts_mirror_when_sides_and_columns_are_swapped(state: MasterMoveState) -> None:
    def turned(act: object) -> object:
        if isinstance(act, Move | Relocate):
            return type(act)(swapped(act.figure), mirrored(act.origin), mirrored(act.target))
        return act

    assert {turned(act) for act in GAME.legal(state)} == set(GAME.legal(mirror(state)))


@given(st.integers(0, 2**32), st.integers(0, 3))
@samples(12)
def test_every_state_before_the_end_has_a_legal_act_and_m14_one_of_them_a_move_of_the_keeper(
    seed: int, option_set: int
) -> None:
    for state in random_match(seed, 120, **OPTION_SETS[option_set]):
        legal = GAME.legal(state)
        assert legal or state.phase is Phase.OVER
        if state.phase is Phase.PLAY:
            keeper = FigureId(f"{state.to_move[0]}T1")
            assert any(isinstance(act, Move) and act.figure == keeper for act in legal)


@given(reachable)
@samples(20)
def test_listing_and_refusing_agree_on_every_figure_and_every_cell(state: MasterMoveState) -> None:
    legal = set(GAME.legal(state))
    for which, figure in state.standing.items():
        for target in CELLS:
            for act in (Move(figure.id, which, target), Relocate(figure.id, which, target)):
                assert (act in legal) is (GAME.why_illegal(state, act) is None)


def test_moves_name_the_figure_and_both_cells() -> None:
    state = play(kicked_off(), "S D8-E10")
    assert GAME.write(state, GAME.parse(state, "S D9-E7")) == "S D9-E7"
    assert state.to_move is Side.BLUE
