"""A device without cells in a house: it is taken, its controls are felt, and it says what it is."""

from __future__ import annotations

from pathlib import Path

from feldlicht.board.layout import LAYOUTS
from feldlicht.config import Settings
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardState
from feldlicht.sim.board import SimulatedBoard
from feldlicht.web.app import create_app
from tests.web.conftest import wait_until


def ring(data: Path, chip: str) -> SimulatedBoard:
    """Return a device that has ring, strip and controls."""
    return SimulatedBoard(LAYOUTS["ring"], firmware_folder(), data, chip)


def test_a_device_without_cells_is_taken_and_says_what_it_is(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "data", http_port=0, simulate=True)
    house = House(settings, make_simulator=ring)
    try:
        house.start()
        wait_until(lambda: house.boards()[0].state is BoardState.LIVE)
        client = create_app(house, settings).test_client()
        (board,) = client.get("/api/v1/boards").json["boards"]
        assert (board["kind"], board["refusal"]) == ("ring", None)
        done = client.post("/api/v1/boards/default/sim/controls", json={"turn": 2, "press": "short"})
        assert done.status_code == 200, done.text
        lights = client.get("/api/v1/boards/default/sim/lights").json
        assert not any(any(colour) for colour in lights["cells"].values())
    finally:
        house.close()


def test_a_whole_table_says_so(house: House) -> None:
    assert [board.kind for board in house.boards()] == ["table"]
