"""The raw prompt of a simulated board, through the tool that makers use; and a board that comes without a program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial
from mpremote.transport import TransportExecError
from mpremote.transport_serial import SerialTransport

from feldlicht.board.layout import LAYOUT
from feldlicht.sim.board import SimulatedBoard
from tests.sim.conftest import FIRMWARE, PATIENCE_S, wait_for
from tests.sim.test_board import hello

Open = Callable[[str], serial.Serial]
Run = Callable[[str], SimulatedBoard]


@pytest.fixture
def blank(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A board with nothing on its flash."""
    one = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path, own_flash=True)
    one.start()
    yield one
    one.close()


@pytest.fixture
def tool(blank: SimulatedBoard) -> Iterator[SerialTransport]:
    """mpremote's own line to that board, at the raw prompt."""
    line = SerialTransport(blank.port, timeout=PATIENCE_S)
    line.enter_raw_repl()
    yield line
    line.close()


def mpremote(*arguments: str | Path) -> str:
    """Run the tool as people do; return what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "mpremote", *arguments], capture_output=True, text=True, timeout=90, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_board_from_the_shop_is_at_the_prompt_and_stays_there(blank: SimulatedBoard, open_serial: Open) -> None:
    port = open_serial(blank.port)
    for _ in range(2):
        port.write(b"\r\x03")
        assert port.read_until(b">>> ").endswith(b">>> ")
        port.write(b"\x04")
        assert port.read_until(b">>> ").endswith(b">>> ")


def test_what_a_tool_sends_runs_in_real_micropython_on_the_board(
    blank: SimulatedBoard, tool: SerialTransport
) -> None:
    assert tool.eval("__import__('sys').implementation.name") == "micropython"
    assert tool.eval("__import__('machine').unique_id()") == bytes.fromhex(blank.board_id)
    tool.exec("a = 6")
    tool.exec("print('x' * 3000, a * 7)")
    assert tool.eval("a") == 6
    assert tool.exec("print('ü')") == "ü\n".encode()


def test_pasted_code_of_any_length_arrives_whole(tool: SerialTransport) -> None:
    for length in (0, 1, 117, 118, 119, 128, 245, 256, 3000):
        assert tool.exec(f"print(len('{'y' * length}'))") == f"{length}\n".encode()


def test_a_tool_without_paste_mode_is_served_too(tool: SerialTransport) -> None:
    tool.use_raw_paste = False
    assert tool.eval("2 + 2") == 4


@pytest.mark.parametrize(("code", "name"), [("1/0", "ZeroDivisionError"), ("(", "SyntaxError"), ("x", "NameError")])
def test_code_that_fails_sends_its_traceback_and_the_prompt_stays(
    tool: SerialTransport, code: str, name: str
) -> None:
    with pytest.raises(TransportExecError) as failed:
        tool.exec(code)
    assert name in failed.value.error_output
    assert tool.eval("1") == 1


def test_ctrl_c_stops_code_that_never_ends(tool: SerialTransport) -> None:
    tool.exec_raw_no_follow("print('here')\nwhile True: pass")
    assert tool.read_until(1, b"here\n").endswith(b"here\n")
    tool.serial.write(b"\x03")
    _, failure = tool.follow(PATIENCE_S)
    assert b"KeyboardInterrupt" in failure
    assert tool.eval("1") == 1


def test_a_soft_reset_forgets_all_names_and_does_not_start_the_program(
    blank: SimulatedBoard, tool: SerialTransport
) -> None:
    (blank.flash / "main.py").write_text("raise SystemExit", encoding="utf-8")
    tool.exec("kept = 1")
    tool.enter_raw_repl(soft_reset=True)
    with pytest.raises(TransportExecError):
        tool.exec("kept")


def test_leaving_the_raw_prompt_leads_back_to_the_one_for_people(tool: SerialTransport) -> None:
    tool.exit_raw_repl()
    assert tool.read_until(1, b">>> ").endswith(b">>> ")
    tool.enter_raw_repl(soft_reset=False)
    assert tool.eval("1") == 1


def test_files_that_mpremote_copies_are_the_boards_program_from_then_on(
    blank: SimulatedBoard, open_serial: Open
) -> None:
    mpremote("connect", blank.port, "cp", *sorted(FIRMWARE.glob("*.py")), ":.")
    assert {one.name for one in blank.flash.iterdir()} == {one.name for one in FIRMWARE.glob("*.py")}
    mpremote("connect", blank.port, "reset")
    port = open_serial(blank.port)
    said = hello(port)
    assert (said["boot"], said["cause"], said["layout"]) == ("1", "reset", LAYOUT.fingerprint)
    blank.reboot()
    wait_for(lambda: hello(port)["boot"] == "2")


def test_nobody_but_its_owner_may_type_at_a_simulated_board(blank: SimulatedBoard) -> None:
    assert Path(blank.port).stat().st_mode & 0o077 == 0


def test_a_board_whose_program_runs_lets_mpremote_in(open_serial: Open, tmp_path: Path) -> None:
    board = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)
    board.start()
    try:
        assert mpremote("connect", board.port, "eval", "6*7") == "42\n"
        assert "boot_counter.txt" in mpremote("connect", board.port, "ls")
    finally:
        board.close()
