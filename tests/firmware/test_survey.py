"""A survey of the sensors: what it tells of field and noise, and when it sets the zero."""

from __future__ import annotations

import random

import pytest
from field import HIGHEST, MIDDLE, Field
from hypothesis import given
from hypothesis import strategies as st
from outbox import Outbox
from snapshot import Table
from survey import LONGEST_MS, SCANS, WAITING, Survey

from tests.support.samples import samples

STEPS = 1192
CELLS = 144


class Bench:
    """A linear board's field, and what is sent of it."""

    def __init__(self) -> None:
        self.field = Field(CELLS, b"\x01" * CELLS, STEPS, 60, 15)
        self.outbox = Outbox(Table(CELLS, b"", b"", False), lambda: "")
        self.kept: list[list[int]] = []
        self.flash_works = True
        self.survey = Survey(self.field, self.outbox, self.store)

    def store(self, readings: list[int]) -> None:
        """Stand for the flash."""
        if not self.flash_works:
            raise OSError
        self.kept.append(list(readings))

    def scan(self, readings: dict[int, int]) -> bool:
        """Take one scan; cells not named read the middle."""
        for cell in range(CELLS):
            self.field.take(cell, readings.get(cell, MIDDLE))
        return bool(self.survey.look())

    def said(self) -> list[str]:
        """Return type and fields of what waits, and take it out."""
        lines = []
        while (data := self.outbox.take(0)) is not None:
            words = data.decode().split(" ")
            lines.append(" ".join([words[0], *words[2:-1]]))
        return lines


readings = st.dictionaries(st.integers(0, CELLS - 1), st.integers(0, HIGHEST), max_size=5)


@samples(30)
@given(st.lists(readings, min_size=SCANS, max_size=SCANS))
def test_the_field_is_the_mean_of_the_scans_and_the_noise_their_span(scans: list[dict[int, int]]) -> None:
    bench = Bench()
    assert bench.survey.order("F", 5, 0) is None
    done = [bench.scan(scan) for scan in scans]
    assert done == [False] * (SCANS - 1) + [True]
    answer, *rows = bench.said()
    assert answer == "A 5 ok"
    assert len(rows) == 9
    for number, line in enumerate(rows):
        kind, row, *values = line.split(" ")
        assert (kind, row, len(values)) == ("F", str(number), 32)
        for column in range(16):
            cell = 16 * number + column
            seen = [scan.get(cell, MIDDLE) for scan in scans]
            if bench.field.dead[cell]:
                assert values[column] == values[16 + column] == "x"
            else:
                assert abs(int(values[column]) - (sum(seen) / SCANS - MIDDLE) * 100 / STEPS) <= 1
                assert int(values[16 + column]) == (max(seen) - min(seen)) * 100 // STEPS


def test_a_zero_is_the_mean_of_the_scans_and_kept_before_it_is_answered() -> None:
    bench = Bench()
    offsets = random.Random(3)
    rest = {cell: MIDDLE + offsets.randint(-1500, 1500) for cell in range(CELLS)}
    bench.survey.order("Z", 1, 0)
    for n in range(SCANS):
        bench.scan({cell: value + (3 if n % 2 else -3) for cell, value in rest.items()})
    assert bench.said() == ["A 1 ok"]
    assert bench.kept == [[rest[cell] for cell in range(CELLS)]]
    assert list(bench.field.zero) == bench.kept[0]


@pytest.mark.parametrize("by", [-3, 3])
def test_no_zero_is_set_while_a_magnet_may_be_on_the_table(by: int) -> None:
    bench = Bench()
    bench.survey.order("Z", 1, 0)
    for _ in range(SCANS):
        bench.scan({77: MIDDLE + by * STEPS + by})
    assert bench.said() == ["A 1 occupied"]
    assert bench.kept == []
    assert list(bench.field.zero) == [MIDDLE] * CELLS


def test_a_flash_that_cannot_be_written_changes_no_zero() -> None:
    bench = Bench()
    bench.flash_works = False
    bench.survey.order("Z", 1, 0)
    for _ in range(SCANS):
        bench.scan({4: MIDDLE + 500})
    assert bench.said() == ["A 1 failed"]
    assert list(bench.field.zero) == [MIDDLE] * CELLS


def test_a_dead_cell_hinders_no_zero() -> None:
    bench = Bench()
    bench.survey.order("Z", 1, 0)
    for _ in range(SCANS):
        bench.scan({8: 0, 9: MIDDLE + 100})
    assert bench.said() == ["A 1 ok"]
    assert (bench.field.zero[8], bench.field.zero[9]) == (MIDDLE, MIDDLE + 100)


def test_orders_that_come_meanwhile_are_answered_by_the_same_survey_and_too_many_are_refused() -> None:
    bench = Bench()
    kinds = "FZFZF"
    words = [bench.survey.order(kind, seq, 0) for seq, kind in enumerate(kinds)]
    assert words == [None] * WAITING + ["unable"]
    for _ in range(SCANS):
        bench.scan({0: MIDDLE + 600})
    said = bench.said()
    assert said[:4] == [f"A {seq} ok" for seq in range(WAITING)]
    assert len(said) == WAITING + 9
    # The field is told as it is after the zero.
    assert said[4].startswith("F 0 0 0 0 ")


def test_a_survey_without_scans_is_given_up_before_the_host_asks_again() -> None:
    bench = Bench()
    bench.survey.order("F", 3, 0)
    bench.scan({})
    assert not bench.survey.expire(1000)
    assert not bench.survey.expire(1000 + LONGEST_MS - 1)
    assert bench.survey.expire(1000 + LONGEST_MS)
    assert bench.said() == ["A 3 unable"]
    assert not bench.survey.expire(1000 + 2 * LONGEST_MS)
    bench.survey.order("F", 4, 5000)
    for _ in range(SCANS):
        bench.scan({})
    assert bench.said()[0] == "A 4 ok"
