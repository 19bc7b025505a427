"""Who may stop a ball, in which order, and how a pass ends."""

from __future__ import annotations

import pytest

from feldlicht.base.figures import Side
from feldlicht.rules.imman.field import STREET
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.passing import Path, path
from feldlicht.rules.imman.rolling import Ended, Ending, Man, tries, unstopped

C = STREET.cells


def way(origin: str, target: str) -> Path:
    return path(STREET, C[origin], C[target])


def told(
    passed: Path, number: int, cell: str, *men: Man, tried: frozenset[int] = frozenset()
) -> list[tuple[int, int]]:
    """Return number and limit of those who may try, in order."""
    return [(one.man.number, one.limit) for one in tries(passed, number, C[cell], men, tried)]


def test_n6_on_the_path_in_full_beside_it_with_half_rounded_down() -> None:
    passed = way("E4", "E8")
    assert told(passed, 2, "E6", Man(1, C["E6"], 9)) == [(1, 9)]
    assert told(passed, 1, "E5", Man(2, C["D6"], 11)) == [(2, 5)]
    assert told(passed, 1, "E5", Man(2, C["A1"], 11)) == []


def test_n6_whoever_stands_on_the_path_waits_for_its_own_step() -> None:
    passed = way("E4", "E8")
    ahead = Man(1, C["E6"], 9)
    assert told(passed, 1, "E5", ahead) == []
    assert told(passed, 2, "E6", ahead) == [(1, 9)]


def test_n6_one_try_in_a_pass() -> None:
    passed = way("E4", "E8")
    beside = Man(2, C["D6"], 11)
    assert told(passed, 1, "E5", beside) == [(2, 5)]
    assert told(passed, 2, "E6", beside, tried=frozenset({2})) == []


def test_n6_check_value_3_the_lane_decides_who_has_contact() -> None:
    # E4 to F1 is tied at its second step: E2 on the right of who passes, F3 on the left.
    passed = way("E4", "F1")
    left = Man(3, C["G3"], 12)  # beside F3 and nothing else of the way
    assert told(passed, 2, "E2", left) == []
    assert told(passed, 2, "F3", left) == [(3, 6)]
    on_a_lane = Man(4, C["F3"], 13)
    assert told(passed, 1, "E3", on_a_lane) == []
    assert told(passed, 2, "F3", on_a_lane) == [(4, 13)]
    assert told(passed, 2, "E2", on_a_lane) == [(4, 6)]


def test_n7_full_before_half_then_the_lower_number() -> None:
    passed = way("E4", "E8")
    men = (Man(1, C["D6"], 8), Man(5, C["E5"], 8), Man(3, C["F6"], 8), Man(2, C["E5"], 4))
    assert told(passed, 1, "E5", *men) == [(2, 4), (5, 8), (1, 4), (3, 4)]


def test_n8_an_opponent_on_the_passers_cell_tries_with_half_at_the_first_step_unless_barred() -> None:
    passed = way("E4", "E8")
    assert told(passed, 1, "E5", Man(1, C["E4"], 9)) == [(1, 4)]
    assert told(passed, 1, "E5", Man(1, C["E4"], 9, barred=True)) == []


def test_check_value_5_the_keeper_beside_the_lane_has_half() -> None:
    passed = way("E4", "F1")
    keeper = Man(1, C["D2"], 18)
    assert told(passed, 2, "E2", keeper) == [(1, 9)]
    assert told(passed, 2, "F3", keeper) == []


@pytest.mark.parametrize(
    ("target", "mates", "ended"),
    [
        ("E8", {}, Ended(Ending.LIES, C["E8"])),
        ("E8", {"E8": 4}, Ended(Ending.RECEIVED, C["E8"], 4)),
        ("E1", {}, Ended(Ending.GOAL, C["E1"], goal=Side.YELLOW)),
        ("E1", {"E1": 1}, Ended(Ending.RECEIVED, C["E1"], 1)),
    ],
)
def test_n10_n18_what_nobody_stops_is_received_lies_or_is_in_the_goal(
    target: str, mates: dict[str, int], ended: Ended
) -> None:
    passed = way("E4", target)
    assert unstopped(STREET, passed, passed.end, {C[name]: number for name, number in mates.items()}) == ended


@pytest.mark.parametrize(
    ("origin", "end", "last", "ended"),
    [
        ("A5", Hex(-2, 10), "A5", Ending.OUT),
        ("B3", Hex(1, -1), "B1", Ending.BEHIND),
        ("E2", Hex(4, 0), "E1", Ending.GOAL),
    ],
)
def test_n18_n19_over_which_line_it_goes(origin: str, end: Hex, last: str, ended: Ending) -> None:
    passed = path(STREET, C[origin], end)
    assert unstopped(STREET, passed, C[last], {}).how is ended
