"""What is asked and never guessed: several figures, takebacks, a cleared table."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.figures import Pole
from feldlicht.base.hands import About, Flag, Meaning, Problem
from feldlicht.base.manners import TakebackRule
from feldlicht.base.plans import Moves
from feldlicht.board.journal import LIMIT
from feldlicht.board.reading import Timings
from feldlicht.table.messages import BoardAway, KnobTurned, Pressed, Tuned
from feldlicht.table.session import Lifecycle
from tests.support.answers import answer, ways
from tests.support.hands import TableInTime, kicked_off

NORTH = Pole.NORTH


@pytest.fixture
def table() -> TableInTime:
    return kicked_off()


# ------------------------------------------------------------------ several figures


def test_two_figures_lifted_and_both_set_down_elsewhere_are_asked_about(table: TableInTime) -> None:
    table.lift("C7")
    table.lift("G7")
    table.place("C6", NORTH, after=300)
    table.place("G6", NORTH, after=300)
    table.wait(10_000)
    assert table.notations == ["built"]
    question = table.hands.question
    assert question is not None
    assert question.about is About.WHICH
    assert {"C7-C6", "G7-G6"} <= set(ways(table))
    assert Problem(Flag.AMBIGUOUS, cell("G6")) in table.hands.problems


def test_after_the_answer_the_other_figure_is_guided_back(table: TableInTime) -> None:
    table.lift("C7")
    table.lift("G7")
    table.place("C6", NORTH, after=300)
    table.place("G6", NORTH, after=300)
    table.wait(300)
    answer(table, "C7-C6")
    assert table.notations == ["built", "M C7-C6"]
    table.wait(3_100)
    guidance = table.hands.guidance
    assert guidance is not None
    assert (guidance.origin, guidance.target, guidance.left) == (cell("G6"), cell("G7"), 1)
    table.move("G6", "G7")
    table.wait(300)
    assert table.notations == ["built", "M C7-C6"]
    assert not table.hands.problems


def test_one_of_two_lifted_figures_set_down_may_be_either(table: TableInTime) -> None:
    table.lift("D8")
    table.lift("F8")
    table.wait(400)
    reach = {c for c, _ in targets_of(table, "D8")} & {c for c, _ in targets_of(table, "F8")}
    assert reach, "the two can reach one cell"
    table.place(cell_name(min(reach)), NORTH)
    table.wait(300)
    assert {way.split("-")[0] for way in ways(table)} == {"D8", "F8"}


@pytest.mark.parametrize(("names", "guided"), [(("C7", "G7"), False), (("C7", "G7", "D8"), True)])
def test_three_figures_that_stay_in_the_air_are_shown_the_way_back_and_two_are_not(
    table: TableInTime, names: tuple[str, ...], guided: bool
) -> None:
    for name in names:
        table.lift(name)
    table.wait(3_100)
    assert (table.hands.guidance is not None) == guided
    assert table.hands.question is None
    assert table.notations == ["built"]


@pytest.mark.parametrize(("names", "asked"), [(("C7", "G7", "D8"), True), (("C7", "G7", "D8", "F8"), False)])
def test_three_figures_down_elsewhere_are_asked_about_and_four_are_led_back(
    table: TableInTime, names: tuple[str, ...], asked: bool
) -> None:
    for name in names:
        table.lift(name)
    for place in ("C6", "G6", "A5", "I5")[: len(names)]:
        table.place(place, NORTH, after=300)
    table.wait(3_100)
    assert (table.hands.question is not None) == asked
    assert (table.hands.guidance is not None) != asked
    assert table.notations == ["built"]


def targets_of(table: TableInTime, name: str) -> list[tuple[object, object]]:
    plan = table.table.plan
    assert isinstance(plan, Moves)
    figure = table.session.state.position[cell(name)]
    return list(plan.targets[figure.id].items())


def test_a_question_has_no_time_out(table: TableInTime) -> None:
    table.lift("C7")
    table.lift("G7")
    table.place("C6", NORTH, after=300)
    table.place("G6", NORTH, after=300)
    table.wait(24 * 3600_000)
    assert table.notations == ["built"]
    assert table.hands.question is not None


def test_the_knob_marks_another_choice_and_a_press_takes_it(table: TableInTime) -> None:
    table.lift("C7")
    table.lift("G7")
    table.place("C6", NORTH, after=300)
    table.place("G6", NORTH, after=300)
    table.wait(300)
    wanted = ways(table).index("G7-G6")
    table.give(KnobTurned(wanted + len(ways(table))))  # turned once round and on
    assert table.hands.question is not None
    assert table.hands.question.marked == wanted
    assert table.hands.preview == table.hands.question.choices[wanted].shift
    table.give(Pressed())
    assert table.notations == ["built", "M G7-G6"]


def test_turning_the_knob_with_no_question_open_changes_nothing(table: TableInTime) -> None:
    before = table.table
    table.give(KnobTurned(3))
    assert table.table == before


def test_cancel_means_neither_and_shows_the_way_back(table: TableInTime) -> None:
    table.lift("C7")
    table.lift("G7")
    table.place("C6", NORTH, after=300)
    table.place("G6", NORTH, after=300)
    table.wait(300)
    assert type(table.ask("cancel")).__name__ == "Accepted"
    assert table.hands.question is None
    assert set(table.hands.way_back) == {cell("C7"), cell("G7")}
    table.move("C6", "C7")
    table.move("G6", "G7")
    table.move("C7", "C6")
    table.wait(300)
    assert table.notations == ["built", "M C7-C6"]


def test_a_third_figure_nudged_too_long_is_asked_about_in_the_question(table: TableInTime) -> None:
    table.lift("C7")
    table.lift("G7")
    table.place("G7", NORTH, after=400)
    table.place("C6", NORTH)
    table.wait(1_000)
    assert table.notations == ["built"]
    assert ways(table)[0] == "C7-C6"


def test_a_cancelled_move_stays_cancelled_whatever_else_is_lifted(table: TableInTime) -> None:
    table.move("C7", "C6")
    table.wait(100)
    table.ask("cancel")
    table.wait(2_000)
    blue = table.lift("E9")
    table.wait(3_000)
    table.place("E9", blue)
    table.wait(3_000)
    assert table.notations == ["built"]
    table.move("C6", "C7")
    table.move("C7", "C6")
    table.wait(300)
    assert table.notations == ["built", "M C7-C6"]


def two_that_reach_one_cell(table: TableInTime) -> tuple[str, str, str]:
    at = {figure.id: c for c, figure in table.session.state.position.items()}
    plan = table.table.plan
    assert isinstance(plan, Moves)
    reach = plan.targets
    one, other, target = next((x, y, c) for x in reach for y in reach if x != y for c in reach[x] if c in reach[y])
    return cell_name(at[one]), cell_name(at[other]), cell_name(target)


def test_a_figure_set_down_with_a_tremble_was_in_the_air_all_the_same(table: TableInTime) -> None:
    one, other, target = two_that_reach_one_cell(table)
    pole = table.lift(one)
    table.lift(other)
    table.wait(1_000)
    for _ in range(4):  # the one is set down where the other stood, and the cell is noisy for a while
        table.place(other, pole, after=130)
        table.lift(other, after=130)
    table.place(other, pole, after=100)
    table.wait(2_000)
    table.place(target, pole)
    table.wait(1_000)
    assert table.notations == ["built"]
    assert table.hands.question is not None


def test_what_is_too_much_to_remember_counts_as_not_seen(table: TableInTime) -> None:
    one, other, target = two_that_reach_one_cell(table)
    pole = table.lift(one)
    table.lift(other)
    table.wait(1_000)
    table.place(other, pole)
    for _ in range(LIMIT // 2 + 1):
        blue = table.lift("E9", after=300)
        table.place("E9", blue, after=300)
    table.place(target, pole)
    table.wait(1_000)
    assert table.notations == ["built"]
    assert table.hands.question is not None


def test_a_question_of_another_position_has_another_name(table: TableInTime) -> None:
    def asked() -> str:
        table.lift("C7")
        table.lift("G7")
        table.place("C6", NORTH, after=400)
        table.place("G6", NORTH, after=400)
        table.wait(300)
        assert table.hands.question is not None
        return table.hands.question.id

    first = asked()
    table.move("C6", "C7")
    table.move("G6", "G7")
    assert asked() == first
    table.move("C6", "C7")
    table.move("G6", "G7")
    for move in ("E6-G4", "E11-G13"):
        table.move(*move.split("-"))
        table.wait(300)
    assert asked() != first


# ------------------------------------------------------------------ takeback by the table's rule


def test_where_the_rule_says_so_a_takeback_is_asked_about(table: TableInTime) -> None:
    table.give(Tuned(Timings(), TakebackRule.ASK))
    table.move("C7", "C6")
    table.wait(700)
    table.move("C6", "C7")
    table.wait(5_000)
    assert table.notations == ["built", "M C7-C6"]
    question = table.hands.question
    assert question is not None
    assert question.about is About.TAKE_BACK
    table.give(Pressed())
    assert table.notations == ["built", "M C7-C6", "undo"]


def test_where_the_rule_says_never_a_move_stands(table: TableInTime) -> None:
    table.give(Tuned(Timings(), TakebackRule.NEVER))
    table.move("C7", "C6")
    table.wait(700)
    table.move("C6", "C7")
    table.wait(5_000)
    assert table.notations == ["built", "M C7-C6"]
    assert table.hands.guidance is not None
    declined = table.ask("undo")
    assert type(declined).__name__ == "Declined"
    assert declined.refusal.reason.value == "TAKEBACK_NEVER"  # type: ignore[union-attr]


def test_a_slide_further_is_no_takeback_under_any_rule(table: TableInTime) -> None:
    table.give(Tuned(Timings(), TakebackRule.NEVER))
    table.move("C7", "C6")
    table.wait(700)
    table.move("C6", "C5")
    table.wait(700)
    assert table.notations == ["built", "M C7-C6", "~M C7-C5"]


# ------------------------------------------------------------------ a cleared table


def test_a_cleared_table_is_asked_about_after_the_grace_time(table: TableInTime) -> None:
    table.magnets.clear()
    table.sense()
    table.wait(2_900)
    assert table.hands.question is None
    table.wait(200)
    question = table.hands.question
    assert question is not None
    assert question.about is About.SWEPT
    assert [one.meaning for one in question.choices] == [Meaning.ABANDON]
    assert table.hands.guidance is not None  # setting up again is the other way
    answer(table, "abandon")
    assert table.session.lifecycle is Lifecycle.ABANDONED


def test_a_board_on_which_nothing_has_stood_yet_was_not_cleared(table: TableInTime) -> None:
    table.give(BoardAway())
    table.magnets.clear()
    table.connect()
    table.wait(5_000)
    assert table.hands.question is None
    assert table.hands.guidance is not None


def test_a_cleared_table_that_is_set_up_again_goes_on(table: TableInTime) -> None:
    table.magnets.clear()
    table.sense()
    table.wait(3_100)
    table.stand()
    assert table.hands.question is None
    table.move("C7", "C6")
    table.wait(300)
    assert table.notations == ["built", "M C7-C6"]


def test_figures_that_are_only_mostly_gone_are_guided_without_a_question(table: TableInTime) -> None:
    for name in [cell_name(c) for c in sorted(table.magnets)][1:]:
        table.lift(name)
    table.wait(3_100)
    assert table.hands.question is None
    assert table.hands.guidance is not None
