"""Who may do what: every route by every method in every role, against a table that people can read."""

from __future__ import annotations

import re

import pytest
from flask_openapi3.openapi import OpenAPI

from feldlicht.config import Settings
from feldlicht.web.app import create_app
from feldlicht.web.rights import NEEDED, Right, needed
from tests.support.web import Device, lan_hosts
from tests.web.double import HouseDouble

SESSION, BOARD = "/api/v1/sessions/<string:id>", "/api/v1/boards/<string:id>"
FORMATIONS = "/api/v1/games/<string:id>/formations"
ENCOUNTERS = "/api/v1/games/<string:id>/encounters"
EXPECTED: dict[str, dict[str, Right]] = {
    "/": {"GET": Right.VIEWER},
    "/boards/<board_id>": {"GET": Right.VIEWER},
    "/boards/<board_id>/health": {"GET": Right.VIEWER},
    "/fight": {"GET": Right.VIEWER},
    "/imman": {"GET": Right.VIEWER},
    "/settings": {"GET": Right.VIEWER},
    "/j": {"GET": Right.VIEWER},
    "/j/<code>": {"GET": Right.VIEWER},
    "/gm": {"GET": Right.VIEWER},
    "/static/<path:filename>": {"GET": Right.VIEWER},
    "/openapi.json": {"GET": Right.VIEWER},
    "/api/v1/health": {"GET": Right.VIEWER},
    "/api/v1/texts/<string:lang>": {"GET": Right.VIEWER},
    "/api/v1/boards": {"GET": Right.VIEWER},
    BOARD: {"GET": Right.VIEWER},
    f"{BOARD}/health": {"GET": Right.GAME_MASTER},
    f"{BOARD}/field": {"GET": Right.GAME_MASTER},
    f"{BOARD}/selftest": {"GET": Right.GAME_MASTER, "POST": Right.GAME_MASTER},
    f"{BOARD}/use": {"POST": Right.GAME_MASTER},
    f"{BOARD}/settings": {"GET": Right.VIEWER, "PATCH": Right.GAME_MASTER},
    f"{BOARD}/sim/magnets": {"GET": Right.VIEWER, "POST": Right.SEAT},
    f"{BOARD}/sim/lights": {"GET": Right.VIEWER},
    f"{BOARD}/sim/hands": {"POST": Right.SEAT},
    f"{BOARD}/sim/controls": {"POST": Right.GAME_MASTER},
    f"{BOARD}/sim/cable": {"POST": Right.OWNER},
    "/api/v1/games": {"GET": Right.VIEWER},
    "/api/v1/games/<string:id>/check": {"POST": Right.SEAT},
    "/api/v1/games/<string:id>/teams/file": {"GET": Right.VIEWER},
    FORMATIONS: {"GET": Right.SEAT, "POST": Right.SEAT},
    f"{FORMATIONS}/check": {"POST": Right.SEAT},
    f"{FORMATIONS}/rename": {"POST": Right.SEAT},
    f"{FORMATIONS}/remove": {"POST": Right.SEAT},
    f"{FORMATIONS}/file": {"GET": Right.SEAT, "POST": Right.SEAT},
    ENCOUNTERS: {"GET": Right.GAME_MASTER, "POST": Right.GAME_MASTER},
    f"{ENCOUNTERS}/rename": {"POST": Right.GAME_MASTER},
    f"{ENCOUNTERS}/remove": {"POST": Right.GAME_MASTER},
    f"{ENCOUNTERS}/file": {"GET": Right.GAME_MASTER},
    f"{SESSION}/encounter": {"POST": Right.GAME_MASTER},
    "/api/v1/sessions": {"GET": Right.VIEWER, "POST": Right.GAME_MASTER},
    SESSION: {"GET": Right.VIEWER},
    f"{SESSION}/log": {"GET": Right.VIEWER},
    f"{SESSION}/journal": {"GET": Right.VIEWER},
    f"{SESSION}/commands": {"POST": Right.SEAT},
    f"{SESSION}/board": {"POST": Right.GAME_MASTER},
    f"{SESSION}/record": {"GET": Right.VIEWER},
    f"{SESSION}/pictures/<string:picture>": {"GET": Right.VIEWER},
    f"{SESSION}/rematch": {"POST": Right.GAME_MASTER},
    "/api/v1/records": {"POST": Right.GAME_MASTER},
    "/api/v1/games/<string:id>/cards": {"GET": Right.VIEWER},
    f"{SESSION}/seats": {"GET": Right.VIEWER, "POST": Right.GAME_MASTER},
    f"{SESSION}/seats/leave": {"POST": Right.SEAT},
    f"{SESSION}/seats/free": {"POST": Right.GAME_MASTER},
    f"{SESSION}/invitations": {"POST": Right.GAME_MASTER},
    "/api/v1/settings": {"GET": Right.VIEWER, "PATCH": Right.GAME_MASTER},
    "/api/v1/stream": {"GET": Right.VIEWER},
    "/api/v1/me": {"GET": Right.VIEWER},
    "/api/v1/join": {"POST": Right.VIEWER},
    "/api/v1/gm/claim": {"POST": Right.VIEWER},
    "/api/v1/gm/login": {"POST": Right.VIEWER},
    "/api/v1/gm/pin": {"POST": Right.GAME_MASTER},
    "/api/v1/gm/logout": {"POST": Right.GAME_MASTER},
    "/api/v1/gm/tries": {"GET": Right.GAME_MASTER},
    "/api/v1/gm/people": {"GET": Right.OWNER},
    "/api/v1/gm/people/out": {"POST": Right.OWNER},
}
PROXY_HEADERS = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "x-forwarded-proto",
    "X-Real-IP",
    "CF-Connecting-IP",
    "True-Client-IP",
)
"""What proxies and tunnels add to a request that they pass on."""
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
ROLES = ("stranger", "looker_on", "player", "player_elsewhere", "game_master", "owner", "program")
RIGHTS = {
    "stranger": Right.VIEWER,
    "looker_on": Right.VIEWER,
    "player": Right.SEAT,
    "player_elsewhere": Right.VIEWER,
    "game_master": Right.GAME_MASTER,
    "owner": Right.OWNER,
    "program": Right.OWNER,
}


@pytest.fixture
def app(double: HouseDouble, tmp_path_factory: pytest.TempPathFactory) -> OpenAPI:
    settings = Settings(tmp_path_factory.getbasetemp(), lan=True)
    return create_app(double, settings, hosts=lan_hosts())  # type: ignore[arg-type]


def device(role: str, app: OpenAPI, house: HouseDouble, session: str) -> Device:
    owner = Device.owner(app)
    match role:
        case "looker_on":
            return Device(app).join(session, None, owner)
        case "player":
            return Device(app).join(session, "yellow", owner)
        case "player_elsewhere":
            other = owner.post("/sessions", {"game": "master_move", "formation": "counting", "board": None}, 201)[
                "id"
            ]
            return Device(app).join(other, "yellow", owner)
        case "game_master":
            return Device(app).lead(house.access.masters.new_claim())
        case "owner":
            return owner
        case "program":
            return Device(app, token=house.access.keys.token)
        case _:
            return Device(app)


def address(route: str, session: str) -> str:
    named = {
        "<string:lang>": "en",
        "<path:filename>": "js/page.js",
        "<board_id>": "default",
        "<code>": "ABCDEFGH",
        "<string:picture>": "position.svg",
    }
    for part, name in named.items():
        route = route.replace(part, name)
    named = {"/boards/": "default", "/games/": "master_move"}
    return route.replace("<string:id>", next((name for part, name in named.items() if part in route), session))


def has(role: str, route: str) -> Right:
    """What a role may; a seat anywhere is one for what is of no session."""
    return Right.SEAT if role == "player_elsewhere" and "/games/" in route else RIGHTS[role]


def test_every_route_of_the_server_has_its_row_and_every_row_its_route(app: OpenAPI) -> None:
    served = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert served == set(NEEDED)
    assert served == {(method, route) for route, methods in EXPECTED.items() for method in methods}


def test_a_route_without_a_row_is_the_owners_alone() -> None:
    assert needed("POST", "/api/v1/nothing") is Right.OWNER
    assert needed("DELETE", "/api/v1/sessions") is Right.OWNER


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("route", EXPECTED)
def test_each_role_is_let_in_where_it_may_and_nowhere_else(
    app: OpenAPI, double: HouseDouble, role: str, route: str
) -> None:
    """Every method of the route; one that it does not have is refused as such, whoever asks."""
    owner = Device.owner(app)
    session = owner.post("/sessions", {"game": "master_move", "formation": "counting"}, 201)["id"]
    asker = device(role, app, double, session)
    for method in METHODS:
        # A body that no route takes, so that nothing is done by those who may.
        body = None if method in ("GET", "HEAD", "OPTIONS") else {"nothing": 1}
        with asker.ask(method, address(route, session), body) as answer:
            least = EXPECTED[route].get("GET" if method == "HEAD" else method)
            what = f"{role}: {method} {route}: {answer.status_code}"
            if method == "OPTIONS":
                assert answer.status_code == 200, what
            elif least is None:
                assert answer.status_code == 405, what
            elif has(role, route) >= least:
                assert answer.status_code in (200, 404 if route.endswith("/journal") else 200, 422), what
            else:
                assert answer.status_code == 403, what
                assert method == "HEAD" or answer.json["code"] == "NOT_ALLOWED", what
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'"), what
            assert answer.headers["X-Content-Type-Options"] == "nosniff", what


# ------------------------------------------------------------------ who is the owner


def test_the_owner_is_at_this_computer_or_has_the_token(app: OpenAPI, double: HouseDouble) -> None:
    def right(**more: str) -> str:
        return str(Device(app, **more).get("/me")["right"])

    assert right(at="127.0.0.1", host="localhost:8000") == "owner"
    assert right(at="127.0.0.1", host="127.0.0.1:8000") == "owner"
    assert right(token=double.access.keys.token) == "owner"
    assert right() == "viewer"
    # The name says this computer, but the line comes from elsewhere; and the other way round.
    assert right(at="192.168.1.77", host="127.0.0.1:8000") == "viewer"
    assert right(at="127.0.0.1", host="192.168.1.5:8000") == "viewer"


@pytest.mark.parametrize("header", PROXY_HEADERS)
def test_who_comes_through_a_proxy_is_not_at_this_computer(app: OpenAPI, header: str) -> None:
    answer = Device.owner(app).ask("GET", "/api/v1/me", **{header: "203.0.113.9"})
    assert answer.json["right"] == "viewer"


@pytest.mark.parametrize("given", ["Bearer wrong", "Bearer ", "Basic dGVzdA==", "", "Bearer \xff"])
def test_a_wrong_token_is_refused_even_where_none_is_needed(app: OpenAPI, given: str) -> None:
    for at, host in (("127.0.0.1", "127.0.0.1:8000"), ("192.168.1.77", "192.168.1.5:8000")):
        answer = Device(app, at, host).ask("GET", "/api/v1/health", Authorization=given)
        assert (answer.status_code, answer.json["code"]) == (403, "NOT_ALLOWED")


def test_a_token_does_not_excuse_a_foreign_page(app: OpenAPI, double: HouseDouble) -> None:
    program = Device(app, token=double.access.keys.token)
    answer = program.ask("GET", "/api/v1/sessions", Origin="http://evil.test")
    assert (answer.status_code, answer.json["code"]) == (403, "FORBIDDEN_ORIGIN")


def test_no_answer_shows_who_is_behind_a_name(app: OpenAPI, double: HouseDouble) -> None:
    owner = Device.owner(app)
    session = owner.post("/sessions", {"game": "master_move", "formation": "counting"}, 201)["id"]
    Device(app).join(session, "yellow", owner)
    person = double.access.seats.at(session)["yellow"].person
    assert re.fullmatch(r"[0-9a-f]{32}", person)
    for path in ("seats", "", "log"):
        assert person not in owner.ask("GET", f"/api/v1/sessions/{session}/{path}".rstrip("/")).text
