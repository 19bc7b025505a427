"""Fouls with their two dice, cards, free kicks, 7-metres in play, and who leaves the field."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feldlicht.base.commands import TimeOut
from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Enter, Foul, NameKeeper, Pass, Put, Shooter
from feldlicht.rules.imman.apply import apply, outcome
from feldlicht.rules.imman.flow import bench
from feldlicht.rules.imman.secrecy import acts_next
from feldlicht.rules.imman.state import MINUTE_MS, Phase, Purpose, Restart
from tests.rules.imman.helpers import C, Played, at_play, cells_of, offered, shirt, team, thrown_for
from tests.rules.imman.test_dead_ball import all_end
from tests.rules.imman.test_shoot_out import shoot_out

KEEPERS = {"y1": "E1", "b1": "E15"}


def fouling(standing: dict[str, str] | None = None, ball: str = "b2", **more: object) -> Played:
    """Yellow's number 2 is on turn next to blue's number 2, who has the ball, in midfield."""
    standing = KEEPERS | {"y2": "E8", "b2": "E9"} | (standing or {})
    return Played(at_play("y2", standing, ball=ball, **({"fouls": "on"} | more)))


def left(played: Played, figure: str) -> int:
    return played.match.stamina_of(shirt(figure))


def test_n25_without_it_nobody_fouls() -> None:
    played = fouling(fouls="off")
    assert offered(played.match, Foul) == []
    assert played.refused("foul y2 b2") == "WRONG_PHASE"


def test_n25_one_die_for_the_ausdauer_and_one_for_the_referee() -> None:
    played = fouling().act("foul y2 b2")
    assert played.due == thrown_for(Purpose.FOUL, "y2")
    played.throw(7)
    assert (left(played, "b2"), played.due) == (23, thrown_for(Purpose.REFEREE, "y2"))
    played.throw(3)
    assert (played.match.due, played.match.phase) == (None, Phase.DEAD)


def test_n25_on_the_same_cell_or_next_to_it_an_opponent_only() -> None:
    played = fouling({"y3": "E7", "b3": "E11", "b4": "E8"})
    assert {str(one.victim) for one in offered(played.match, Foul)} == {"b2", "b4"}
    assert played.refused("foul y2 b3") == "TOO_FAR"
    assert played.refused("foul y2 y3") == "NO_OPPONENT"


def test_n25_with_a_step_left_it_may_go_to_its_victims_cell_for_it() -> None:
    played = fouling({"b3": "F8"})
    assert {(str(one.victim), one.cell) for one in offered(played.match, Foul)} == {
        ("b2", None), ("b3", None), ("b2", C["E9"]), ("b3", C["F8"]),
    }  # fmt: skip
    played.only("foul y2 b2 E9", 7, 20)
    assert (played.cell("y2"), played.cell("b2"), left(played, "b2"), played.turn) == ("E9", "E9", 23, "b2")
    assert played.told("fouled") == [{"figure": "y2", "by": "b2", "how": "enters", "cell": "E9"}]
    seen = fouling().only("foul y2 b2 E9", 7, 3)
    assert (seen.match.dead.how, seen.match.dead.spot, seen.cell("y2")) == (Restart.FREE_KICK, C["E9"], "E9")
    # Out of breath the victim leaves the ball to who shares its cell.
    weak = fouling()
    weak = Played(weak.match.with_stamina(shirt("b2"), 5)).only("foul y2 b2 E9", 5, 20)
    assert (shirt("b2") in weak.match.places, weak.cell("y2"), weak.ball) == (False, "E9", "E9")


def test_n25_to_the_victims_cell_only_and_with_a_step() -> None:
    played = fouling({"b3": "F8"})
    assert played.refused("foul y2 b2 F8") == played.refused("foul y2 b2 D9") == "NO_OPPONENT"
    assert played.refused("foul y2 b4 A15") == "TOO_FAR"
    late = fouling({"y2": "E6"}).act("step y2 E7", "step y2 E8")
    assert late.refused("foul y2 b2 E9") == "ACTION_SPENT"
    assert late.only("foul y2 b2", 5, 20).cell("y2") == "E8"
    assert fouling(fouls="off").refused("foul y2 b2 E9") == "WRONG_PHASE"


def test_n13_not_even_for_a_foul_a_third_nor_onto_a_ball_that_lies_nor_into_a_goal() -> None:
    assert fouling({"y3": "E9"}).refused("foul y2 b2 E9") == "HEX_FULL"
    shared = fouling({"b4": "E8"})
    assert shared.refused("foul y2 b4 E8") == "HEX_FULL"
    assert shared.only("foul y2 b4", 5, 20).cell("y2") == "E8"
    lies = Played(at_play("y2", KEEPERS | {"y2": "E8", "b2": "E9"}, lies="E9", fouls="on"))
    assert lies.refused("foul y2 b2 E9") == "HEX_FULL"
    in_goal = Played(at_play("y2", KEEPERS | {"y2": "E14"}, ball="b1", fouls="on"))
    assert in_goal.refused("foul y2 b1 E15") == "GOAL_CLOSED"
    assert in_goal.only("foul y2 b1", 5, 20).cell("y2") == "E14"


def test_n24_to_a_victims_cell_by_a_sprint() -> None:
    played = fouling({"y2": "E6"}, sprint="on").act("step y2 E7", "step y2 E8").only("foul y2 b2 E9", 5, 20)
    assert (played.cell("y2"), left(played, "y2"), played.turn) == ("E9", 20, "b2")
    assert played.told("fouled")[0] | {"how": "sprint", "stamina": "20"} == played.told("fouled")[0]


def test_n25_who_has_the_ball_does_not_foul() -> None:
    assert fouling(ball="y2").refused("foul y2 b2") == "CARRIES_THE_BALL"


def test_n25_option_who_has_the_ball_may_foul_and_drops_it_if_it_is_sent_off() -> None:
    played = fouling(ball="y2", carrier_fouls="may")
    assert Played(played.match).only("foul y2 b2", 15, 20).ball == "y2"
    sent = Played(played.match).only("foul y2 b2", 15, 1)
    assert (shirt("y2") in sent.match.places, sent.ball, sent.match.dead.side) == (False, "E9", Side.BLUE)


@pytest.mark.parametrize(("taken", "crowd", "told"), [(14, "watches", 0), (15, "watches", 1), (15, "none", 0)])
def test_n25_option_a_rough_foul_angers_the_crowd_seen_or_not(taken: int, crowd: str, told: int) -> None:
    assert len(fouling(crowd=crowd).only("foul y2 b2", taken, 20).told("crowd")) == told


def test_n25_it_may_be_the_last_act_after_two_steps() -> None:
    played = fouling({"y2": "E6"}).act("step y2 E7", "step y2 E8")
    assert played.turn == "y2"
    assert [str(one.victim) for one in offered(played.match, Foul)] == ["b2"]
    assert fouling({"y2": "E5"}).act("step y2 E6", "step y2 E7").turn == "b2"


def test_n25_unseen_it_costs_ausdauer_only_and_ends_the_turn() -> None:
    played = fouling().only("foul y2 b2", 15, 20)
    assert (left(played, "b2"), played.turn, played.ball, played.match.dead) == (15, "b2", "b2", None)
    assert (played.match.cards, played.match.sent_off) == (frozenset(), frozenset())


@pytest.mark.parametrize(
    ("taken", "yellow", "red"), [(9, False, False), (10, True, False), (14, True, False), (15, False, True)]
)
def test_n25_yellow_from_10_red_from_15(taken: int, yellow: bool, red: bool) -> None:
    match = fouling().only("foul y2 b2", taken, 19).match
    assert (shirt("y2") in match.cards, shirt("y2") in match.sent_off) == (yellow, red)
    assert (shirt("y2") in match.places) is not red


def test_n25_two_yellow_are_red_and_nobody_comes_on_for_it() -> None:
    booked = replace(fouling(names="ABCDEF").match, cards=frozenset({shirt("y2")}))
    played = Played(booked).only("foul y2 b2", 10, 1)
    assert played.match.sent_off == {shirt("y2")}
    assert played.match.phase is Phase.SWAP
    assert played.refused("enter y6 A8") == "NO_GAP"
    played.act("stay yellow", "stay blue")
    assert len([one for one in played.match.places if one.side is Side.YELLOW]) == 4
    turns = []
    while played.match.phase is Phase.DEAD:
        turns.append(played.turn)
        played.act(f"end {played.turn}")
    assert turns == ["b2", "y3", "b3", "y4", "b4", "y5", "b5", "y1", "b1"]


def free_kick(**more: object) -> Played:
    return all_end(fouling(**more).only("foul y2 b2", 5, 1))


def test_n25_seen_everyone_moves_once_then_a_free_kick_from_where_the_victim_stood() -> None:
    played = fouling({"b3": "E10"}).only("foul y2 b2", 5, 1)
    assert (played.match.dead.how, played.match.dead.side, played.turn, played.ball) == (
        Restart.FREE_KICK, Side.BLUE, "b2", "E9",
    )  # fmt: skip
    played.act("step b2 F10", "end b2")
    all_end(played)
    assert {str(one.figure) for one in offered(played.match, Put)} == {"b1", "b2", "b3", "b4", "b5"}
    assert cells_of(played.match, Put, lambda one: one.cell) == {"E9"}
    played.act("put b3 E9")
    assert (played.match.phase, played.ball, played.cell("b3")) == (Phase.ROLL_IN, "b3", "E9")


def test_n25_where_the_victim_still_stands_another_is_set_next_to_it() -> None:
    played = free_kick()
    assert played.refused("put b3 E9") == "HEX_FULL"
    cells = {played.match.ground.name_of(one.cell) for one in offered(played.match, Put) if one.figure != shirt("b2")}
    assert cells == {"E10", "D9", "D10", "F9", "F10"}  # and E8, where yellow's number 2 stands, is not free


def test_n25_a_free_kick_is_thrown_for_and_begins_a_new_round() -> None:
    played = free_kick().act("put b2 E9").act("pass b2 E13")
    assert played.due == thrown_for(Purpose.PASS, "b2", 12)
    played.throw(12)
    assert (played.ball, played.match.rounds, played.turn, played.match.dead) == ("E13", 2, "y1", None)


def test_n25_a_free_kick_may_score() -> None:
    played = fouling({"y2": "E6", "b2": "E5", "y1": "A5"}).only("foul y2 b2", 5, 1)
    played = all_end(played).act("put b2 E5")
    assert shirt("b2") in played.match.places
    assert played.refused("pass b2 E5") == "OWN_HEX"
    played.only("pass b2 E1", 12)
    assert played.match.score == (0, 1)


def in_area(**more: object) -> Played:
    """Yellow has fouled in its own area."""
    standing = {"y2": "E4", "b2": "E3", "b3": "D3", "y3": "B8"} | more.pop("standing", {})
    return fouling(standing, **more).only("foul y2 b2", 5, 1)


def test_n25_a_side_that_fouls_in_its_own_area_gives_a_7_metre() -> None:
    assert in_area().match.dead.how is Restart.SEVEN
    # An attacker's foul there is a free kick; so is a defender's on who stands outside.
    attack = Played(at_play("b2", KEEPERS | {"b2": "E4", "y2": "E3"}, ball="y2", fouls="on")).only("foul b2 y2", 5, 1)
    assert attack.match.dead.how is Restart.FREE_KICK
    outside = fouling({"y2": "E4", "b2": "E5"}).only("foul y2 b2", 5, 1)
    assert outside.match.dead.how is Restart.FREE_KICK


def seven(**more: object) -> Played:
    return all_end(in_area(**more))


def test_n23_in_play_any_figure_of_the_fouled_side_shoots() -> None:
    played = seven()
    assert played.match.phase is Phase.SHOOTER
    assert {str(one.figure) for one in offered(played.match, Shooter)} == {"b1", "b2", "b3", "b4", "b5"}
    assert played.refused("shooter y2") == "NOT_YOUR_FIGURE"


def test_n23_in_play_the_others_leave_the_area_each_to_the_nearest_free_cell_outside() -> None:
    played = seven().act("shooter b4")
    assert played.match.phase is Phase.CLEAR
    left_area = []
    while played.match.phase is Phase.CLEAR:
        command = offered(played.match, Put)[0]
        left_area.append(str(command.figure))
        assert played.refused(f"put {command.figure} E8") == "NEAREST_OUTSIDE"
        played.act(f"put {command.figure} {played.match.ground.name_of(command.cell)}")
    assert left_area == ["y2", "b2", "b3"]
    area = played.match.area(Side.YELLOW)
    assert {str(one) for one, where in played.match.standing if where in area} == {"y1", "b4"}
    assert (played.cell("b4"), played.cell("y1"), played.match.phase) == ("E4", "E1", Phase.NOTE)


def cleared(**more: object) -> Played:
    played = seven(**more).act("shooter b2")
    while played.match.phase is Phase.CLEAR:
        command = offered(played.match, Put)[0]
        played.act(f"put {command.figure} {played.match.ground.name_of(command.cell)}")
    return played.act("note yellow left")


def test_n23_in_play_a_goal_is_one_and_no_goal_leaves_the_ball_where_it_is() -> None:
    goal = cleared().only("pass b2 E1", 14, 20)
    assert (goal.match.score, goal.match.kick_off, goal.match.phase) == ((0, 1), Side.YELLOW, Phase.SET_UP)
    saved = cleared().only("pass b2 E1", 14, 5)
    assert (saved.ball, saved.match.rounds, saved.turn, saved.match.seven) == ("y1", 2, "y1", None)
    away = cleared().only("pass b2 E6")
    assert (away.ball, away.match.rounds) == ("E6", 2)


def test_n23_in_play_only_the_keeper_stops() -> None:
    played = cleared().act("pass b2 E6")
    assert {one["figure"] for one in played.told("thrown")} <= {"y2"}, "the foul's dice, and no try"


def test_n21_a_7_metre_is_taken_though_time_is_up_a_free_kick_is_not() -> None:
    played = in_area(minutes=1)
    late = apply(played.match, TimeOut(), spent=MINUTE_MS).state
    assert (late.late, late.phase) == (True, Phase.DEAD)
    played = all_end(Played(late)).act("shooter b2")
    while played.match.phase is Phase.CLEAR:
        command = offered(played.match, Put)[0]
        played.act(f"put {command.figure} {played.match.ground.name_of(command.cell)}")
    played.act("note yellow left").only("pass b2 E1", 14, 20)
    assert (played.match.score, played.match.half) == ((0, 1), 2)
    kick = fouling(minutes=1).only("foul y2 b2", 5, 1)
    assert apply(kick.match, TimeOut(), spent=MINUTE_MS).state.half == 2


def weak(stamina: int = 5, names: str = "ABCDEF", **more: object) -> Played:
    played = fouling(names=names, **more)
    return Played(played.match.with_stamina(shirt("b2"), stamina))


def test_r07_who_has_the_ball_and_no_ausdauer_left_drops_it_where_it_stood_and_the_next_one_picks_it_up() -> None:
    played = weak().only("foul y2 b2", 5, 20)
    assert (played.ball, shirt("b2") in played.match.places, played.turn) == ("E9", False, "y3")
    near = Played(played.match.at(shirt("y3"), played.match.ground.cells["E10"]))
    assert near.act("step y3 E9", "pick y3").ball == "y3"


def test_n25_one_point_left_and_it_stays() -> None:
    assert shirt("b2") in weak(6).only("foul y2 b2", 5, 20).match.places


def test_n25_another_may_come_on_at_a_break_for_who_has_no_ausdauer() -> None:
    played = weak().only("foul y2 b2", 5, 1).act("stay yellow")
    assert {str(one.figure) for one in offered(played.match, Enter)} == {"b6"}
    assert played.refused("enter y6 A8") == "NOT_YOUR_SWAP"
    assert played.refused("enter b2 A8") == "NOT_ON_BENCH"
    assert played.refused("enter b6 A7") == played.refused("enter b6") == "ENTERS_ON_LINE"
    assert played.refused("enter b6 E8") == "HEX_FULL"
    played.act("enter b6 A8")
    assert (played.cell("b6"), played.match.gaps) == ("A8", (0, 0))


def test_n25_who_had_to_leave_comes_back_after_a_quarter_of_the_rounds_or_half_an_hour() -> None:
    gone = weak(rounds=8).only("foul y2 b2", 5, 20).match
    back = gone.with_stamina(shirt("b2"), 1)
    for rounds, there in ((1, False), (2, False), (3, True)):
        assert (shirt("b2") in bench(replace(back, rounds=rounds), Side.BLUE)) is there
    assert shirt("b2") not in bench(replace(gone, rounds=3), Side.BLUE), "without Ausdauer nobody comes back"
    timed = weak(minutes=60).only("foul y2 b2", 5, 20).match.with_stamina(shirt("b2"), 1)
    for minutes, there in ((31, False), (30, True), (0, True)):
        later = replace(timed, left=minutes * MINUTE_MS)
        assert (shirt("b2") in bench(later, Side.BLUE)) is there


def test_n25_a_quarter_of_the_rounds_is_rounded_up() -> None:
    gone = weak(rounds=9).only("foul y2 b2", 5, 20).match.with_stamina(shirt("b2"), 1)
    assert [shirt("b2") in bench(replace(gone, rounds=rounds), Side.BLUE) for rounds in (3, 4)] == [False, True]


def test_n25_a_side_without_its_keeper_names_another_at_once() -> None:
    played = Played(at_play("y2", {"y2": "E10", "b1": "E11", "y1": "E1"}, ball="b3", fouls="on"))
    played = Played(played.match.with_stamina(shirt("b1"), 5)).only("foul y2 b1", 5, 20)
    assert played.match.phase is Phase.KEEPER
    assert acts_next(played.match) is Side.BLUE
    assert {str(one.figure) for one in offered(played.match, NameKeeper)} == {"b2", "b3", "b4", "b5"}
    assert played.refused("step y2 E9") == played.refused("end y2") == "WRONG_PHASE"
    assert played.refused("keeper y3") == "NOT_YOUR_FIGURE"
    assert played.refused("keeper b1") == "NOT_ON_FIELD"
    played.act("keeper b4")
    assert (played.match.keeper(Side.BLUE), played.turn) == (shirt("b4"), "b2")


def test_n25_fewer_play_on_and_a_side_without_figures_has_lost() -> None:
    alone = at_play("y2", {"y2": "E8", "b1": "E9"}, ball="b1", fouls="on", blue=team("A"))
    played = Played(alone.with_stamina(shirt("b1"), 3)).only("foul y2 b1", 3, 20)
    ended = outcome(played.match)
    assert (ended.reason, ended.winner, played.match.phase) == ("NO_FIGURES", Side.YELLOW, Phase.OVER)
    assert offered(played.match, Pass) == []


def test_n22_nobody_who_was_sent_off_shoots() -> None:
    played = shoot_out(fouls="on")
    sent = replace(played.match, sent_off=frozenset({shirt("y3")}), fielded=played.match.fielded - {shirt("y3")})
    assert "y3" not in {str(one.figure) for one in offered(sent, Shooter)}


def test_n21_a_7_metre_of_the_last_round_is_taken_before_the_half_ends() -> None:
    played = seven(rounds=2)
    assert (played.match.phase, played.match.half) == (Phase.SHOOTER, 1)
    assert fouling(rounds=2).only("foul y2 b2", 5, 1).match.half == 2, "a free kick is not"
    assert cleared(rounds=2).only("pass b2 E6").match.half == 2
