"""A board whose program gets stuck or fails: the watchdog, the reset, safe mode, and how the host meets them."""

from __future__ import annotations

import shutil
import time
from binascii import crc_hqx
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.base.reasons import Reason
from feldlicht.board.layout import LAYOUT
from feldlicht.link.events import BoardFault
from feldlicht.link.health import LinkState
from feldlicht.link.port import Transport, open_port
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights
from tests.link.owners import FIRMWARE, SCENE, Owners, shows_scene, wait_for

# Each waits for a watchdog, some for two.
pytestmark = pytest.mark.prove

Change = tuple[str, str, str]
SHORT_MS = 3000
SHORT: Change = ("chip.py", "WATCHDOG_MS = 8300", f"WATCHDOG_MS = {SHORT_MS}")
"""A watchdog that tests need not wait for so long."""
TOLD = '        """Tell the host what hands did."""\n'
STUCK: Change = ("app.py", TOLD, f"{TOLD}        while any(self.table._occupancy):\n            pass\n")
FAILING: Change = ("app.py", TOLD, f"{TOLD}        if any(self.table._occupancy):\n            1 // 0\n")
SLEEPING: Change = (
    "lighting.py",
    "await asyncio.sleep_ms(LATE_MS)\n            #",
    "await asyncio.sleep_ms(LATE_MS if silent(now) else 1000000)\n            #",
)

Sick = Callable[..., SimulatedBoard]


@pytest.fixture
def sick(tmp_path: Path) -> Iterator[Sick]:
    """Start a board whose firmware differs in one place or several."""
    boards: list[SimulatedBoard] = []

    def start(*changes: Change) -> SimulatedBoard:
        copy = tmp_path / "firmware"
        shutil.copytree(FIRMWARE, copy)
        for name, before, after in changes:
            text = (copy / name).read_text(encoding="utf-8")
            assert text.count(before) == 1
            (copy / name).write_text(text.replace(before, after), encoding="utf-8")
        boards.append(SimulatedBoard(LAYOUT, copy, tmp_path / "data"))
        boards[-1].start()
        return boards[-1]

    yield start
    for one in boards:
        one.close()


def line(body: bytes) -> bytes:
    return body + b" %04X\n" % crc_hqx(body, 0xFFFF)


def until(tool: Transport, *wanted: bytes) -> bytes:
    """Return what the board says until one of these was among it."""
    said = bytearray()

    def there() -> bool:
        said.extend(tool.read())
        return any(one in said for one in wanted)

    wait_for(there)
    return bytes(said)


def heard(board: SimulatedBoard, wanted: bytes) -> bytes:
    """Return what the board says to whoever opens its port, until this was among it."""
    tool = open_port(board.port)
    said = until(tool, wanted)
    tool.close()
    return said


def at_the_prompt(board: SimulatedBoard) -> None:
    """Type Ctrl-C while the program runs with its watchdog."""
    tool = open_port(board.port)
    until(tool, b"H ")
    until(tool, b"H ")  # a second later the watchdog runs for certain
    tool.write(b"\r\x03")
    wait_for(lambda: board.process_id is None)
    tool.close()


def test_f10_the_prompt_stays_although_the_watchdog_ran(sick: Sick) -> None:
    board = sick(SHORT)
    at_the_prompt(board)
    time.sleep(2 * SHORT_MS / 1000)
    assert board.process_id is None


def test_a_watchdog_that_is_not_stopped_would_reset_the_prompt(sick: Sick) -> None:
    """So that the test above can fail."""
    board = sick(SHORT, ("running.py", "            chip.stop_watchdog()\n", ""))
    at_the_prompt(board)
    assert b"cause=watchdog" in heard(board, b"cause=")


def test_f10_a_stuck_program_is_reset_twice_and_then_waits_in_safe_mode_for_somebody(
    sick: Sick, owners: Owners
) -> None:
    board = sick(SHORT, STUCK)
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    board.set_magnets({cell("C5"): Pole.NORTH})
    wait_for(lambda: len(owner.found()) > 1)
    assert owner.found()[1].hello.cause == "watchdog"
    assert not owner.found()[1].hello.safe
    wait_for(lambda: [refusal.reason for refusal in owner.refusals()][-1:] == [Reason.BOARD_IN_SAFE_MODE])
    assert owner.link.health().state is LinkState.REFUSED
    assert board.lights() == Lights.dark()
    board.set_magnets({cell("C5"): None})
    found = len(owner.found())
    board.reboot()
    wait_for(lambda: len(owner.found()) > found)
    assert owner.found()[found].hello.cause == "power"
    wait_for(lambda: shows_scene(board))


def test_a_board_in_safe_mode_answers_and_lights_nothing(sick: Sick) -> None:
    board = sick(SHORT, STUCK)
    board.set_magnets({cell("C5"): Pole.NORTH})
    assert b" safe=1 " in heard(board, b" safe=1 ")
    tool = open_port(board.port)
    for question, answer in ((b"? 1", b" safe=1 "), (b"I 2", b" safe=1 "), (b"R 3", b" 3 ok ")):
        tool.write(b"\r\n" + line(question))
        until(tool, answer)
    tool.write(line(b"Y 4 01 s 1000 0 FFFFFF") + line(b"W 5") + line(b"G 6") + line(b"? 7"))
    said = until(tool, b" cause=watchdog machine=unix safe=1 ")
    assert b" 4 released " in said
    assert b" 5 released " in said
    assert b"S " not in said
    assert board.lights() == Lights.dark()
    # Somebody takes care: from the prompt it starts as it should.
    tool.write(b"\r\x03")
    wait_for(lambda: board.process_id is None)
    tool.write(b"\x04")
    until(tool, b" cause=soft machine=unix safe=0 ")
    tool.close()


def test_a_task_that_never_comes_back_from_waiting_is_reset_too(sick: Sick, owners: Owners) -> None:
    board = sick(SHORT, SLEEPING)
    owner = owners(lambda: open_port(board.port))
    wait_for(lambda: len(owner.found()) > 1)
    assert owner.found()[1].hello.cause == "watchdog"


def test_a_task_that_fails_says_which_and_where_and_starts_anew_until_it_is_too_much(
    sick: Sick, owners: Owners, tmp_path: Path
) -> None:
    board = sick(FAILING)
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    board.set_magnets({cell("C5"): Pole.NORTH})
    wait_for(lambda: [refusal.reason for refusal in owner.refusals()][-1:] == [Reason.BOARD_IN_SAFE_MODE])
    causes = [event.hello.cause for event in owner.found()]
    assert causes[:2] == ["power", "reset"]
    faults = [event.fault for event in owner.events if isinstance(event, BoardFault)]
    source = (tmp_path / "firmware" / "app.py").read_text(encoding="utf-8")
    number = source.splitlines().index("            1 // 0") + 1
    assert (faults[0].where, faults[0].what[0]) == ("scan", f"app.py:{number}")
    assert "ZeroDivisionError" in faults[0].what[1]
    record = (tmp_path / "data" / "flash" / "crash.txt").read_text(encoding="utf-8")
    assert f'app.py", line {number}' in record


def test_f10_the_real_watchdog_resets_a_stuck_program_within_its_time(sick: Sick, owners: Owners) -> None:
    board = sick(STUCK)
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    board.set_magnets({cell("C5"): Pole.NORTH})
    begun = time.monotonic()
    wait_for(lambda: len(owner.found()) > 1)
    assert owner.found()[1].hello.cause == "watchdog"
    # It was fed up to a second before; the start anew takes its time.
    assert time.monotonic() - begun > 7
