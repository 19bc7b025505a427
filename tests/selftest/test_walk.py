"""The walk of a magnet names what is exchanged, dead or turned, and finds nothing on a sound board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, ROWS, Cell, cell, cell_at
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.selftest.empty import Look
from feldlicht.selftest.findings import Finding, Found
from feldlicht.selftest.walk import LIFTED_MS, Walk, judge
from feldlicht.sim.miswiring import Miswiring, column_cells, exchanged, row_cells
from tests.support.samples import samples
from tests.support.walking import look, walk_through

ORDERED = [Walk.along_rows, Walk.tapping]
poles = st.sampled_from(Pole)


def cells(*names: str) -> list[Cell]:
    return [cell(name) for name in names]


def told(walk: Walk) -> list[tuple[Finding, tuple[str, ...]]]:
    return [(one.finding, one.names) for one in judge(walk)]


@samples(5)
@given(st.permutations(CELLS), poles)
def test_a_sound_board_has_no_fault_whatever_order_the_magnet_walks_in(order: list[Cell], pole: Pole) -> None:
    for walk in (walk_through(Walk.free(), pole=pole, order=order), walk_through(Walk.tapping(order), pole=pole)):
        assert walk.over
        assert judge(walk) == ()
        assert walk.pole is pole


@samples(5)
@given(st.permutations(range(ROWS)), poles)
def test_a_sound_board_has_no_fault_in_whatever_order_rows_are_walked(rows: list[int], pole: Pole) -> None:
    assert judge(walk_through(Walk.along_rows(rows=rows), pole=pole)) == ()


@pytest.mark.parametrize("begin", ORDERED)
@pytest.mark.parametrize("pole", Pole)
@pytest.mark.parametrize(
    ("faults", "finding", "names"),
    [
        (Miswiring(exchanged((row_cells(1), row_cells(2)))), Finding.SWAPPED_ROWS, ("B", "C")),
        (
            Miswiring(exchanged((row_cells(4)[:8], row_cells(4)[8:]))),
            Finding.SWAPPED_BARS,
            ("E1–E8", "E9–E16"),
        ),
        (Miswiring(exchanged((column_cells(2), column_cells(3)))), Finding.SWAPPED_COLUMNS, ("3", "4")),
        (Miswiring(exchanged((cells("C5"), cells("C6")))), Finding.SWAPPED_CELLS, ("C5", "C6")),
        (Miswiring(exchanged((cells("C5"), cells("C16")))), Finding.SWAPPED_CELLS, ("C5", "C16")),
        (Miswiring(exchanged((cells("A1"), cells("I16")))), Finding.SWAPPED_CELLS, ("A1", "I16")),
        (Miswiring(dead=frozenset(cells("A1", "C7", "I16"))), Finding.DEAD_SENSOR, ("A1", "C7", "I16")),
        (Miswiring(dead=frozenset(row_cells(3)[8:])), Finding.DEAD_BAR, ("D9–D16",)),
        (Miswiring(turned=frozenset(cells("F2"))), Finding.WRONG_POLE, ("F2",)),
        (Miswiring({cell("B3"): cell("B4")}), Finding.JOINED_CELLS, ("B3", "B4")),
    ],
)
def test_each_fault_is_named_and_nothing_else(
    begin: Callable[[], Walk], pole: Pole, faults: Miswiring, finding: Finding, names: tuple[str, ...]
) -> None:
    assert told(walk_through(begin(), faults, pole)) == [(finding, names)]


@samples(15)
@given(
    st.lists(st.sampled_from(CELLS), unique=True, min_size=2, max_size=2),
    st.sets(st.sampled_from(CELLS), max_size=3),
    st.sampled_from(ORDERED),
    poles,
)
def test_any_two_exchanged_cells_are_named_beside_dead_ones(
    pair: list[Cell], silent: set[Cell], begin: Callable[[], Walk], pole: Pole
) -> None:
    silent -= set(pair)
    walk = walk_through(begin(), Miswiring(exchanged((pair[:1], pair[1:])), dead=frozenset(silent)), pole)
    expected = [Found.of(Finding.DEAD_SENSOR, silent)] if silent else []
    if begin == Walk.tapping:
        # A dead sensor is one that no magnet makes answer: where it lies is where it is exchanged to.
        assert judge(walk) == (*expected, Found.of(Finding.SWAPPED_CELLS, pair))
    else:
        # Along a row, the order is all there is: a dead cell between may make the story another one, never none.
        assert {which for one in judge(walk) for which in one.cells} >= {*pair, *silent}


@samples(15)
@given(st.permutations(range(ROWS)), poles)
def test_rows_exchanged_in_any_way_are_told_as_rows_only(order: list[int], pole: Pole) -> None:
    sees = {cell_at(row, column): cell_at(other, column) for row, other in enumerate(order) for column in range(16)}
    found = judge(walk_through(Walk.along_rows(), Miswiring(sees), pole))
    assert {one.finding for one in found} <= {Finding.SWAPPED_ROWS}
    moved = {which for which, other in sees.items() if which != other}
    assert {which for one in found for which in one.cells} == moved


def test_exchanged_rows_do_not_hide_what_else_is_wrong_in_them() -> None:
    sees = exchanged((row_cells(1), row_cells(2)))
    sees[cell("B5")], sees[cell("B6")] = sees[cell("B6")], sees[cell("B5")]
    walk = walk_through(Walk.tapping(), Miswiring(sees, dead=frozenset(cells("C9"))))
    assert told(walk) == [
        (Finding.DEAD_SENSOR, ("B9",)),
        (Finding.SWAPPED_ROWS, ("B", "C")),
        (Finding.SWAPPED_CELLS, ("C5", "C6")),
    ]


def test_in_any_order_the_dead_and_the_turned_are_found() -> None:
    faults = Miswiring(dead=frozenset(cells("B2")), turned=frozenset(cells("C3")))
    assert told(walk_through(Walk.free(), faults)) == [
        (Finding.DEAD_SENSOR, ("B2",)),
        (Finding.WRONG_POLE, ("C3",)),
    ]


def test_cells_that_are_not_believed_are_not_judged() -> None:
    faults = Miswiring(stuck={cell("C5"): Pole.SOUTH})
    assert judge(walk_through(Walk.along_rows(ignored=1 << cell("C5")), faults)) == ()


def test_a_cell_that_was_passed_between_two_snapshots_has_answered() -> None:
    walk = Walk.along_rows(rows=[0])
    walk = walk.sense(look(Miswiring(), None, Pole.NORTH), 0)
    for column in (0, 1, 4, *range(5, 16)):
        passed = sum(1 << other for other in (2, 3)) if column == 4 else 0
        walk = walk.sense(Look(Occupancy.of({Cell(column): Pole.NORTH}), passed | 1 << column), 100 * column)
    assert walk.over
    assert judge(walk) == ()


def test_a_row_may_be_begun_again_when_the_magnet_was_lifted() -> None:
    walk = Walk.along_rows(rows=[0]).sense(look(Miswiring(), None, Pole.NORTH), 0)
    at_ms = 0
    for column in (*range(5), None, *range(16)):
        at_ms += 100
        walk = walk.sense(look(Miswiring(), None if column is None else Cell(column), Pole.NORTH), at_ms)
        at_ms += 2 * LIFTED_MS if column is None else 0
    assert walk.over
    assert walk.done[0].cells == row_cells(0)


def test_a_cell_that_was_missed_and_touched_later_is_no_exchanged_one() -> None:
    order = [*row_cells(0)[:4], *row_cells(0)[5:], row_cells(0)[4]]
    assert judge(walk_through(Walk.along_rows(rows=[0]), order=order)) == ()


def test_what_was_not_walked_is_not_judged() -> None:
    walk = Walk.along_rows().sense(look(Miswiring(), None, Pole.NORTH), 0)
    assert judge(walk) == ()
    assert walk.path == row_cells(0)
    assert walk.skip().path == row_cells(1)


def test_two_cells_between_which_the_magnet_lay_once_are_not_joined() -> None:
    walk = Walk.tapping(cells("A1", "A2")).sense(look(Miswiring(), None, Pole.NORTH), 0)
    both = Occupancy.of(dict.fromkeys(cells("A1", "A2"), Pole.NORTH))
    for number, occupancy in enumerate(
        (Occupancy(1), both, Occupancy(2), Occupancy(), Occupancy(1), Occupancy(), Occupancy(2), Occupancy())
    ):
        walk = walk.sense(Look(occupancy), 100 * number)
    assert walk.over
    assert not [one for one in judge(walk) if one.finding is Finding.JOINED_CELLS]


def test_a_touch_that_a_snapshot_repeats_is_no_answer_to_the_next_path() -> None:
    walk = Walk.along_rows(rows=[0, 1]).sense(look(Miswiring(), None, Pole.NORTH), 0)
    touched = 0
    for where in (*row_cells(0), *row_cells(1)):
        touched |= 1 << where  # never acknowledged
        walk = walk.sense(Look(Occupancy.of({where: Pole.NORTH}), touched), 100 * where)
    assert walk.over
    assert judge(walk) == ()
