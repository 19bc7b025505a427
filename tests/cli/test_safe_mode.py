"""A board whose program failed too often is not "in order": every tool says so, and the one command helps."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.board.layout import LAYOUT
from feldlicht.config import Settings
from feldlicht.link.greeting import greet
from feldlicht.link.link import monotonic_ms
from feldlicht.link.port import open_port
from feldlicht.runtime.firmware import firmware_files, firmware_folder
from feldlicht.runtime.house import House
from feldlicht.sim.board import SimulatedBoard
from feldlicht.web.app import create_app
from tests.cli.in_process import tool
from tests.support.host import until

TOLD = '        """Tell the host what hands did."""\n'


def is_safe(board: SimulatedBoard) -> bool:
    line = open_port(board.port)
    try:
        hello = greet(line, monotonic_ms).hello
        return hello is not None and hello.safe
    finally:
        line.close()


@pytest.fixture
def failing(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A board in safe mode: a file of its firmware is damaged, so that it fails whenever a magnet lies there."""
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board", own_flash=True)
    board.start()
    for name, data in firmware_files().items():
        (board.flash / name).write_bytes(data)
    app = (board.flash / "app.py").read_text(encoding="utf-8")
    assert app.count(TOLD) == 1
    damaged = app.replace(TOLD, f"{TOLD}        if any(self.table._occupancy):\n            1 // 0\n")
    (board.flash / "app.py").write_text(damaged, encoding="utf-8")
    board.set_magnets({cell("C5"): Pole.NORTH})
    board.reboot()
    try:
        until(lambda: is_safe(board), "the board to be in safe mode")
        yield board
    finally:
        board.close()


def test_the_doctor_and_the_list_name_safe_mode_and_the_doctors_command_ends_it(
    failing: SimulatedBoard, tmp_path: Path
) -> None:
    doctor = tool("doctor", "--json", "--port", failing.port)
    (found,) = json.loads(doctor.out)
    assert (found["finding"], found["exit_code"], doctor.code) == ("safe_mode", 26, 26)
    listed = ("list", "--port", failing.port, "--data", str(tmp_path))
    (row,) = json.loads(tool(*listed, "--json").out)
    assert row["state"] == "safe_mode"
    assert "ready" not in tool(*listed).out
    program, group, *rest = shlex.split(found["command"])
    assert (program, group) == ("feldlicht", "board")
    assert tool(*rest).code == 0
    assert tool("doctor", "--port", failing.port).code == 0


def test_a_board_in_safe_mode_is_refused_by_a_match_and_its_pages_say_what_helps(
    failing: SimulatedBoard, tmp_path: Path
) -> None:
    house = House(Settings(tmp_path / "data", http_port=0, serial_port=failing.port))
    try:
        house.start()
        client = create_app(house, house.settings).test_client()
        until(lambda: client.get("/api/v1/boards/default").json["state"] == "refused", "the board to be refused")
        for place in ("/api/v1/boards/default", "/api/v1/boards/default/health"):
            said = client.get(place).json
            assert said["refusal"]["code"] == "BOARD_IN_SAFE_MODE"
            (advice,) = said["advice"]
            assert (advice["finding"], advice["command"]) == (
                "safe_mode",
                f"feldlicht board update --port {failing.port}",
            )
            assert "End Feldlicht" in advice["sentence"]
    finally:
        house.close()
