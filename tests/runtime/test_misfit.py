"""In mid-match the board comes back with firmware made for another layout."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feldlicht.base.commands import CommandType
from feldlicht.base.figures import Pole
from feldlicht.base.reasons import Reason
from feldlicht.board.layout import FINGERPRINTS, LAYOUT
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardState
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights
from feldlicht.table.messages import Accepted, Request
from feldlicht.table.session import Lifecycle
from tests.runtime.conftest import eventually

STRANGE = "00000000"


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    """The firmware, where a test may change it."""
    return Path(shutil.copytree(firmware_folder(), tmp_path / "firmware"))


@pytest.fixture
def board(tmp_path: Path, firmware: Path) -> Iterator[SimulatedBoard]:
    one = SimulatedBoard(LAYOUT, firmware, tmp_path / "board")
    one.start()
    yield one
    one.close()


def test_e31_a_board_flashed_for_other_pins_is_dark_the_host_says_why_and_its_match_can_be_ended(
    make_house: Callable[..., House], board: SimulatedBoard, firmware: Path
) -> None:
    house = make_house(serial_port=board.port)
    house.start()
    eventually(lambda: house.board("default").state is BoardState.LIVE, "the board")
    match = house.create_session("master_move", {}, "counting").id
    formation = house.session(match).state.formation
    poles: dict[object, Pole] = {where: figure.side.pole for where, figure in formation.items()}
    board.set_magnets(poles)  # type: ignore[arg-type]
    eventually(lambda: house.session(match).revision == 1, "the formation")

    layout = firmware / "layout_generated.py"
    text = layout.read_text(encoding="utf-8")
    assert text.count(LAYOUT.fingerprint) == 1
    assert STRANGE not in FINGERPRINTS
    layout.write_text(text.replace(LAYOUT.fingerprint, STRANGE), encoding="utf-8")
    board.reboot()
    eventually(lambda: house.board("default").state is BoardState.REFUSED, "the refusal")
    refusal = house.board("default").refusal
    assert refusal is not None
    assert refusal.reason is Reason.LAYOUT_MISMATCH
    eventually(lambda: board.lights() == Lights.dark(), "the dark")
    reply = house.request(match, Request(CommandType.ABANDON))
    assert isinstance(reply, Accepted)
    assert house.session(match).lifecycle is Lifecycle.ABANDONED
