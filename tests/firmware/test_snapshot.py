"""Occupancy and touched cells, as they stand in a snapshot."""

from __future__ import annotations

import layout_generated as layout
import pytest
from hypothesis import given
from hypothesis import strategies as st
from snapshot import OUTSTANDING, Table

from feldlicht.board.layout import LAYOUT

BIT = {seen: bit for bit, seen in enumerate(LAYOUT.sensor_order)}
SEES = 0 if LAYOUT.sensor_active_low else 1


def new_table() -> Table:
    """A table whose first reading is over."""
    table = Table(layout.CELLS, layout.CHAIN_CELL, layout.CHAIN_POLE, layout.ACTIVE_LOW)
    table.known = True
    return table


def touched_cells(snapshot: str) -> set[int]:
    """Return the cells that the touched field names."""
    field = snapshot.split(" ")[2]
    if field == "-":
        return set()
    assert len(field) == 36
    return {cell for cell in range(144) if int(field, 16) >> 143 - cell & 1}


@given(st.sets(st.tuples(st.integers(0, 143), st.sampled_from("NS"))))
def test_occupancy_has_two_bits_a_cell_north_first(magnets: set[tuple[int, str]]) -> None:
    table = new_table()
    for seen in magnets:
        table.settle(BIT[seen], SEES)
    bits = "".join(str(int((cell, pole) in magnets)) for cell in range(144) for pole in "NS")
    assert table.take(0, 5).split(" ")[:2] == ["5", f"{int(bits, 2):072X}"]
    for seen in magnets:
        table.settle(BIT[seen], 1 - SEES)
    assert table.take(1, 6).split(" ")[1] == "0" * 72


def test_milliseconds_wrap_at_thirty_bits() -> None:
    assert new_table().take(0, (1 << 30) + 7).split(" ")[0] == "7"


def test_the_first_reading_after_start_is_no_touch() -> None:
    table = new_table()
    table.known = False
    table.settle(BIT[5, "N"], SEES)
    assert touched_cells(table.take(0, 0)) == set()


def test_a_cell_that_changed_back_was_still_touched() -> None:
    table = new_table()
    table.settle(BIT[5, "N"], SEES)
    table.settle(BIT[5, "N"], 1 - SEES)
    assert touched_cells(table.take(0, 0)) == {5}


@pytest.mark.parametrize("seq", [1, 65535])
def test_an_unknown_acknowledgement_clears_nothing(seq: int) -> None:
    table = new_table()
    table.settle(BIT[5, "N"], SEES)
    table.take(0, 0)
    table.acknowledge(seq)
    assert touched_cells(table.take(2, 0)) == {5}


touch = st.tuples(st.just("touch"), st.integers(0, 143))
take = st.tuples(st.just("take"), st.just(0))
acknowledge = st.tuples(st.just("acknowledge"), st.integers(0, OUTSTANDING + 2))


@given(st.lists(st.one_of(touch, take, acknowledge), max_size=60))
def test_touched_is_what_changed_since_the_last_acknowledged_snapshot(steps: list[tuple[str, int]]) -> None:
    table = new_table()
    level = dict.fromkeys(range(144), SEES)
    events: list[int] = []  # cells in the order of their touches
    taken: list[tuple[int, int]] = []  # (sequence, how many events the snapshot knew), unacknowledged ones
    known = 0  # events that the host acknowledged
    for seq, (step, value) in enumerate(steps):
        if step == "touch":
            table.settle(BIT[value, "N"], level[value])
            level[value] ^= 1
            events.append(value)
        elif step == "take":
            taken.append((seq, len(events)))
            assert touched_cells(table.take(seq, 0)) == set(events[known:])
        elif value < len(taken):
            acknowledged, count = taken[-1 - value]
            table.acknowledge(acknowledged)
            if value < OUTSTANDING:
                known = count
                taken = taken[len(taken) - value :]
