"""Nobody acts for another seat, whatever they send; and a refused act leaves no trace. T23."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import TestResponse

from feldlicht.config import Settings
from feldlicht.web.app import create_app
from tests.support.web import Device, lan_hosts
from tests.web.double import HouseDouble

YELLOWS = {"type": "move", "move": "S D8-E10"}
BLUES = {"type": "move", "move": "F E11-G13"}


@pytest.fixture
def app(double: HouseDouble, tmp_path_factory: pytest.TempPathFactory) -> OpenAPI:
    settings = Settings(tmp_path_factory.getbasetemp(), lan=True)
    return create_app(double, settings, hosts=lan_hosts())  # type: ignore[arg-type]


@pytest.fixture
def owner(app: OpenAPI) -> Device:
    return Device.owner(app)


@pytest.fixture
def session(owner: Device) -> str:
    """A match on pages only, at its first move, which is yellow's."""
    match = {"game": "master_move", "formation": "counting", "board": None}
    return str(owner.post("/sessions", match, 201)["id"])


@pytest.fixture
def yellow(app: OpenAPI, owner: Device, session: str) -> Device:
    return Device(app).join(session, "yellow", owner, "Ada")


@pytest.fixture
def blue(app: OpenAPI, owner: Device, session: str) -> Device:
    return Device(app).join(session, "blue", owner, "Bob")


def send(device: Device, session: str, command: dict[str, Any], view: str | None = None) -> TestResponse:
    body = {"id": str(uuid.uuid4()), "revision": None, "command": command}
    if view is not None:
        body["view"] = view
    return device.ask("POST", f"/api/v1/sessions/{session}/commands", body)


def act(device: Device, session: str, command: dict[str, Any], view: str | None = None) -> tuple[int, str | None]:
    answer = send(device, session, command, view)
    return answer.status_code, answer.json.get("code")


def all_that_is_kept(owner: Device, session: str) -> str:
    return json.dumps([owner.get(f"/sessions/{session}"), owner.get(f"/sessions/{session}/log")])


ALL_COMMANDS: list[dict[str, Any]] = [
    YELLOWS,
    BLUES,
    {"type": "relocate", "move": "@V D4-C6"},
    {"type": "resign"},
    {"type": "resign", "side": "yellow"},
    {"type": "confirm"},
    {"type": "cancel"},
    {"type": "answer", "question": "q", "choice": 0},
    {"type": "undo"},
    {"type": "redo"},
    {"type": "override", "to_move": "blue"},
    {"type": "abandon"},
]


def test_t23_a_seat_acts_for_itself_and_for_no_other(
    owner: Device, yellow: Device, blue: Device, session: str
) -> None:
    before = all_that_is_kept(owner, session)
    assert act(blue, session, YELLOWS, "seat:blue") == (403, "NOT_YOUR_SEAT")
    assert act(blue, session, YELLOWS, "seat:yellow") == (403, "NOT_ALLOWED")
    assert act(blue, session, YELLOWS, "gm") == (403, "NOT_ALLOWED")
    assert act(blue, session, YELLOWS) == (403, "ONLY_WATCHING")
    assert act(blue, session, {"type": "resign", "side": "yellow"}, "seat:blue") == (403, "NOT_YOUR_SEAT")
    for bending in ({"type": "override", "to_move": "blue"}, {"type": "abandon"}):
        assert act(blue, session, bending, "seat:blue") == (403, "NOT_ALLOWED")
    assert all_that_is_kept(owner, session) == before

    assert act(yellow, session, YELLOWS, "seat:yellow") == (200, None)
    after = all_that_is_kept(owner, session)
    assert after != before
    assert act(blue, session, {"type": "undo"}, "seat:blue") == (403, "NOT_YOUR_ACT")
    assert act(yellow, session, BLUES, "seat:yellow") == (403, "NOT_YOUR_SEAT")
    assert all_that_is_kept(owner, session) == after
    assert act(yellow, session, {"type": "undo"}, "seat:yellow") == (200, None)


@pytest.mark.parametrize("command", ALL_COMMANDS, ids=lambda one: "-".join(map(str, one.values())))
@pytest.mark.parametrize("view", [None, "public", "gm", "seat:yellow", "seat:blue"])
def test_who_has_no_seat_here_acts_in_no_view(
    app: OpenAPI, owner: Device, session: str, command: dict[str, Any], view: str | None
) -> None:
    other = owner.post("/sessions", {"game": "master_move", "formation": "counting", "board": None}, 201)["id"]
    askers: list[Callable[[], Device]] = [
        lambda: Device(app),
        lambda: Device(app).join(session, None, owner),
        lambda: Device(app).join(other, "yellow", owner),
    ]
    before = all_that_is_kept(owner, session)
    for asker in askers:
        assert act(asker(), session, command, view) == (403, "NOT_ALLOWED")
    assert all_that_is_kept(owner, session) == before


def test_who_lost_a_seat_acts_no_more(app: OpenAPI, owner: Device, yellow: Device, session: str) -> None:
    owner.post(f"/sessions/{session}/seats/free", {"seat": "yellow"})
    assert act(yellow, session, YELLOWS, "seat:yellow") == (403, "NOT_ALLOWED")


# ------------------------------------------------------------------ the owner


def test_with_nobody_else_there_the_owner_plays_both_sides(owner: Device, session: str) -> None:
    assert act(owner, session, YELLOWS) == (200, None)
    assert act(owner, session, BLUES) == (200, None)
    assert act(owner, session, {"type": "undo", "count": 2}) == (200, None)


def test_an_owner_who_sits_at_both_sides_plays_both(owner: Device, session: str) -> None:
    for seat in ("yellow", "blue"):
        owner.post(f"/sessions/{session}/seats", {"seat": seat, "name": "Ada"})
    assert act(owner, session, YELLOWS) == (200, None)
    assert act(owner, session, BLUES, "seat:blue") == (200, None)


def test_the_owner_plays_the_free_seat_and_no_taken_one(owner: Device, blue: Device, session: str) -> None:
    assert act(owner, session, YELLOWS) == (200, None)
    before = all_that_is_kept(owner, session)
    refused = send(owner, session, BLUES)
    assert (refused.status_code, refused.json["code"]) == (409, "SEAT_TAKEN")
    assert refused.json["detail"] == (
        "Bob plays there. To act all the same, choose the game master's view, or free the seat."
    )
    assert refused.json["revision"] == owner.get(f"/sessions/{session}")["revision"]
    for bending in ({"type": "override", "to_move": "yellow"}, {"type": "abandon"}):
        assert act(owner, session, bending) == (409, "SEAT_TAKEN")
    assert all_that_is_kept(owner, session) == before


def test_who_is_named_as_in_the_way_is_whose_act_it_was_and_for_what_is_nobodys_all_are(
    owner: Device, yellow: Device, blue: Device, session: str
) -> None:
    def told(command: dict[str, Any]) -> str:
        return str(send(owner, session, command).json["detail"])

    assert told(YELLOWS).startswith("Ada plays there.")
    assert act(yellow, session, YELLOWS, "seat:yellow") == (200, None)
    assert told(BLUES).startswith("Bob plays there.")
    assert told({"type": "undo"}).startswith("Ada plays there.")
    assert told({"type": "abandon"}).startswith("Ada, Bob play here.")


def test_what_the_owner_can_do_by_everyones_view_is_what_other_people_left_him(
    app: OpenAPI, owner: Device, session: str
) -> None:
    def can(device: Device, view: str = "public") -> dict[str, Any]:
        return dict(device.get(f"/sessions/{session}?view={view}")["can"])

    alone = can(owner)
    assert (alone["resign"], alone["abandon"]) == (["yellow", "blue"], True)
    assert alone["figures"]
    blue = Device(app).join(session, "blue", owner, "Bob")
    assert can(owner) == {**alone, "resign": ["yellow"], "abandon": False, "override": False}
    assert act(owner, session, YELLOWS) == (200, None)
    assert (can(owner)["figures"], can(owner)["undo_acts"]) == ([], 1)
    assert act(blue, session, BLUES, "seat:blue") == (200, None)
    assert (can(owner)["undo_acts"], can(blue, "seat:blue")["undo_acts"]) == (0, 1)
    Device(app).join(session, "yellow", owner, "Ada")
    nothing = {"undo": False, "undo_acts": 0, "redo": False, "confirm": False, "override": False}
    nothing |= {"propose": False, "agree": False, "disagree": False}
    assert can(owner) == {**nothing, "resign": [], "abandon": False, "figures": []}
    assert can(owner, "gm")["undo_acts"] == 2
    assert can(owner, "gm")["abandon"]


def test_as_game_master_the_owner_acts_for_any_seat(
    owner: Device, yellow: Device, blue: Device, session: str
) -> None:
    assert act(owner, session, YELLOWS) == (409, "SEAT_TAKEN")
    assert act(owner, session, YELLOWS, "gm") == (200, None)
    assert act(owner, session, {"type": "abandon"}, "gm") == (200, None)


def test_who_has_a_seat_and_only_watches_is_told_how_to_act(
    app: OpenAPI, double: HouseDouble, session: str, yellow: Device
) -> None:
    leads = Device(app).lead(double.access.masters.new_claim())
    for device in (yellow, leads):
        told = send(device, session, YELLOWS, "public")
        assert (told.status_code, told.json["code"]) == (403, "ONLY_WATCHING")
        assert told.json["detail"].startswith("This page only watches. Choose your seat")
    stranger = send(Device(app), session, YELLOWS, "public")
    assert (stranger.status_code, stranger.json["code"]) == (403, "NOT_ALLOWED")
    assert act(yellow, session, YELLOWS, "seat:yellow")[0] == 200
