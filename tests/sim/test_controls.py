"""Virtual hands on knob and buttons: through bouncing contacts, interrupts and the firmware into the counters."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import serial
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.controls import MAX_STEPS, Button, Operation, Press
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.controls import Contact, changes, packed
from tests.sim.conftest import wait_for
from tests.sim.test_board import ask, hello

Open = Callable[[str], serial.Serial]

operations = st.builds(
    Operation,
    st.integers(-MAX_STEPS, MAX_STEPS),
    st.none() | st.sampled_from(Press),
    st.none() | st.sampled_from(Button),
)


@given(operations)
def test_hands_leave_every_contact_open_and_fit_the_way_to_the_board(operation: Operation) -> None:
    done = changes(operation)
    closed = dict.fromkeys(Contact, False)
    for change in done:
        closed[change.contact] = change.closed
    assert not any(closed.values())
    assert len(packed(done)) == 3 * len(done) <= 3 * 1024
    assert bool(done) is (operation != Operation())


@pytest.mark.parametrize("turn", [MAX_STEPS + 1, -MAX_STEPS - 1])
def test_nobody_turns_for_ever(turn: int) -> None:
    with pytest.raises(ValueError, match="detents"):
        Operation(turn=turn)


def test_the_firmware_counts_what_hands_do_each_of_it_once(board: SimulatedBoard, open_serial: Open) -> None:
    port = open_serial(board.port)
    hello(port)

    def counters() -> list[int]:
        return [int(field) for field in ask(port, "G 1", "S")[3:]]

    assert counters() == [0, 0, 0, 0, 0]
    board.operate(Operation(turn=7))
    board.operate(Operation(press=Press.SHORT))
    wait_for(lambda: counters() == [7, 1, 0, 0, 0])
    board.operate(Operation(turn=-MAX_STEPS, press=Press.LONG))
    wait_for(lambda: counters() == [7 - MAX_STEPS, 1, 1, 0, 0])
    board.operate(Operation(button=Button.FIRST))
    board.operate(Operation(press=Press.SHORT, button=Button.SECOND))
    wait_for(lambda: counters() == [7 - MAX_STEPS, 2, 1, 1, 1])
    board.reboot()
    wait_for(lambda: int(hello(port)["boot"]) == 2)
    assert counters() == [0, 0, 0, 0, 0]


def test_a_change_of_the_counters_makes_a_snapshot_of_its_own(board: SimulatedBoard, open_serial: Open) -> None:
    port = open_serial(board.port)
    hello(port)
    ask(port, "G 1", "S")
    board.operate(Operation(turn=1))
    while True:
        words = port.read_until(b"\n").split()
        if words[0] == b"S" and words[5] == b"1":
            break
