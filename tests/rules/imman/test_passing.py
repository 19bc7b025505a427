"""Passes: how far, how hard, where they come to lie."""

from __future__ import annotations

import pytest

from feldlicht.rules.imman.field import STREET
from feldlicht.rules.imman.hexes import Hex, distance, line, ring
from feldlicht.rules.imman.passing import Aside, aside, landing, needed, path, rolled, short

C = STREET.cells


def landed(origin: str, target: str, steps_short: int) -> tuple[str, str]:
    """Return where a missed pass lies: right, left."""
    found = [landing(C[origin], C[target], steps_short, side) for side in (Aside.RIGHT, Aside.LEFT)]
    right, left = (STREET.name_of(one) if one in STREET else "off" for one in found)
    return right, left


@pytest.mark.parametrize(("steps", "limit"), [(1, None), (2, None), (3, 14), (4, 12), (5, 10)])
def test_n1_near_passes_are_sure_and_far_ones_harder(steps: int, limit: int | None) -> None:
    assert needed(10, steps) == limit


def test_n2_check_value_2_missed_by_three_is_one_short_and_an_odd_die_goes_left() -> None:
    limit = needed(10, 4)
    assert limit == 12
    assert (short(15, limit), aside(15)) == (1, Aside.LEFT)


@pytest.mark.parametrize(("roll", "steps"), [(12, 0), (13, 1), (17, 1), (18, 1), (19, 2), (20, 2)])
def test_n2_missed_by_up_to_six_is_one_short_and_by_more_two(roll: int, steps: int) -> None:
    assert short(roll, 12) == steps
    assert short(18, 12, exactly_six=2) == 2


@pytest.mark.parametrize(
    ("target", "one", "two"),
    [("E12", ("F11", "D11"), ("F10", "D10")), ("F12", None, ("F10", "E10")), ("G11", ("G10", "F11"), None)],
)
def test_n3_where_a_missed_pass_comes_to_lie(
    target: str, one: tuple[str, str] | None, two: tuple[str, str] | None
) -> None:
    if one is not None:
        assert landed("E8", target, 1) == one
    if two is not None:
        assert landed("E8", target, 2) == two


@pytest.mark.parametrize("direction", range(6))
@pytest.mark.parametrize("side", Aside)
def test_r05_each_direction_has_a_deviation_of_its_own_to_each_side(direction: int, side: Aside) -> None:
    origin = C["E8"]
    corner = ring(origin, 4)[4 * direction]
    there = landing(origin, corner, 1, side)
    around = ring(origin, 3)
    assert (around.index(there) - around.index(line(origin, corner)[2][0])) % 18 == side % 18


@pytest.mark.parametrize(
    ("target", "right", "left"),
    [
        ("E12", "F11", "D11"), ("I10", "H9", "G10"), ("I6", "G6", "H8"),
        ("E4", "D6", "F6"), ("A6", "B8", "C6"), ("A10", "C10", "B9"),
    ],
)  # fmt: skip
def test_r05_one_short_in_each_of_the_six_directions_to_the_right_and_to_the_left(
    target: str, right: str, left: str
) -> None:
    assert landed("E8", target, 1) == (right, left)


@pytest.mark.parametrize("steps_short", [1, 2])
def test_n3_a_missed_pass_is_so_many_short_and_never_back_on_who_passed(steps_short: int) -> None:
    for radius in (3, 4, 5):
        for target in ring(C["E8"], radius):
            for side in Aside:
                assert distance(C["E8"], landing(C["E8"], target, steps_short, side)) == radius - steps_short >= 1


def test_check_value_7_a_side_shot_missed_by_up_to_six_lies_on_the_middle_goal_cell() -> None:
    assert landing(C["E4"], C["F1"], 1, Aside.RIGHT) == C["E1"]
    assert landing(C["E4"], C["D1"], 1, Aside.LEFT) == C["E1"]


def test_check_value_5_the_lane_of_a_side_shot() -> None:
    steps = path(STREET, C["E4"], C["F1"]).steps
    assert [[STREET.name_of(one) for one in step] for step in steps] == [["E3"], ["E2", "F3"], ["F2"], ["F1"]]
    assert rolled(steps[1], (18,)) == (C["E2"], 1)
    mirrored = path(STREET, C["E12"], C["D16"]).steps
    assert rolled(mirrored[1], (18,)) == (C["E14"], 1)
    assert distance(C["D2"], C["E2"]) == 1


def test_n5_of_a_tied_step_whose_one_cell_is_off_the_field_the_other_is_taken_without_a_die() -> None:
    # Across the goal from corner to corner: one of the tied cells would lie behind it.
    assert [one in STREET for one in line(C["D1"], C["F1"])[0]] == [False, True]
    step = path(STREET, C["D1"], C["F1"]).steps[0]
    assert step == (C["E1"],)
    assert rolled(step, ()) == (C["E1"], 0)


def test_n4_the_way_ends_where_the_ball_lies() -> None:
    way = path(STREET, C["E8"], Hex(4, 40))
    assert way.end == Hex(4, 40)
    assert way.end not in STREET
