"""Second thoughts that the opponent does not wait for: read before his answer, whatever he has lifted."""

from __future__ import annotations

import pytest

from feldlicht.base.figures import Pole
from feldlicht.base.manners import TakebackRule
from feldlicht.board.reading import Timings
from feldlicht.table.messages import Tuned
from tests.support.hands import TableInTime, kicked_off


@pytest.fixture
def table() -> TableInTime:
    return kicked_off()


@pytest.mark.parametrize("opponent_lifts", ["before", "after"])
def test_an_amendment_counts_although_the_opponent_lifts_before_it_has_settled(
    table: TableInTime, opponent_lifts: str
) -> None:
    table.move("C7", "C6")
    table.wait(400)  # rests on a legal stop: logged
    pole = table.lift("C6")
    if opponent_lifts == "before":
        table.lift("E11", after=100)
    table.place("C5", pole, after=100)
    if opponent_lifts == "after":
        table.lift("E11", after=100)
    table.wait(400)
    assert table.notations == ["built", "M C7-C6", "~M C7-C5"]
    table.place("G13", Pole.SOUTH)
    table.wait(400)
    assert table.notations == ["built", "M C7-C6", "~M C7-C5", "F E11-G13"]


def test_a_takeback_counts_although_the_opponent_has_lifted(table: TableInTime) -> None:
    table.move("C7", "C6")
    table.wait(400)
    pole = table.lift("C6")
    table.place("C7", pole, after=100)
    table.lift("E11", after=100)
    table.wait(400)
    assert table.notations == ["built", "M C7-C6", "undo"]


def test_an_amendment_and_the_answer_to_it_are_read_in_their_order(table: TableInTime) -> None:
    table.move("C7", "C6")
    table.wait(400)
    pole = table.lift("C6")
    table.place("C5", pole, after=100)
    blue = table.lift("E11", after=100)
    table.place("G13", blue, after=100)
    table.wait(10_000)
    assert table.notations == ["built", "M C7-C6", "~M C7-C5", "F E11-G13"]


@pytest.mark.parametrize("target", ["C5", "C7"])
def test_after_the_answer_was_set_down_the_last_mover_has_no_second_thought(table: TableInTime, target: str) -> None:
    table.move("C7", "C6")
    table.wait(400)
    table.move("E11", "G13")
    # Before the answer has settled, and too quickly to hurry it.
    table.place(target, table.lift("C6"), after=60)
    table.wait(10_000)
    # The answer counts, and what came after it is the next move.
    assert table.notations == ["built", "M C7-C6", "F E11-G13", f"M C6-{target}"]


@pytest.mark.parametrize("target", ["C7", "C5"])
def test_a_second_thought_is_asked_about_when_a_figure_that_looks_alike_was_in_the_air(
    table: TableInTime, target: str
) -> None:
    table.move("C7", "C6")
    table.wait(400)
    table.lift("C6")
    table.lift("G7")
    table.place("G7", Pole.NORTH, after=400)
    table.place(target, Pole.NORTH)
    table.wait(2_000)
    assert table.notations == ["built", "M C7-C6"]
    assert table.hands.question is not None


def test_a_move_taken_back_while_the_formation_is_rebuilt_follows_the_rule_too(table: TableInTime) -> None:
    table.give(Tuned(Timings(), TakebackRule.NEVER))
    for move in ("D8-E10", "C10-C11", "E10-D12", "C11-C10", "D12-C14", "C10-C11", "C14-D16"):
        table.move(*move.split("-"))
        table.wait(300)
    assert table.notations[-1] == "S C14-D16!"
    table.move("D16", "C14")
    table.wait(2_000)
    assert table.notations[-1] == "S C14-D16!"
