"""Duels, and the keeper."""

from __future__ import annotations

import pytest

from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Pass, Step, Tackle
from feldlicht.rules.imman.state import Purpose
from tests.rules.imman.helpers import Played, at_play, offered, shirt, team, thrown_for


def duel(standing: dict[str, str] | None = None, ball: str = "b2", **more: object) -> Played:
    """Yellow's number 2 is on turn next to blue's number 2, who has the ball."""
    return Played(at_play("y2", {"y2": "E8", "b2": "E9"} | (standing or {}), ball=ball, **more))


def test_n12_both_throw_the_tackler_first() -> None:
    played = duel().act("tackle y2")
    assert played.cell("y2") == "E9"
    assert played.due == thrown_for(Purpose.DRIBBLE, "y2")
    played.throw(5)
    assert played.due == thrown_for(Purpose.DRIBBLE, "b2")
    played.throw(4)
    assert played.match.due is None


def test_n12_check_value_4_value_less_die_the_higher_one_has_the_ball() -> None:
    played = duel(yellow=team(_2=(10, 10, 11)), blue=team(_2=(10, 10, 16)))
    played.only("tackle y2", 6, 10)
    assert played.ball == "b2"


def test_n12_less_than_nothing_still_counts() -> None:
    assert duel().only("tackle y2", 15, 16).ball == "y2"
    assert duel().only("tackle y2", 16, 15).ball == "b2"


def test_n12_equal_ones_are_both_thrown_again() -> None:
    played = duel(blue=team(_2=(10, 10, 12))).act("tackle y2").throw(5, 7)
    assert played.due == thrown_for(Purpose.DRIBBLE, "y2")
    played.throw(3, 7)
    assert (played.match.due, played.ball) == (None, "y2")


def test_n12_a_tackler_who_loses_is_done_and_stays_there() -> None:
    played = duel().only("tackle y2", 9, 2)
    assert (played.turn, played.cell("y2"), played.cell("b2"), played.ball) == ("b2", "E9", "E9", "b2")
    assert Played(played.match).act("step b2 E10").cell("b2") == "E10"


def test_n12_who_lost_may_neither_tackle_the_winner_nor_stop_his_pass_in_this_round() -> None:
    played = duel(kick_off=Side.YELLOW).only("tackle y2", 9, 2)
    assert played.match.bans == {(shirt("y2"), shirt("b2"))}
    # On the passer's own cell, and banned: he does not even try.
    assert Played(played.match).only("pass b2 E11").ball == "E11"


def test_n12_a_carrier_who_lost_may_not_tackle_back_until_the_round_ends() -> None:
    played = duel().only("tackle y2", 2, 9)
    played.act("end y2")
    assert played.turn == "b2"
    assert played.refused("tackle b2") == "BANNED_THIS_ROUND"
    for figure in ("b2", "y3", "b3", "y4", "b4", "y5", "b5", "y1", "b1", "y2"):
        played.act(f"end {figure}")
    assert played.match.bans == frozenset()
    assert offered(played.match, Tackle) == [Tackle(shirt("b2"))]


def test_n12_the_ban_is_on_that_winner_only() -> None:
    played = duel({"y3": "E11"}).only("tackle y2", 9, 2).only("pass b2 E12", 12, 20)
    assert played.told("thrown")[-1]["figure"] == "y3"


def test_n13_sharing_the_carriers_cell_already_the_tackle_costs_the_first_step() -> None:
    played = duel({"y2": "E9"}).act("tackle y2").throw(2, 9)
    assert (played.turn, played.ball) == ("y2", "y2")
    assert offered(played.match, Step)
    assert offered(played.match, Pass)
    assert played.act("step y2 E8").turn == "b2"


def test_n13_never_a_third_one() -> None:
    played = duel({"y3": "E9"})
    assert played.refused("tackle y2") == "HEX_FULL"
    assert played.refused("step y2 E9") == "HEX_FULL"


def test_n13_an_opponents_cell_only_if_he_has_the_ball() -> None:
    played = duel(ball="b3", standing={"b3": "E12"})
    assert played.refused("step y2 E9") == "HEX_FULL"
    assert played.refused("tackle y2") == "TOO_FAR"
    assert duel(ball="y3").refused("tackle y2") == "NO_BALL"


def test_n14_won_with_the_first_step_then_one_step_or_a_pass() -> None:
    won = duel().only("tackle y2", 2, 9)
    assert won.turn == "y2"
    assert Played(won.match).act("step y2 E10").turn == "b2"
    assert Played(won.match).only("pass y2 E11").turn == "b2"  # who lost may not try


def test_n14_won_with_the_second_step_then_nothing_more() -> None:
    played = duel({"y2": "E7"}).act("step y2 E8").only("tackle y2", 2, 9)
    assert (played.ball, played.turn) == ("y2", "b2")


def test_n14_after_two_steps_no_tackle() -> None:
    played = duel({"y2": "E6"}).act("step y2 E7")
    assert played.refused("tackle y2") == "TOO_FAR"
    assert played.act("step y2 E8").turn == "b2"


IN_AREA = {"b1": "E13", "y2": "E12"}


@pytest.mark.parametrize(("face", "ball"), [(18, "b1"), (1, "b1"), (19, "y2"), (20, "y2")])
def test_n15_a_keeper_in_his_area_loses_on_19_and_20_only_and_throws_alone(face: int, ball: str) -> None:
    played = duel(IN_AREA, ball="b1").act("tackle y2")
    assert played.due == thrown_for(Purpose.DRIBBLE, "b1", 18)
    played.throw(face)
    assert (played.match.due, played.ball) == (None, ball)


@pytest.mark.parametrize(("face", "ball"), [(18, "b1"), (19, "y3")])
def test_n15_the_cell_of_the_duel_decides_also_when_the_keeper_tackles(face: int, ball: str) -> None:
    played = Played(at_play("b1", {"b1": "E14", "y3": "E13"}, ball="y3")).act("tackle b1")
    assert played.due == thrown_for(Purpose.DRIBBLE, "b1", 18)
    assert played.throw(face).ball == ball


def test_n15_outside_his_area_he_is_like_any_other() -> None:
    played = Played(at_play("b1", {"b1": "E12", "y3": "E11"}, ball="y3"))
    assert shirt("b1") in played.match.places
    played.act("tackle b1")
    assert played.due == thrown_for(Purpose.DRIBBLE, "b1")
    far = Played(at_play("b1", {"b1": "E10"}, ball="b1")).act("pass b1 E5")
    assert far.due == thrown_for(Purpose.PASS, "b1", 10)


def test_n15_in_his_area_he_rolls_by_hand_up_to_five_without_a_die_and_others_may_stop_it() -> None:
    keeper = {"b1": "E13"}
    played = Played(at_play("b1", keeper, ball="b1"))
    assert played.refused("pass b1 E7") == "TOO_FAR"
    assert played.only("pass b1 E8").ball == "E8"
    stopped = Played(at_play("b1", keeper | {"y3": "E10"}, ball="b1")).only("pass b1 E8", 10)
    assert stopped.ball == "y3"


def test_n15_leaving_his_area_with_the_ball_he_passes_as_any_other() -> None:
    played = Played(at_play("b1", {"b1": "E12"}, ball="b1")).act("step b1 E11")
    assert played.act("pass b1 E8").due.limit == 14


def test_n15_another_figure_in_the_area_is_no_keeper() -> None:
    played = Played(at_play("b2", {"b2": "E13"}, ball="b2")).act("pass b2 E8")
    assert played.due == thrown_for(Purpose.PASS, "b2", 10)


def test_n15_outside_the_goal_a_ball_that_he_does_not_stop_lies_under_him() -> None:
    played = Played(at_play("y2", {"y2": "E12", "b1": "E14"}, ball="y2")).only("pass y2 E14", 11)
    assert (played.ball, played.match.score) == ("E14", (0, 0))


def test_n18_a_keeper_with_the_ball_may_be_tackled_in_his_goal_and_a_pass_from_there_can_be_a_goal() -> None:
    played = Played(at_play("y2", {"y2": "E14", "b1": "E15"}, ball="b1")).only("tackle y2", 19)
    assert (played.cell("y2"), played.ball, played.match.score) == ("E15", "y2", (0, 0))
    assert played.refused("step y2 D16") == "GOAL_CLOSED"
    assert Played(played.match).only("pass y2 D16").match.score == (1, 0)


def test_n18_without_the_ball_he_is_safe_there_and_his_own_side_never_comes_in() -> None:
    assert Played(at_play("y2", {"y2": "E14", "b1": "E15"}, ball="b3")).refused("tackle y2") == "TOO_FAR"
    # An attacker who won the ball there is his keeper's alone to tackle.
    won = {"y3": "E15", "b2": "E14", "b1": "D14"}
    assert Played(at_play("b2", won, ball="y3")).refused("tackle b2") == "GOAL_CLOSED"
    assert Played(at_play("b1", won | {"b1": "D15"}, ball="y3")).act("tackle b1").cell("b1") == "E15"
