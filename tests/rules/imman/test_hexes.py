"""Integer geometry of hexes: distances, lines with tied steps, rings."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.rules.imman.hexes import CLOCKWISE, Hex, distance, line, neighbours, ring, turned
from tests.support.samples import samples

ZERO = Hex(0, 0)
ROWS = st.integers(-12, 12)
HEXES = st.builds(lambda row, half: Hex(row, 2 * half + row % 2), ROWS, st.integers(-12, 12))


def walked(one: Hex, other: Hex) -> int:
    """Return the distance as one who walks finds it: ring by ring."""
    seen, edge, steps = {one}, {one}, 0
    while other not in seen:
        edge = {there for here in edge for there in neighbours(here)} - seen
        seen |= edge
        steps += 1
    return steps


@samples(20)
@given(st.builds(lambda row, half: Hex(row, 2 * half + row % 2), st.integers(-5, 5), st.integers(-5, 5)))
def test_the_distance_is_how_many_steps_one_walks(other: Hex) -> None:
    assert distance(ZERO, other) == walked(ZERO, other)


@given(HEXES, HEXES, HEXES)
def test_distances_are_the_same_both_ways_and_no_detour_is_shorter(one: Hex, two: Hex, three: Hex) -> None:
    assert distance(one, two) == distance(two, one)
    assert distance(one, three) <= distance(one, two) + distance(two, three)
    assert (distance(one, two) == 0) == (one == two)


@pytest.mark.parametrize("radius", range(1, 7))
def test_a_ring_goes_clockwise_round_and_has_six_times_its_radius(radius: int) -> None:
    around = ring(ZERO, radius)
    assert len(set(around)) == 6 * radius
    assert {distance(ZERO, one) for one in around} == {radius}
    angles = [math.atan2(1.5 * one.row, math.sqrt(3) / 2 * one.x) for one in around]
    turns = [(after - before) % (2 * math.pi) for before, after in pairwise(angles)]
    # Rows are drawn downwards, so clockwise angles grow.
    assert all(0 < turn < math.pi for turn in turns)


@given(HEXES, HEXES, st.integers(-40, 40))
def test_turning_along_a_ring_keeps_the_distance_and_comes_back(centre: Hex, where: Hex, steps: int) -> None:
    if where == centre:
        return
    there = turned(centre, where, steps)
    assert distance(centre, there) == distance(centre, where)
    assert turned(centre, there, -steps) == where


def test_one_step_to_the_right_of_who_looks_along_a_row_is_downwards() -> None:
    assert turned(ZERO, Hex(0, 8), 1) == Hex(1, 7)
    assert turned(ZERO, Hex(0, 8), -1) == Hex(-1, 7)


@given(HEXES, HEXES)
def test_a_line_has_as_many_steps_as_the_distance_each_next_to_the_one_before(origin: Hex, target: Hex) -> None:
    steps = line(origin, target)
    assert len(steps) == distance(origin, target)
    assert steps == () or steps[-1] == (target,)
    for number, step in enumerate(steps, 1):
        assert 1 <= len(step) <= 2
        assert all(distance(origin, one) == number for one in step)
    for before, after in pairwise(steps):
        assert all(any(distance(one, two) == 1 for two in after) for one in before)


@given(HEXES, HEXES)
def test_the_way_back_mirrors_the_way_there_and_right_becomes_left(origin: Hex, target: Hex) -> None:
    there, back = line(origin, target)[:-1], line(target, origin)[:-1]
    assert back == tuple(step[::-1] for step in reversed(there))


@given(HEXES)
def test_each_cell_of_a_line_is_the_nearest_to_its_point(way: Hex) -> None:
    length = distance(ZERO, way)
    for number, step in enumerate(line(ZERO, way), 1):
        point = Hex(way.row * number, way.x * number)

        def off(one: Hex, point: Hex = point) -> int:
            return (one.x * length - point.x) ** 2 + 3 * (one.row * length - point.row) ** 2

        around = [one for at in step for one in (at, *neighbours(at))]
        assert {off(one) for one in step} == {min(off(one) for one in around)}


def test_check_value_6_tied_steps_by_distance() -> None:
    ties = {
        radius: [sum(len(step) == 2 for step in line(ZERO, one)) for one in ring(ZERO, radius)]
        for radius in range(1, 6)
    }
    assert {radius: sum(count > 0 for count in found) for radius, found in ties.items()} == {
        1: 0,
        2: 6,
        3: 0,
        4: 18,
        5: 0,
    }
    assert ties[4].count(2) == 6
    assert max(ties[2]) == 1


def test_of_a_tied_step_the_right_cell_comes_first() -> None:
    (tied, _) = line(ZERO, Hex(2, 0))
    # Looking down the field the right is where x falls.
    assert tied == (Hex(1, -1), Hex(1, 1))


def test_there_are_six_directions() -> None:
    assert len(set(CLOCKWISE)) == 6
    assert sum((one for one in CLOCKWISE), start=ZERO) == ZERO
