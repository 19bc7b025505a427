"""A device without cells in a house: it is taken, its controls are felt, and it says what it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from feldlicht.board.layout import LAYOUTS
from feldlicht.cli.play import board_line
from feldlicht.config import Settings
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardInfo, BoardKind, BoardState
from feldlicht.sim.board import SimulatedBoard
from feldlicht.texts import LANGUAGES, text
from feldlicht.web.app import create_app
from tests.web.conftest import command, wait_until


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


def test_a_match_that_needs_cells_cannot_be_begun_or_carried_on_at_it(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "data", http_port=0, simulate=True, sim_driver="ring")
    house = House(settings)
    try:
        house.start()
        wait_until(lambda: house.boards()[0].state is BoardState.LIVE)
        client = create_app(house, settings).test_client()
        body = {"game": "master_move", "formation": "counting"}
        refused = client.post("/api/v1/sessions?lang=de", json=body)
        assert (refused.status_code, refused.json["code"]) == (409, "NO_CELLS")
        assert "keine Felder" in refused.json["detail"]
        assert client.get("/api/v1/sessions").json["sessions"] == []
        # On pages only it is played all the same, and stays there.
        match = client.post("/api/v1/sessions", json=body | {"board": None}).json["id"]
        moved = client.post(f"/api/v1/sessions/{match}/board", json={"board": "default"})
        assert (moved.status_code, moved.json["code"]) == (409, "NO_CELLS")
        parts = client.get("/api/v1/boards/default/selftest").json["parts"]
        assert {no["code"] for no in parts.values()} == {"NO_CELLS"}
        laid = client.post("/api/v1/boards/default/sim/magnets", json={"set": {"D5": "N"}})
        assert (laid.status_code, laid.json["code"]) == (409, "NO_CELLS")
        field = client.get("/api/v1/boards/default/field").json
        assert (field["sensors"], field["cells"]) == ("ring", {})
        line = board_line(house.boards()[0], "en")
        assert "no cells" in line
        assert "(simulated, MicroPython " in line
    finally:
        house.close()


@pytest.mark.parametrize("kind", BoardKind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_says_of_every_kind_of_board_that_it_is_simulated_and_runs_without_micropython(
    kind: BoardKind, language: str
) -> None:
    board = BoardInfo(
        "51b0", BoardState.LIVE, True, interpreter="Python 3.13.0 (cpython)", machine="cpython", kind=kind
    )
    line = board_line(board, language)
    assert "(simul" in line
    assert "Python 3.13.0 (cpython)" in line
    assert text("host.board.without_micropython", language) in line
    real = board_line(
        replace(board, simulated=False, interpreter="MicroPython 1.29.0 (rp2)", machine="rp2"), language
    )
    assert "simul" not in real
    assert "MicroPython" not in real


def test_a_match_asked_for_before_the_first_hello_waits_for_it_and_is_refused_all_the_same(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "data", http_port=0, simulate=True, sim_driver="ring")
    house = House(settings)
    try:
        house.start()
        client = create_app(house, settings).test_client()
        refused = client.post("/api/v1/sessions", json={"game": "master_move", "formation": "counting"})
        assert (refused.status_code, refused.json["code"]) == (409, "NO_CELLS")
        assert house.current() is None
    finally:
        house.close()


def test_a_match_whose_board_turns_out_to_have_no_cells_waits_and_its_page_says_why(tmp_path: Path) -> None:
    """Begun with cells; then the host finds a device without them in that place, and at last the board again."""
    whole = Settings(tmp_path / "data", http_port=0, simulate=True, hands_pace=0.0)
    house = House(whole)
    try:
        house.start()
        match = house.create_session("master_move", {}, "counting").id
        wait_until(lambda: house.session(match).hands.board_present)
    finally:
        house.close()
    settings = Settings(tmp_path / "data", http_port=0, simulate=True, sim_driver="ring")
    house = House(settings)
    try:
        house.start()
        client = create_app(house, settings).test_client()

        def shown() -> Any:
            return client.get("/api/v1/boards/default?lang=en").json

        wait_until(lambda: shown()["refusal"] is not None)
        assert (shown()["state"], shown()["refusal"]["code"]) == ("refused", "NO_CELLS")
        assert "no cells" in shown()["refusal"]["detail"]
        operated = client.post("/api/v1/boards/default/sim/controls", json={"turn": 1, "press": "short"})
        assert operated.status_code == 200, operated.text
        hands = client.get(f"/api/v1/sessions/{match}").json["hands"]
        assert (hands["board_present"], hands["guidance"]) == (False, None)
        # Without that match it is a device like any other; taken back, the match waits again.
        assert command(client, match, None, type="resign", side="yellow").status_code == 200
        wait_until(lambda: shown()["state"] == "live")
        assert command(client, match, None, type="undo").status_code == 200
        wait_until(lambda: shown()["state"] == "refused")
        wait_until(lambda: not client.get(f"/api/v1/sessions/{match}").json["hands"]["board_present"])
    finally:
        house.close()
    house = House(whole)
    try:
        house.start()
        wait_until(lambda: house.session(match).hands.board_present)
        wait_until(lambda: house.session(match).hands.guidance is not None)
    finally:
        house.close()


def test_a_whole_table_says_so(house: House) -> None:
    assert [board.kind for board in house.boards()] == ["table"]
