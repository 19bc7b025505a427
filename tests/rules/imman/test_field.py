"""Fields as data: the one of the board, a larger one, and what the validator says of bad ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feldlicht.base.cells import CELL_COUNT
from feldlicht.base.figures import Side
from feldlicht.rules.imman.field import FIELDS, LARGE, STREET, Field, Half, faults, standing
from feldlicht.rules.imman.hexes import Hex, distance

C = STREET.cells


def names(cells: object) -> list[str]:
    return [STREET.name_of(one) for one in cells]  # type: ignore[attr-defined]


def test_the_street_has_139_cells_in_rows_of_fifteen_and_sixteen() -> None:
    assert len(C) == 139 < CELL_COUNT
    assert [sum(name[0] == row for name in C) for row in "ABCDEFGHI"] == [15, 16, 15, 16, 15, 16, 15, 16, 15]
    assert STREET.name_of(STREET.centre) == "E8"


def test_goals_spots_areas_circle_and_corners_are_where_the_rules_page_has_them() -> None:
    assert names(STREET.goals[Side.YELLOW]) == ["D1", "E1", "F1"]
    assert names(STREET.goals[Side.BLUE]) == ["D16", "E15", "F16"]
    assert names(STREET.spots[side] for side in Side) == ["E4", "E12"]
    for side in Side:
        area = STREET.area(side)
        assert len(area) == 24
        assert {STREET.name_of(one)[0] for one in area} == set("BCDEFGH")
        assert STREET.spots[side] in area
    assert len(STREET.circle) == 19
    assert names(cell for pair in STREET.corners.values() for cell in pair) == ["A1", "I1", "A15", "I15"]
    assert names(STREET.dives(Side.YELLOW)) == ["D2", "F2"]
    assert names(STREET.dives(Side.BLUE)) == ["F15", "D15"]


def test_the_centre_line_is_nobodys_and_the_halves_are_equal() -> None:
    halves = {name: STREET.half(one) for name, one in C.items()}
    assert [name for name, half in halves.items() if half is Half.MIDDLE] == ["A8", "C8", "E8", "G8", "I8"]
    assert list(halves.values()).count(Half.LOW) == list(halves.values()).count(Half.HIGH) == 67


@pytest.mark.parametrize("field", FIELDS.values(), ids=lambda field: field.name)
def test_fields_are_the_same_turned_round_and_mirrored(field: Field) -> None:
    assert faults(field) == []
    cells = set(field.cells.values())
    assert {field.rotated(one) for one in cells} == cells == {field.reflected(one) for one in cells}


@pytest.mark.parametrize("side", Side)
def test_the_spot_is_three_steps_from_the_middle_of_the_goal_and_four_from_both_sides(side: Side) -> None:
    first, middle, last = STREET.goals[side]
    spot = STREET.spots[side]
    assert [distance(spot, one) for one in (first, middle, last)] == [4, 3, 4]


def test_a_larger_field_is_for_teams_of_up_to_fifteen() -> None:
    assert LARGE.sizes[1] == 15
    assert len(LARGE.cells) > 3 * len(STREET.cells)


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (replace(STREET, lengths=(15, 16, 15)), "odd number of rows"),
        (replace(STREET, lengths=(15, 17) * 4 + (15,)), "one cell more"),
        (replace(STREET, lengths=(15, 16, 15, 16, 15, 16, 15, 16, 14)), "every other row"),
        (standing("even", 9, 14, (1, 5)), "in the very middle"),
        (replace(STREET, spots={**STREET.spots, Side.BLUE: Hex(4, 22)}), "blue's spot"),
        (replace(STREET, goals={**STREET.goals, Side.BLUE: (Hex(3, 29), Hex(4, 30), Hex(5, 29))}), "opposite"),
        (replace(STREET, sizes=(3, 2)), "at least one figure"),
    ],
)
def test_what_keeps_data_from_being_a_field_is_named(bad: Field, told: str) -> None:
    assert any(told in one for one in faults(bad)), faults(bad)
