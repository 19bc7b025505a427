"""An application in front of a house, and a client on this computer."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from flask_openapi3.openapi import OpenAPI

from feldlicht.config import Settings
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardState
from feldlicht.web.app import create_app
from feldlicht.web.rooms import StreamRoom
from tests.web.double import HouseDouble

GENEROUS_S = 20.0


def wait_until(what: Callable[[], bool], limit: float = GENEROUS_S) -> None:
    """Wait for something to happen; fail when it does not within a generous limit."""
    end = time.monotonic() + limit
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def command(client: FlaskClient, session: str, revision: int | None, view: str = "public", **what: object) -> Any:
    """Post a command with an id of its own."""
    body = {"id": str(uuid.uuid4()), "revision": revision, "command": what, "view": view}
    return client.post(f"/api/v1/sessions/{session}/commands", json=body)


# ------------------------------------------------------------------ the real house, on the real firmware


@pytest.fixture(scope="package")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("house")
    return Settings(folder / "data", http_port=0, simulate=True, settle_ms=100, grace_ms=500, hands_pace=0.0)


@pytest.fixture(scope="package")
def house(settings: Settings) -> Iterator[House]:
    """A house whose simulated board runs the firmware in MicroPython; shared, so tests leave its table free."""
    running = House(settings)
    try:
        running.start()
        wait_until(lambda: running.boards()[0].state is BoardState.LIVE)
        yield running
    finally:
        running.close()


@pytest.fixture(scope="package")
def real_app(house: House, settings: Settings) -> OpenAPI:
    return create_app(house, settings)


@pytest.fixture
def real(real_app: OpenAPI) -> FlaskClient:
    return real_app.test_client()


@pytest.fixture
def match(real: FlaskClient) -> Iterator[str]:
    """A match on the real house's board, with the formation built; abandoned afterwards."""
    answer = real.post("/api/v1/sessions", json={"game": "master_move", "formation": "counting"})
    assert answer.status_code == 201, answer.text
    name = answer.json["id"]
    # The hands may still be at work for the match before.
    wait_until(lambda: real.post("/api/v1/boards/default/sim/hands", json={"do": "build"}).status_code == 202)
    wait_until(lambda: real.get(f"/api/v1/sessions/{name}").json["view"]["phase"] == "play")
    wait_until(lambda: not real.get(f"/api/v1/sessions/{name}").json["hands"]["busy"])
    yield name
    if real.get(f"/api/v1/sessions/{name}").json["state"] == "running":
        end = {"id": str(uuid.uuid4()), "revision": None, "command": {"type": "abandon"}, "view": "gm"}
        # Whoever has a seat, the game master may.
        assert real.post(f"/api/v1/sessions/{name}/commands", json=end).status_code == 200
    for seat in ("yellow", "blue"):
        # Else they would sit at the next match of this table too.
        assert real.post(f"/api/v1/sessions/{name}/seats/free", json={"seat": seat}).status_code == 200


# ------------------------------------------------------------------ the double, where a fault must be provoked


@pytest.fixture
def double() -> HouseDouble:
    return HouseDouble()


@pytest.fixture
def room() -> StreamRoom:
    return StreamRoom(8, Clock())


@pytest.fixture
def app(double: HouseDouble, room: StreamRoom, tmp_path: Path) -> OpenAPI:
    return create_app(double, Settings(tmp_path), room)  # type: ignore[arg-type]


@pytest.fixture
def client(app: OpenAPI) -> FlaskClient:
    return app.test_client()
