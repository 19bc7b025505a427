"""Hands under a `Free` plan, with a toy game: figures are set up wherever the plan allows it."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, Cell, cell, cell_name, column_of
from feldlicht.base.figures import Figure, Pole, Side
from feldlicht.base.hands import About, Flag, Problem
from feldlicht.base.plans import Free
from feldlicht.table.messages import BoardAway, BoardKnown
from tests.support.hands import TableInTime
from tests.support.samples import samples
from tests.support.toy_game import ToyState, at_table, figure, standing

RESERVE = ("yA1", "yB1", "bA1", "bB1")


def own_half(one: Figure, where: Cell) -> bool:
    return (column_of(where) < 8) is (one.side is Side.YELLOW)


def plan(state: ToyState) -> Free:
    there = {one.id for one in state.standing.values()}
    return Free(own_half, tuple(figure(name) for name in RESERVE if figure(name).id not in there))


def table(**cells: str) -> TableInTime:
    return at_table(standing(**cells), plan)


def test_a_magnet_from_outside_is_the_next_figure_of_its_side() -> None:
    on = table()
    on.place("C3", Pole.NORTH)
    assert on.hands.preview is not None
    on.wait(300)
    on.place("C12", Pole.SOUTH)
    on.wait(300)
    on.place("D3", Pole.NORTH)
    on.wait(300)
    assert on.notations == ["yA1 on C3", "bA1 on C12", "yB1 on D3"]


def test_a_figure_on_the_table_may_be_moved_anywhere_it_is_allowed() -> None:
    on = table(yA1="C3", yB1="D3")
    on.lift("C3")
    assert {c for c, _ in on.hands.targets} == {c for c in CELLS if column_of(c) < 8} - {cell("C3"), cell("D3")}
    on.place("A8", Pole.NORTH)
    on.wait(300)
    assert on.notations == ["yA1 C3-A8"]


def test_where_it_is_not_allowed_the_cell_and_the_way_back_are_lit() -> None:
    on = table(yA1="C3", yB1="D3")
    on.move("C3", "C12")
    on.wait(300)
    assert on.hands.problems == (Problem(Flag.ILLEGAL, cell("C12")),)
    assert on.hands.way_back == (cell("C3"),)
    on.wait(3_000)
    assert on.hands.guidance is not None
    assert on.notations == []


def test_two_of_one_pole_in_the_air_are_asked_about() -> None:
    on = table(yA1="C3", yB1="D3")
    on.lift("C3")
    on.lift("D3")
    on.place("C5", Pole.NORTH, after=400)
    on.place("D5", Pole.NORTH, after=400)
    on.wait(10_000)
    assert on.notations == []
    question = on.hands.question
    assert question is not None
    assert question.about is About.WHICH
    swapped = next(n for n, one in enumerate(question.choices) if one.shift and one.shift.figure == "yB1")
    target = question.choices[swapped].shift
    assert target is not None
    on.ask("answer", question=question.id, choice=swapped)
    on.wait(300)
    # The other one's way is certain now.
    assert len(on.notations) == 2
    assert on.notations[0] == f"yB1 D3-{cell_name(target.target)}"
    assert not on.hands.problems


def test_two_magnets_felt_at_once_are_asked_about() -> None:
    on = table()
    on.magnets |= {cell("C3"): Pole.NORTH, cell("D3"): Pole.NORTH}
    on.sense()
    on.wait(10_000)
    assert on.notations == []
    assert on.hands.question is not None


def test_a_magnet_too_many_is_extra() -> None:
    on = table(yA1="C3", yB1="D3", bA1="C12", bB1="D12")
    on.place("E3", Pole.NORTH)
    on.wait(300)
    assert on.hands.problems == (Problem(Flag.EXTRA, cell("E3")),)


@given(places=st.permutations([c for c in CELLS if column_of(c) < 8][::7]), rests=st.lists(st.integers(0, 600)))
@samples(50)
def test_figures_set_down_one_after_the_other_come_in_their_order(places: Sequence[Cell], rests: list[int]) -> None:
    on = table()
    for place, rest in zip(places[:2], [*rests, 0, 0][:2], strict=True):
        on.place(cell_name(place), Pole.NORTH, after=10 + rest)
    on.wait(600)
    assert on.notations == [f"yA1 on {cell_name(places[0])}", f"yB1 on {cell_name(places[1])}"]


def everywhere(state: ToyState) -> Free:
    there = {one.id for one in state.standing.values()}
    return Free(lambda *_: True, tuple(figure(name) for name in RESERVE if figure(name).id not in there))


def test_a_figure_in_the_air_keeps_its_cell_from_a_newcomer() -> None:
    on = at_table(standing(yA1="C3", bA1="D3"), everywhere)
    on.lift("D3")
    on.place("D3", Pole.NORTH)
    on.wait(400)
    assert {one.id for one in on.session.state.standing.values()} == {"yA1", "bA1"}


def test_a_figure_in_the_air_keeps_its_cell_from_one_that_is_moved() -> None:
    on = at_table(standing(yA1="C3", yB1="E3", bA1="D3", bB1="F3"), everywhere)
    on.lift("D3")
    on.place("D3", on.lift("C3"))
    on.wait(400)
    assert on.notations == []
    assert on.hands.problems


def test_three_set_down_elsewhere_are_too_many_to_ask_about_and_are_shown_as_wrong() -> None:
    on = at_table(standing(yA1="C3", yA2="C5", yA3="C7"), everywhere)
    for name in ("C3", "C5", "C7"):
        on.lift(name, after=400)
    for name in ("E3", "E5", "E7"):
        on.place(name, Pole.NORTH, after=400)
    on.wait(20_000)
    assert on.notations == []
    assert on.hands.problems
    assert on.hands.guidance is not None


def test_after_a_gap_a_newcomer_is_asked_about() -> None:
    on = at_table(standing(), everywhere)
    on.give(BoardAway())
    on.magnets[cell("C3")] = Pole.NORTH
    on.connect()
    on.wait(20_000)
    assert on.notations == []
    assert on.hands.question is not None


def test_a_figure_that_may_have_left_a_masked_cell_is_not_taken_for_a_newcomer() -> None:
    on = at_table(standing(yA1="C3"), everywhere)
    on.give(BoardKnown(frozenset({cell("C3")})))
    on.lift("C3")
    on.place("C5", Pole.NORTH)
    on.wait(9_000)
    assert on.notations == []
    assert on.hands.question is not None
    assert {one.shift.figure for one in on.hands.question.choices if one.shift} == {"yA1", "yB1"}


def test_a_figure_in_the_air_may_have_gone_to_a_masked_cell() -> None:
    on = at_table(standing(yA1="C3", yB1="D3", bA1="C12", bB1="D12"), everywhere)
    on.give(BoardKnown(frozenset({cell("C5")})))
    on.lift("C3")
    on.wait(1_000)
    assert on.hands.question is not None
    on.ask("answer", question=on.hands.question.id, choice=0)
    assert on.notations == ["yA1 C3-C5"]
    assert not on.hands.lifted
