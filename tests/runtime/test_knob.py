"""The knob counts: whatever the line loses, doubles or delays, each act is heard once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.occupancy import Occupancy
from feldlicht.link.from_board import BOARD_MS_WRAP
from feldlicht.link.messages import Snapshot
from feldlicht.runtime.knob import Act, Knob
from feldlicht.table.messages import KnobTurned, Pressed, PressedLong

STEPS = st.lists(
    st.tuples(st.integers(1, 5000), st.integers(-30, 30), st.integers(0, 3), st.integers(0, 2)), min_size=1
)


def at(ms: int, turn: int = 0, press: int = 0, long_press: int = 0) -> Snapshot:
    return Snapshot(1, ms % BOARD_MS_WRAP, Occupancy(), turn=turn, press=press, long_press=long_press)


def taken(start: int, steps: list[tuple[int, int, int, int]]) -> list[Snapshot]:
    """What the board would send after each step: (ms passed, turned, presses, long presses)."""
    found, ms, turn, press, long = [at(start)], start, 0, 0, 0
    for passed, turned, presses, longs in steps:
        ms, turn, press, long = ms + passed, turn + turned, press + presses, long + longs
        found.append(at(ms, turn, press, long))
    return found


def summed(acts: list[Act]) -> tuple[int, int, int]:
    turned = sum(act.steps for act in acts if isinstance(act, KnobTurned))
    return turned, acts.count(Pressed()), acts.count(PressedLong())


@given(st.integers(0, BOARD_MS_WRAP - 1), STEPS, st.data())
def test_lost_doubled_and_late_lines_change_nothing_of_the_sum(
    start: int, steps: list[tuple[int, int, int, int]], data: st.DataObject
) -> None:
    sent = taken(start, steps)
    kept = data.draw(st.lists(st.booleans(), min_size=len(sent), max_size=len(sent)))
    heard = [one for one, keep in zip(sent, kept, strict=True) if keep]
    # The first and the newest arrive sooner or later; older ones may come again in between.
    line = [sent[0]]
    for one in [*heard, sent[-1]]:
        line += [one] * data.draw(st.integers(1, 2))
        line.append(data.draw(st.sampled_from(line)))
    knob = Knob()
    acts = [act for snapshot in line for act in knob.acts(snapshot)]
    last = sent[-1]
    assert summed(acts) == (last.turn, last.press, last.long_press)


def test_what_was_counted_before_the_first_snapshot_is_nobodys_wish() -> None:
    knob = Knob()
    assert knob.acts(at(5, turn=7, press=3, long_press=1)) == ()
    assert knob.acts(at(6, turn=7, press=4, long_press=1)) == (Pressed(),)


def test_a_board_that_was_away_or_started_again_counts_anew() -> None:
    knob = Knob()
    knob.acts(at(900_000, turn=7, press=3))
    knob.forget()
    assert knob.acts(at(10)) == ()
    assert knob.acts(at(11, turn=-1, long_press=1)) == (KnobTurned(-1), PressedLong())


def test_the_knob_is_turned_before_it_is_pressed() -> None:
    knob = Knob()
    knob.acts(at(1))
    assert knob.acts(at(2, turn=2, press=2, long_press=1)) == (KnobTurned(2), Pressed(), Pressed(), PressedLong())
