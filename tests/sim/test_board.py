"""The simulated board with the real firmware, through plain pyserial; and what is left of it when it is closed."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from binascii import crc_hqx
from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from feldlicht.base.cells import CELLS, cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refused
from feldlicht.board.layout import LAYOUT
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights
from tests.sim.conftest import FIRMWARE, wait_for

Open = Callable[[str], serial.Serial]


def crc(text: str) -> bytes:
    """Return the line that carries ``text``; written out here so that these tests stand without the link."""
    return f"{text} {crc_hqx(text.encode(), 0xFFFF):04X}\n".encode()


def ask(port: serial.Serial, question: str, answer: str) -> list[str]:
    """Send a line and return the fields of the next line of the wanted type."""
    port.write(b"\r\n" + crc(question))
    while True:
        line = port.read_until(b"\n")
        assert line, "the board does not answer"
        text = line.decode("ascii", "replace").rpartition(" ")[0]
        if text.startswith(answer + " ") and line == crc(text):
            return text.split()[2:]


def hello(port: serial.Serial) -> dict[str, str]:
    return dict(field.split("=") for field in ask(port, "? 0", "H"))


def occupancy(port: serial.Serial) -> Occupancy:
    digits = f"{int(ask(port, 'G 1', 'S')[1], 16):0288b}"
    return Occupancy(
        sum(1 << c for c in CELLS if digits[2 * c] == "1"), sum(1 << c for c in CELLS if digits[2 * c + 1] == "1")
    )


def test_the_firmware_says_hello_as_this_board_with_this_layout(
    interpreter: str, board: SimulatedBoard, open_serial: Open
) -> None:
    said = hello(open_serial(board.port))
    assert said["layout"] == LAYOUT.fingerprint
    assert said["id"] == board.board_id
    assert said["cause"] == "power"
    name, machine = {"micropython": ("MicroPython 1.", "unix"), "cpython": ("Python 3.", "cpython")}[interpreter]
    assert said["machine"] == machine
    assert board.interpreter.startswith(name)
    assert board.interpreter.endswith(f"({machine})")


@pytest.mark.usefixtures("interpreter")
def test_magnets_are_reported_and_gone_when_taken_away(board: SimulatedBoard, open_serial: Open) -> None:
    port = open_serial(board.port)
    hello(port)
    stand = {cell("G3"): Pole.SOUTH, cell("A1"): Pole.NORTH, cell("I16"): Pole.NORTH}
    board.set_magnets(stand)
    wait_for(lambda: occupancy(port) == Occupancy.of(stand))
    board.set_magnets({cell("G3"): None, cell("A1"): Pole.SOUTH})
    wait_for(lambda: occupancy(port) == Occupancy.of({cell("A1"): Pole.SOUTH, cell("I16"): Pole.NORTH}))
    assert board.magnets() == {cell("A1"): Pole.SOUTH, cell("I16"): Pole.NORTH}


@pytest.mark.usefixtures("interpreter")
def test_lights_are_what_the_firmware_drives(board: SimulatedBoard, open_serial: Open) -> None:
    seen: list[Lights] = []
    end = board.on_lights(seen.append)
    port = open_serial(board.port)
    hello(port)
    assert ask(port, "C 2 brightness=255 budget=5000", "A") == ["2", "ok"]
    assert ask(port, "Y 3 01 s 1000 0 0A141E", "A") == ["3", "ok"]
    assert ask(port, "L 4 ! 22=01 90=01 AD=01", "A") == ["4", "ok"]

    def shown() -> bool:
        lights = board.lights()
        lit = {c for c, rgb in lights.cells.items() if any(rgb)}
        return lit == {cell("C3")} and any(lights.ring[0]) and any(lights.strip[5])

    wait_for(shown)
    red, green, blue = board.lights().cells[cell("C3")]
    assert 0 < red < green < blue
    assert board.lights() in seen
    end()
    count = len(seen)
    assert ask(port, "L 5 !", "A") == ["5", "ok"]
    wait_for(lambda: board.lights() == Lights.dark())
    assert len(seen) == count


@pytest.mark.usefixtures("interpreter")
def test_a_power_cut_raises_the_boot_counter_and_darkens_the_lamps(board: SimulatedBoard, open_serial: Open) -> None:
    path = board.port
    port = open_serial(path)
    before = hello(port)
    board.reboot()
    wait_for(lambda: int(hello(port)["boot"]) == int(before["boot"]) + 1)
    assert hello(port)["cause"] == "power"
    assert board.port == path


@pytest.mark.usefixtures("interpreter")
def test_ctrl_c_and_ctrl_d_restart_the_firmware_softly(board: SimulatedBoard, open_serial: Open) -> None:
    port = open_serial(board.port)
    before = hello(port)
    port.write(b"\r\x03")
    port.read_until(b">>> ")
    port.write(b"\x04")
    port.read_until(b"soft reboot\r\n")
    after = hello(port)
    assert (int(after["boot"]), after["cause"]) == (int(before["boot"]) + 1, "soft")


def test_a_restart_of_the_whole_board_finds_magnets_and_boot_counter(tmp_path: Path, open_serial: Open) -> None:
    boots = []
    for _ in range(2):
        board = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)
        board.start()
        port = open_serial(board.port)
        boots.append(int(hello(port)["boot"]))
        if len(boots) == 1:
            board.set_magnets({cell("E8"): Pole.NORTH})
        wait_for(lambda port=port: occupancy(port) == Occupancy.of({cell("E8"): Pole.NORTH}))  # type: ignore[misc]
        port.close()
        board.close()
    assert boots[1] == boots[0] + 1


def test_magnets_set_before_the_start_stand_when_it_starts(tmp_path: Path, open_serial: Open) -> None:
    board = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)
    board.set_magnets({cell("B2"): Pole.SOUTH})
    board.start()
    try:
        port = open_serial(board.port)
        hello(port)
        wait_for(lambda: occupancy(port) == Occupancy.of({cell("B2"): Pole.SOUTH}))
    finally:
        board.close()


@pytest.mark.usefixtures("interpreter")
def test_a_disturbed_sensor_bus_is_counted_and_lifts_no_magnet(board: SimulatedBoard, open_serial: Open) -> None:
    port = open_serial(board.port)
    hello(port)
    board.set_magnets({cell("E8"): Pole.NORTH})
    wait_for(lambda: occupancy(port) == Occupancy.of({cell("E8"): Pole.NORTH}))
    board.fail_bus_reads(50)

    def missed() -> int:
        return int(dict(field.split("=") for field in ask(port, "I 5", "I"))["missed"])

    while (count := missed()) < 50:
        assert occupancy(port) == Occupancy.of({cell("E8"): Pole.NORTH})
    assert count == 50


def descriptors() -> set[str]:
    return {one.name for one in Path("/proc/self/fd").iterdir()}


def gone(process_id: int) -> bool:
    try:
        state = Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z"  # dead, and its new parent has not asked yet


@pytest.mark.usefixtures("interpreter")
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at this system's process files")
def test_after_close_no_thread_process_or_descriptor_is_left(tmp_path: Path, open_serial: Open) -> None:
    before = descriptors(), threading.enumerate()
    board = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)
    board.start()
    port = open_serial(board.port)
    hello(port)
    process = board.process_id
    assert process is not None
    port.close()
    board.unplug()
    board.plug()
    board.reboot()
    second = board.process_id
    assert second is not None
    board.close()
    board.close()
    assert (descriptors(), threading.enumerate()) == before
    assert gone(process)
    assert gone(second)
    board.set_magnets({cell("A1"): Pole.NORTH})
    with pytest.raises(RuntimeError):
        board.reboot()
    with pytest.raises(Refused) as refused:
        _ = board.port
    assert refused.value.refusal.reason is Reason.PORT_MISSING


PARENT = """
import sys, time
from pathlib import Path
from feldlicht.board.layout import LAYOUT
from feldlicht.sim.board import SimulatedBoard
board = SimulatedBoard(LAYOUT, Path(sys.argv[1]), Path(sys.argv[2]))
board.start()
print(board.process_id, flush=True)
time.sleep(60)
"""


@pytest.mark.usefixtures("interpreter")
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at this system's process files")
@pytest.mark.parametrize("program", ["the firmware", "open('up', 'w').close()\nwhile True: pass\n"])
def test_the_death_of_its_parent_leaves_no_orphan(tmp_path: Path, program: str) -> None:
    firmware = FIRMWARE
    if program != "the firmware":
        (tmp_path / "main.py").write_text(program, encoding="utf-8")
        firmware = tmp_path
    command = [sys.executable, "-c", PARENT, str(firmware), str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        # It runs for certain: it has written into its flash.
        wait_for(lambda: any((tmp_path / "data" / "flash").iterdir()))
        assert not gone(child)
        parent.send_signal(signal.SIGKILL)
        wait_for(lambda: gone(child))


def test_without_micropython_a_board_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused) as refused:
        SimulatedBoard(LAYOUT, FIRMWARE, tmp_path, micropython="/no/such/micropython")
    assert refused.value.refusal.reason is Reason.NO_MICROPYTHON
    monkeypatch.setenv("MICROPYTHON", str(tmp_path / "none"))
    with pytest.raises(Refused) as refused:
        SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)
    assert dict(refused.value.refusal.facts) == {"path": str(tmp_path / "none")}


def test_an_interpreter_that_is_none_is_refused_at_the_start_and_leaves_nothing(tmp_path: Path) -> None:
    before = threading.enumerate()
    board = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path, micropython="/bin/false")
    with pytest.raises(Refused) as refused:
        board.start()
    assert refused.value.refusal.reason is Reason.NO_MICROPYTHON
    board.close()
    assert threading.enumerate() == before


def test_the_environment_names_another_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_serial: Open
) -> None:
    other = tmp_path / "my-micropython"
    other.symlink_to(Path(sys.executable).with_name("micropython"))
    monkeypatch.setenv("MICROPYTHON", str(other))
    board = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path / "data")
    board.start()
    try:
        assert hello(open_serial(board.port))["layout"] == LAYOUT.fingerprint
    finally:
        board.close()


def test_a_data_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        SimulatedBoard(LAYOUT, FIRMWARE, tmp_path / "file")
    assert refused.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE


def test_a_failing_lights_callback_ends_the_board_and_hangs_nobody(tmp_path: Path) -> None:
    reported: list[threading.ExceptHookArgs] = []
    previous, threading.excepthook = threading.excepthook, reported.append
    try:
        board = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)

        def fail(lights: Lights) -> None:
            raise ZeroDivisionError

        board.on_lights(fail)
        board.start()
        wait_for(lambda: reported)  # the idle pattern lights up
        with pytest.raises(RuntimeError):
            board.reboot()
        board.close()
    finally:
        threading.excepthook = previous
    assert reported[0].exc_type is ZeroDivisionError
