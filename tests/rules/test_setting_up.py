"""Setting up from an empty board (M10, M22): in turn, figure by figure, in secret; confirmed, then locked."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.figures import Side
from feldlicht.base.plans import Build, Free, Nothing
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Secrecy, Viewer
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.formation import SHAPES
from feldlicht.rules.master_move.state import Phase
from tests.rules.helpers import facts, play, reason, refusal
from tests.support.formations import counting
from tests.support.samples import samples

YELLOW = [f"+{kind} {name}" for name, kind in counting()["yellow"].items()]
BLUE = [f"+{kind} {name}" for name, kind in counting()["blue"].items()]
ORDERS = ("sequential", "alternating", "sealed")


def empty(**options: object) -> MasterMoveState:
    return GAME.new(options, None)


def seat(side: Side) -> Viewer:
    return Viewer(Role.PLAYER, side)


def test_m10_a_match_may_begin_with_an_empty_board_and_yellow_sets_up_first() -> None:
    state = empty()
    plan = GAME.hand_plan(state)
    assert isinstance(plan, Free)
    assert [one.id for one in plan.reserve] == [name for name in FIGURES if name[0] == "y"]
    assert reason(state, "+S D9") is Reason.NOT_YOUR_HALF
    play(state, *YELLOW, "ready yellow", *BLUE, "ready blue")


def test_m10_two_on_a_cell_are_refused_with_the_cell() -> None:
    with pytest.raises(Refused) as caught:
        GAME.parse(empty(), "form yellow TE1 VD4 VF4 FB5 FE6 FH5 MC7 MG7 JE8 SD8 SD8")
    told = facts(caught.value.refusal)
    assert (told["fault"], told["cell"]) == ("two_on_a_cell", "D8")


def test_m10_the_keeper_is_asked_for_first_and_only_his_goal_is_open_to_him() -> None:
    plan = GAME.hand_plan(empty())
    assert isinstance(plan, Free)
    keeper = plan.reserve[0]
    assert keeper.kind == "T"
    assert [c for c in map(cell, ("C1", "D1", "E1", "F1", "E2", "E5", "E16")) if plan.allowed(keeper, c)] == [
        cell("D1"),
        cell("E1"),
        cell("F1"),
    ]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("+T E2", Reason.KEEPER_LINE),
        ("+V E1", Reason.OWN_GOAL),
        ("+V E2", Reason.WHITE_ZONE),
        ("+V E9", Reason.NOT_YOUR_HALF),
        ("+V K4", Reason.UNKNOWN_CELL),
        ("+K D4", Reason.BAD_NOTATION),
        ("ready yellow", Reason.NOT_ELEVEN),
        ("ready blue", Reason.NOT_ELEVEN),
        ("built", Reason.WRONG_PHASE),
        ("@-", Reason.WRONG_PHASE),
        ("hint yellow", Reason.WRONG_PHASE),
        ("time", Reason.WRONG_PHASE),
        ("reveal", Reason.WRONG_PHASE),
        ("form blue wall", Reason.NOT_YOUR_TURN),
    ],
)
def test_m10_what_may_not_be_set_up_is_refused_with_its_reason(act: str, why: Reason) -> None:
    assert reason(empty(), act) is why


def test_m10_a_taken_cell_is_named_with_who_stands_there() -> None:
    found = refusal(play(empty(), "+T E1", "+V D4"), "+V D4")
    assert found.reason is Reason.OCCUPIED
    assert facts(found)["by"] == "yV1"


def test_m10_a_third_defender_is_refused_because_all_stand() -> None:
    state = play(empty(), "+V D4", "+V F4")
    assert reason(state, "+V G4") is Reason.ALL_STAND


def test_m10_a_figure_that_stands_may_be_put_elsewhere_until_its_side_has_confirmed() -> None:
    state = play(empty(), "+T E1", "T E1-D1", *[act for act in YELLOW if act[1] != "T"])
    assert state.formation.find(next(name for name in FIGURES if name == "yT1")) == cell("D1")
    confirmed = play(state, "ready yellow")
    assert reason(confirmed, "T D1-E1") is Reason.NOT_YOUR_TURN


def test_m10_in_turn_means_one_figure_each_yellow_first() -> None:
    state = empty(setup="alternating")
    for yellow, blue in zip(YELLOW, BLUE, strict=True):
        assert reason(state, blue) in (Reason.NOT_YOUR_HALF, Reason.KEEPER_LINE, Reason.ALL_STAND)
        state = play(state, yellow)
        state = play(state, blue)
    state = play(state, "ready yellow", "ready blue")
    assert state.phase is Phase.PLAY


def test_m10_in_turn_nobody_gives_a_whole_formation_or_moves_a_figure_that_stands() -> None:
    state = play(empty(setup="alternating"), "+T E1", "+T E16")
    assert reason(state, "form yellow wall") is Reason.ONE_EACH
    assert reason(state, "T E1-D1") is Reason.ONE_EACH


def test_m10_a_whole_formation_is_named_or_written_out_and_then_built() -> None:
    named = play(empty(), "form yellow wall")
    written = play(empty(), "form yellow " + " ".join(f"{kind}{name}" for name, kind in SHAPES["wall"].items()))
    assert named == written
    assert GAME.hand_plan(named) == Build(named.formation)
    assert reason(named, "ready yellow") is Reason.NOT_BUILT
    built = play(named, "built")
    assert isinstance(GAME.hand_plan(built), Free)
    assert play(built, "ready yellow", "form blue wings", "built", "ready blue").phase is Phase.PLAY


def test_m10_a_formation_may_be_given_anew_until_it_is_confirmed() -> None:
    again = play(empty(), "form yellow wall", "built", "form yellow wings", "built", "ready yellow")
    assert {c for c, one in again.formation.items() if one.side is Side.YELLOW} == {cell(n) for n in SHAPES["wings"]}


def test_m10_blue_sees_a_named_formation_mirrored() -> None:
    state = play(empty(), "form yellow wall", "built", "ready yellow", "form blue wall")
    assert state.formation[cell("D10")].kind == "S"


def test_m10_sealed_formations_are_told_together_and_nobody_else_knows_them_before() -> None:
    state = empty(setup="sealed")
    assert GAME.secrets({"setup": "sealed"})
    assert isinstance(GAME.hand_plan(state), Nothing)
    act = GAME.parse(state, "form blue press")
    audience = GAME.audience(state, act)
    assert (audience.secrecy, audience.sides) == (Secrecy.SEALED, frozenset({Side.BLUE}))
    state = GAME.apply(state, act).state
    for viewer in (PUBLIC, OWNER, seat(Side.YELLOW)):
        assert GAME.view(state, viewer)["placing"]["own"] == {}  # type: ignore[index]
    for viewer in (GAME_MASTER, seat(Side.BLUE)):
        assert GAME.view(state, viewer)["placing"]["own"].keys() == {"blue"}  # type: ignore[index]
    assert GAME.due(state) is None
    both = play(state, "form yellow wall")
    assert GAME.due(both) == GAME.parse(both, "reveal")
    told = GAME.apply(both, GAME.parse(both, "reveal"))
    assert [event.name for event in told.events] == ["revealed", "revealed"]
    assert GAME.hand_plan(told.state) == Build(told.state.formation)
    assert play(told.state, "built").phase is Phase.PLAY


def test_m22_what_is_sealed_or_confirmed_is_locked() -> None:
    sealed = play(empty(setup="sealed"), "form blue press")
    assert reason(sealed, "form blue wall") is Reason.LOCKED
    confirmed = play(empty(), "form yellow wall", "built", "ready yellow")
    assert reason(confirmed, "form yellow wings") is Reason.LOCKED
    assert reason(confirmed, "ready yellow") is Reason.LOCKED


def test_m22_ten_figures_cannot_be_confirmed_and_the_refusal_counts_what_is_missing() -> None:
    found = refusal(play(empty(), *YELLOW[:-1]), "ready yellow")
    assert found.reason is Reason.NOT_ELEVEN
    assert facts(found)["left"] == "1"


@pytest.mark.parametrize("order", ORDERS)
def test_m16_a_match_may_be_given_up_while_figures_are_put_up(order: str) -> None:
    state = play(empty(setup=order), "resign blue")
    assert state.outcome is not None
    assert state.outcome.score == (3, 0)
    assert GAME.from_position(GAME.position(state)) == state


def set_up(seed: int, order: str) -> list[MasterMoveState]:
    """Every state of a random way to the kick-off, legal acts only."""
    dice = Random(seed)
    states = [empty(setup=order)]
    while states[-1].phase is Phase.PLACE:
        state = states[-1]
        texts = [GAME.write(state, act) for act in GAME.legal(state)]
        for side in Side:
            shape = dice.choice(list(SHAPES))
            formed = GAME.parse(state, f"form {side.value} {shape}")
            if GAME.why_illegal(state, formed) is None and dice.random() < (1 if order == "sealed" else 0.1):
                texts = [f"form {side.value} {shape}"]
        going_on = [text for text in texts if text[0] in "+rbf"]
        states.append(play(state, dice.choice(going_on if dice.random() < 0.9 else texts)))
    return states


@given(st.integers(0, 2**32), st.sampled_from(ORDERS))
@samples(6)
def test_however_a_match_is_set_up_each_line_reads_back_and_both_have_eleven_in_their_half(
    seed: int, order: str
) -> None:
    states = set_up(seed, order)
    for state in states:
        assert GAME.from_position(GAME.position(state)) == state
        assert GAME.standing(state) == state.formation
        for act in GAME.legal(state):
            assert GAME.why_illegal(state, act) is None
            assert GAME.parse(state, GAME.write(state, act)) == act
    last = states[-1]
    assert len(last.formation) == len(FIGURES)
    assert all((c % 16 < 8) is (one.side is Side.YELLOW) for c, one in last.formation.items())
