"""Every fault from the field that became a journal is read as it was, and as is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from feldlicht.base.cells import cell_name
from feldlicht.table.replay import HandsRead, Judged, Verdict
from tests.scenarios.write import FOLDER, SCENARIOS, file_of, text_of
from tests.support.journals import in_short, read_again


def reads_right(name: str) -> None:
    """Replay a journal: today's decisions are the recorded ones, and both are what is right."""
    scenario = SCENARIOS[name]
    with file_of(name).open() as lines:
        happenings = read_again(lines)
    decisions = [one for one in happenings if isinstance(one, Judged)]
    assert {one.verdict for one in decisions} == {Verdict.SAME}
    assert tuple(today for _, _, today in in_short(decisions)) == scenario.log
    hands = [one.hands for one in happenings if isinstance(one, HandsRead)]
    shown = {f"{problem.flag.value} {cell_name(problem.cell)}" for one in hands for problem in one.problems}
    assert scenario.flags is None or shown == scenario.flags
    asked, guidance = hands[-1].question, hands[-1].guidance
    assert (asked.about if asked is not None else None) == scenario.asked
    assert (guidance.left if guidance is not None else 0) == scenario.left_to_guide


def test_e01_a_slow_slide_over_a_legal_stop_is_one_move() -> None:
    reads_right("e01-slide")


def test_e01_a_rest_on_the_way_is_amended_by_where_it_ends() -> None:
    reads_right("e01-rest")


def test_e02_a_slide_over_two_stops_is_one_move_whatever_the_other_side_lifts_meanwhile() -> None:
    reads_right("e02")


def test_e04_a_position_passed_on_the_way_takes_nothing_back() -> None:
    reads_right("e04")


def test_e05_a_late_answer_to_a_move_that_was_taken_back_is_refused() -> None:
    reads_right("e05")


def test_e07_another_move_than_the_pending_one_is_not_taken_and_is_led_back() -> None:
    reads_right("e07")


def test_e08_a_cable_pulled_in_mid_lift_costs_a_question_and_no_move() -> None:
    reads_right("e08")


def test_e10_a_match_does_not_begin_with_figures_missing_or_one_too_many() -> None:
    reads_right("e10")


def test_e11_a_board_that_lies_the_other_way_round_is_asked_about_and_then_read_so() -> None:
    reads_right("e11")


def test_e13_after_a_restart_the_first_move_is_taken() -> None:
    reads_right("e13-resumed")


def test_e13_after_a_restart_and_setting_up_by_hand_the_first_move_is_taken() -> None:
    reads_right("e13-by-hand")


def test_e14_a_weak_magnet_moves_nothing() -> None:
    reads_right("e14")


def test_e16_a_neighbour_that_feels_a_strong_magnet_for_a_moment_is_no_choice() -> None:
    reads_right("e16-moment")


def test_e16_a_neighbour_that_goes_on_feeling_it_holds_the_move() -> None:
    reads_right("e16-stays")


def test_e29_an_arbiter_lets_an_illegal_move_count_and_play_goes_on() -> None:
    reads_right("e29")


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_journal_is_what_its_description_writes(name: str) -> None:
    assert file_of(name).read_text() == text_of(name), "run: python -m tests.scenarios.write"


def test_every_journal_has_a_description_and_a_test() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(SCENARIOS)
    tests = Path(__file__).read_text()
    assert [name for name in SCENARIOS if f'reads_right("{name}")' not in tests] == []
