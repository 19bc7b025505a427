"""Sprints: a step more for Ausdauer, where that is chosen."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.rules.imman.acts import Pass, Step
from tests.rules.imman.helpers import Played, at_play, offered, set_up, shirt


def sprinting(standing: dict[str, str], stamina: int = 30, **more: object) -> Played:
    match = at_play("y2", standing, sprint="on", **more)
    return Played(match.with_stamina(shirt("y2"), stamina))


def left(played: Played, figure: str = "y2") -> int:
    return played.match.stamina_of(shirt(figure))


def test_n24_without_it_nobody_sprints() -> None:
    assert Played(at_play("y2", {"y2": "E5"})).act("step y2 E6", "step y2 E7").turn == "b2"


def test_n24_three_steps_without_the_ball_the_third_for_10() -> None:
    played = sprinting({"y2": "E5"}).act("step y2 E6", "step y2 E7")
    assert (played.turn, left(played)) == ("y2", 30)
    played.act("step y2 E8")
    assert (played.turn, played.cell("y2"), left(played)) == ("b2", "E8", 20)


def test_n24_nobody_has_to() -> None:
    played = sprinting({"y2": "E5"}).act("step y2 E6", "step y2 E7", "end y2")
    assert (played.turn, left(played)) == ("b2", 30)


def test_n24_it_takes_11_and_may_leave_1() -> None:
    played = sprinting({"y2": "E5"}, 11).act("step y2 E6", "step y2 E7", "step y2 E8")
    assert left(played) == 1
    assert sprinting({"y2": "E5"}, 10).act("step y2 E6", "step y2 E7").turn == "b2"
    with_the_ball = sprinting({"y2": "E5"}, 10, ball="y2").act("step y2 E6")
    assert with_the_ball.refused("step y2 E7") == "NO_STAMINA"


def test_n24_two_steps_with_the_ball_then_a_pass() -> None:
    played = sprinting({"y2": "E5"}, ball="y2").act("step y2 E6", "step y2 E7")
    assert (played.turn, left(played)) == ("y2", 20)
    assert played.refused("step y2 E8") == "ACTION_SPENT"
    assert played.only("pass y2 E9").ball == "E9"


def test_n24_a_ball_reached_with_the_first_step_then_still_one_step_or_a_pass() -> None:
    played = sprinting({"y2": "E5"}, lies="E6").act("step y2 E6", "pick y2")
    assert offered(played.match, Pass)
    played.act("step y2 E7")
    assert (played.turn, left(played)) == ("b2", 30)


def test_n24_reached_with_the_second_step_a_third_one_is_a_sprint_but_there_is_no_pass() -> None:
    played = sprinting({"y2": "E5"}, lies="E7").act("step y2 E6", "step y2 E7", "pick y2")
    assert (offered(played.match, Pass), len(offered(played.match, Step))) == ([], 6)
    played.act("step y2 E8")
    assert (played.turn, played.ball, left(played)) == ("b2", "y2", 20)


def test_n24_reached_with_the_last_step_nothing_more() -> None:
    played = sprinting({"y2": "E5"}, lies="E8").act("step y2 E6", "step y2 E7", "step y2 E8", "pick y2")
    assert (played.turn, played.ball) == ("b2", "y2")
    won = sprinting({"y2": "E5", "b2": "E8"}, ball="b2").act("step y2 E6", "step y2 E7").only("tackle y2", 1, 20)
    assert (won.turn, won.ball, left(won)) == ("b2", "y2", 20)


def test_n24_no_sprint_while_the_ball_is_dead() -> None:
    played = sprinting({"y2": "B8", "y1": "E1", "b1": "E15", "b2": "C12"}, ball="y2").only("pass y2 A11", 13)
    assert played.act("step b2 C11", "step b2 C10").turn == "y3"


def test_n24_full_again_at_half_time_and_one_a_round_off_the_field() -> None:
    match = at_play("y5", {}, sprint="on", names="ABCDEF", rounds=4)
    match = match.with_stamina(shirt("y6"), 5).with_stamina(shirt("y1"), 5)
    played = Played(match).act("end y5", "end b5")
    assert (left(played, "y6"), left(played, "y1"), left(played, "b6")) == (6, 5, 30)
    played = Played(replace(played.match, rounds=2))
    for _ in range(10):
        played.act(f"end {played.turn}")
    played.act("stay blue", "stay yellow")
    assert (left(played, "y6"), left(played, "y1")) == (30, 30)
    set_up(played, ("E15", "C12", "G12", "D11", "F11"), ("E1", "C4", "G4", "E5", "E8"))
    assert left(played, "y6") == 30


def test_n24_option_how_much_comes_back_in_a_round_and_at_half_time() -> None:
    match = at_play("y5", {}, sprint="on", names="ABCDEF", rounds=4, recovery=4, half_time_recovery=7)
    for figure, value in {"y6": 5, "b6": 28, "y1": 5, "y2": -3, "y3": 29}.items():
        match = match.with_stamina(shirt(figure), value)
    played = Played(match).act("end y5", "end b5")
    assert [left(played, one) for one in ("y6", "b6", "y1")] == [9, 30, 5]
    played = Played(replace(played.match, rounds=2))
    for _ in range(10):
        played.act(f"end {played.turn}")
    assert [left(played, one) for one in ("y6", "b6", "y1", "y2", "y3")] == [16, 30, 12, 7, 30]
