"""Simulated boards with little programs of the tests' own, and with the real firmware."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from feldlicht.board.layout import LAYOUT
from feldlicht.sim.board import SimulatedBoard

FIRMWARE = Path(__file__).parents[2] / "firmware"
PATIENCE_S = 20.0
"""A limit for something to happen; not a measure of how fast it should."""


def wait_for(happened: Callable[[], object]) -> None:
    """Wait until ``happened`` returns something true."""
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A running board with the real firmware."""
    one = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)
    one.start()
    yield one
    one.close()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[[str], SimulatedBoard]]:
    """Start a board with a MicroPython program that the test brings."""
    boards: list[SimulatedBoard] = []

    def start(program: str) -> SimulatedBoard:
        folder = tmp_path / "program"
        folder.mkdir(exist_ok=True)
        (folder / "main.py").write_text(program, encoding="utf-8")
        boards.append(SimulatedBoard(LAYOUT, folder, tmp_path / "data"))
        boards[-1].start()
        return boards[-1]

    yield start
    for one in boards:
        one.close()


@pytest.fixture
def open_serial() -> Iterator[Callable[[str], serial.Serial]]:
    """Open a port with pyserial as it is; closed after the test."""
    opened: list[serial.Serial] = []

    def open_(path: str) -> serial.Serial:
        opened.append(serial.Serial(path, 115200, timeout=PATIENCE_S, write_timeout=2))
        return opened[-1]

    yield open_
    for port in opened:
        port.close()
