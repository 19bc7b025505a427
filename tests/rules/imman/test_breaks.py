"""Substitutes, halves, time and rounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feldlicht.base.commands import TimeOut
from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import NoSwap, Put, Step, Swap, Throw
from feldlicht.rules.imman.apply import apply, outcome
from feldlicht.rules.imman.clock import clock
from feldlicht.rules.imman.flow import rounds_of
from feldlicht.rules.imman.notation import write
from feldlicht.rules.imman.state import MINUTE_MS, Due, Phase, Purpose
from tests.rules.imman.helpers import C, Played, at_play, cells_of, fresh, offered, refused, set_up, shirt
from tests.rules.imman.test_dead_ball import all_end
from tests.rules.imman.test_setting_up import BLUE, YELLOW


def goal(**more: object) -> Played:
    """Yellow has scored; teams have six heroes."""
    standing = {"y2": "E12", "b1": "A15", "y1": "A1"}
    return Played(at_play("y2", standing, ball="y2", names="ABCDEF", **more)).only("pass y2 E15", 14)


def out(**more: object) -> Played:
    """Yellow has played the ball over a side line."""
    standing = {"y2": "B8", "y1": "E1", "b1": "E15"} | more.pop("standing", {})
    return Played(at_play("y2", standing, ball="y2", names="ABCDEF", **more)).only("pass y2 A11", 13)


def test_n20_at_a_dead_ball_each_side_may_swap_one() -> None:
    for played in (goal(), out()):
        assert played.match.phase is Phase.SWAP
        first = played.match.kick_off
        assert offered(played.match, NoSwap) == [NoSwap(first)]
        assert {one.entering.number for one in offered(played.match, Swap)} == {6}
        assert played.refused(f"stay {first.other.value}") == "NOT_YOUR_SWAP"
        played.act(f"stay {first.value}")
        assert offered(played.match, NoSwap) == [NoSwap(first.other)]
        played.act(f"stay {first.other.value}")
        assert played.match.phase is not Phase.SWAP


def test_n20_before_a_set_up_who_comes_on_is_put_with_the_others_by_its_number() -> None:
    played = goal()
    assert played.refused("swap b2 b6 A8") == "SET_UP_FOLLOWS"
    played.act("swap b2 b6", "stay yellow")
    assert played.match.phase is Phase.SET_UP
    order = []
    while played.match.phase is Phase.SET_UP:
        command = offered(played.match, Put)[-1]
        order.append(str(command.figure))
        played.act(write(command, played.match.ground))
    assert order == ["b1", "y1", "y2", "b3", "y3", "b4", "y4", "b5", "y5", "b6"]


def test_n20_in_play_it_enters_on_a_free_cell_of_the_centre_line() -> None:
    played = out(standing={"b3": "C8"})
    assert cells_of(played.match, Swap, lambda one: one.cell) == {"A8", "E8", "G8", "I8"}
    assert played.refused("swap y3 y6") == played.refused("swap y3 y6 E7") == "ENTERS_ON_LINE"
    assert played.refused("swap y3 y6 C8") == "HEX_FULL"
    played.act("swap y3 y6 E8")
    assert shirt("y3") not in played.match.places
    assert played.cell("y6") == "E8"


def test_n20_only_who_is_out_comes_on_and_only_who_is_on_leaves() -> None:
    played = out()
    assert played.refused("swap y3 y4 E8") == "NOT_ON_BENCH"
    assert played.refused("swap y6 y6 E8") == "NOT_ON_FIELD"
    assert played.refused("swap y3 b6 E8") == "NOT_YOUR_SWAP"


def test_n20_who_comes_on_acts_from_the_next_round_on_in_the_order_of_its_number() -> None:
    played = out().act("swap y3 y6 E8", "stay blue")
    turns = []
    while played.match.phase is Phase.DEAD:
        turns.append(played.turn)
        played.act(f"end {played.turn}")
    assert turns == ["b2", "b3", "y4", "b4", "y5", "b5", "y1", "b1", "y2"]
    played.act("put b3 A9").only("pass b3 A10")
    turns = []
    while played.match.rounds == 2:
        turns.append(played.turn)
        played.act(f"end {played.turn}")
    assert turns == ["y1", "b1", "y2", "b2", "b3", "y4", "b4", "y5", "b5", "y6"]


def test_n20_who_is_out_may_come_back_at_a_later_break() -> None:
    played = goal().act("swap b2 b6", "stay yellow")
    bench = {one for one in (shirt(f"b{number}") for number in range(1, 7)) if one not in played.match.fielded}
    assert bench == {shirt("b2")}


def test_n20_who_comes_on_for_the_keeper_keeps_the_goal() -> None:
    played = out().act("swap y1 y6 E8")
    assert played.match.keeper(Side.YELLOW) == shirt("y6")
    assert played.match.keeper(Side.BLUE) == shirt("b1")


def test_n20_option_at_half_time_only_nobody_comes_on_at_a_dead_ball() -> None:
    assert goal(substitutes="half_time").match.phase is Phase.SET_UP
    assert out(substitutes="half_time").match.phase is Phase.DEAD
    half = last_turn(names="ABCDEF", substitutes="half_time").act("end b5")
    assert (half.match.half, half.match.phase) == (2, Phase.SWAP)
    half.act("swap b2 b6", "stay yellow")
    assert half.match.phase is Phase.SET_UP
    scored = goal(rounds=2, substitutes="half_time")
    assert (scored.match.half, scored.match.phase) == (2, Phase.SWAP), "the goal ended the half"


def test_n20_a_side_without_substitutes_is_not_asked() -> None:
    played = Played(at_play("y2", {"y2": "E12", "b1": "A15", "y1": "A1"}, ball="y2")).only("pass y2 E15", 14)
    assert played.match.phase is Phase.SET_UP


@pytest.mark.parametrize(("rounds", "first", "second"), [(2, 1, 1), (5, 3, 2), (40, 20, 20)])
def test_n21_rounds_are_halved_up(rounds: int, first: int, second: int) -> None:
    assert (rounds_of(rounds, 1), rounds_of(rounds, 2)) == (first, second)


def last_turn(**more: object) -> Played:
    """The last turn of a half of one round."""
    played = Played(at_play("y5", {}, rounds=2, **more)).act("end y5")
    assert played.turn == "b5"
    return played


def test_n21_after_the_rounds_of_a_half_ends_are_swapped_and_the_other_side_kicks_off() -> None:
    played = last_turn().act("end b5")
    match = played.match
    assert (match.half, match.phase, match.low, match.kick_off, match.rounds) == (
        2,
        Phase.SET_UP,
        Side.BLUE,
        Side.BLUE,
        0,
    )
    assert played.refused("put b1 E15") == "OTHER_HALF"
    set_up(played, ("E15", "C12", "G12", "D11", "F11"), ("E1", "C4", "G4", "E5", "E8"))
    assert (played.ball, played.turn) == ("b5", "b1")
    assert played.match.area(Side.YELLOW) == match.ground.area(Side.BLUE)


def test_n21_a_goal_in_the_second_half_counts_by_the_ends_as_they_are() -> None:
    # Yellow shoots at the low goal, which is blue's now.
    second = replace(at_play("y2", {"y2": "E4", "b1": "I4", "y1": "A15"}, ball="y2"), half=2, low=Side.BLUE)
    played = Played(second).only("pass y2 E1", 14)
    assert (played.match.score, played.match.kick_off) == ((1, 0), Side.BLUE)


def test_n21_level_after_both_halves_there_is_a_toss_for_the_shoot_out() -> None:
    played = last_turn().act("end b5")
    set_up(played, ("E15", "C12", "G12", "D11", "F11"), ("E1", "C4", "G4", "E5", "E8"))
    for _ in range(10):
        played.act(f"end {played.turn}")
    assert (played.match.phase, played.due) == (Phase.TOSS, Due(Purpose.TOSS, Side.YELLOW))
    assert outcome(played.match) is None


def test_n21_who_leads_after_both_halves_has_won() -> None:
    played = goal(rounds=2)  # a cut round counts as one: the half is over
    assert (played.match.half, played.match.score) == (2, (1, 0))
    played.act("stay blue", "stay yellow")
    set_up(played, ("E15", "C12", "G12", "D11", "F11"), ("E1", "C4", "G4", "E5", "E8"))
    for _ in range(10):
        played.act(f"end {played.turn}")
    ended = outcome(played.match)
    assert (ended.reason, ended.winner, ended.score) == ("FULL_TIME", Side.YELLOW, (1, 0))
    assert played.refused("end y1") == "GAME_OVER"


def test_n21_time_runs_in_play_and_when_it_is_up_the_turn_is_finished() -> None:
    match = at_play("y2", {"y2": "E5"}, ball="y2", minutes=1)
    assert clock(match).match == MINUTE_MS
    assert clock(match).running is Side.YELLOW
    assert refused(match, TimeOut()) == "WRONG_PHASE"
    match = apply(match, Step(shirt("y2"), C["E6"]), spent=MINUTE_MS - 1).state
    assert match.left == 1
    match = apply(match, TimeOut(), spent=1).state
    assert (match.late, match.phase, clock(match).running) == (True, Phase.PLAY, None)
    played = Played(match).act("pass y2 E11").throw(3)
    assert (played.match.half, played.match.phase) == (2, Phase.SET_UP)
    assert played.match.left == MINUTE_MS


def test_n21_a_goal_with_the_last_dice_counts() -> None:
    match = at_play("y2", {"y2": "E12", "b1": "A15"}, ball="y2", minutes=1)
    match = apply(Played(match).act("pass y2 E15").match, TimeOut(), spent=MINUTE_MS).state
    assert match.due is not None
    after = apply(match, Throw(1)).state
    assert (after.score, after.half, after.phase) == ((1, 0), 2, Phase.SET_UP)


def test_n21_a_ball_that_was_to_be_brought_back_is_not_any_more() -> None:
    for dead in (
        out(minutes=1).act("stay yellow", "stay blue"),
        all_end(out(minutes=1).act("stay yellow", "stay blue")),
    ):
        after = apply(dead.match, TimeOut(), spent=MINUTE_MS).state
        assert (after.half, after.phase, after.dead) == (2, Phase.SWAP, None)
    late = at_play("y2", {"y2": "B8"}, ball="y2", minutes=1)
    late = apply(late, TimeOut(), spent=MINUTE_MS).state
    assert Played(late).act("pass y2 A11").throw(13).match.half == 2


def test_n21_time_stands_at_toss_set_up_and_breaks() -> None:
    tossed = Played(fresh(minutes=1)).throw(9, 3)
    assert clock(tossed.match).running is None
    spent = apply(tossed.match, offered(tossed.match, Put)[0], spent=5_000).state
    assert spent.left == MINUTE_MS
    assert clock(set_up(tossed, YELLOW, BLUE).match).running is Side.YELLOW
    assert clock(at_play("y1", {}, rounds=2)) is None
