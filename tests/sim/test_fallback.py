"""The firmware without MicroPython: when that is chosen, and what Python then has that it has not by itself."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import serial
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import Reason, Refused
from feldlicht.board.layout import LAYOUT
from feldlicht.sim import cooperative, fallback
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.interpreter import CPYTHON, choose, find
from tests.sim.conftest import FIRMWARE, wait_for

Run = Callable[[str], SimulatedBoard]
Open = Callable[[str], serial.Serial]
INSTALLED = Path(sys.executable).with_name("micropython")
TURN = 0x40000000
"""Ticks count modulo this."""


# ---- what is chosen


@pytest.fixture
def python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Python beside which nothing else was installed."""
    monkeypatch.delenv("MICROPYTHON", raising=False)
    beside = tmp_path / "bin" / "python"
    beside.parent.mkdir()
    beside.symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(beside))
    return beside


def test_without_a_micropython_beside_it_python_runs_the_firmware_itself(python: Path) -> None:
    chosen = choose(find())
    assert chosen.command[0] == str(python)
    assert chosen.description.startswith("Python 3.")
    assert chosen.description.endswith("(cpython)")


def test_with_one_it_is_taken(python: Path) -> None:
    (python.parent / "micropython").symlink_to(INSTALLED)
    chosen = choose(find())
    assert chosen.command[0] == str(python.parent / "micropython")
    assert chosen.description.startswith("MicroPython 1.")


def test_one_that_does_not_run_on_this_computer_is_as_good_as_none(python: Path) -> None:
    broken = python.parent / "micropython"
    broken.write_bytes(b"\x7fELF of another processor")
    broken.chmod(0o755)
    assert choose(find()).description.endswith("(cpython)")


def test_one_that_was_named_and_does_not_run_is_refused(python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROPYTHON", "/bin/false")
    with pytest.raises(Refused) as refused:
        choose(find())
    assert refused.value.refusal.reason is Reason.NO_MICROPYTHON


def test_python_can_be_named_where_there_is_a_micropython(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROPYTHON", CPYTHON)
    assert choose(find()).description.endswith("(cpython)")


# ---- what runs there


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch, run: Run) -> Run:
    monkeypatch.setenv("MICROPYTHON", CPYTHON)
    return run


def test_a_failure_is_told_as_micropython_tells_it_and_leaves_the_prompt(in_python: Run, open_serial: Open) -> None:
    board = in_python("import sys\nsys.stdin.readline()\ndef f():\n    return {}[1]\nf()\n")
    port = open_serial(board.port)
    port.write(b"go\n")
    said = port.read_until(b">>> ").decode()
    assert said.startswith("Traceback (most recent call last):\n")
    assert 'main.py", line 5, in <module>\n' in said
    assert 'main.py", line 4, in f\nKeyError: 1\n' in said


def test_code_that_is_none_is_told_with_its_line(in_python: Run, open_serial: Open) -> None:
    board = in_python(
        "import sys\nsys.stdin.readline()\ntry:\n    exec('a = 1\\nb = (')\nexcept SyntaxError as e:\n"
        "    sys.print_exception(e)\n"
    )
    port = open_serial(board.port)
    port.write(b"go\n")
    said = port.read_until(b">>> ").decode()
    assert 'File "<string>", line 2\nSyntaxError: ' in said


def test_ctrl_c_reaches_a_program_that_never_gives_the_others_their_turn(in_python: Run, open_serial: Open) -> None:
    board = in_python(
        "import asyncio\nasync def busy():\n    open('up', 'w').close()\n    while True: pass\n"
        "try:\n    asyncio.run(busy())\nexcept KeyboardInterrupt:\n    print('out')\n"
    )
    wait_for((board.flash / "up").exists)
    port = open_serial(board.port)
    port.write(b"\x03")
    assert port.read_until(b">>> ").startswith(b"out\n")


def test_the_watchdog_ends_a_program_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROPYTHON", CPYTHON)
    program = tmp_path / "program"
    shutil.copytree(FIRMWARE, program)
    (program / "main.py").write_text(
        "import chip, machine\nopen('causes', 'a').write(chip.reset_cause() + ' ')\nmachine.WDT(timeout=200)\n"
        "while True: pass\n"
    )
    board = SimulatedBoard(LAYOUT, program, tmp_path / "data")
    board.start()
    try:
        causes = board.flash / "causes"
        wait_for(lambda: causes.exists() and len(causes.read_text().split()) >= 2)
        assert causes.read_text().split()[:2] == ["power", "watchdog"]
    finally:
        board.close()


def test_a_board_without_micropython_is_told_from_one_with_it_by_whoever_installs(
    in_python: Run, open_serial: Open
) -> None:
    port = open_serial(in_python("").port)
    port.write(b"\r\x03")
    port.read_until(b">>> ")
    port.write(b"\x01")
    port.read_until(b"CTRL-B to exit\r\n>")
    port.write(b"import sys; print(sys.implementation.name)\x04")
    assert port.read_until(b"\x04>") == b"OKcpython\n\x04\x04>"
    port.write(b"1 // 0\x04")
    said = port.read_until(b"\x04>")
    assert said.startswith(b"OK\x04Traceback")
    assert b"ZeroDivisionError" in said


def test_nothing_of_this_installation_is_seen_and_nothing_is_left_beside_the_program(
    in_python: Run, open_serial: Open, tmp_path: Path
) -> None:
    board = in_python(
        "import sys, other\nsys.stdin.readline()\ntry:\n    import flask\nexcept ImportError as e:\n    print(e)\n"
    )
    (tmp_path / "program" / "other.py").write_text("")
    port = open_serial(board.port)
    board.reboot()
    port.write(b"go\n")
    assert b"No module named 'flask'\n" in port.read_until(b">>> ")
    assert sorted(file.name for file in (tmp_path / "program").iterdir()) == ["main.py", "other.py"]


# ---- its clock


@given(now=st.integers(0, TURN - 1), delta=st.integers(-TURN // 2, TURN // 2 - 1))
def test_differences_of_ticks_are_right_across_the_wrap(now: int, delta: int) -> None:
    later = fallback.ticks_add(now, delta)
    assert 0 <= later < TURN
    assert fallback.ticks_diff(later, now) == delta


# ---- its tasks


def test_tasks_take_turns_and_wake_in_the_order_in_which_they_are_due() -> None:
    told: list[str] = []

    async def task(name: str, ms: int) -> str:
        told.append(name)
        await cooperative.sleep_ms(ms)
        told.append(name)
        return name.upper()

    assert cooperative.run(cooperative.gather(task("a", 30), task("b", 0), task("c", 10))) == ["A", "B", "C"]
    assert told == ["a", "b", "c", "b", "c", "a"]


def test_the_first_failure_comes_out_and_nobody_goes_on_after_it() -> None:
    told: list[int] = []

    async def fails() -> None:
        await cooperative.sleep_ms(1)
        raise ZeroDivisionError

    async def counts() -> None:
        while True:
            told.append(0)
            await cooperative.sleep_ms(0)

    with pytest.raises(ZeroDivisionError):
        cooperative.run(cooperative.gather(counts(), fails()))
    count = len(told)
    assert cooperative.run(cooperative.gather()) == []
    assert len(told) == count > 1


def test_an_event_wakes_whoever_waits_and_keeps_nobody_while_it_is_set() -> None:
    event, flag, told = cooperative.Event(), cooperative.ThreadSafeFlag(), []

    async def waits(name: str) -> None:
        await event.wait()
        told.append(name)

    async def sets() -> None:
        await cooperative.sleep_ms(5)
        told.append("set")
        event.set()
        assert event.is_set()
        await waits("late")
        flag.set()
        await flag.wait()
        event.clear()
        assert not event.is_set()

    cooperative.run(cooperative.gather(waits("one"), waits("two"), sets()))
    assert told[0] == "set"
    assert sorted(told[1:]) == ["late", "one", "two"]


def test_ctrl_c_breaks_out_of_the_wait_for_the_next_task() -> None:
    program = (
        "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from feldlicht.sim import cooperative\n"
        "async def main():\n    print('up', flush=True)\n    await cooperative.sleep_ms(100_000)\n"
        "try:\n    cooperative.run(main())\nexcept KeyboardInterrupt:\n    print('out')\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "out\n"
