"""Reading a `Nothing` plan: before a formation is there, and when a match is over, hands mean nothing."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELL_COUNT, Cell, cell, cell_name
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Flag, Hands, Problem
from feldlicht.base.plans import Nothing
from tests.support.hands import TableInTime
from tests.support.samples import samples
from tests.support.toy_game import at_table, standing


def table() -> TableInTime:
    return at_table(standing(yA1="C3", bA1="C12"), Nothing())


def test_a_figure_that_is_moved_lights_nothing_and_is_no_fault() -> None:
    on = table()
    on.move("C3", "C5")
    on.wait(10_000)
    assert on.notations == []
    assert on.hands == Hands(board_present=True)


def test_a_toggling_cell_is_named_all_the_same_until_it_is_calm() -> None:
    on = table()
    for _ in range(20):
        on.lift("C3", after=60)
        on.place("C3", Pole.NORTH, after=60)
    assert on.hands.problems == (Problem(Flag.NOISY, cell("C3")),)
    on.wait(300)
    assert on.hands.problems == ()


@given(st.lists(st.tuples(st.integers(0, CELL_COUNT - 1), st.sampled_from([None, *Pole]), st.integers(0, 5_000))))
@samples(40)
def test_whatever_hands_do_nothing_is_logged_asked_or_guided(acts: Sequence[tuple[int, Pole | None, int]]) -> None:
    on = table()
    for where, pole, rest in acts:
        on.magnets.pop(Cell(where), None)
        if pole is not None:
            on.magnets[Cell(where)] = pole
        on.sense()
        on.wait(rest)
        assert on.hands.question is None, cell_name(Cell(where))
        assert on.hands.guidance is None
    assert on.notations == []
