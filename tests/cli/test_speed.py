"""A port opened at 1200 baud sends some boards into their boot loader: no tool ever does."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click
import pytest

from feldlicht.board.layout import LAYOUT
from feldlicht.cli.board_commands import board as commands
from feldlicht.config import Settings
from feldlicht.runtime.firmware import firmware_files, firmware_folder
from feldlicht.runtime.house import House
from feldlicht.sim.board import SimulatedBoard
from tests.cli.in_process import tool
from tests.support.host import until

termios = pytest.importorskip("termios")

MORE = {"blink": ("--seconds", "0"), "test": ("--only", "empty")}
UNPLUGGED_S = 3.0
"""Whoever talks to a board for ever is ended by pulling its cable."""


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A board with our firmware, at whose port 1200 baud are set, as another program may have left it."""
    one = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board", own_flash=True)
    one.start()
    for name, data in firmware_files().items():
        (one.flash / name).write_bytes(data)
    one.reboot()
    port = os.open(one.port, os.O_RDWR | os.O_NOCTTY)
    attributes = termios.tcgetattr(port)
    attributes[4:6] = [termios.B1200] * 2
    termios.tcsetattr(port, termios.TCSANOW, attributes)
    os.close(port)
    yield one
    one.close()


@pytest.fixture
def speeds(board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """What every port that was set up from here on was set to, and what the system then said that it is."""
    seen: list[list[int]] = []
    set_up = termios.tcsetattr

    def watched(port: int, when: int, attributes: list) -> None:  # type: ignore[type-arg]
        set_up(port, when, attributes)
        if os.ttyname(port) == board.port:
            seen.append([*attributes[4:6], *termios.tcgetattr(port)[4:6]])

    monkeypatch.setattr(termios, "tcsetattr", watched)
    return seen


@pytest.mark.prove
@pytest.mark.parametrize("name", commands.commands)
def test_no_tool_for_boards_opens_a_port_at_1200_baud(
    name: str, board: SimulatedBoard, speeds: list[list[int]]
) -> None:
    pull = threading.Timer(UNPLUGGED_S, board.unplug)
    pull.start()
    try:
        with suppress(click.Abort):  # nobody types
            tool(name, "--port", board.port, *MORE.get(name, ()))
    finally:
        pull.cancel()
        pull.join()
    assert speeds, "it opened no port"
    assert {speed for one in speeds for speed in one} == {termios.B115200}


@pytest.mark.prove
def test_nor_does_the_table_that_plays(tmp_path: Path, board: SimulatedBoard, speeds: list[list[int]]) -> None:
    house = House(Settings(tmp_path / "data", http_port=0, serial_port=board.port))
    try:
        house.start()
        until(lambda: house.boards()[0].state == "live", "the board to be found")
    finally:
        house.close()
    assert {speed for one in speeds for speed in one} == {termios.B115200}
