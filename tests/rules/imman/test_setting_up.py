"""Toss, set-up and kick-off."""

from __future__ import annotations

import pytest

from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Put, Throw
from feldlicht.rules.imman.state import Due, Phase, Purpose
from tests.rules.imman.helpers import Played, cells_of, fresh, offered, refused, set_up

YELLOW = ("E1", "C4", "G4", "E5", "E8")
BLUE = ("E15", "C12", "G12", "D11", "F11")


def tossed(**options: object) -> Played:
    """A match in which yellow kicks off."""
    return Played(fresh(**options)).throw(15, 4)


def test_n17_each_side_throws_and_the_higher_one_kicks_off() -> None:
    played = Played(fresh())
    assert played.match.phase is Phase.TOSS
    assert played.due == Due(Purpose.TOSS, Side.YELLOW)
    played.throw(7)
    assert played.due == Due(Purpose.TOSS, Side.BLUE)
    played.throw(8)
    assert played.match.due is None
    assert (played.match.kick_off, played.match.opened) == (Side.BLUE, Side.BLUE)
    assert played.match.phase is Phase.SET_UP
    assert tossed().match.kick_off is Side.YELLOW


def test_n17_equal_dice_of_the_toss_are_both_thrown_again() -> None:
    played = Played(fresh()).throw(9, 9)
    assert played.due == Due(Purpose.TOSS, Side.YELLOW)
    assert played.throw(1, 20).match.kick_off is Side.BLUE


def test_n17_yellow_defends_the_low_end_first() -> None:
    played = Played(fresh()).throw(1, 20)
    assert played.refused("put b1 E2") == "OTHER_HALF"
    played.act("put b1 E15")
    assert played.refused("put y1 E15") == "HEX_FULL"
    played.act("put y1 E1")


def test_n17_sides_put_in_turn_by_number_the_one_that_kicks_off_first() -> None:
    played = tossed()
    assert {one.figure for one in offered(played.match, Put)} == {Put(*_any(played)).figure}
    assert played.refused("put y2 C4") == played.refused("put b1 E15") == "NOT_YOUR_FIGURE"
    played.act("put y1 E1")
    assert played.refused("put y2 C4") == "NOT_YOUR_FIGURE"
    played.act("put b1 E15").act("put y2 C4")


def _any(played: Played) -> tuple:
    one = offered(played.match, Put)[0]
    return one.figure, one.cell


def test_n17_own_half_only_the_centre_line_empty_the_circle_for_the_taker() -> None:
    played = tossed()
    assert played.refused("put y1 E9") == "OTHER_HALF"
    assert played.refused("put y1 B10") == "OTHER_HALF"
    assert played.refused("put y1 A8") == played.refused("put y1 I8") == "CENTRE_LINE"
    assert played.refused("put y1 E7") == played.refused("put y1 E6") == "CIRCLE_CLOSED"
    assert played.refused("put y1 C8") == "CENTRE_LINE"
    assert Played(played.match).act("put y1 E5").cell("y1") == "E5"


def test_n17_in_a_goal_cell_only_the_keeper() -> None:
    played = tossed().act("put y1 D1", "put b1 F16")
    assert played.refused("put y2 E1") == "GOAL_CLOSED"
    played.act("put y2 C2")
    assert played.refused("put b2 E15") == "GOAL_CLOSED"


def test_n17_exactly_one_of_the_side_that_kicks_off_stands_on_the_spot() -> None:
    played = tossed().act("put y1 E1")
    assert played.refused("put b1 E8") == "CIRCLE_CLOSED"
    played.act("put b1 E15", "put y2 E8", "put b2 C12")
    assert played.refused("put y3 E8") == "HEX_FULL"
    assert played.refused("put y3 E7") == "CIRCLE_CLOSED"


def test_n17_who_is_put_last_takes_the_kick_off_if_nobody_has_been_put_there() -> None:
    played = tossed()
    for number in range(1, 5):
        played.act(f"put y{number} {YELLOW[number - 1]}", f"put b{number} {BLUE[number - 1]}")
    assert played.refused("put y5 B3") == "NO_TAKER"
    assert cells_of(played.match, Put, lambda one: one.cell) == {"E8"}


def test_n17_keeper_and_taker_may_be_the_same() -> None:
    played = set_up(tossed(), ("E8", "C4", "G4", "E5", "B3"), BLUE)
    assert played.ball == "y1"
    assert played.turn == "y1"


def test_n17_the_ball_is_the_takers_and_figure_1_begins() -> None:
    played = tossed()
    assert played.ball == "E8"
    set_up(played, YELLOW, BLUE)
    assert played.match.phase is Phase.PLAY
    assert (played.ball, played.turn, played.match.rounds) == ("y5", "y1", 1)


def test_n17_option_the_taker_begins_and_is_left_out_later_in_that_round() -> None:
    played = set_up(tossed(opens="taker_first"), ("E1", "E8", "G4", "E5", "B3"), BLUE)
    turns = []
    while played.match.rounds == 1:
        turns.append(played.turn)
        played.act(f"end {played.turn}")
    assert turns == ["y2", "y1", "b1", "b2", "y3", "b3", "y4", "b4", "y5", "b5"]
    assert played.turn == "y1"


def test_n17_option_the_taker_stands_anywhere_in_its_half_of_the_circle() -> None:
    played = tossed(taker_stands="circle").act("put y1 E1", "put b1 E15")
    assert played.refused("put y2 C8") == "CENTRE_LINE"
    played.act("put y2 E7")
    assert played.refused("put b2 E9") == "CIRCLE_CLOSED"
    played.act("put b2 C12")
    assert played.refused("put y3 E6") == "CIRCLE_CLOSED"
    set_up_rest = ("put y3 G4", "put b3 G12", "put y4 E5", "put b4 D11", "put y5 B3", "put b5 F11")
    assert played.act(*set_up_rest).ball == "y2"


@pytest.mark.parametrize("face", [0, 21, -1])
def test_a_die_that_there_is_not_is_refused(face: int) -> None:
    assert refused(fresh(), Throw(face)) == "BAD_FACE"


def test_nothing_is_done_while_a_die_is_due_and_no_die_is_thrown_while_none_is() -> None:
    assert Played(fresh()).refused("put y1 E1") == "THROW_FIRST"
    assert tossed().refused("throw 3") == "NO_DIE"
