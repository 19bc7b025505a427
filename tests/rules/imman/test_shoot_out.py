"""The shoot-out and its 7-metres."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Note, Pass, Shooter
from feldlicht.rules.imman.apply import outcome
from feldlicht.rules.imman.flow import half_over
from feldlicht.rules.imman.state import Match, Phase, Purpose
from tests.rules.imman.helpers import Played, at_play, offered, shirt, team, thrown_for


def level(names: str = "ABCDEF", **more: object) -> Match:
    """A match that was level after its second half."""
    match, _ = half_over(replace(at_play("y1", {}, names=names, **more), half=2))
    return match


def shoot_out(**more: object) -> Played:
    """Yellow shoots first."""
    return Played(level(**more)).throw(12, 5)


def goal(played: Played, figure: str) -> Played:
    """A shot that nobody stops: the keeper beside the way throws a 20 each."""
    keeper = "blue" if figure[0] == "y" else "yellow"
    played.act(f"shooter {figure}", f"note {keeper} left", f"pass {figure} {'E15' if figure[0] == 'y' else 'E1'}")
    played.throw(1)
    while played.match.due is not None:
        played.throw(20)
    return played


def miss(played: Played, figure: str) -> Played:
    """A shot that stays short of the goal: it is played back."""
    keeper = "blue" if figure[0] == "y" else "yellow"
    return played.act(
        f"shooter {figure}", f"note {keeper} left", f"pass {figure} {'E11' if figure[0] == 'y' else 'E5'}"
    )


def test_n22_a_toss_says_who_shoots_first() -> None:
    played = Played(level()).throw(3, 17)
    assert (played.match.phase, played.match.seven.side) == (Phase.SHOOTER, Side.BLUE)
    assert Played(level()).throw(9, 9).due.side is Side.YELLOW


def test_n22_sides_alternate_and_everyone_may_shoot_keeper_and_substitute_too() -> None:
    played = shoot_out()
    assert {one.figure for one in offered(played.match, Shooter)} == {shirt(f"y{number}") for number in range(1, 7)}
    assert played.refused("shooter b1") == "NOT_YOUR_FIGURE"
    goal(played, "y6")
    assert {one.figure.side for one in offered(played.match, Shooter)} == {Side.BLUE}


def test_n22_nobody_a_second_time_before_all_the_others() -> None:
    played = shoot_out(names="AB", yellow=team("AB"), blue=team("AB"))
    goal(played, "y1")
    goal(played, "b1")
    assert played.refused("shooter y1") == "HAS_SHOT"
    goal(played, "y2")
    goal(played, "b2")
    assert {one.figure for one in offered(played.match, Shooter)} == {shirt("y1"), shirt("y2")}


def test_n22_two_ahead_after_as_many_shots_each_wins() -> None:
    played = shoot_out()
    goal(played, "y1")
    miss(played, "b1")
    assert played.match.shoot_out.goals == (1, 0)
    assert played.match.phase is Phase.SHOOTER
    goal(played, "y2")
    assert played.match.phase is Phase.SHOOTER, "blue has a shot less"
    miss(played, "b2")
    ended = outcome(played.match)
    assert (ended.reason, ended.winner, ended.score) == ("SHOOT_OUT", Side.YELLOW, (0, 0))


def test_n22_option_after_so_many_shots_one_ahead_wins() -> None:
    played = shoot_out(cap=2)
    goal(played, "y1")
    miss(played, "b1")
    assert played.match.phase is Phase.SHOOTER
    miss(played, "y2")
    miss(played, "b2")
    assert outcome(played.match).winner is Side.YELLOW


def test_n23_the_keeper_notes_before_the_target_is_named_and_nothing_is_told_of_it() -> None:
    played = shoot_out().act("shooter y2")
    assert (played.match.phase, played.cell("b1"), played.cell("y2"), played.ball) == (Phase.NOTE, "E15", "E12", "y2")
    assert played.refused("pass y2 E15") == "WRONG_PHASE"
    assert played.refused("note yellow left") == "NOT_YOUR_FIGURE"
    assert {one.dive.value for one in offered(played.match, Note)} == {"left", "stay", "right"}
    before = len(played.events)
    played.act("note blue right")
    assert played.events[before:] == []
    assert played.cell("b1") == "E15"
    assert {one.figure for one in offered(played.match, Pass)} == {shirt("y2")}
    played.act("pass y2 E15")
    (told,) = played.told("revealed")
    assert (told["notation"], told["side"]) == ("note blue right", "blue")


@pytest.mark.parametrize(("note", "cell"), [("left", "F15"), ("stay", "E15"), ("right", "D15")])
def test_n23_he_goes_one_step_to_the_front_his_own_left_facing_the_field(note: str, cell: str) -> None:
    played = shoot_out().act("shooter y2", f"note blue {note}", "pass y2 E15")
    assert played.cell("b1") == cell


def test_n23_check_value_5_wrong_side_of_the_lane_he_has_half() -> None:
    # Blue shoots at the low end from E4: the keeper noted left, D2.
    men = {"yellow": team(_1=(10, 18, 10)), "blue": team(_2=(12, 10, 10))}
    played = Played(level(**men)).throw(2, 19)
    played.act("shooter b2", "note yellow left", "pass b2 F1")
    assert played.due == thrown_for(Purpose.PASS, "b2", 14)
    played.throw(13)
    assert (played.due, played.cell("y1")) == (thrown_for(Purpose.LANE, "b2"), "D2")
    played.throw(18)
    assert played.due == thrown_for(Purpose.STOP, "y1", 9)
    played.throw(10)
    assert played.match.shoot_out.goals == (0, 1)


def test_n23_check_value_5_mirrored_at_the_other_end() -> None:
    men = {"yellow": team(_2=(12, 10, 10)), "blue": team(_1=(10, 18, 10))}
    played = Played(level(**men)).throw(19, 2)
    played.act("shooter y2", "note blue left", "pass y2 D16").throw(13, 18)
    assert (played.cell("b1"), played.due) == ("F15", thrown_for(Purpose.STOP, "b1", 9))
    assert Played(played.match).throw(9).match.shoot_out.goals == (0, 0)
    assert Played(played.match).throw(10).match.shoot_out.goals == (1, 0)


def test_n23_guessed_right_he_is_on_the_way() -> None:
    played = shoot_out().act("shooter y2", "note blue right", "pass y2 D16").throw(10, 1)
    assert played.due == thrown_for(Purpose.STOP, "b1", 10)


def test_n23_check_value_7_a_side_shot_missed_by_up_to_six_is_in_unless_stopped() -> None:
    # D16 missed to the right by two: the ball comes to E15, and the keeper on D15 is beside its way.
    played = shoot_out().act("shooter y2", "note blue right", "pass y2 D16").throw(14)
    assert played.due == thrown_for(Purpose.STOP, "b1", 5)
    assert Played(played.match).throw(6).match.shoot_out.goals == (1, 0)


def test_n23_only_the_keeper_stops_and_each_shot_stands_alone() -> None:
    played = shoot_out()
    goal(played, "y1")
    assert (played.match.standing, played.match.score) == ((), (0, 0))
    played.act("shooter b3", "note yellow stay")
    assert {str(one) for one in played.match.places} == {"y1", "b3"}
