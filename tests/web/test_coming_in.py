"""People come in by a code, the game master by a link and a PIN; on the real house, as on phones in its network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI

from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.config import Settings
from feldlicht.runtime.house import House
from feldlicht.web.app import create_app
from feldlicht.web.invited import address_for_others, picture_of
from feldlicht.web.rights import Right
from feldlicht.web.viewing import Look
from tests.support.web import OURS, Device, lan_hosts

MATCH = {"game": "master_move", "formation": "counting", "board": None}


@pytest.fixture
def lan_app(house: House, settings: Settings) -> OpenAPI:
    shared = Settings(settings.data, lan=True, address=OURS)
    return create_app(house, shared, hosts=lan_hosts())


@pytest.fixture
def owner(lan_app: OpenAPI) -> Device:
    return Device.owner(lan_app)


@pytest.fixture
def session(owner: Device) -> Iterator[str]:
    """A match that is played on pages only."""
    made = owner.post("/sessions", MATCH, 201)["id"]
    yield made
    owner.client.post(
        f"/api/v1/sessions/{made}/commands",
        json={
            "id": "00000000-0000-4000-8000-000000000000",
            "revision": None,
            "command": {"type": "abandon"},
            "view": "gm",
        },
    )


def test_a_stranger_learns_what_they_may(lan_app: OpenAPI, owner: Device) -> None:
    assert owner.get("/me") == {"right": "owner", "known": False, "lan": True, "pin": False}
    assert Device(lan_app).get("/me") == {"right": "viewer", "known": False, "lan": True, "pin": None}


def test_an_invitation_names_an_address_and_its_picture_shows_it(owner: Device, session: str) -> None:
    made = owner.post(f"/sessions/{session}/invitations", {"seat": "yellow"}, 201)
    assert re.fullmatch(r"[A-HJ-NP-Z2-9]{8}", made["code"])
    assert made["address"] == f"http://{OURS}:8000/j/{made['code']}"
    assert made["picture"] == picture_of(made["address"])
    assert re.match(r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox', made["picture"])
    # The pages' policy blocks styles and scripts inside of it.
    assert not re.search(r"style=|<script|<style|href", made["picture"])


def test_two_phones_sit_down_by_their_codes_and_a_third_looks_on(
    lan_app: OpenAPI, owner: Device, session: str
) -> None:
    Device(lan_app).join(session, "yellow", owner, " Ada ")
    blue = Device(lan_app).join(session, "blue", owner, "Bob")
    third = Device(lan_app).join(session, None, owner, "Cleo")
    assert {seat: one["name"] for seat, one in third.seats(session).items()} == {"yellow": "Ada", "blue": "Bob"}
    assert [one["yours"] for one in blue.seats(session).values()] == [False, True]
    assert [one["yours"] for one in third.seats(session).values()] == [False, False]


def test_a_code_that_is_not_valid_and_a_name_that_cannot_be_read_are_refused_in_a_sentence(
    lan_app: OpenAPI, owner: Device, session: str
) -> None:
    phone = Device(lan_app, at="192.168.1.60")
    code = owner.post(f"/sessions/{session}/invitations", {"seat": "yellow"}, 201)["code"]
    assert phone.post("/join", {"code": "ZZZZZZZZ", "name": "Ada"}, 403)["code"] == "BAD_CODE"
    refused = phone.post("/join", {"code": code, "name": "A\nda"}, 422)
    assert (refused["code"], refused["detail"]) == (
        "BAD_NAME",
        "A name has 1 to 40 signs that can be seen, and at most 4 marks on one of them. Type another one.",
    )
    phone.post("/join", {"code": code, "name": "Ada"})


def test_seats_are_taken_left_and_freed(lan_app: OpenAPI, owner: Device, session: str) -> None:
    place = f"/sessions/{session}/seats"
    assert owner.post(place, {"seat": "yellow", "name": "Ada"})["seats"][0]["yours"] is True
    phone = Device(lan_app).join(session, "blue", owner)
    assert phone.post(f"{place}/leave", {"seat": "yellow"}, 403)["code"] == "NOT_YOUR_SEAT"
    assert phone.post(f"{place}/leave", {"seat": "blue"})["seats"][1]["name"] is None
    # Who has no seat any more is someone who looks on.
    assert phone.post(f"{place}/leave", {"seat": "blue"}, 403)["code"] == "NOT_ALLOWED"
    assert owner.post(place, {"seat": "green", "name": "Ada"}, 422)["code"] == "NO_SUCH_SEAT"
    assert owner.post(f"{place}/free", {"seat": "yellow"})["seats"][0]["name"] is None


def test_a_taken_seat_is_handed_over_by_whoever_leads(lan_app: OpenAPI, owner: Device, session: str) -> None:
    old = Device(lan_app).join(session, "yellow", owner)
    refused = owner.post(f"/sessions/{session}/invitations", {"seat": "yellow"}, 409)
    assert refused["code"] == "SEAT_TAKEN"
    code = owner.post(f"/sessions/{session}/invitations", {"seat": "yellow", "hand_over": True}, 201)["code"]
    new = Device(lan_app)
    new.post("/join", {"code": code, "name": "Bob"})
    assert (old.seats(session)["yellow"]["yours"], new.seats(session)["yellow"]["yours"]) == (False, True)


def test_a_code_of_a_seat_is_of_no_use_to_a_second_person(lan_app: OpenAPI, owner: Device, session: str) -> None:
    code = owner.post(f"/sessions/{session}/invitations", {"seat": "yellow"}, 201)["code"]
    Device(lan_app).post("/join", {"code": code, "name": "Ada"})
    assert Device(lan_app).post("/join", {"code": code, "name": "Eve"}, 403)["code"] == "CODE_USED"


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/join", {"code": "", "name": "Ada"}, "BAD_CODE"),
        ("/join", {"code": "A" * 150, "name": "Ada"}, "BAD_CODE"),
        ("/join", {"code": "A" * 10_000, "name": "Ada"}, "BAD_CODE"),
        ("/join", {"code": "ZZZZZZZZ", "name": ""}, "BAD_NAME"),
        ("/join", {"code": "ZZZZZZZZ", "name": "x" * 10_000}, "BAD_NAME"),
        ("/join", {"code": "ZZZZZZZZ", "name": "\u2800\u3164"}, "BAD_NAME"),
        ("/gm/claim", {"secret": ""}, "BAD_CODE"),
        ("/gm/login", {"pin": ""}, "PIN_LENGTH"),
        ("/gm/login", {"pin": "1" * 65}, "PIN_LENGTH"),
        ("/gm/login", {"pin": "1" * 10_000}, "PIN_LENGTH"),
    ],
)
def test_whatever_guests_type_they_are_told_in_words_and_not_to_read_a_description(
    lan_app: OpenAPI, path: str, body: dict[str, str], code: str
) -> None:
    answer = Device(lan_app, at="192.168.1.90").ask("POST", f"/api/v1{path}", body)
    assert answer.json["code"] == code
    assert "openapi" not in answer.json["detail"]


# ------------------------------------------------------------------ the game master


def test_the_game_master_comes_by_the_link_once_and_then_by_the_pin(lan_app: OpenAPI, house: House) -> None:
    claim = house.access.masters.new_claim()
    tablet = Device(lan_app).lead(claim)
    assert Device(lan_app, at="192.168.1.61").post("/gm/claim", {"secret": claim}, 403)["code"] == "CODE_USED"
    assert Device(lan_app, at="192.168.1.61").post("/gm/claim", {"secret": "guess"}, 403)["code"] == "BAD_CODE"
    refused = tablet.post("/gm/pin", {"pin": "123"}, 422)
    assert (refused["code"], refused["detail"]) == (
        "PIN_LENGTH",
        "A PIN has 4 to 64 signs. Type one of that length.",
    )
    assert tablet.post("/gm/pin", {"pin": "2468"})["pin"] is True
    assert tablet.get("/me") == {"right": "game_master", "known": True, "lan": True, "pin": True}

    other = Device(lan_app, at="192.168.1.62")
    assert other.post("/gm/login", {"pin": "1357"}, 403)["code"] == "BAD_PIN"
    other.post("/gm/login", {"pin": "2468"})
    tried: dict[str, Any] = tablet.get("/gm/tries")
    assert {(one["what"], one["address"]) for one in tried["recent"]} >= {
        ("pin", "192.168.1.62"),
        ("claim", "192.168.1.61"),
    }
    assert tried["total"] >= 2
    assert other.post("/gm/logout", {})["pin"] is True
    assert other.get("/me")["right"] == "viewer"


def test_a_robot_at_the_pin_is_slowed_whoever_it_says_it_is(lan_app: OpenAPI, house: House, owner: Device) -> None:
    owner.post("/gm/pin", {"pin": "9753"})
    for number in range(5):
        # A new cookie, or none, makes no difference: it is the address that counts.
        robot = Device(lan_app, at="192.168.1.66")
        assert robot.post("/gm/login", {"pin": f"{number:04}"}, 403)["code"] == "BAD_PIN"
    answer = Device(lan_app, at="192.168.1.66").ask("POST", "/api/v1/gm/login", {"pin": "9753"})
    assert (answer.status_code, answer.json["code"]) == (429, "TOO_MANY_TRIES")
    assert 50 <= int(answer.headers["Retry-After"]) <= 60
    assert answer.json["detail"].startswith("Too many tries. Wait ")
    assert Device(lan_app, at="192.168.1.67").post("/gm/login", {"pin": "9753"})["pin"] is True


# ------------------------------------------------------------------ hands


def test_a_player_touches_the_magnets_of_the_own_side_only(lan_app: OpenAPI, owner: Device, match: str) -> None:
    """D8 is yellow's, on turn; E11 is blue's."""
    yellow, place = Device(lan_app).join(match, "yellow", owner), "/boards/default/sim/magnets"
    before = owner.get(place)
    for changes in ({"E11": None}, {"A1": "S"}, {"D8": None, "E11": None}, {"E11": "N"}):
        assert yellow.post(place, {"set": changes}, 403)["code"] == "NOT_YOUR_SEAT"
    assert owner.get(place) == before
    assert "D8" not in yellow.post(place, {"set": {"D8": None}})["magnets"]
    assert yellow.post(place, {"set": {"D8": "N"}}) == before


# ------------------------------------------------------------------ views


def test_a_view_above_the_right_is_refused(lan_app: OpenAPI, owner: Device, session: str, house: House) -> None:
    Device(lan_app).join(session, "yellow", owner)
    yellow = house.access.seats.at(session)["yellow"].person
    house.access.masters.claim(house.access.masters.new_claim(), "master", OURS, house.access.now())
    askers = {
        "stranger": (Right.VIEWER, None),
        "yellow": (Right.VIEWER, yellow),
        "master": (Right.GAME_MASTER, "master"),
        "owner": (Right.OWNER, None),
    }

    def seen(who: str, view: str, which: str | None = session) -> Viewer | Reason:
        right, person = askers[who]
        try:
            return Look(house, view, right, person).viewer(which)
        except Refused as refused:
            return refused.refusal.reason

    yellows, blues = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)
    assert [seen(who, "public") for who in askers] == [PUBLIC, PUBLIC, PUBLIC, OWNER]
    no = Reason.NOT_ALLOWED
    assert [seen(who, "gm") for who in askers] == [no, no, GAME_MASTER, GAME_MASTER]
    # Yellow's player is someone else than the owner, who plays whichever seat is free.
    assert [seen(who, "seat:yellow") for who in askers] == [no, yellows, yellows, no]
    assert [seen(who, "seat:blue") for who in askers] == [no, no, blues, blues]
    assert {seen(who, "seat:green") for who in askers} == {Reason.NO_SUCH_SEAT}
    assert {seen(who, "everything") for who in askers} == {Reason.NO_SUCH_VIEW}
    # Of what is of no session a seat sees as much as anyone; that it is one's own is judged all the same.
    assert [seen(who, "seat:yellow", None) for who in askers] == [no, PUBLIC, PUBLIC, OWNER]
    assert [seen(who, "seat:blue", None) for who in askers] == [no, no, PUBLIC, OWNER]
    house.access.masters.leave("master")
    assert seen("master", "gm") is no
    house.access.seats.free(session, "yellow")
    assert [seen(who, "seat:yellow") for who in askers] == [no, no, no, yellows]


# ------------------------------------------------------------------ addresses


@pytest.mark.parametrize(
    ("settings_", "port", "expected"),
    [
        ({"lan": False}, 8000, "http://127.0.0.1:8000"),
        ({"lan": True, "address": "10.0.0.7"}, 8000, "http://10.0.0.7:8000"),
        ({"lan": True, "address": "10.0.0.7:81"}, 8000, "http://10.0.0.7:81"),
        ({"lan": True, "address": "10.0.0.7"}, None, "http://10.0.0.7"),
        ({"lan": True, "address": "[fd00::7]"}, 8000, "http://[fd00::7]:8000"),
    ],
)
def test_invitations_name_the_address_that_was_chosen(
    settings: Settings, settings_: dict[str, Any], port: int | None, expected: str
) -> None:
    assert address_for_others(Settings(settings.data, **settings_), port) == expected


def test_a_used_code_does_not_take_the_seat_from_the_next_player(
    lan_app: OpenAPI, owner: Device, session: str
) -> None:
    def code() -> str:
        return str(owner.post(f"/sessions/{session}/invitations", {"seat": "yellow", "hand_over": True}, 201)["code"])

    ada, ben = Device(lan_app), Device(lan_app)
    first = code()
    ada.post("/join", {"code": first, "name": "Ada"}, 200)
    ada.post("/join", {"code": first, "name": "Ada"}, 200)  # she still sits there
    ben.post("/join", {"code": code(), "name": "Ben"}, 200)
    ada.post("/join", {"code": first, "name": "Ada"}, 403)


def test_a_used_code_does_not_lead_back_to_a_seat_that_was_freed(
    lan_app: OpenAPI, owner: Device, session: str
) -> None:
    first = str(owner.post(f"/sessions/{session}/invitations", {"seat": "yellow"}, 201)["code"])
    ada = Device(lan_app)
    ada.post("/join", {"code": first, "name": "Ada"}, 200)
    owner.post(f"/sessions/{session}/seats/free", {"seat": "yellow"}, 200)
    ada.post("/join", {"code": first, "name": "Ada"}, 403)
