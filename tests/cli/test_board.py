"""`feldlicht board …` on simulated boards with real MicroPython, as people start it."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from feldlicht.base.cells import CELLS, cell
from feldlicht.base.figures import Pole
from feldlicht.board.layout import LAYOUT, LAYOUTS
from feldlicht.cli import board_install, board_look
from feldlicht.cli.commands import WRONG_USE
from feldlicht.link.port import FoundPort
from feldlicht.runtime.firmware import firmware_files, firmware_folder, firmware_version
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights
from tests.cli.conftest import FELDLICHT, GENEROUS_S, Start, environment, run
from tests.cli.in_process import tool
from tests.support.host import until

HOLD = "import sys; line = open(sys.argv[1], 'r+b', 0); print('here', flush=True); sys.stdin.read()"


@pytest.fixture
def blank(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A board from the shop."""
    one = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board", own_flash=True)
    one.start()
    yield one
    one.close()


@pytest.fixture
def ready(blank: SimulatedBoard) -> SimulatedBoard:
    """A board with our firmware."""
    for name, data in firmware_files().items():
        (blank.flash / name).write_bytes(data)
    blank.reboot()
    return blank


@pytest.fixture
def holder(blank: SimulatedBoard) -> Iterator[subprocess.Popen[str]]:
    """Another program that has the board's port open and does not lock it."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, blank.port], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    yield process
    process.stdin.close()
    process.wait()
    process.stdout.close()


def row(port: str, data: Path) -> dict[str, object]:
    said = tool("list", "--json", "--port", port, "--data", str(data))
    assert said.code == 0, said.err
    (found,) = json.loads(said.out)
    assert isinstance(found, dict)
    return found


def test_a_board_from_the_shop_is_named_so_gets_its_firmware_and_is_ready(
    blank: SimulatedBoard, tmp_path: Path
) -> None:
    doctor = tool("doctor", "--port", blank.port)
    assert doctor.code == 18
    assert f"feldlicht board install --port {blank.port}" in doctor.out
    installed = tool("install", "--port", blank.port)
    assert installed.code == 0, installed.err
    assert f"runs firmware {firmware_version()}" in installed.out
    assert "Copying main.py" in installed.out
    assert tool("doctor", "--port", blank.port).code == 0
    found = row(blank.port, tmp_path)
    assert found["state"] == "fine"
    assert found["interpreter"] == f"MicroPython {found['micropython']} (unix)"
    assert (found["id"], found["firmware"], found["layout"], found["simulated"]) == (
        blank.board_id,
        firmware_version(),
        LAYOUT.fingerprint,
        True,
    )


def test_an_update_brings_one_changed_file_and_says_so_in_german(ready: SimulatedBoard) -> None:
    (ready.flash / "version.py").write_text('FIRMWARE = "0.0.1"\nPROTOCOL = 1\n', encoding="utf-8")
    ready.reboot()
    doctor = tool("doctor", "--json", "--port", ready.port, language="de")
    (found,) = json.loads(doctor.out)
    assert found["finding"] == "firmware"
    assert doctor.code == found["exit_code"] != 0
    assert "0.0.1" in found["sentence"]
    assert found["command"] == f"feldlicht board update --port {ready.port}"
    said = tool("update", "--port", ready.port, language="de")
    assert said.code == 0, said.err
    assert "kopierte Dateien: 1." in said.out
    again = tool("update", "--port", ready.port)
    assert "files copied: 0." in again.out


def test_another_program_stays_unless_it_is_said_with_yes(blank: SimulatedBoard) -> None:
    (blank.flash / "main.py").write_text("print('blinky')\n", encoding="utf-8")
    said = tool("install", "--port", blank.port)
    assert (said.code, bool(said.err)) == (WRONG_USE, True)
    assert "--yes" in said.err
    assert tool("install", "--yes", "--port", blank.port).code == 0


def test_a_board_keeps_the_way_in_which_its_sensors_are_read(tmp_path: Path) -> None:
    linear = LAYOUTS["linear-mux"]
    board = SimulatedBoard(linear, firmware_folder(), tmp_path / "board", own_flash=True)
    board.start()
    try:
        assert tool("install", "--driver", "linear-mux", "--port", board.port).code == 0
        (board.flash / "version.py").write_text('FIRMWARE = "0.0.1"\nPROTOCOL = 1\n', encoding="utf-8")
        board.reboot()
        assert "files copied: 1." in tool("update", "--port", board.port).out
        assert row(board.port, tmp_path)["layout"] == linear.fingerprint
    finally:
        board.close()


def test_a_device_without_cells_gets_its_firmware_and_is_refused_what_needs_cells(tmp_path: Path) -> None:
    ring = LAYOUTS["ring"]
    board = SimulatedBoard(ring, firmware_folder(), tmp_path / "board", own_flash=True)
    board.start()
    try:
        said = tool("install", "--driver", "ring", "--port", board.port)
        assert (said.code, said.err) == (0, "")
        assert row(board.port, tmp_path)["layout"] == ring.fingerprint
        (found,) = json.loads(tool("doctor", "--json", "--port", board.port).out)
        assert found["finding"] == "fine"
        for command in (("calibrate",), ("test", "--only", "walk"), ("test", "--only", "empty")):
            refused = tool(*command, "--port", board.port)
            assert (refused.code, "no cells" in refused.err) == (WRONG_USE, True), command
        # An update keeps it a device without cells.
        (board.flash / "version.py").write_text('FIRMWARE = "0.0.1"\nPROTOCOL = 1\n', encoding="utf-8")
        board.reboot()
        assert "files copied: 1." in tool("update", "--port", board.port).out
        assert row(board.port, tmp_path)["layout"] == ring.fingerprint
    finally:
        board.close()


def test_w02_a_board_that_comes_back_under_another_name_is_found_by_its_serial_number(
    blank: SimulatedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = blank.port
    held: list[int] = []

    def found_again() -> list[FoundPort]:
        if not held:
            blank.unplug()
            held.extend(os.openpty())  # takes the name that has just become free
            blank.plug()
        return [FoundPort(blank.port, blank.board_id.upper(), "Board in FS mode")]

    monkeypatch.setattr(board_install, "find_ports", found_again)
    monkeypatch.setattr(
        board_look, "find_ports", lambda: [FoundPort(before, blank.board_id.upper(), "Board in FS mode")]
    )
    said = tool("install")
    for descriptor in held:
        os.close(descriptor)
    assert (said.code, said.err) == (0, "")
    assert blank.port != before
    assert blank.board_id in said.out


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only there can be seen who has a port")
def test_a_port_that_another_program_has_is_left_alone_and_its_holder_named(
    blank: SimulatedBoard, holder: subprocess.Popen[str], tmp_path: Path
) -> None:
    for command in ("install", "update", "monitor", "blink"):
        said = tool(command, "--port", blank.port)
        assert (said.code, bool(said.err)) == (WRONG_USE, True), command
        assert str(holder.pid) in said.err
    assert row(blank.port, tmp_path)["state"] == "busy"
    doctor = tool("doctor", "--json", "--port", blank.port)
    (found,) = json.loads(doctor.out)
    assert (found["finding"], found["command"]) == ("busy", f"kill {holder.pid}")
    assert doctor.code == found["exit_code"] == 11


@pytest.mark.prove
def test_what_a_running_feldlicht_plays_on_is_listed_as_its_own(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    playing = start("--sim", "1", data=data)
    playing.wait_for("Ctrl-C")
    host = json.loads((data / "running.json").read_text(encoding="utf-8"))
    assert (host["process"], (data / "running.json").stat().st_mode & 0o077) == (playing.process.pid, 0)

    def live() -> bool:
        rows = json.loads(tool("list", "--json", "--data", str(data)).out)
        # The version alone, as of a board that nobody plays on.
        assert all(one["interpreter"] in (None, f"MicroPython {one['micropython']} (unix)") for one in rows)
        return [(one["state"], one["host_state"]) for one in rows] == [("played", "live")]

    until(live, "the running Feldlicht's board to be listed")
    assert "a running Feldlicht plays on it" in tool("list", "--data", str(data)).out
    assert playing.end() == 0
    assert json.loads(tool("list", "--json", "--data", str(data)).out) == []


@pytest.mark.prove
@pytest.mark.parametrize("raw", [False, True])
def test_the_monitor_tells_what_the_board_says_until_ctrl_c(ready: SimulatedBoard, raw: bool) -> None:
    process = subprocess.Popen(
        [*FELDLICHT, "board", "monitor", "--port", ready.port, *(["--raw"] if raw else [])],
        env=environment(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    lines: queue.Queue[str] = queue.Queue()
    out = process.stdout

    def read() -> None:
        for line in out:
            lines.put(line)

    thread = threading.Thread(target=read, name="monitor-output")
    thread.start()

    def wait_for(*words: str) -> None:
        while not all(word in (line := lines.get(timeout=GENEROUS_S)) for word in words):
            assert "Traceback" not in line

    try:
        wait_for(ready.board_id)
        ready.set_magnets({cell("C4"): Pole.NORTH})
        wait_for("S ", " 0 0 0 0 0 ") if raw else wait_for("C4 N")
        process.send_signal(signal.SIGINT)
        assert process.wait(GENEROUS_S) == 0
    finally:
        process.kill()
        process.wait()
        thread.join()
        process.stdout.close()


def test_blinking_lights_every_lamp_and_ends_in_the_dark(ready: SimulatedBoard) -> None:
    seen: list[Lights] = []
    end = ready.on_lights(seen.append)
    said = tool("blink", "--port", ready.port, "--seconds", "2")
    end()
    assert ready.board_id in said.out
    lit = [
        one
        for one in seen
        if len(one.cells) == len(CELLS) and all(any(one.cells[which]) for which in CELLS) and all(map(any, one.ring))
    ]
    assert lit, "no frame in which every cell and the ring are lit"
    until(lambda: ready.lights() == Lights.dark(), "the lamps to go out")


@pytest.mark.prove
def test_a_refusal_is_one_sentence_of_the_program_and_no_traceback(tmp_path: Path) -> None:
    said = run("board", "install", "--port", str(tmp_path / "none"))
    assert (said.returncode, said.stderr.count("\n"), said.stdout) == (2, 1, "")


def test_without_a_board_the_tools_say_so_in_one_sentence() -> None:
    for command in ("install", "update", "monitor", "blink"):
        said = tool(command, "--board", "0123456789abcdef")
        assert (said.code, bool(said.err)) == (WRONG_USE, True), said.err


def test_rule_and_unit_are_printed_as_they_are_to_be_installed() -> None:
    rule = tool("doctor", "--udev-rule").out
    assert 'ATTRS{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1"' in rule
    unit = tool("doctor", "--systemd-unit").out
    (command,) = (line for line in unit.splitlines() if line.startswith("ExecStart="))
    program, word = command.removeprefix("ExecStart=").rsplit(" ", 1)
    assert word == "play"
    assert Path(program).name == "feldlicht"
