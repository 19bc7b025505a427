"""The serial port by real pyserial on a real pseudo-terminal."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import termios
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports, list_ports_common

from feldlicht.base.reasons import Reason, Refused
from feldlicht.link import port as port_module
from feldlicht.link import raw_prompt
from feldlicht.link.port import PlainPort, PortLost, PortStalled, Transport, find_ports, open_board, open_port


class Terminal:
    """A pseudo-terminal of which the test holds the board's end."""

    def __init__(self) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)

    def close(self) -> None:
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    one = Terminal()
    yield one
    one.close()


@pytest.fixture(params=["as opened here", "as pyserial does it"])
def line(terminal: Terminal, request: pytest.FixtureRequest) -> Iterator[Transport]:
    opened: Transport
    if request.param == "as opened here":
        opened = open_port(terminal.path)
    else:
        opened = PlainPort(serial.Serial(terminal.path, timeout=0.05, write_timeout=0.2, exclusive=True))
    yield opened
    opened.close()


def read_all(line: Transport, count: int) -> bytes:
    data = b""
    for _ in range(400):
        data += line.read()
        if len(data) >= count:
            break
    return data


def test_all_byte_values_travel_both_ways_unchanged(terminal: Terminal, line: Transport) -> None:
    every = bytes(range(256))
    os.write(terminal.master, every)
    assert read_all(line, 256) == every
    line.write(every)
    assert os.read(terminal.master, 1000) == every


def test_reading_ends_without_bytes_after_a_moment(line: Transport) -> None:
    assert line.read() == b""


def test_another_thread_can_wake_a_reader_and_the_closed_port_takes_no_harm(line: Transport) -> None:
    for _ in range(100):
        line.wake()
    assert line.read() == b""
    line.close()
    line.close()
    line.wake()


def test_an_unplugged_port_is_lost_for_reader_and_writer(terminal: Terminal, line: Transport) -> None:
    terminal.close()
    with pytest.raises(PortLost):
        read_all(line, 1)
    with pytest.raises(PortLost):
        line.write(b"x")


def test_a_board_that_takes_nothing_stalls_the_writer_for_a_limited_time(line: Transport) -> None:
    with pytest.raises(PortStalled):
        line.write(b"x" * 100_000)


def test_a_second_opener_is_refused_as_busy_and_the_first_goes_on(terminal: Terminal) -> None:
    first = open_port(terminal.path)
    with pytest.raises(Refused) as refused:
        open_port(terminal.path)
    assert refused.value.refusal.reason is Reason.PORT_BUSY
    assert dict(refused.value.refusal.facts) == {"port": terminal.path}
    os.write(terminal.master, b"hello")
    assert read_all(first, 5) == b"hello"
    first.close()
    open_port(terminal.path).close()


def test_a_program_of_another_kind_that_has_the_port_makes_it_busy(terminal: Terminal) -> None:
    code = f"import serial; s = serial.Serial({terminal.path!r}, exclusive=True); print('open', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(Refused) as refused:
            open_port(terminal.path)
        assert refused.value.refusal.reason is Reason.PORT_BUSY
        other.communicate(b"\n")


@pytest.mark.parametrize("path", ["/dev/there-is-no-such-port", "", str(Path(__file__)), "/dev/null"])
def test_what_is_no_serial_port_is_refused_as_missing(path: str) -> None:
    with pytest.raises(Refused) as refused:
        open_port(path)
    assert refused.value.refusal.reason is Reason.PORT_MISSING


FORBIDDEN = """
import grp
import os
import sys
from feldlicht.base.reasons import Refused
from feldlicht.link.port import open_port
if os.geteuid() == 0:
    os.seteuid(65534)  # root may open everything
try:
    open_port(sys.argv[1])
except Refused as refused:
    print(refused.refusal.reason, dict(refused.refusal.facts)["group"])
"""


def test_a_port_without_permission_is_refused_as_forbidden_and_names_the_group(terminal: Terminal) -> None:
    Path(terminal.path).chmod(0)
    outcome = subprocess.run(
        [sys.executable, "-c", FORBIDDEN, terminal.path], capture_output=True, text=True, check=True
    )
    assert outcome.stdout.split() == [Reason.PORT_FORBIDDEN, Path(terminal.path).group()]


def test_a_port_works_under_a_descriptor_above_1023(terminal: Terminal) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 1200:
        pytest.skip("this system does not allow so many descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1200), hard))
    held = []
    try:
        while not held or held[-1] < 1024:
            held.append(os.dup(terminal.master))
        line = open_port(terminal.path)
        line.write(b"to the board")
        assert os.read(terminal.master, 100) == b"to the board"
        os.write(terminal.master, b"to the host")
        assert read_all(line, 11) == b"to the host"
        line.close()
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def listed(device: str, **facts: object) -> list_ports_common.ListPortInfo:
    info = list_ports_common.ListPortInfo(device, skip_link_detection=True)
    for name, value in facts.items():
        setattr(info, name, value)
    return info


PORTS = [
    listed("/dev/ttyS0"),
    listed("/dev/ttyACM1", vid=0x2E8A, pid=5, serial_number="b", description="Board in FS mode"),
    listed("/dev/ttyACM0", vid=0x2E8A, pid=5, serial_number="c", description="Board in FS mode"),
    listed("/dev/ttyACM2", vid=0x2E8A, pid=0x000C, serial_number="probe", product="Debug Probe"),
    listed("/dev/ttyACM3", vid=0x2E8A, pid=0x1234, serial_number="a", manufacturer="MicroPython"),
    listed("/dev/ttyUSB0", vid=0x0403, pid=0x6001, serial_number="x", manufacturer="FTDI"),
]


def test_boards_are_found_by_vendor_and_program_and_ordered_by_serial_number(monkeypatch: pytest.MonkeyPatch) -> None:
    # No USB device is here to be listed: the system's list is the one thing that is given.
    monkeypatch.setattr(list_ports, "comports", lambda: PORTS)
    assert [(one.serial_number, one.path) for one in find_ports()] == [
        ("a", "/dev/ttyACM3"),
        ("b", "/dev/ttyACM1"),
        ("c", "/dev/ttyACM0"),
    ]


def test_e22_a_board_is_opened_by_serial_number_wherever_it_is_now(
    monkeypatch: pytest.MonkeyPatch, terminal: Terminal
) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: [listed(terminal.path, vid=0x2E8A, pid=5, serial_number="b")])
    line = open_board("b", find_ports())
    assert line.path == terminal.path
    line.close()
    with pytest.raises(Refused) as refused:
        open_board("gone", find_ports())
    assert refused.value.refusal.reason is Reason.PORT_MISSING


def test_the_systems_own_list_can_be_read() -> None:
    assert isinstance(find_ports(), list)


def test_a_wake_up_never_reaches_a_descriptor_that_was_closed(terminal: Terminal) -> None:
    line = open_port(terminal.path)
    stop = threading.Event()

    def wake() -> None:
        while not stop.is_set():
            line.wake()

    waker = threading.Thread(target=wake, name="waker")
    waker.start()
    line.read()
    line.close()
    readable, writable = os.pipe()  # takes the descriptors that the port has just given back
    os.set_blocking(readable, False)
    stop.set()
    waker.join()
    with pytest.raises(BlockingIOError):
        os.read(readable, 10)
    os.close(readable)
    os.close(writable)


def test_a_port_left_at_the_boot_loaders_speed_is_opened_at_another(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ways in which we open one: our own line, and the tool that brings the firmware."""

    def opened_by_hand() -> None:
        open_port(terminal.path).close()

    def opened_by_the_tool() -> None:
        monkeypatch.setattr(raw_prompt, "TRIES", 0)  # nobody answers there
        with pytest.raises(Refused):
            raw_prompt.RawPrompt(terminal.path)

    set_up = termios.tcsetattr
    seen: list[int] = []

    def watched(port: int, when: int, attributes: list) -> None:  # type: ignore[type-arg]
        set_up(port, when, attributes)
        seen.extend([*attributes[4:6], *termios.tcgetattr(port)[4:6]])

    for opened in (opened_by_hand, opened_by_the_tool):
        attributes = termios.tcgetattr(terminal.master)
        attributes[4:6] = [termios.B1200] * 2
        set_up(terminal.master, termios.TCSANOW, attributes)
        seen.clear()
        with monkeypatch.context() as patch:
            patch.setattr(termios, "tcsetattr", watched)
            opened()
        assert set(seen) == {termios.B115200}
        assert termios.tcgetattr(terminal.master)[4:6] == [termios.B115200] * 2


def test_nothing_else_of_the_host_opens_serial_ports() -> None:
    host = Path(port_module.__file__).parents[1]
    opens = re.compile(r"\bserial\.\w*Serial\w*\(|^\s*(?:from serial|import mpremote|from mpremote)\b", re.MULTILINE)
    knowing = {file.name for file in host.rglob("*.py") if opens.search(file.read_text(encoding="utf-8"))}
    assert knowing == {"port.py", "raw_prompt.py"}
