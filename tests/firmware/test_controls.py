"""Knob and switches as counters: bouncing contacts and missed edges count nothing twice."""

from __future__ import annotations

from pathlib import Path

import controls
import pytest
from clock import WRAP
from controls import LONG_MS, REST, STABLE_MS, Controls, Knob, Switch
from harness import run_script
from hypothesis import given
from hypothesis import strategies as st

RIGHT = [0b01, 0b00, 0b10, 0b11]
"""Levels of A and B on the way to the next detent on the right."""
LEFT = [0b10, 0b00, 0b01, 0b11]
LOOK_MS = 5


class Encoder:
    """A knob between its contacts and the program, which hears of each edge."""

    def __init__(self) -> None:
        self.levels = REST
        self.knob = Knob(lambda: self.levels >> 1, lambda: self.levels & 1)

    def go(self, levels: int, bounces: int = 0) -> None:
        """Change to these levels; a contact that bounces goes to and fro so many times before."""
        before = self.levels
        for at in [*[levels, before] * bounces, levels]:
            self.levels = at
            self.knob.edge(None)


turns = st.lists(st.sampled_from([1, -1]), max_size=30)


@given(turns, st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_every_detent_counts_once_however_much_the_contacts_bounce(way: list[int], bounces: list[int]) -> None:
    encoder = Encoder()
    for step in way:
        for levels, times in zip(RIGHT if step > 0 else LEFT, bounces, strict=True):
            encoder.go(levels, times)
    assert encoder.knob.steps == sum(way)


@given(turns, st.lists(st.integers(1, 3), min_size=30, max_size=30))
def test_turning_on_the_way_and_back_counts_nothing(way: list[int], far: list[int]) -> None:
    encoder = Encoder()
    for step, quarters in zip(way, far, strict=False):
        path = (RIGHT if step > 0 else LEFT)[:quarters]
        for levels in [*path, *path[-2::-1], REST]:
            encoder.go(levels)
    assert encoder.knob.steps == 0


@given(turns, st.lists(st.integers(0, 2), min_size=30, max_size=30))
def test_an_edge_that_was_missed_is_made_up_for_at_the_detent(way: list[int], missed: list[int]) -> None:
    encoder = Encoder()
    for step, lost in zip(way, missed, strict=False):
        # Both contacts seem to change at once where the levels between were seen by nobody.
        for at, levels in enumerate(RIGHT if step > 0 else LEFT):
            if at != lost:
                encoder.go(levels)
    assert encoder.knob.steps == sum(way)


def test_the_knob_may_stand_anywhere_at_the_start() -> None:
    for start in RIGHT:
        encoder = Encoder()
        encoder.levels = start
        encoder.knob = Knob(lambda encoder=encoder: encoder.levels >> 1, lambda encoder=encoder: encoder.levels & 1)  # type: ignore[misc]
        for levels in RIGHT[RIGHT.index(start) + 1 :]:
            encoder.go(levels)
        before = encoder.knob.steps
        for levels in RIGHT * 3:
            encoder.go(levels)
        assert encoder.knob.steps == before + 3


class Hand:
    """Looks at the switches as the program does, on a clock of its own."""

    def __init__(self, start_ms: int = 0) -> None:
        self.now = start_ms
        self.encoder = Encoder()
        self.controls = Controls(self.encoder.knob)
        self.levels = [1, 1, 1]
        self.changes = 0
        self.wait(STABLE_MS + 2 * LOOK_MS)

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, LOOK_MS):
            self.now = self.now + LOOK_MS & WRAP
            self.changes += self.controls.look(*self.levels, self.now)

    def hold(self, switch: int, ms: int, bounces: int = 2) -> None:
        """Close a switch for so long and let it go, bouncing either time."""
        for level in (0, 1):
            for _ in range(bounces):
                self.levels[switch] = level
                self.wait(LOOK_MS)
                self.levels[switch] = 1 - level
                self.wait(LOOK_MS)
            self.levels[switch] = level
            self.wait(ms if level == 0 else STABLE_MS + 2 * LOOK_MS)

    def counted(self) -> list[int]:
        return [int(field) for field in self.controls.fields().split(" ")]


holds = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.one_of(
            st.integers(STABLE_MS + 2 * LOOK_MS, LONG_MS - 8 * LOOK_MS), st.integers(LONG_MS + 8 * LOOK_MS, 2000)
        ),
        st.integers(0, 3),
    ),
    max_size=8,
)


@given(st.sampled_from([0, WRAP - 1000, WRAP - 40, WRAP]), holds)
def test_every_press_counts_once_as_what_it_was_also_across_the_clocks_wrap(
    start: int, pressed: list[tuple[int, int, int]]
) -> None:
    hand = Hand(start)
    for switch, ms, bounces in pressed:
        hand.hold(switch, ms, bounces)
    knob = [ms for switch, ms, _ in pressed if switch == 0]
    buttons = [sum(switch == which for switch, _, _ in pressed) for which in (1, 2)]
    assert hand.counted() == [0, sum(ms < LONG_MS for ms in knob), sum(ms > LONG_MS for ms in knob), *buttons]
    assert hand.changes == len(pressed)


def test_a_long_press_counts_while_it_is_held_and_not_as_a_short_one_after() -> None:
    hand = Hand()
    hand.levels[0] = 0
    hand.wait(LONG_MS + STABLE_MS + 2 * LOOK_MS)
    assert hand.counted() == [0, 0, 1, 0, 0]
    hand.wait(5 * LONG_MS)
    hand.levels[0] = 1
    hand.wait(LONG_MS)
    assert hand.counted() == [0, 0, 1, 0, 0]


def test_what_is_shorter_than_a_bounce_is_nothing() -> None:
    hand = Hand()
    for switch in range(3):
        hand.levels[switch] = 0
        hand.wait(STABLE_MS - LOOK_MS)
        hand.levels[switch] = 1
        hand.wait(200)
    assert hand.counted() == [0] * 5


def test_a_switch_held_at_the_start_counts_only_once_it_was_let_go() -> None:
    switch = Switch()
    assert [switch.look(0, ms) for ms in range(0, 5000, LOOK_MS)].count(controls.NOTHING) == 1000
    assert not switch.closed
    assert [switch.look(1, 5000 + ms) for ms in range(0, 100, LOOK_MS)].count(controls.NOTHING) == 20
    assert controls.CLOSED in [switch.look(0, 5100 + ms) for ms in range(0, 100, LOOK_MS)]


def test_turning_is_a_change_too() -> None:
    hand = Hand()
    for levels in LEFT * 2:
        hand.encoder.go(levels)
    hand.wait(LOOK_MS)
    assert hand.counted() == [-2, 0, 0, 0, 0]
    assert hand.changes == 1


@pytest.mark.parametrize("turn", [1, -1])
def test_micropython_counts_as_cpython_does(turn: int, tmp_path: Path) -> None:
    """The same levels and looks, on the interpreter of the board."""
    script = f"""
import controls
levels = [3]
knob = controls.Knob(lambda: levels[0] >> 1, lambda: levels[0] & 1)
counters = controls.Controls(knob)
now = {WRAP - 300}
for level in {(RIGHT if turn > 0 else LEFT) * 5}:
    levels[0] = level
    knob.edge(None)
for push, first, second, times in ((1, 1, 1, 10), (0, 1, 0, 20), (1, 0, 1, 20), (0, 1, 1, 200), (1, 1, 1, 9)):
    for _ in range(times):
        now = now + {LOOK_MS} & {WRAP}
        counters.look(push, first, second, now)
sys.stdout.write(counters.fields())
"""
    assert run_script(f"import machine, sys\n{script}", tmp_path) == f"{5 * turn} 1 1 1 1"
