"""A ball that goes out: roll-in, corner, keeper's roll; everyone moves once before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import EndTurn, Put, Step
from feldlicht.rules.imman.field import STREET
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.state import Dead, Phase, Restart
from tests.rules.imman.helpers import C, Played, at_play, cells_of, offered, shirt

FAR = {"y1": "E1", "b1": "E15"}


def all_end(played: Played) -> Played:
    """Let everyone who still moves stay where it is."""
    while played.match.phase is Phase.DEAD:
        played.act(f"end {played.turn}")
    return played


def over_the_side(**more: object) -> Played:
    """Yellow's number 2 has played the ball from B8 over row A: meant for A11, missed to the left."""
    played = Played(at_play("y2", {"y2": "B8"} | FAR | more.pop("standing", {}), ball="y2", **more))
    return played.only("pass y2 A11", 13)


def test_n19_the_ball_is_out_at_the_first_step_off_the_field_and_comes_back_from_the_cell_before_it() -> None:
    played = over_the_side()
    assert played.told("ended")[-1]["how"] == "out"
    dead = played.match.dead
    assert (dead.how, dead.side, STREET.name_of(dead.spot)) == (Restart.ROLL_IN, Side.BLUE, "A9")
    assert (played.match.phase, played.ball) == (Phase.DEAD, "A9")


def test_n19_a_ball_may_be_stopped_up_to_the_last_cell_on_the_field() -> None:
    played = Played(at_play("y2", {"y2": "B8", "b3": "A9"} | FAR, ball="y2")).act("pass y2 A11").throw(13)
    assert (played.due.number, played.due.limit) == (3, 10)
    assert Played(played.match).throw(10).ball == "b3"
    assert Played(played.match).throw(11).match.phase is Phase.DEAD


def test_n19_from_the_one_after_who_played_it_everyone_moves_once_and_who_played_it_last() -> None:
    played = over_the_side()
    turns = []
    while played.match.phase is Phase.DEAD:
        turns.append(played.turn)
        played.act(f"step {played.turn} {_free(played)}", f"end {played.turn}")
    assert turns == ["b2", "y3", "b3", "y4", "b4", "y5", "b5", "y1", "b1", "y2"]
    assert played.match.phase is Phase.RESTART


def _free(played: Played) -> str:
    return min(cells_of(played.match, Step, lambda one: one.cell))


def test_n19_dead_moves_are_steps_only() -> None:
    played = over_the_side(standing={"b2": "A11"})
    assert {type(one) for one in legal(played.match)} == {Step, EndTurn}
    for line in ("pick b2", "tackle b2", "pass b2 A10"):
        assert played.refused(line) == "WRONG_PHASE"
    # The second step leads to where the ball is: nobody is asked to pick it up.
    played.act("step b2 A10", "step b2 A9")
    assert (played.turn, played.ball) == ("y3", "A9")


def test_n19_the_other_side_sets_any_figure_of_its_own_where_it_went_out() -> None:
    played = all_end(over_the_side())
    assert {one.figure for one in offered(played.match, Put)} == {shirt(f"b{number}") for number in range(1, 6)}
    assert cells_of(played.match, Put, lambda one: one.cell) == {"A9"}
    assert played.refused("put y2 A9") == "NOT_YOUR_FIGURE"
    assert played.refused("put b3 A10") == "NOT_WHERE_IT_WENT_OUT"
    played.act("put b1 A9")
    assert (played.match.phase, played.cell("b1"), played.ball) == (Phase.ROLL_IN, "A9", "b1")


def test_n19_where_somebody_stands_there_the_nearest_free_cell_of_the_border() -> None:
    played = all_end(over_the_side(standing={"y3": "A9"}))
    assert cells_of(played.match, Put, lambda one: one.cell) == {"A8", "A10"}
    assert played.refused("put b3 A9") == "HEX_FULL"
    own = all_end(over_the_side(standing={"y3": "A9", "y4": "A8", "y5": "A10"}))
    assert cells_of(own.match, Put, lambda one: one.cell) == {"A7", "A11"}


def test_n19_who_stands_there_already_may_bring_it_back() -> None:
    played = all_end(over_the_side(standing={"b3": "C8"}))
    assert played.act("put b3 A9").cell("b3") == "A9"


def rolled_in(**more: object) -> Played:
    return all_end(over_the_side(**more)).act("put b3 A9")


def test_n19_the_roll_needs_no_die_up_to_five_and_the_figure_stays_there() -> None:
    played = rolled_in()
    assert played.refused("pass b3 A15") == "TOO_FAR"
    assert offered(played.match, Step) == []
    assert played.refused("end b3") == "WRONG_PHASE"
    played.only("pass b3 A12")
    assert (played.ball, played.cell("b3")) == ("A12", "A9")


def test_n19_opponents_may_stop_the_roll() -> None:
    played = rolled_in(standing={"y3": "A11"}).act("pass b3 A12")
    assert (played.due.side, played.due.number, played.due.limit) == (Side.YELLOW, 3, 10)
    assert Played(played.match).throw(4).ball == "y3"


def test_n19_then_a_new_round_begins_and_nobody_is_banned() -> None:
    played = rolled_in().only("pass b3 A12")
    assert (played.match.phase, played.turn, played.match.rounds) == (Phase.PLAY, "y1", 2)
    assert played.match.dead is None


def over_a_goal_line(who: str, **more: object) -> Played:
    """``who`` has played the ball from A1 over the low goal line: meant for D2, missed to the right."""
    standing = FAR | {"y3": "I6", "y4": "I7", "y5": "I8", who: "A1"}
    played = Played(at_play(who, standing, ball=who, **more)).only(f"pass {who} D2", 16)
    assert played.told("ended")[-1] == {"how": "behind", "cell": "B1", "by": who}
    return played


def test_n19_over_the_own_goal_line_a_corner_from_that_half() -> None:
    dead = over_a_goal_line("y2").match.dead
    assert (dead.how, dead.side, STREET.name_of(dead.spot)) == (Restart.CORNER, Side.BLUE, "A1")


def corner(**more: object) -> Played:
    """Blue's number 3 has the ball at the corner; yellow's number 2 has left it."""
    played = over_a_goal_line("y2", **more)
    while played.turn != "y2":
        played.act(f"end {played.turn}")
    return played.act("step y2 A2", "step y2 A3", "put b3 A1")


def test_n19_a_corner_may_be_aimed_at_no_goal_cell() -> None:
    assert corner().refused("pass b3 D1") == "GOAL_CLOSED"
    assert corner().only("pass b3 C2").ball == "C2"


def test_n19_option_a_corner_may_be_aimed_at_a_goal_cell() -> None:
    played = corner(goal_targets="open").only("pass b3 D1", 20)
    assert (played.match.score, played.told("thrown")[-1]["figure"]) == ((0, 1), "y1")


def test_n19_where_somebody_still_stands_on_the_corner_the_nearest_free_cells_of_the_border() -> None:
    played = all_end(over_a_goal_line("y2"))
    assert cells_of(played.match, Put, lambda one: one.cell) == {"A2", "B1"}


def test_n19_over_the_others_goal_line_their_keeper_rolls_from_his_area() -> None:
    played = all_end(over_a_goal_line("b2"))
    assert (played.match.dead.how, played.match.dead.side) == (Restart.KEEPER, Side.YELLOW)
    assert {one.figure for one in offered(played.match, Put)} == {shirt("y1")}
    area = {STREET.name_of(one) for one in STREET.area(Side.YELLOW)}
    assert cells_of(played.match, Put, lambda one: one.cell) == area
    assert played.refused("put y2 E3") == "KEEPER_ROLLS"
    assert played.refused("put y1 E5") == "AREA_ONLY"
    played.act("put y1 E4").only("pass y1 E9")
    assert (played.ball, played.match.rounds, played.turn) == ("E9", 2, "y1")


def test_n19_option_as_the_text_has_it_a_roll_in_by_anybody() -> None:
    played = all_end(over_a_goal_line("b2", behind="roll_in"))
    assert (played.match.dead.how, played.match.dead.side) == (Restart.ROLL_IN, Side.YELLOW)
    assert {one.figure for one in offered(played.match, Put)} == {shirt(f"y{number}") for number in range(1, 6)}
    assert cells_of(played.match, Put, lambda one: one.cell) == {"B1"}


def test_n19_a_failed_stop_is_no_touch() -> None:
    # Blue's number 3 tries and fails: it is still yellow who played it out.
    played = Played(at_play("y2", {"y2": "B8", "b3": "A9"} | FAR, ball="y2")).only("pass y2 A11", 13, 20)
    assert played.match.dead.side is Side.BLUE


@pytest.mark.parametrize("cell", ["A9", "I3", "B1", "D16"])
def test_the_border_is_where_a_neighbour_is_off_the_field(cell: str) -> None:
    assert C[cell] in STREET.border
    assert C["E8"] not in STREET.border
    assert C["C2"] not in STREET.border


def test_n19_with_the_round_its_bans_are_over_so_that_who_lost_a_duel_may_stop_the_roll() -> None:
    match = at_play("y2", {"y2": "B8", "y3": "A11"} | FAR, ball="y2")
    banned = Played(replace(match, bans=frozenset({(shirt("y3"), shirt("b3"))})))
    played = all_end(banned.only("pass y2 A11", 13)).act("put b3 A9", "pass b3 A12")
    assert (played.due.side, played.due.number) == (Side.YELLOW, 3)


def test_n19_a_goal_cell_is_no_place_to_bring_the_ball_back_from_but_for_its_keeper() -> None:
    dead = Dead(Restart.ROLL_IN, Side.YELLOW, C["C1"])
    match = at_play("y2", {"y1": "E3", "y2": "F8", "b2": "C1", "b3": "B1", "b1": "E15"}, lies="C1")
    restart = replace(match, phase=Phase.RESTART, active=None, dead=dead)
    cells: dict[str, set[str]] = {}
    for one in offered(restart, Put):
        cells.setdefault(str(one.figure), set()).add(STREET.name_of(one.cell))
    assert cells["y1"] == {"D1"}
    assert "D1" not in cells["y2"]
