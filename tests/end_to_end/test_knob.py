"""The knob, from its contacts to the match: turning marks a choice, a press takes it, and nothing acts twice."""

from __future__ import annotations

import contextlib
import os
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from feldlicht.base.cells import cell
from feldlicht.base.controls import Operation, Press
from feldlicht.base.figures import Pole
from feldlicht.board.layout import LAYOUT
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.sim.board import SimulatedBoard
from tests.end_to_end.test_over_port import set_up
from tests.support.host import Host, until


def test_turning_marks_another_choice_and_a_press_takes_it(tmp_path: Path) -> None:
    with Host(tmp_path / "host").live() as host:
        match = host.new_match()
        host.set_up(match)
        host.hands(C7=None, G7=None)
        host.hands(C6="N", G6="N")
        question = until(lambda: host.session(match)["hands"]["question"], "the question")
        count = len(question["choices"])
        assert count > 1
        for turn in (1, 1, -1, 3):
            host.post("/boards/default/sim/controls", {"turn": turn})
            question["marked"] = (question["marked"] + turn) % count
            assert host.session(match)["hands"]["question"] == question
        chosen = question["choices"][question["marked"]]
        host.post("/boards/default/sim/controls", {"press": "short"})
        assert host.session(match)["hands"]["question"] is None
        shift = chosen["shift"]
        assert host.notations(match)[-1].endswith(f"{shift['origin']}-{shift['target']}")


class Doubling:
    """A line between board and host on which each of the board's lines comes twice."""

    def __init__(self, port: str) -> None:
        self._board = serial.Serial(port, 115200, timeout=0.05, exclusive=True)
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._slave = slave
        self.doubled = 0
        self._ends = threading.Event()
        self._threads = [threading.Thread(target=self._up), threading.Thread(target=self._down)]
        for thread in self._threads:
            thread.start()

    def _up(self) -> None:
        rest = b""
        while not self._ends.is_set():
            *lines, rest = (rest + self._board.read(4096)).split(b"\n")
            for line in lines:
                self.doubled += 1
                os.write(self._master, (line + b"\n") * 2)

    def _down(self) -> None:
        os.set_blocking(self._master, False)
        while not self._ends.wait(0.01):
            with contextlib.suppress(BlockingIOError):
                self._board.write(os.read(self._master, 4096))

    def close(self) -> None:
        self._ends.set()
        for thread in self._threads:
            thread.join()
        self._board.close()
        os.close(self._master)
        os.close(self._slave)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board")
    board.start()
    yield board
    board.close()


@pytest.fixture
def line(board: SimulatedBoard) -> Iterator[Doubling]:
    line = Doubling(board.port)
    yield line
    line.close()


def test_a_line_that_comes_twice_turns_and_presses_once(
    board: SimulatedBoard, line: Doubling, tmp_path: Path
) -> None:
    with Host(tmp_path / "host", "--port", line.path).live() as host:
        match = host.new_match()
        set_up(board, host, match)
        board.set_magnets({cell("C7"): None, cell("G7"): None})
        until(lambda: len(host.session(match)["hands"]["lifted"]) == 2, "both figures in the air")
        board.set_magnets({cell("C6"): Pole.NORTH, cell("G6"): Pole.NORTH})
        question = until(lambda: host.session(match)["hands"]["question"], "the question")
        count = len(question["choices"])
        assert count > 1
        before = line.doubled
        board.operate(Operation(turn=1))
        until(lambda: host.session(match)["hands"]["question"]["marked"] != question["marked"], "the mark to move")
        assert host.session(match)["hands"]["question"]["marked"] == (question["marked"] + 1) % len(
            question["choices"]
        )
        entries = len(host.notations(match))
        board.operate(Operation(press=Press.SHORT))
        until(lambda: host.session(match)["hands"]["question"] is None, "the answer")
        assert line.doubled > before
        assert len(host.notations(match)) == entries + 1


def other_than(marked: int, host: Host, match: str) -> int | None:
    """Return one more than the choice that is marked now, if that is another one."""
    now = int(host.session(match)["hands"]["question"]["marked"])
    return now + 1 if now != marked else None
