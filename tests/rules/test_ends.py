"""Ends that are options (M17), the coin (M9), what an arbiter's word does to counts (M13), and help."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.clocks import Clock
from feldlicht.base.commands import TimeOut
from feldlicht.base.figures import Side
from feldlicht.base.plans import Moves
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.base.viewers import OWNER
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.light import CHANCE, THREAT
from feldlicht.rules.master_move.option_words import toss
from feldlicht.rules.master_move.state import EndReason, Phase
from tests.rules.helpers import keeper_step, kicked_off, next_kick_off, placed, play, reason, score


def to_and_fro(state: MasterMoveState, plies: int) -> MasterMoveState:
    for _ in range(plies):
        state = play(state, keeper_step(state))
    return state


def timed(state: MasterMoveState, act: str, spent: int) -> MasterMoveState:
    return GAME.apply(state, GAME.parse(state, act), (), spent).state


def ended(state: MasterMoveState) -> tuple[str, Side | None, tuple[int, int]]:
    assert state.outcome is not None
    return str(state.outcome.reason), state.outcome.winner, state.outcome.score


@given(st.integers(0, 2**32 - 1))
def test_m09_a_coin_lets_the_same_side_begin_whenever_the_match_is_read(coin: int) -> None:
    state = GAME.new({"kick_off": "coin", "coin": coin}, "counting")
    assert state.to_move is state.kick_off is toss(coin)
    assert GAME.from_position(GAME.position(state)) == state


def test_m09_a_coin_falls_either_way_and_is_thrown_by_whoever_opens_the_match() -> None:
    assert {toss(number) for number in range(20)} == set(Side)
    assert 400 < sum(toss(number) is Side.YELLOW for number in range(1000)) < 600
    assert GAME.drawn({"kick_off": "coin"}, 5) == {"kick_off": "coin", "coin": 5}
    assert GAME.drawn({"kick_off": "coin", "coin": 1}, 5) == {"kick_off": "coin", "coin": 1}
    assert GAME.drawn({"kick_off": "blue"}, 5) == {"kick_off": "blue"}
    with pytest.raises(BadInput):
        GAME.new({"kick_off": "coin"}, "counting")
    with pytest.raises(BadInput):
        GAME.new({"kick_off": "blue", "coin": 3}, "counting")


def test_m13_an_arbiters_word_keeps_the_counts_unless_the_match_was_begun_otherwise() -> None:
    acts = ("M C7-B7", "T E16-D16", "M B7-C7", "T D16-E16")
    kept, reset = (play(kicked_off(override_counts=how), *acts) for how in ("keep", "reset"))
    assert kept.crossings == reset.crossings != ()
    assert GAME.forced(kept, kept.position, None).crossings == kept.crossings
    assert GAME.forced(reset, reset.position, None).crossings == ()


def test_m13_a_third_hin_is_named_to_hands_as_closed_while_the_figure_stands_there() -> None:
    there_and_back = ("M C7-B7", "T E16-D16", "M B7-C7", "T D16-E16")
    state = play(kicked_off(), *there_and_back, *there_and_back)
    plan = GAME.hand_plan(state)
    assert isinstance(plan, Moves)
    assert {name: len(cells) for name, cells in plan.closed.items()} == {"yM1": 1}
    counts = GAME.view(state, OWNER)["anti_patt"]
    assert {"figure": "yM1", "from": "C7", "to": "B7", "count": 2, "closed": True} in counts  # type: ignore[operator]


def test_m17_the_ply_cap_ends_the_match_by_moves_and_level_is_drawn() -> None:
    assert ended(to_and_fro(kicked_off(ply_cap=4), 4)) == (EndReason.PLY_LIMIT, None, (0, 0))
    ahead = next_kick_off(score(kicked_off(ply_cap=9), Side.YELLOW))
    assert ahead.ply == 7
    assert ended(to_and_fro(ahead, 2)) == (EndReason.PLY_LIMIT, Side.YELLOW, (1, 0))


def test_m17_the_last_plys_move_counts_first() -> None:
    assert ended(score(kicked_off(ply_cap=7), Side.YELLOW)) == (EndReason.PLY_LIMIT, Side.YELLOW, (1, 0))


def test_m17_where_the_next_move_decides_play_goes_on_to_it() -> None:
    beyond = to_and_fro(kicked_off(ply_cap=2, level="next_move"), 2)
    assert beyond.beyond
    assert beyond.outcome is None
    assert ended(score(beyond, Side.YELLOW)) == (EndReason.PLY_LIMIT, Side.YELLOW, (1, 0))


def test_m17_clocks_run_from_the_first_ply_and_stand_from_a_move_until_the_next_ply() -> None:
    state = kicked_off(side_seconds=60)
    assert GAME.clock(state) == Clock(None, (60_000, 60_000))
    state = timed(state, keeper_step(state), 5_000)
    assert GAME.clock(state) == Clock(Side.BLUE, (60_000, 60_000))
    state = timed(state, keeper_step(state), 5_000)
    assert GAME.clock(state) == Clock(Side.YELLOW, (60_000, 55_000))
    scored = score(state, Side.YELLOW)
    clock = GAME.clock(scored)
    assert clock is not None
    assert clock.running is None
    kicked = next_kick_off(scored)
    clock = GAME.clock(kicked)
    assert clock is not None
    assert clock.running is None


def test_m17_an_increment_is_added_to_whoever_has_made_a_timed_ply() -> None:
    state = kicked_off(side_seconds=60, increment_seconds=3)
    state = timed(timed(state, keeper_step(state), 0), "T E16-D16", 10_000)
    assert GAME.clock(state) == Clock(Side.YELLOW, (60_000, 53_000))


def test_m17_whose_own_time_is_over_has_lost_0_3() -> None:
    state = timed(kicked_off(side_seconds=60), "T E1-D1", 0)
    assert GAME.why_illegal(state, TimeOut()) is None
    assert reason(kicked_off(), "time") is Reason.WRONG_PHASE
    assert ended(timed(state, "time", 60_000)) == (EndReason.TIME, Side.YELLOW, (3, 0))


def test_m17_the_matchs_time_ends_it_by_moves() -> None:
    state = timed(kicked_off(match_seconds=60), "T E1-D1", 0)
    assert ended(timed(state, "time", 60_000)) == (EndReason.TIME, None, (0, 0))
    decided = timed(kicked_off(match_seconds=60, level="next_move"), "T E1-D1", 0)
    beyond = timed(decided, "time", 60_000)
    assert beyond.outcome is None
    clock = GAME.clock(beyond)
    assert clock is not None
    assert clock.runs_out_in is None
    assert ended(score(play(beyond, "T E16-D16"), Side.YELLOW))[0] == EndReason.TIME


def test_m17_no_clock_can_be_called_before_it_has_run_out() -> None:
    state = timed(kicked_off(side_seconds=60), "T E1-D1", 0)
    with pytest.raises(Exception, match="WRONG_PHASE"):
        timed(state, "time", 59_999)


def test_m17_times_travel_in_the_position_line() -> None:
    state = timed(timed(kicked_off(side_seconds=60, match_seconds=90), "T E1-D1", 0), "T E16-D16", 12_345)
    assert "time=60000:47655:77655" in GAME.position(state)
    assert GAME.from_position(GAME.position(state)) == state


@pytest.mark.parametrize(
    ("level", "threats", "chances"), [("off", 0, 0), ("moves", 0, 0), ("threats", 1, 0), ("scoring", 1, 1)]
)
def test_a_side_is_shown_what_its_help_says(level: str, threats: int, chances: int) -> None:
    state = placed(Side.YELLOW, yS1="G14", bS1="G3")
    state = replace(state, options=replace(state.options, help=GAME.new({"help": level}, None).options.help))
    lit = list(GAME.scene(state).base.cells.values())
    assert (lit.count(THREAT), lit.count(CHANCE)) == (threats, chances)
    # Pages have no lamps: what is lit is told.
    told = {"threats": ["G3"] * threats, "chances": ["G14"] * chances}
    assert GAME.view(state, OWNER)["help"] == told
    plan = GAME.hand_plan(state)
    assert isinstance(plan, Moves)
    assert plan.lit is (level != "off")


def test_a_hint_shows_everything_for_one_ply_and_is_counted() -> None:
    state = kicked_off(hints=1, help="off")
    assert reason(state, "hint blue") is Reason.NOT_YOUR_TURN
    asked = play(state, "hint yellow")
    assert asked.hinted
    assert reason(asked, "hint yellow") is Reason.NO_HINTS
    moved = play(asked, "T E1-D1", "T E16-D16")
    assert not moved.hinted
    assert reason(moved, "hint yellow") is Reason.NO_HINTS
    assert GAME.view(moved, OWNER)["hints"] == {"left": {"yellow": 0, "blue": 1}, "shown": False}


def test_a_match_that_is_over_by_time_stays_over() -> None:
    state = timed(timed(kicked_off(side_seconds=60), "T E1-D1", 0), "time", 60_000)
    assert state.phase is Phase.OVER
    assert GAME.from_position(GAME.position(state)) == state
    assert reason(state, "T D1-E1") is Reason.GAME_OVER
