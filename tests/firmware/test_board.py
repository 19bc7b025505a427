"""The unmodified firmware in real MicroPython: how it starts, lets go and ends."""

from __future__ import annotations

import re
from pathlib import Path

import layout_generated as layout
import pytest
from harness import Board, changed_firmware, occupancy, run_script

WHITE = "FFFFFF"


def test_hello_says_who_the_board_is(board: Board) -> None:
    hello = dict(field.split("=") for field in board.wait("H"))
    assert re.fullmatch(r"1\.\d+\.\d+", hello.pop("mpy"))
    assert hello == {
        "proto": "1",
        "fw": "0.1.0",
        "id": "e6614103e72b1c2f",
        "layout": layout.FINGERPRINT,
        "sensors": layout.DRIVER,
        "boot": "1",
        "cause": "power",
        "machine": "unix",
        "safe": "0",
    }


def test_hello_repeats_until_the_host_has_spoken(board: Board) -> None:
    for _ in range(2):
        board.wait("H")
    board.send("K", "-")
    board.ask("?", "H")
    board.lines.clear()
    snapshots = 0
    while snapshots < 2:  # two seconds, by the board's own clock
        board.wait("S")
        snapshots += 1
    assert all(kind != "H" for kind, _, _ in board.lines)


@pytest.mark.parametrize("cause", ["power", "reset", "watchdog", "soft"])
def test_hello_says_why_the_board_started(cause: str, tmp_path: Path) -> None:
    with Board(tmp_path / "flash", FELDLICHT_SIM_CAUSE=cause) as board:
        assert f"cause={cause}" in board.wait("H")


@pytest.mark.parametrize("spoilt", [None, "", "x", "-5", "\x00\x01"])
def test_the_boot_counter_rises_and_survives_a_spoilt_file(spoilt: str | None, tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    for boot in (1, 2, 1 if spoilt is not None else 3):
        with Board(flash) as board:
            assert f"boot={boot}" in board.wait("H")
        if boot == 2 and spoilt is not None:
            (flash / "boot_counter.txt").write_text(spoilt)
    assert [file.name for file in flash.iterdir()] == ["boot_counter.txt"]


def test_magnets_that_stand_at_the_start_are_there_and_not_touched(tmp_path: Path) -> None:
    magnets = {0: "N", 17: "S", 143: "N"}
    with Board(tmp_path / "flash", magnets) as board:
        assert board.wait("S")[1:3] == [occupancy(magnets), "-"]


@pytest.mark.usefixtures("interpreter")
def test_release_makes_the_board_dark_and_deaf_but_not_dumb(board: Board) -> None:
    board.order("Y", f"01 s 1000 0 {WHITE}")
    board.order("L", "! 00=01")
    board.until(lambda: board.colour("cell", 0) == (255, 255, 255), "the light")
    assert board.order("R") == "ok"
    board.until(lambda: not any(any(dict(board.frames)[pin]) for pin in dict(board.frames)), "the dark")
    assert board.order("L", "! 01=01") == "released"
    assert board.order("R") == "ok"
    board.lines.clear()
    board.set_magnets({4: "N"})
    board.send("G")
    assert board.ask("?", "H")
    assert all(kind != "S" for kind, _, _ in board.lines)


@pytest.mark.usefixtures("interpreter")
def test_release_lets_go_of_every_pin(tmp_path: Path) -> None:
    script = """
import app, asyncio
from machine import Pin
program = app.App()
before = [n for n in app.layout.ALL_PINS if Pin._modes[n] != Pin.IN]
program.host.take(("R", 0, []), 0)
asyncio.run(program.lighting.run(program.goes_on, program.host.silent))
print(before, [n for n in app.layout.ALL_PINS if Pin._modes[n] != Pin.IN])
"""
    driven = [layout.PIN_SENSOR_LATCH, layout.PIN_LIGHTS_GRID, layout.PIN_LIGHTS_SECOND]
    assert run_script(script, tmp_path) == f"{driven} []\n"


@pytest.mark.usefixtures("interpreter")
def test_a_release_makes_the_lights_dark_before_their_pins_are_let_go(tmp_path: Path) -> None:
    """A pin that is let go writes no dark: the last colours would stay on until the power goes."""
    script = """
import app, asyncio
from machine import Pin
program = app.App()
lights = (app.layout.PIN_LIGHTS_GRID, app.layout.PIN_LIGHTS_SECOND)
pixels, driven = program.lighting._pixels, []
class Watched:
    def ready(self):
        return pixels.ready()
    def close(self):
        driven.append([Pin._modes[n] != Pin.IN for n in lights])
        pixels.close()
program.lighting._pixels = Watched()
program.host.take(("R", 0, []), 0)
asyncio.run(program.lighting.run(program.goes_on, program.host.silent))
print(driven)
"""
    assert run_script(script, tmp_path) == "[[True, True]]\n"


@pytest.mark.usefixtures("interpreter")
def test_ctrl_c_ends_the_program_in_the_dark(board: Board) -> None:
    board.until(lambda: any(board.frames) and any(board.frames[-1][1]), "the idle pattern")
    board.interrupt()
    assert board.ended() == 0
    newest = dict(board.frames)
    assert len(newest) == 2
    assert not any(any(data) for data in newest.values())
    assert b"Traceback" not in board.text


@pytest.mark.usefixtures("interpreter")
def test_the_program_ends_with_its_console(board: Board) -> None:
    board.wait("H")
    board.stdin.close()
    assert board.ended() == 0


@pytest.mark.usefixtures("interpreter")
def test_the_program_ends_with_its_simulator(board: Board) -> None:
    board.wait("H")
    board._selector.unregister(board.wire)
    board.wire.close()
    assert board.ended() == 43


@pytest.mark.parametrize(
    ("name", "before", "after", "what"),
    [
        ("app.py", "import asyncio\n", "import asyncio(\n", b"SyntaxError"),
        ("app.py", "import asyncio\n", "import asyncio, no_such_module\n", b"ImportError"),
        ("app.py", "        self.lighting = Lighting()\n", "        self.lighting = 1 // 0\n", b"ZeroDivisionError"),
    ],
)
def test_f14_a_program_that_cannot_start_reports_and_leaves_the_prompt_free(
    name: str, before: str, after: str, what: bytes, tmp_path: Path
) -> None:
    program = changed_firmware(tmp_path, name, before, after)
    with Board(tmp_path / "flash", {}, program) as board:
        # At the prompt, with nothing that would reset the board there.
        assert board.ended() == 0
        assert what in board.text
        assert board.fed in ([], [0])
