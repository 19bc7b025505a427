"""Over the API: a sealed act is bound when it is made, and everybody can check it when it is told."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from feldlicht.config import Settings
from feldlicht.runtime import games
from feldlicht.runtime.house import House
from feldlicht.web.app import create_app
from tests.support.secret_game import SecretGame

SESSIONS = "/api/v1/sessions"


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    monkeypatch.setattr(games, "game", lambda _: SecretGame())
    settings = Settings(tmp_path, simulate=False)
    house = House(settings, find=lambda: [])
    try:
        house.start()
        yield create_app(house, settings).test_client()
    finally:
        house.close()


@pytest.fixture
def match(client: FlaskClient) -> str:
    made: Any = client.post(SESSIONS, json={"game": "secret", "formation": "none", "board": None}).json
    return str(made["id"])


def do(client: FlaskClient, match: str, view: str, text: str) -> Any:
    order = {"id": str(uuid.uuid4()), "revision": None, "command": {"type": "move", "move": text}, "view": view}
    return client.post(f"{SESSIONS}/{match}/commands", json=order)


def log(client: FlaskClient, match: str, view: str) -> Any:
    shown: Any = client.get(f"{SESSIONS}/{match}/log?view={view}").json
    return shown["entries"]


def test_everybody_can_check_what_was_revealed_as_the_page_says(client: FlaskClient, match: str) -> None:
    do(client, match, "seat:yellow", "yS1 on C3")
    do(client, match, "seat:blue", "bS1 on E5")
    sealed = {entry["events"][0]["side"]: entry["commitment"] for entry in log(client, match, "public")}
    assert do(client, match, "gm", "reveal").status_code == 200
    (*_, entry) = log(client, match, "public")
    assert {told["side"]: told["commitment"] for told in entry["events"]} == sealed
    for told in entry["events"]:
        assert hashlib.sha256(f"{told['nonce']} {told['notation']}".encode()).hexdigest() == told["commitment"]


def test_each_act_is_sealed_with_chance_of_its_own(client: FlaskClient, match: str) -> None:
    do(client, match, "seat:yellow", "yS1 on C3")
    do(client, match, "seat:blue", "bS1 on C3")
    nonces = {entry["nonce"] for entry in log(client, match, "gm")}
    assert len(nonces) == 2
    assert all(len(nonce) == 32 for nonce in nonces)


def test_a_command_sent_again_is_the_same_command_whatever_chance_it_met(client: FlaskClient, match: str) -> None:
    act = {"type": "move", "move": "yS1 on C3"}
    order = {"id": str(uuid.uuid4()), "revision": 0, "command": act, "view": "seat:yellow"}
    first, second = (client.post(f"{SESSIONS}/{match}/commands", json=order) for _ in range(2))
    assert (first.status_code, first.json) == (200, second.json)
    assert len(log(client, match, "gm")) == 1


def test_a_seat_acts_for_its_own_side_only(client: FlaskClient, match: str) -> None:
    refused = do(client, match, "seat:blue", "yS1 on C3")
    assert (refused.status_code, refused.json["code"]) == (403, "NOT_YOUR_SEAT")
    assert log(client, match, "gm") == []
