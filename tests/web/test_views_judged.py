"""The view of every request is judged before it is carried out: none is above the right, and no other one is said."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import TestResponse

from feldlicht.config import Settings
from feldlicht.web.app import create_app
from tests.support.web import Device, lan_hosts
from tests.web.double import HouseDouble

YELLOWS = {"type": "move", "move": "S D8-E10"}


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


def readable(app: OpenAPI, session: str) -> list[str]:
    """Every address of the API that can be read, by the server's own list."""
    routes = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.rule.startswith("/api/")
    }
    found = []
    for route in sorted(routes):
        which = "default" if "/boards/" in route else session
        found.append(route.replace("<string:lang>", "en").replace("<string:id>", which))
    streams = ["/api/v1/stream?board=default", f"/api/v1/stream?session={session}", "/api/v1/stream?session=current"]
    return [*found, *streams]


def seen(device: Device, path: str, view: str) -> tuple[int, str | None]:
    with device.ask("GET", f"{path}{'&' if '?' in path else '?'}view={view}") as answer:
        told = answer.json if answer.status_code >= 400 else None
        return answer.status_code, told and told["code"]


ABOVE = ("gm", "seat:yellow", "seat:blue")
NONE = ("foo", "seat:", "seat", "GM", "Public", "")


def test_no_stranger_reads_anything_by_a_view_above_his_right(app: OpenAPI, session: str) -> None:
    stranger = Device(app)
    for path in readable(app, session):
        for view in ABOVE:
            assert seen(stranger, path, view) == (403, "NOT_ALLOWED"), (path, view)


def test_a_view_that_there_is_not_is_refused_everywhere_and_a_seat_that_there_is_not_too(
    app: OpenAPI, owner: Device, session: str
) -> None:
    for path in readable(app, session):
        for view in NONE:
            assert seen(owner, path, view) == (422, "NO_SUCH_VIEW"), (path, view)
        about_a_match = "/sessions/" in path or "/boards/" in path or "session=" in path
        if about_a_match:
            assert seen(owner, path, "seat:green") == (422, "NO_SUCH_SEAT"), path


def test_a_view_that_there_is_not_is_named_in_a_sentence(app: OpenAPI) -> None:
    answer = Device(app).ask("GET", "/api/v1/stream?view=foo")
    assert answer.json["detail"] == "There is no view foo. Choose public, gm, or seat: with the name of a seat."
    refused = Device(app).ask("GET", "/api/v1/boards?view=gm")
    assert refused.json["facts"] == {"view": "gm"}
    assert refused.json["detail"].startswith("The view gm is not yours here, or not any more.")


def test_by_the_own_seat_everything_is_read_that_a_page_reads(app: OpenAPI, owner: Device, session: str) -> None:
    phone = Device(app).join(session, "yellow", owner)
    for path in readable(app, session):
        by_anyone, own = seen(phone, path, "public")[0], seen(phone, path, "seat:yellow")[0]
        assert own == by_anyone, path
        assert seen(phone, path, "seat:blue")[0] == 403, path


def test_who_lost_the_seat_reads_nothing_by_it(app: OpenAPI, owner: Device, session: str) -> None:
    phone = Device(app).join(session, "yellow", owner)
    owner.post(f"/sessions/{session}/seats/free", {"seat": "yellow"})
    for path in readable(app, session):
        assert seen(phone, path, "seat:yellow") == (403, "NOT_ALLOWED"), path


def test_with_the_view_of_a_seat_the_owner_begins_a_match(owner: Device) -> None:
    match = {"game": "master_move", "formation": "counting", "board": None}
    assert owner.ask("POST", "/api/v1/sessions?view=seat:yellow", match).status_code == 201


# ------------------------------------------------------------------ what a request says


def send(device: Device, session: str, query: str, **more: object) -> TestResponse:
    body = {"id": str(uuid.uuid4()), "revision": None, "command": YELLOWS, **more}
    return device.ask("POST", f"/api/v1/sessions/{session}/commands{query}", body)


def code(answer: TestResponse) -> tuple[int, Any]:
    return answer.status_code, answer.json.get("code")


def test_a_command_that_names_two_views_is_refused_and_not_carried_out(owner: Device, session: str) -> None:
    before = json.dumps(owner.get(f"/sessions/{session}"))
    assert code(send(owner, session, "?view=gm", view="public")) == (422, "BAD_REQUEST")
    assert code(send(owner, session, "?view=public", view="gm")) == (422, "BAD_REQUEST")
    assert code(send(owner, session, "?view=gm&view=public")) == (422, "BAD_REQUEST")
    assert json.dumps(owner.get(f"/sessions/{session}")) == before


@pytest.mark.parametrize(("query", "more"), [("?view=gm", {}), ("", {"view": "gm"}), ("?view=gm", {"view": "gm"})])
def test_a_command_names_its_view_in_either_place_or_alike_in_both(
    app: OpenAPI, owner: Device, query: str, more: dict[str, str]
) -> None:
    on_pages = {"game": "master_move", "formation": "counting", "board": None}
    session = owner.post("/sessions", on_pages, 201)["id"]
    Device(app).join(session, "yellow", owner)
    # The owner may act for a seat that somebody has by the game master's view only.
    assert code(send(owner, session, query, **more)) == (200, None)


def test_only_a_command_has_a_view_in_its_body(app: OpenAPI, session: str) -> None:
    for path in ("/boards", f"/sessions/{session}", "/me"):
        answer = Device(app).ask("GET", f"/api/v1{path}", {"view": "gm"})
        assert answer.status_code == 200, path


@pytest.mark.parametrize("view", [5, None, ["gm"], {"gm": 1}, "gm\ud800"])
def test_a_view_that_is_no_text_is_refused_by_the_form_of_the_body(owner: Device, session: str, view: object) -> None:
    status, reason = code(send(owner, session, "", view=view))
    assert (status, reason) in ((422, "BAD_REQUEST"), (400, "BAD_REQUEST"))


# ------------------------------------------------------------------ streams


@pytest.mark.parametrize("query", ["", "&board=default"])
def test_a_game_masters_stream_of_no_match_ends_too_when_he_is_put_out(
    app: OpenAPI, double: HouseDouble, owner: Device, query: str
) -> None:
    tablet = Device(app).lead(double.access.masters.new_claim())
    with tablet.ask("GET", f"/api/v1/stream?view=gm{query}") as answer:
        events = iter(answer.response)
        assert b"event: tick" in next(events)
        owner.post("/gm/pin", {"pin": "2468"})
        rest = b"".join(event for event, _ in zip(events, range(40), strict=False))
    assert rest.endswith(b"data: {}\n\n")
    assert b"event: bye" in rest
    assert b"event: snapshot" not in rest


def test_a_stream_of_no_match_is_told_of_no_match_when_people_come_and_go(app: OpenAPI, owner: Device) -> None:
    with owner.ask("GET", "/api/v1/stream?board=default") as answer:
        events = iter(answer.response)
        phone = Device(app).lead(app.extensions["feldlicht"].house.access.masters.new_claim())
        phone.post("/gm/logout", {})
        app.extensions["feldlicht"].house.gap()
        heard = b""
        while b"event: settings" not in heard:
            heard += next(events)
    assert b"event: snapshot" not in heard
    assert b"event: bye" not in heard


# ------------------------------------------------------------------ the virtual knob


@pytest.mark.parametrize("act", [{"press": "long"}, {"press": "short"}, {"turn": 1}, {"button": 1}])
def test_no_seat_goes_round_the_rule_by_the_virtual_knob(
    app: OpenAPI, double: HouseDouble, owner: Device, session: str, act: dict[str, object]
) -> None:
    """A long press takes back whatever was last, also what another seat did."""
    blue = Device(app).join(session, "blue", owner)
    for view in ("", "?view=seat:blue", "?view=public"):
        answer = blue.ask("POST", f"/api/v1/boards/default/sim/controls{view}", act)
        assert code(answer) == (403, "NOT_ALLOWED"), view
