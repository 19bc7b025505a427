"""Hands under a `Moves` plan, read over the real rules of Master Move. Times are the house's defaults."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Flag, Problem, Shift
from feldlicht.base.manners import TakebackRule
from feldlicht.base.plans import Hint
from feldlicht.base.reasons import Reason
from feldlicht.board.reading import Timings
from feldlicht.table.messages import BoardAway, Tuned
from feldlicht.table.session import open_session
from feldlicht.table.settle import seat
from feldlicht.table.table import new_table
from tests.support.hands import TableInTime, kicked_off

BOXED_IN = {
    "yellow": {"E1": "T", "D4": "V", "F4": "V", "B5": "F", "H5": "F", "E6": "F"}
    | {"C7": "M", "G7": "M", "E8": "J", "D8": "S", "F8": "S"},
    "blue": {"E16": "T", "I16": "V", "F13": "V", "H15": "F", "B12": "F", "E11": "F"}
    | {"H16": "M", "C10": "M", "E9": "J", "I15": "S", "D9": "S"},
}
"""Blue's Verteidiger on I16 has his own team on every cell around him."""


@pytest.fixture
def table() -> TableInTime:
    return kicked_off()


def test_lifting_a_figure_shows_its_legal_cells(table: TableInTime) -> None:
    table.lift("E8")
    assert [cell_name(one.origin) for one in table.hands.lifted] == ["E8"]
    shown = {cell_name(c): hint for c, hint in table.hands.targets}
    assert shown
    assert set(shown.values()) == {Hint.MOVE}
    assert "E9" not in shown  # blue's Joker stands there


def test_a_figure_set_down_on_a_legal_cell_is_a_preview_until_it_settles(table: TableInTime) -> None:
    table.move("E6", "G4")
    assert table.hands.preview == Shift(figure_on("F", table), cell("E6"), cell("G4"))
    table.wait(240)
    assert table.notations == ["built"]
    table.wait(20)
    assert table.notations == ["built", "F E6-G4"]
    assert table.hands.preview is None


def test_a_figure_put_back_is_no_move(table: TableInTime) -> None:
    pole = table.lift("D8")
    table.wait(2_000)
    table.place("D8", pole)
    table.wait(5_000)
    assert table.notations == ["built"]
    assert not table.hands.lifted
    assert not table.hands.problems


def test_a_move_counts_at_once_when_the_opponent_lifts_a_figure(table: TableInTime) -> None:
    table.move("E6", "G4")
    table.lift("E9", after=50)
    table.wait(119)
    assert table.notations == ["built"]  # it might be a knock
    table.wait(1)
    assert table.notations == ["built", "F E6-G4"]
    assert [cell_name(one.origin) for one in table.hands.lifted] == ["E9"]


def test_a_knock_at_the_opponents_figure_makes_no_stop_a_move(table: TableInTime) -> None:
    table.give(Tuned(Timings(), TakebackRule.NEVER))
    pole = table.lift("C7")
    table.place("C6", pole, after=100)
    for name in ("C10", "E9", "E11", "G10"):
        blue = table.lift(name, after=5)
        table.place(name, blue, after=20)
    table.lift("C6")
    table.place("C7", pole, after=60)
    table.wait(5_000)
    assert table.notations == ["built"]


def test_a_figure_lifted_before_the_move_does_not_hurry_it(table: TableInTime) -> None:
    table.lift("E9")  # blue is not on turn and fidgets
    pole = table.lift("C7")
    for passed in ("C6", "C5"):
        table.place(passed, pole, after=100)
        table.lift(passed, after=100)
    table.place("C4", pole, after=100)
    assert table.notations == ["built"]
    table.wait(300)
    assert table.notations == ["built", "M C7-C4"]


def test_a_lifted_figure_that_could_not_move_anyway_does_not_hurry_the_move() -> None:
    table = kicked_off(formation=BOXED_IN)
    table.move("C7", "C6")
    table.lift("I16", after=50)
    assert table.notations == ["built"]
    table.wait(300)
    assert table.notations == ["built", "M C7-C6"]


def test_an_illegal_place_lights_the_wrong_cell_and_the_way_back(table: TableInTime) -> None:
    table.move("D4", "G4")
    assert not table.hands.problems  # still in motion
    table.wait(260)
    assert table.hands.problems == (Problem(Flag.ILLEGAL, cell("G4")),)
    assert table.hands.way_back == (cell("D4"),)
    assert table.notations == ["built"]


def test_an_illegal_place_says_why_in_the_games_own_reason(table: TableInTime) -> None:
    table.move("D4", "G4")
    table.wait(260)
    assert table.hands.misplaced == Shift(table.session.state.position[cell("D4")].id, cell("D4"), cell("G4"))
    assert table.hands.why is not None
    assert table.hands.why.reason is Reason.OUT_OF_RANGE
    table.wait(3_000)
    assert table.hands.guidance is not None
    assert table.hands.why is not None  # it is still the reason while guidance leads back


def test_a_figure_of_the_side_not_on_turn_says_so_as_its_reason(table: TableInTime) -> None:
    table.move("E11", "G13")
    table.wait(260)
    assert table.hands.why is not None
    assert table.hands.why.reason is Reason.NOT_YOUR_TURN


def test_after_the_grace_time_guidance_leads_an_illegal_figure_back(table: TableInTime) -> None:
    table.move("D4", "G4")
    table.wait(3_100)
    guidance = table.hands.guidance
    assert guidance is not None
    assert (guidance.origin, guidance.target, guidance.left) == (cell("G4"), cell("D4"), 1)
    table.move("G4", "D4")
    assert table.hands.guidance is None
    table.move("E6", "G4")
    table.wait(300)
    assert table.notations[-1] == "F E6-G4"


def test_m23_the_side_not_on_turn_is_told_so_and_the_movers_move_still_counts(table: TableInTime) -> None:
    table.lift("E9")
    table.wait(300)
    assert table.hands.problems == (Problem(Flag.NOT_YOUR_TURN, cell("E9")),)
    table.move("E6", "G4")
    table.wait(300)
    assert table.notations == ["built", "F E6-G4"]


def test_m23_a_move_by_the_side_not_on_turn_is_never_taken(table: TableInTime) -> None:
    table.move("E11", "G13")
    table.wait(10_000)
    assert table.notations == ["built"]
    assert table.hands.guidance is not None


def test_e01_a_slow_slide_over_a_legal_stop_is_one_move(table: TableInTime) -> None:
    pole = table.lift("C7")
    table.place("C6", pole, after=120)
    table.lift("C6", after=140)
    table.place("C5", pole, after=120)
    table.wait(1_000)
    assert table.notations == ["built", "M C7-C5"]


def test_e01_a_rest_on_a_legal_stop_commits_and_the_next_rest_amends_it(table: TableInTime) -> None:
    pole = table.lift("C7")
    table.place("C6", pole, after=120)
    table.wait(700)
    assert table.notations == ["built", "M C7-C6"]
    table.lift("C6")
    assert {cell_name(c) for c, _ in table.hands.targets} >= {"C7", "C5"}
    table.place("C5", pole)
    table.wait(700)
    assert table.notations == ["built", "M C7-C6", "~M C7-C5"]
    assert [ply.notation for ply in table.session.plies] == ["built", "M C7-C5"]


def test_an_amendment_is_for_the_same_figure_only(table: TableInTime) -> None:
    table.move("C7", "C6")
    table.wait(700)
    table.move("E6", "G4")  # yellow again: not its turn
    table.wait(10_000)
    assert table.notations == ["built", "M C7-C6"]


def test_an_amendment_ends_when_the_opponent_has_moved(table: TableInTime) -> None:
    table.move("C7", "C6")
    table.wait(300)
    table.move("E11", "G13")
    table.wait(300)
    table.move("C6", "C5")  # yellow is on turn again, so this is a move of its own
    table.wait(300)
    assert table.notations == ["built", "M C7-C6", "F E11-G13", "M C6-C5"]


def test_moving_straight_back_takes_the_last_ply_back(table: TableInTime) -> None:
    table.move("C7", "C6")
    table.wait(700)
    table.move("C6", "C7")
    table.wait(300)
    assert table.notations == ["built", "M C7-C6", "undo"]
    assert [ply.notation for ply in table.session.plies] == ["built"]


def test_e04_a_position_passed_on_the_way_is_no_takeback(table: TableInTime) -> None:
    pole = table.magnets[cell("C7")]
    table.move("C7", "C6")
    table.wait(700)
    table.lift("C6")
    table.place("C7", pole, after=100)
    table.lift("C7", after=100)
    table.place("C5", pole, after=100)
    table.wait(1_000)
    assert table.notations == ["built", "M C7-C6", "~M C7-C5"]


def test_e14_a_toggling_magnet_never_reaches_the_log(table: TableInTime) -> None:
    pole = table.magnets[cell("H5")]
    for _ in range(20):
        table.lift("H5", after=60)
        table.place("H5", pole, after=60)
    table.wait(10_000)
    assert table.notations == ["built"]
    assert not table.hands.problems


def test_e16_a_neighbour_that_is_triggered_for_a_moment_is_no_choice(table: TableInTime) -> None:
    pole = table.lift("C7")
    table.place("C5", pole, after=200)
    table.place("C4", pole, after=40)
    table.lift("C4", after=260)
    table.wait(300)
    assert table.notations == ["built", "M C7-C5"]


def test_e16_a_neighbour_that_stays_triggered_holds_the_move(table: TableInTime) -> None:
    pole = table.lift("C7")
    table.place("C5", pole, after=200)
    table.place("C4", pole, after=40)
    table.wait(10_000)
    assert table.notations == ["built"]
    assert table.hands.problems == (Problem(Flag.UNEXPECTED, cell("C4")),)


def test_a_nudge_of_another_figure_is_ignored(table: TableInTime) -> None:
    nudged = table.lift("D8")
    table.place("D8", nudged, after=200)
    # D8 was put back, so the position stood again; nudge once more while the mover is in the air
    pole = table.lift("C7")
    table.lift("D8")
    table.place("D8", Pole.NORTH, after=200)
    table.place("C5", pole)
    table.wait(300)
    assert table.notations == ["built", "M C7-C5"]


def test_two_figures_of_one_side_in_the_air_are_asked_about(table: TableInTime) -> None:
    table.lift("C7")
    table.lift("E6")
    table.wait(400)
    table.place("E6", Pole.NORTH)
    table.place("C5", Pole.NORTH)
    table.wait(10_000)
    assert table.notations == ["built"]
    question = table.hands.question
    assert question is not None
    assert [choice.shift.target for choice in question.choices if choice.shift] == [cell("C5")]
    answered = table.ask("answer", question=question.id, choice=0)
    assert type(answered).__name__ == "Accepted"
    assert table.notations == ["built", "M C7-C5"]


def test_the_same_question_has_the_same_name_again(table: TableInTime) -> None:
    table.lift("C7")
    table.lift("E6")
    table.wait(400)
    table.place("E6", Pole.NORTH)
    table.place("C5", Pole.NORTH)
    first = table.hands.question
    table.lift("C5")
    table.place("C5", Pole.NORTH)
    assert first is not None
    assert table.hands.question == first


def test_e08_after_a_gap_in_the_line_a_move_is_asked_about_not_taken(table: TableInTime) -> None:
    table.lift("C7")
    table.give(BoardAway())
    assert not table.hands.board_present
    table.magnets[cell("C5")] = Pole.NORTH
    table.wait(20_000)
    table.connect()
    table.wait(10_000)
    assert table.notations == ["built"]
    assert table.hands.preview is not None
    assert table.hands.question is not None
    table.ask("confirm")
    assert table.notations == ["built", "M C7-C5"]


def test_everything_swept_off_means_nothing_but_the_way_back_is_shown(table: TableInTime) -> None:
    table.magnets.clear()
    table.sense()
    table.wait(2_900)
    assert table.hands.guidance is None
    table.wait(200)
    assert table.hands.guidance is not None
    assert table.hands.guidance.left == 22
    assert table.notations == ["built"]


def test_cancel_drops_a_preview_and_shows_the_way_back(table: TableInTime) -> None:
    table.move("C7", "C5")
    assert type(table.ask("cancel")).__name__ == "Accepted"
    table.wait(300)
    assert table.notations == ["built"]
    assert table.hands.way_back == (cell("C7"),)
    table.move("C5", "C7")
    table.move("C7", "C5")
    table.wait(300)
    assert table.notations == ["built", "M C7-C5"]


def figure_on(kind: str, table: TableInTime) -> str:
    """The id of the yellow figure of a kind on E6, as the log has it."""
    figure = table.session.state.position[cell("E6")]
    assert figure.kind == kind
    return figure.id


def test_e02_a_slide_over_stops_with_the_opponents_figure_lifted_too_is_one_move(table: TableInTime) -> None:
    pole = table.lift("C7")
    for passed in ("C6", "C5"):
        table.place(passed, pole, after=100)
        table.lift(passed, after=100)
    blue = table.lift("E9", after=20)  # it is in the way of the hand
    table.place("C4", pole, after=100)
    table.place("E9", blue, after=100)
    table.wait(1_000)
    assert table.notations == ["built", "M C7-C4"]


def test_two_magnets_felt_at_once_are_ambiguous_and_nothing_is_chosen(table: TableInTime) -> None:
    table.lift("C7")
    table.magnets |= {cell("C5"): Pole.NORTH, cell("C4"): Pole.NORTH}
    table.sense()
    table.wait(1_000)
    assert table.notations == ["built"]
    assert table.hands.problems == (Problem(Flag.AMBIGUOUS, cell("C4")), Problem(Flag.AMBIGUOUS, cell("C5")))


def test_a_magnet_from_outside_is_unexpected_and_is_to_go(table: TableInTime) -> None:
    table.place("A8", Pole.SOUTH)
    table.wait(300)
    assert table.hands.problems == (Problem(Flag.UNEXPECTED, cell("A8")),)
    table.wait(3_000)
    guidance = table.hands.guidance
    assert guidance is not None
    assert (guidance.origin, guidance.target, guidance.left) == (cell("A8"), None, 1)


def test_after_a_restart_the_last_move_can_still_be_taken_back_by_hand(table: TableInTime) -> None:
    table.move("C7", "C6")
    table.wait(300)
    again = open_session(table.session.game, table.session.header, table.log)
    table.table = new_table()
    table.take(seat(table.table, again, table.now))
    table.connect()
    table.wait(300)
    table.move("C6", "C7")
    table.wait(300)
    assert table.notations == ["built", "M C7-C6", "undo"]
