"""Passes with all their dice: those that are given, and no others."""

from __future__ import annotations

import pytest

from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import LetPass, Pass
from feldlicht.rules.imman.hexes import distance
from feldlicht.rules.imman.state import Phase, Purpose
from tests.rules.imman.helpers import C, Played, at_play, cells_of, offered, set_up, shirt, team, thrown_for

PASSER = {"y2": "E8"}


def passing(standing: dict[str, str] | None = None, **more: object) -> Played:
    """Yellow's number 2 has the ball on E8, and passes with 10."""
    return Played(at_play("y2", PASSER | (standing or {}), ball="y2", **more))


def test_n1_any_cell_within_five_but_the_own_one() -> None:
    played = passing()
    near = {name for name, cell in C.items() if 1 <= distance(cell, C["E8"]) <= 5}
    assert cells_of(played.match, Pass, lambda one: one.cell) == near
    assert played.refused("pass y2 E14") == "TOO_FAR"
    assert played.refused("pass y2 E8") == "OWN_HEX"


@pytest.mark.parametrize(("target", "limit"), [("E11", 14), ("E12", 12), ("E13", 10)])
def test_n1_a_pass_over_three_to_five_steps_is_thrown_for(target: str, limit: int) -> None:
    played = passing().act(f"pass y2 {target}")
    assert played.due == thrown_for(Purpose.PASS, "y2", limit)
    assert Played(played.match).throw(limit).ball == target


def test_n1_one_or_two_steps_need_no_die() -> None:
    assert passing().only("pass y2 E9").ball == "E9"
    assert passing().only("pass y2 E10").ball == "E10"


def test_n1_check_value_2_missed_by_three_over_four_steps_one_short_to_the_left() -> None:
    assert passing().only("pass y2 E12", 15).ball == "D11"


@pytest.mark.parametrize(("exactly_six", "dice", "ball"), [(1, (18,), "F11"), (2, (18, 2), "F10")])
def test_n2_missed_by_exactly_six(exactly_six: int, dice: tuple[int, ...], ball: str) -> None:
    played = passing(exactly_six=exactly_six)
    assert played.only("pass y2 E12", *dice).ball == ball


def test_n3_a_tied_step_is_landed_on_without_another_die() -> None:
    # Two short of E8 → F12 is its tied step: F10 or E10. The way to F10 has a tied step of its own, that to E10 none.
    assert passing(yellow=team(_2=(4, 10, 10))).only("pass y2 F12", 20, 1).ball == "F10"
    assert passing(yellow=team(_2=(4, 10, 10))).only("pass y2 F12", 19).ball == "E10"


def test_n4_the_way_goes_to_where_the_ball_comes_to_lie() -> None:
    # E12 is meant, the ball goes to D11: who stands on E10 is only beside its way.
    played = passing({"b2": "E11"}).act("pass y2 E12").throw(15)
    assert played.due == thrown_for(Purpose.STOP, "b2", 5)


def test_n5_a_tied_step_is_thrown_for_when_the_ball_gets_there() -> None:
    # E8 → F12 is tied at its second step; who stands beside the first tries before that is thrown for.
    played = passing({"b3": "D9"}).act("pass y2 F12").throw(12)
    assert played.due == thrown_for(Purpose.STOP, "b3", 5)
    played.throw(6)
    assert played.due == thrown_for(Purpose.LANE, "y2")
    stopped = passing({"b3": "D9"}).only("pass y2 F12", 12, 5)
    assert stopped.ball == "b3"


def test_n5_even_rolls_to_the_right_of_the_passer_and_odd_to_the_left() -> None:
    # From E8 straight across to C8: D9 on the right, D8 on the left; each opponent is beside one of the two only.
    men = {"b2": "D10", "b3": "D7"}
    right = passing(men).act("pass y2 C8").throw(2)
    assert right.due == thrown_for(Purpose.STOP, "b2", 5)
    left = passing(men).act("pass y2 C8").throw(1)
    assert left.due == thrown_for(Purpose.STOP, "b3", 5)


def test_n5_no_die_where_one_of_the_two_cells_is_off_the_field() -> None:
    played = Played(at_play("y2", {"y2": "B1"}, ball="y2"))
    assert played.only("pass y2 D1").match.phase is Phase.SET_UP  # an own goal, without any die


def test_n5_two_tied_steps_two_dice_or_one_for_the_pass() -> None:
    each = passing().only("pass y2 A8", 5, 2, 3)
    assert each.ball == "A8"
    once = passing(lanes="per_pass").only("pass y2 A8", 5, 2)
    assert once.ball == "A8"


def test_n5_one_die_for_the_pass_sends_the_ball_to_the_same_side_each_time() -> None:
    # The first tied step of E8 → A8 is D9 or D8, the second one B9 or B8: b2 is beside B9 only.
    men = {"b2": "B10"}
    played = passing(men, lanes="per_pass").act("pass y2 A8").throw(5, 2)
    assert played.due == thrown_for(Purpose.STOP, "b2", 5)
    assert passing(men, lanes="per_pass").only("pass y2 A8", 5, 1).ball == "A8"


def test_n6_full_on_the_way_half_beside_it_one_try_each() -> None:
    played = passing({"b2": "E10", "b3": "D9"}, blue=team(_2=(10, 9, 10), _3=(10, 11, 10)))
    played.act("pass y2 E11").throw(10)
    assert played.due == thrown_for(Purpose.STOP, "b3", 5)  # beside E9 and E10
    played.throw(6)
    assert played.due == thrown_for(Purpose.STOP, "b2", 9)
    played.throw(10)
    assert (played.match.due, played.ball) == (None, "E11")


def test_n6_who_stops_the_ball_has_it_on_its_own_cell() -> None:
    played = passing({"b2": "D9"}).only("pass y2 E11", 1, 5)
    assert (played.ball, played.cell("b2"), played.turn) == ("b2", "D9", "b2")


def test_n7_along_the_way_then_full_before_half_then_the_lower_number() -> None:
    played = passing({"b5": "E9", "b4": "D9", "b2": "F9", "b3": "E11"})
    played.act("pass y2 E12").throw(1)
    for figure, limit in (("b5", 10), ("b2", 5), ("b4", 5), ("b3", 10)):
        assert played.due == thrown_for(Purpose.STOP, figure, limit)
        played.throw(20)
    assert (played.match.due, played.ball) == (None, "E12")


def test_n8_an_opponent_on_the_passers_own_cell_tries_with_half() -> None:
    played = passing({"b2": "E8"}).act("pass y2 E10")
    assert played.due == thrown_for(Purpose.STOP, "b2", 5)
    assert passing({"b2": "E8"}, own_cell="never").only("pass y2 E10").ball == "E10"


def test_n9_whoever_may_stop_the_ball_may_let_it_pass() -> None:
    played = passing({"b2": "E9"}).act("pass y2 E10")
    assert offered(played.match, LetPass) == [LetPass(shirt("b2"))]
    assert played.refused("let b3") == "NOT_YOUR_FIGURE"
    played.act("let b2")
    assert (played.ball, played.match.due) == ("E10", None)


def test_n9_option_everyone_must_try() -> None:
    played = passing({"b2": "E9"}, stopping="must").act("pass y2 E10")
    assert played.refused("let b2") == "MUST_TRY"
    assert offered(played.match, LetPass) == []
    assert Played(at_play("y1", {})).refused("let b2") == "WRONG_PHASE"


def test_n10_own_figures_on_the_way_are_passed_and_one_at_its_end_has_the_ball() -> None:
    played = passing({"y3": "E9", "y4": "E10"}).only("pass y2 E10")
    assert played.ball == "y4"


def test_n10_at_the_end_opponents_try_first() -> None:
    played = passing({"y4": "E10", "b3": "D10"}).act("pass y2 E10")
    assert played.due == thrown_for(Purpose.STOP, "b3", 5)
    assert Played(played.match).throw(6).ball == "y4"
    assert Played(played.match).throw(5).ball == "b3"


def test_n10_where_two_share_the_end_the_opponent_tries_in_full_then_the_mate_has_it() -> None:
    played = passing({"y4": "E10", "b3": "E10"}).act("pass y2 E10")
    assert played.due == thrown_for(Purpose.STOP, "b3", 10)
    assert Played(played.match).throw(11).ball == "y4"


def test_n10_a_ball_may_be_played_to_where_an_opponent_stands_and_lies_under_him_if_he_fails() -> None:
    played = passing({"b3": "E10"}).only("pass y2 E10", 11)
    assert played.ball == "E10"
    assert played.cell("b3") == "E10"


def test_n11_a_value_of_20_cannot_fail_and_a_20_means_nothing_else() -> None:
    assert passing(yellow=team(_2=(16, 10, 10))).only("pass y2 E11", 20).ball == "E11"
    stopper = passing({"b3": "E9"}, blue=team(_3=(10, 20, 10)))
    assert stopper.only("pass y2 E10", 20).ball == "b3"


def test_n11_a_1_does_not_help_who_is_worth_nothing() -> None:
    played = passing({"b3": "E9"}, blue=team(_3=(10, 0, 10))).only("pass y2 E10", 1)
    assert played.ball == "E10"


def shot(standing: dict[str, str], **more: object) -> Played:
    return Played(at_play("y2", {"y2": "E12"} | standing, ball="y2", **more))


def test_n18_a_ball_that_rests_on_a_goal_cell_counts_for_the_other_side() -> None:
    played = shot({"b1": "A15", "y1": "A1"}).only("pass y2 E15", 14)
    assert played.match.score == (1, 0)
    assert played.match.phase is Phase.SET_UP
    assert played.match.kick_off is Side.BLUE
    assert (played.match.standing, played.ball, played.match.bans) == ((), "E8", frozenset())


def test_n18_own_goals_and_missed_passes_count_too() -> None:
    own = Played(at_play("y2", {"y2": "E3", "y1": "A1"}, ball="y2")).only("pass y2 E1")
    assert (own.match.score, own.match.kick_off) == ((0, 1), Side.YELLOW)
    # Check value 7: missed by up to six towards F1 or D1 the ball comes to lie on E1.
    for target, face in (("F1", 16), ("D1", 17)):
        missed = Played(at_play("b2", {"b2": "E4", "y1": "A1"}, ball="b2")).only(f"pass b2 {target}", face)
        assert missed.match.score == (0, 1)


def test_n18_a_keeper_who_receives_or_stops_in_his_goal_has_saved() -> None:
    received = Played(at_play("y2", {"y2": "E3", "y1": "E1"}, ball="y2")).only("pass y2 E1")
    assert (received.ball, received.match.score) == ("y1", (0, 0))
    stopped = shot({"b1": "E15"}).only("pass y2 E15", 14, 10)
    assert (stopped.ball, stopped.match.score) == ("b1", (0, 0))
    beaten = shot({"b1": "E15"}).only("pass y2 E15", 14, 11)
    assert beaten.match.score == (1, 0)


def test_n18_a_path_that_leaves_the_field_from_a_goal_cell_is_a_goal() -> None:
    # Meant for F16, missed to the left: the ball goes by way of D16 and out behind E15.
    away = {f"b{number}": f"I{number}" for number in range(1, 6)}
    played = Played(at_play("y2", {"y2": "A14", **away}, ball="y2")).only("pass y2 F16", 11)
    assert (played.told("ended")[-1]["how"], played.told("ended")[-1]["cell"]) == ("goal", "D16")
    assert (played.match.score, played.match.phase) == ((1, 0), Phase.SET_UP)


def test_n18_after_a_goal_the_side_whose_goal_it_was_kicks_off_from_a_new_set_up() -> None:
    played = shot({"b1": "A15", "y1": "A1"}).only("pass y2 E15", 14)
    assert played.refused("put y1 E1") == "NOT_YOUR_FIGURE"
    set_up(played, ("E1", "C4", "G4", "E5", "D4"), ("E15", "C12", "G12", "D11", "E8"))
    assert (played.ball, played.turn, played.match.rounds, played.match.kick_off) == ("b5", "b1", 2, Side.BLUE)


def test_r11_a_line_between_two_cells_is_thrown_for_and_the_way_back_mirrors_it() -> None:
    # E8 → D10 lies between E9 (right) and D9 (left); the way back between D9 (right) and E9 (left).
    there = passing({"b3": "E9"}).act("pass y2 D10")
    assert there.due == thrown_for(Purpose.LANE, "y2")
    assert Played(there.match).throw(2).due == thrown_for(Purpose.STOP, "b3", 10)
    assert Played(there.match).throw(1).due == thrown_for(Purpose.STOP, "b3", 5)
    back = Played(at_play("y2", {"y2": "D10", "b3": "E9"}, ball="y2")).act("pass y2 E8")
    assert back.due == thrown_for(Purpose.LANE, "y2")
    assert Played(back.match).throw(1).due == thrown_for(Purpose.STOP, "b3", 10)
    assert Played(back.match).throw(2).due == thrown_for(Purpose.STOP, "b3", 5)
