"""The cable between a pseudo-terminal and small MicroPython programs: what a board's USB console does."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
import serial

from feldlicht.sim.board import SimulatedBoard
from tests.sim.conftest import wait_for

Run = Callable[[str], SimulatedBoard]
Open = Callable[[str], serial.Serial]

ECHO = """
import os, select, sys
poll = select.poll()
poll.register(sys.stdin.buffer, select.POLLIN)
sys.stdout.buffer.write(b"started " + os.getenv("FELDLICHT_SIM_CAUSE").encode() + b"\\n")
while True:
    for _ in poll.ipoll(100):
        byte = sys.stdin.buffer.read(1)
        if not byte:
            sys.exit(0)
        if byte == b"r":
            sys.exit(42)
        if byte == b"x":
            raise ValueError("told to")
        if byte == b"?":
            sys.stdout.buffer.write(b"started " + os.getenv("FELDLICHT_SIM_CAUSE").encode() + b"\\n")
        else:
            sys.stdout.buffer.write(byte)
"""

COUNT_ASKING = """
import select, sys, time
poll = select.poll()
poll.register(sys.stdout.buffer, select.POLLOUT)
n = 0
while True:
    for _ in poll.ipoll(100):
        sys.stdout.buffer.write(b"%08d\\n" % n)
        n += 1
        if n % 200 == 0:
            open("counted_%d" % n, "w").close()
    time.sleep_ms({pause})
"""

COUNT_WITHOUT_ASKING = """
import sys
n = 0
while True:
    sys.stdout.buffer.write(b"%062d\\n" % n)
    n += 1
"""

DEAF = """
import sys, time
time.sleep(3)
while True:
    sys.stdout.buffer.write(sys.stdin.buffer.read(1))
"""


def test_bytes_travel_both_ways(run: Run, open_serial: Open) -> None:
    port = open_serial(run(ECHO).port)
    payload = bytes(b for b in range(256) if b not in b"\x03rx?") * 20
    port.write(payload)
    got = b""
    while payload not in got:
        piece = port.read(max(1, port.in_waiting))
        assert piece
        got += piece


def counted_to(number: int, folder: Path) -> Callable[[], bool]:
    """Whether the counting program in ``folder`` has come to a number, whoever heard it."""
    return lambda: bool(list(folder.rglob(f"counted_{number}")))


def test_what_is_sent_while_nobody_has_the_port_open_is_dropped(run: Run, open_serial: Open, tmp_path: Path) -> None:
    board = run(COUNT_ASKING.format(pause=1))
    wait_for(counted_to(400, tmp_path))
    port = open_serial(board.port)
    port.read_until(b"\n")  # perhaps cut in two
    assert int(port.read_until(b"\n")) >= 400


def test_a_port_that_is_opened_again_brings_nothing_old(run: Run, open_serial: Open, tmp_path: Path) -> None:
    board = run(COUNT_ASKING.format(pause=1))
    port = open_serial(board.port)
    port.read(9 * 20)
    last = int(port.read_until(b"\n")[-9:])
    port.close()
    later = last // 200 * 200 + 400
    wait_for(counted_to(later, tmp_path))
    port = open_serial(board.port)
    port.read_until(b"\n")  # perhaps cut in two
    assert int(port.read_until(b"\n")) >= later


def test_output_that_asks_for_room_loses_nothing_while_the_host_does_not_read(run: Run, open_serial: Open) -> None:
    port = open_serial(run(COUNT_ASKING.format(pause=0)).port)
    time.sleep(1.2)  # more than the time after which a board gives up
    port.read_until(b"\n")
    numbers = [int(port.read_until(b"\n")) for _ in range(5000)]
    assert numbers == list(range(numbers[0], numbers[0] + 5000))


def test_output_that_does_not_ask_goes_on_with_gaps_when_the_host_does_not_read(run: Run, open_serial: Open) -> None:
    port = open_serial(run(COUNT_WITHOUT_ASKING).port)
    time.sleep(2)
    port.read_until(b"\n")
    numbers = []
    for _ in range(2000):
        line = port.read_until(b"\n").strip()
        if len(line) == 62:
            numbers.append(int(line))
    steps = [after - before for before, after in pairwise(numbers)]
    assert max(steps) > 1
    assert steps[-1] == 1


def test_a_program_that_does_not_read_makes_the_host_wait_and_loses_nothing(run: Run, open_serial: Open) -> None:
    port = open_serial(run(DEAF).port)
    port.write_timeout = 0.5
    lines = b"".join(b"%06d\n" % number for number in range(20_000))
    with pytest.raises(serial.SerialTimeoutException):
        port.write(lines)
    got = port.read(5000)
    assert got == lines[:5000]
    port.timeout = 1
    assert len(got + port.read(35_000)) < 35_000  # no more was taken than the system's own buffers hold


def test_ctrl_c_ends_the_program_at_the_prompt_and_ctrl_d_starts_it_again(run: Run, open_serial: Open) -> None:
    board = run(ECHO)
    port = open_serial(board.port)
    port.write(b"?")
    port.read_until(b"started power\n")
    port.write(b"\x03")
    assert b"KeyboardInterrupt" in port.read_until(b">>> ")
    assert board.process_id is None
    port.write(b"\x04")
    assert port.read_until(b"started soft\n").endswith(b"started soft\n")


def test_ctrl_c_gets_through_to_a_program_that_does_not_read_and_drops_what_it_has_not_read(
    run: Run, open_serial: Open
) -> None:
    port = open_serial(run("while True: print('up')\n").port)
    port.read_until(b"up")  # a Ctrl-C before the program runs may find nobody
    port.write(b"z" * 400 + b"\x03")
    port.read_until(b">>> ")
    port.write(b"\x03")
    assert port.read_until(b">>> ") == b"\r\n>>> "


def test_what_the_host_sends_right_after_ctrl_c_reaches_the_prompt(run: Run, open_serial: Open) -> None:
    port = open_serial(run(ECHO).port)
    port.write(b"?")
    port.read_until(b"started power\n")
    port.write(b"\r\x03\x04")
    assert port.read_until(b"started soft\n").endswith(b"started soft\n")


def test_a_program_that_resets_the_board_starts_again(run: Run, open_serial: Open) -> None:
    port = open_serial(run(ECHO).port)
    port.write(b"r")
    assert port.read_until(b"started reset\n").endswith(b"started reset\n")


def test_a_program_that_fails_leaves_its_traceback_and_the_prompt(run: Run, open_serial: Open) -> None:
    port = open_serial(run(ECHO).port)
    port.write(b"x")
    assert b"ValueError: told to" in port.read_until(b">>> ")


def test_a_program_killed_from_outside_leaves_the_prompt(run: Run, open_serial: Open) -> None:
    board = run(ECHO)
    port = open_serial(board.port)
    assert board.process_id is not None
    os.kill(board.process_id, signal.SIGKILL)
    assert port.read_until(b">>> ").endswith(b">>> ")


def test_a_board_at_the_prompt_answers_an_empty_line(run: Run, open_serial: Open) -> None:
    board = run("")
    wait_for(lambda: board.process_id is None)
    port = open_serial(board.port)
    port.write(b"\r\n")
    assert port.read_until(b">>> ").endswith(b">>> ")


def test_unplugged_the_host_loses_the_port_and_plugged_it_is_there_again(run: Run, open_serial: Open) -> None:
    board = run(ECHO)
    port = open_serial(board.port)
    port.write(b"?")
    port.read_until(b"started power\n")
    process = board.process_id
    board.unplug()
    with pytest.raises(serial.SerialException):
        port.read(1)
    board.plug()
    port = open_serial(board.port)
    port.write(b"?")
    port.read_until(b"started power\n")
    assert board.process_id == process


def test_a_line_written_by_somebody_who_closes_at_once_still_arrives(
    run: Run, open_serial: Open, tmp_path: Path
) -> None:
    board = run("import sys\nopen('heard', 'w').write(sys.stdin.readline())\n")
    port = open_serial(board.port)
    port.write(b"hello\n")
    port.close()
    heard = tmp_path / "data" / "flash" / "heard"
    wait_for(lambda: heard.exists() and heard.read_text(encoding="utf-8") == "hello\n")
