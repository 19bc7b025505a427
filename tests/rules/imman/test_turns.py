"""Whose turn it is, how far figures go, and how they come by a ball that lies."""

from __future__ import annotations

from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Pass, PickUp, Step, Tackle
from feldlicht.rules.imman.state import Phase
from tests.rules.imman.helpers import Played, at_play, cells_of, offered, team


def test_n16_sides_act_in_turn_by_number_side_1_first() -> None:
    played = Played(at_play("b1", {"b1": "C10"}, kick_off=Side.BLUE))
    turns = []
    for _ in range(10):
        turns.append(played.turn)
        played.act(f"end {played.turn}")
    assert turns == ["b1", "y1", "b2", "y2", "b3", "y3", "b4", "y4", "b5", "y5"]


def test_n16_numbers_that_are_not_there_are_left_out() -> None:
    played = Played(at_play("y1", {}, blue=team("AB"), yellow=team("ABC")))
    turns = []
    for _ in range(6):
        turns.append(played.turn)
        played.act(f"end {played.turn}")
    assert turns == ["y1", "b1", "y2", "b2", "y3", "y1"]


def test_n16_a_round_ends_when_everyone_has_had_a_turn() -> None:
    played = Played(at_play("y5", {}))
    played.act("end y5")
    assert (played.match.rounds, played.turn) == (1, "b5")
    played.act("end b5")
    assert (played.match.rounds, played.turn) == (2, "y1")


def test_n16_nobody_acts_but_whose_turn_it_is() -> None:
    played = Played(at_play("y2", {"y2": "E5", "b2": "E10"}))
    for line in ("step b2 E11", "end y3", "pick y1", "tackle b1", "pass y1 E5"):
        assert played.refused(line) == "NOT_YOUR_FIGURE"


def test_n14_two_steps_without_the_ball_then_the_turn_is_over() -> None:
    played = Played(at_play("y2", {"y2": "E5"})).act("step y2 E6")
    assert played.turn == "y2"
    assert played.act("step y2 F7").turn == "b2"
    assert played.cell("y2") == "F7"


def test_n14_one_step_with_the_ball_which_comes_along_and_a_pass_if_wished() -> None:
    played = Played(at_play("y2", {"y2": "E5"}, ball="y2")).act("step y2 E6")
    assert played.ball == "y2"
    assert played.match.ball_at == played.match.places[played.match.active.figure]
    assert offered(played.match, Step) == []
    assert played.refused("step y2 E7") == "ACTION_SPENT"
    assert Played(played.match).act("end y2").turn == "b2"
    played.only("pass y2 E8")
    assert (played.ball, played.turn) == ("E8", "b2")


def test_n14_a_pass_at_once_ends_the_turn() -> None:
    played = Played(at_play("y2", {"y2": "E5"}, ball="y2")).only("pass y2 E7")
    assert (played.ball, played.turn) == ("E7", "b2")


def test_n14_a_ball_reached_with_the_first_step_then_one_step_or_a_pass_not_both() -> None:
    reached = Played(at_play("y2", {"y2": "E5"}, lies="E6")).act("step y2 E6", "pick y2").match
    assert offered(reached, Step)
    assert offered(reached, Pass)
    stepped = Played(reached).act("step y2 E7")
    assert (stepped.turn, stepped.ball, stepped.cell("y2")) == ("b2", "y2", "E7")
    passed = Played(reached).only("pass y2 E8")
    assert (passed.turn, passed.ball) == ("b2", "E8")


def test_n14_a_ball_reached_with_the_second_step_then_nothing_more() -> None:
    played = Played(at_play("y2", {"y2": "E5"}, lies="E7")).act("step y2 E6", "step y2 E7")
    assert played.turn == "y2"
    assert offered(played.match, Step) == offered(played.match, Pass) == []
    played.act("pick y2")
    assert (played.turn, played.ball) == ("b2", "y2")


def test_n14_picking_up_is_optional() -> None:
    played = Played(at_play("y2", {"y2": "E5"}, lies="E6")).act("step y2 E6", "step y2 E7")
    assert (played.ball, played.turn) == ("E6", "b2")
    played = Played(at_play("y2", {"y2": "E5"}, lies="E7")).act("step y2 E6", "step y2 E7", "end y2")
    assert (played.ball, played.turn) == ("E7", "b2")


def test_n14_a_ball_on_the_own_cell_counts_as_reached_with_the_first_step() -> None:
    under = at_play("y2", {"y2": "E5"}, lies="E5")
    played = Played(under).act("pick y2")
    assert Played(played.match).act("step y2 E6").turn == "b2"
    assert Played(played.match).only("pass y2 E7").turn == "b2"
    assert Played(under).act("step y2 E6", "step y2 E5", "pick y2").turn == "b2"


def test_n14_nobody_else_may_enter_where_a_figure_stands_on_the_ball() -> None:
    for figure in ("b2", "y3"):
        played = Played(at_play("y2", {"y2": "E5", figure: "E6"}, lies="E6"))
        assert played.refused("step y2 E6") == "HEX_FULL"
        assert played.refused("tackle y2") == "NO_BALL"


def test_n13_no_step_to_where_anybody_stands_nor_further_than_one_nor_off_the_field() -> None:
    played = Played(at_play("y2", {"y2": "A5", "y3": "A6", "b3": "B6"}))
    assert played.refused("step y2 A6") == played.refused("step y2 B6") == "HEX_FULL"
    assert played.refused("step y2 A7") == played.refused("step y2 A5") == "TOO_FAR"
    assert cells_of(played.match, Step, lambda one: one.cell) == {"A4", "B5"}


def test_n18_goal_cells_are_closed_to_all_but_the_own_keeper() -> None:
    for figure in ("y2", "b2", "b1"):
        played = Played(at_play(figure, {figure: "E2"}, kick_off=Side.YELLOW))
        assert played.refused(f"step {figure} E1") == "GOAL_CLOSED"
    assert Played(at_play("y1", {"y1": "E2"})).act("step y1 E1").cell("y1") == "E1"
    with_the_ball = Played(at_play("y2", {"y2": "E14"}, ball="y2"))
    assert with_the_ball.refused("step y2 E15") == "GOAL_CLOSED"


def test_what_takes_the_ball_is_refused_to_who_is_not_there() -> None:
    played = Played(at_play("y2", {"y2": "E5"}, lies="E7"))
    assert played.refused("pick y2") == played.refused("pass y2 E6") == "NO_BALL"
    assert offered(played.match, PickUp) == offered(played.match, Tackle) == offered(played.match, Pass) == []
    assert played.match.phase is Phase.PLAY
