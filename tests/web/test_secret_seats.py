"""A figure that is a secret has a seat for those alone who know of it; a session tells everyone who sits where."""

from __future__ import annotations

from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI

from feldlicht.base.figures import FigureId
from feldlicht.base.viewers import Role, Viewer
from feldlicht.config import Settings
from feldlicht.rules.master_move.game import MasterMove
from feldlicht.web.app import create_app
from tests.support.web import Device, lan_hosts
from tests.web.double import HouseDouble

KNOWN, SECRET = FigureId("yS1"), FigureId("bS1")


def seats_of_figures(_: MasterMove, state: object, viewer: Viewer) -> tuple[FigureId, ...]:
    knows = viewer.role is Role.GAME_MASTER or viewer.figure == SECRET
    return (KNOWN, SECRET) if knows else (KNOWN,)


@pytest.fixture
def app(double: HouseDouble, tmp_path_factory: pytest.TempPathFactory) -> OpenAPI:
    settings = Settings(tmp_path_factory.getbasetemp(), lan=True)
    return create_app(double, settings, hosts=lan_hosts())  # type: ignore[arg-type]


@pytest.fixture
def owner(app: OpenAPI) -> Device:
    return Device.owner(app)


@pytest.fixture
def session(owner: Device) -> str:
    return str(owner.post("/sessions", {"game": "master_move", "formation": "counting"}, 201)["id"])


@pytest.fixture
def of_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MasterMove, "seats", seats_of_figures, raising=False)


def told(device: Device, session: str, view: str) -> dict[str, Any]:
    """Seats as both ways tell them, which must be the same."""
    asked = device.get(f"/sessions/{session}/seats?view={view}")["seats"]
    assert device.get(f"/sessions/{session}?view={view}")["seats"] == asked
    return {one["id"]: one["name"] for one in asked}


def test_a_session_tells_who_sits_where_and_which_seat_is_ones_own(app: OpenAPI, owner: Device, session: str) -> None:
    phone = Device(app).join(session, "yellow", owner, "Ada")
    free = {"id": "blue", "name": None, "present": False, "yours": False}
    taken = {"id": "yellow", "name": "Ada", "present": False}
    assert phone.get(f"/sessions/{session}")["seats"] == [{**taken, "yours": True}, free]
    assert Device(app).get(f"/sessions/{session}")["seats"] == [{**taken, "yours": False}, free]


def test_a_seat_that_is_a_secret_is_shown_to_who_knows_of_it(
    app: OpenAPI, owner: Device, session: str, of_figures: None
) -> None:
    spy = Device(app).join(session, SECRET, owner, "Eve")
    Device(app).join(session, KNOWN, owner, "Ada")
    everything = {KNOWN: "Ada", SECRET: "Eve"}
    assert told(owner, session, "gm") == told(spy, session, f"seat:{SECRET}") == everything
    for device, view in ((owner, "public"), (spy, "public"), (Device(app), "public")):
        assert told(device, session, view) == {KNOWN: "Ada"}


def test_whether_there_is_a_seat_that_is_a_secret_nobody_learns_by_asking_for_it(
    app: OpenAPI, owner: Device, session: str, of_figures: None
) -> None:
    Device(app).join(session, SECRET, owner, "Eve")
    player = Device(app).join(session, KNOWN, owner, "Ada")
    for device in (player, Device(app)):
        for path in ("", "/log", "/seats"):
            answers = [device.ask("GET", f"/api/v1/sessions/{session}{path}?view=seat:{s}") for s in (SECRET, "bS9")]
            assert [one.status_code for one in answers] == [422, 422]
            assert answers[0].text.replace(SECRET, "bS9") == answers[1].text
        assert device.ask("GET", f"/api/v1/sessions/{session}?view=seat:{KNOWN}").status_code in (200, 403)
    left = [player.ask("POST", f"/api/v1/sessions/{session}/seats/leave", {"seat": s}) for s in (SECRET, "bS9")]
    assert [one.status_code for one in left] == [422, 422]
    assert left[0].text.replace(SECRET, "bS9") == left[1].text


def test_who_sits_at_a_secret_seat_is_not_named_to_an_owner_in_whose_way_he_is(
    app: OpenAPI, owner: Device, session: str, of_figures: None
) -> None:
    Device(app).join(session, SECRET, owner, "Eve")
    body = {"id": "11111111-1111-4111-8111-111111111111", "revision": None, "command": {"type": "abandon"}}
    answer = owner.ask("POST", f"/api/v1/sessions/{session}/commands", body)
    assert (answer.status_code, answer.json["code"]) == (403, "NOT_ALLOWED")
    assert SECRET not in answer.text
    assert "Eve" not in answer.text
