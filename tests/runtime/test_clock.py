"""The time that tables are told never goes back and never stands still."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.runtime.clock import Clock


class Times:
    """The two clocks of a computer, both set by hand."""

    def __init__(self) -> None:
        self.wall = 1_000_000
        self.steady = 0

    def clock(self) -> Clock:
        return Clock(lambda: self.wall, lambda: self.steady)

    def pass_by(self, ms: int) -> None:
        self.wall += ms
        self.steady += ms


def test_it_is_the_systems_time_while_nobody_changes_that() -> None:
    times = Times()
    clock = times.clock()
    times.pass_by(1234)
    assert clock.now() == 1_001_234


def test_when_the_systems_clock_is_set_back_time_goes_on_from_where_it_was() -> None:
    times = Times()
    clock = times.clock()
    times.pass_by(5000)
    before = clock.now()
    times.wall -= 3_600_000
    times.pass_by(250)
    assert clock.now() == before + 250


def test_when_the_systems_clock_is_set_forward_time_follows() -> None:
    times = Times()
    clock = times.clock()
    times.wall += 60_000
    assert clock.now() == 1_060_000


@given(st.lists(st.tuples(st.integers(-10_000, 10_000), st.integers(0, 1000)), max_size=30))
def test_whatever_is_done_to_the_systems_clock_time_passes_at_least_as_it_does_in_the_world(
    changes: list[tuple[int, int]],
) -> None:
    times = Times()
    clock = times.clock()
    told = clock.now()
    for set_by, passed in changes:
        times.wall += set_by
        times.pass_by(passed)
        assert clock.now() >= told + passed
        told = clock.now()
