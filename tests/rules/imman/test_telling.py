"""Events hold what a sentence about them needs: who, where, what a die was for and by how much it was made."""

from __future__ import annotations

from feldlicht.base.figures import Side
from tests.rules.imman.helpers import Played, at_play, fresh, set_up, team

YELLOW = ["E1", "C3", "G3", "B5", "E8"]
BLUE = ["E15", "C13", "G13", "B12", "H12"]


def facts(played: Played, name: str) -> dict[str, str]:
    """The facts of the last event of that name."""
    return played.told(name)[-1]


def test_a_toss_tells_who_begins() -> None:
    played = Played(fresh()).throw(7, 7, 3)
    assert played.told("tossed") == [
        {"side": "yellow", "die": "7"},
        {"side": "blue", "die": "7", "how": "level"},
        {"side": "yellow", "die": "3"},
    ]
    assert facts(played.throw(12), "tossed") == {"side": "blue", "die": "12", "how": "kicks_off", "first": "blue"}


def test_a_set_up_tells_who_takes_the_kick_off() -> None:
    played = set_up(Played(fresh()).throw(12, 3), YELLOW, BLUE)
    assert played.told("put")[0] == {"figure": "y1", "cell": "E1", "how": "set_up"}
    assert [one for one in played.told("put") if one["how"] == "taker"] == [
        {"figure": "y5", "cell": "E8", "how": "taker"}
    ]
    assert facts(played, "kicked_off") == {"side": "yellow", "figure": "y5"}
    assert facts(played, "round") == {"number": "1", "half": "1"}


def test_a_pass_tells_at_what_it_is_aimed_and_what_its_die_may_be() -> None:
    strong = team("ABCDE", _2=(10, 10, 10))
    played = Played(at_play("y2", {"y2": "E4", "y3": "E8"}, ball="y2", yellow=strong)).act("pass y2 E8")
    assert facts(played, "played") == {
        "figure": "y2",
        "from": "E4",
        "to": "E8",
        "how": "pass",
        "aim": "mate",
        "receiver": "y3",
        "distance": "4",
        "limit": "12",
    }
    made = {"purpose": "pass", "figure": "y2", "result": "made", "limit": "12"}
    assert facts(played.throw(9), "thrown") == {**made, "die": "9", "difference": "3", "cell": "E8"}
    assert facts(played, "ended") == {"how": "received", "cell": "E8", "figure": "y3", "by": "y2"}
    at_goal = Played(at_play("y2", {"y2": "E13", "b1": "A15"}, ball="y2")).act("pass y2 E15")
    assert facts(at_goal, "played")["aim"] == "goal"
    assert "limit" not in facts(at_goal, "played")
    assert facts(at_goal, "goal") == {"side": "yellow", "figure": "y2", "how": "goal", "score": "1:0"}
    own = Played(at_play("y2", {"y2": "E3", "y1": "A1"}, ball="y2")).act("pass y2 E1")
    assert "aim" not in facts(own, "played")
    assert facts(own, "goal") == {"side": "blue", "figure": "y2", "how": "own_goal", "score": "0:1"}


def test_a_missed_pass_tells_where_the_ball_goes_or_that_it_leaves_the_field() -> None:
    played = Played(at_play("y2", {"y2": "E4"}, ball="y2")).act("pass y2 E8").throw(15)
    told = facts(played, "thrown")
    assert (told["result"], told["difference"], told["cell"]) == ("missed", "3", "D7")
    off = Played(at_play("y2", {"y2": "A8"}, ball="y2")).act("pass y2 A11").throw(15)
    told = facts(off, "thrown")
    assert told["result"] == "missed_off"
    assert "cell" not in told


def test_a_lane_and_a_try_tell_where_the_ball_is() -> None:
    strong = team("ABCDE", _3=(9, 9, 9))
    match = at_play("y2", {"y2": "E4", "b3": "F5"}, ball="y2", blue=strong)
    played = Played(match).act("pass y2 G4").throw(8)
    assert played.told("thrown")[0] == {
        "purpose": "lane",
        "figure": "y2",
        "die": "8",
        "result": "right",
        "cell": "F4",
    }
    tried = {"purpose": "stop", "figure": "b3", "how": "half", "cell": "F4", "limit": "4"}
    assert facts(played.throw(6), "thrown") == {**tried, "die": "6", "result": "missed", "difference": "2"}


def test_a_step_tells_of_the_ball_and_of_a_sprint() -> None:
    played = Played(at_play("y2", {"y2": "E4"}, lies="E6", sprint="on")).act("step y2 E5")
    assert facts(played, "step") == {"figure": "y2", "from": "E4", "to": "E5", "how": "run"}
    played.act("step y2 D6", "step y2 E6")
    assert facts(played, "step") == {"figure": "y2", "from": "D6", "to": "E6", "how": "sprint", "stamina": "20"}
    carries = Played(at_play("y2", {"y2": "E4"}, ball="y2", sprint="on")).act("step y2 E5", "step y2 E6")
    assert [one["how"] for one in carries.told("step")] == ["ball", "sprint_ball"]
    taken = Played(at_play("y2", {"y2": "E5"}, lies="E5")).act("pick y2")
    assert facts(taken, "picked_up") == {"figure": "y2", "cell": "E5"}


def test_a_duel_tells_by_how_much_each_die_is_under_what_the_figure_is_worth() -> None:
    strong, weak = team("ABCDE", _2=(10, 10, 16)), team("ABCDE", _2=(10, 10, 11))
    match = at_play("y2", {"y2": "E7", "b2": "E8"}, ball="b2", yellow=weak, blue=strong)
    played = Played(match).only("tackle y2", 6, 17)
    assert facts(played, "tackled") == {"figure": "y2", "by": "b2", "cell": "E8"}
    (mine, theirs) = played.told("thrown")
    assert mine == {
        "purpose": "dribble",
        "figure": "y2",
        "die": "6",
        "how": "duel",
        "result": "under",
        "value": "11",
        "difference": "5",
    }
    assert (theirs["figure"], theirs["result"], theirs["difference"]) == ("b2", "over", "1")
    assert facts(played, "won") == {"figure": "y2", "by": "b2", "how": "gained"}


def test_a_keeper_who_is_tackled_tells_what_he_may_throw() -> None:
    match = at_play("y2", {"y2": "E13", "b1": "E14"}, ball="b1")
    played = Played(match).only("tackle y2", 18)
    told = facts(played, "thrown")
    assert (told["figure"], told["how"], told["limit"], told["result"]) == ("b1", "keeper", "18", "made")
    assert facts(played, "won") == {"figure": "b1", "by": "y2", "how": "kept"}


def test_a_foul_tells_whom_it_hurt_how_much_is_left_and_whether_it_was_seen() -> None:
    match = at_play("y2", {"y2": "E7", "b2": "E8"}, lies="A8", fouls="on")
    played = Played(match).act("foul y2 b2").throw(12)
    hurt = {"purpose": "foul", "figure": "y2", "die": "12", "by": "b2", "stamina": "18"}
    assert facts(played, "thrown") == hurt
    played.throw(3)
    assert facts(played, "thrown") == {"purpose": "referee", "figure": "y2", "die": "3", "by": "b2", "result": "seen"}
    assert facts(played, "yellow_card") == {"figure": "y2"}
    assert facts(played, "dead") == {"how": "free_kick", "side": "blue", "cell": "E8"}
    rough = Played(match).act("foul y2 b2").throw(16, 3)
    assert facts(rough, "red_card") == {"figure": "y2", "how": "rough"}


def test_a_half_tells_how_it_stands_and_what_follows() -> None:
    played = Played(at_play("b5", {}, lies="E8", rounds=2)).act("end b5")
    assert facts(played, "half_over") == {"half": "1", "how": "half_time", "score": "0:0"}
    assert played.match.low is Side.BLUE
