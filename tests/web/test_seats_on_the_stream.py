"""The stream tells who sits where and who is there; and it ends for those who may not look so any more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import TestResponse

from feldlicht.config import Settings
from feldlicht.runtime.presence import GRACE_MS
from feldlicht.web.app import create_app
from tests.support.web import Device, lan_hosts
from tests.web.double import HouseDouble

FAR = 40
"""More events than any of these tests has to read past."""


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


class Reader:
    """A page that follows a session, read event by event."""

    def __init__(self, device: Device, session: str, view: str = "public") -> None:
        self.answer: TestResponse = device.ask("GET", f"/api/v1/stream?session={session}&view={view}")
        assert self.answer.status_code == 200, self.answer.text
        self._events: Iterator[bytes] = iter(self.answer.response)

    def next(self) -> tuple[str, Any]:
        lines = dict(line.split(": ", 1) for line in next(self._events).decode().strip().split("\n"))
        return lines["event"], json.loads(lines["data"])

    def until(self, name: str) -> Any:
        for _ in range(FAR):
            event, data = self.next()
            if event == name:
                return data
        raise AssertionError(f"no {name}")

    def seats(self) -> dict[str, tuple[str | None, bool, bool]]:
        told = self.until("seats")["seats"]
        return {one["id"]: (one["name"], one["present"], one["yours"]) for one in told}

    def rest(self) -> list[str]:
        """Read to the end of the stream."""
        found = []
        for event in self._events:
            found.append(event.decode())
            assert len(found) < FAR, "it does not end"
        return found

    def close(self) -> None:
        self.answer.close()


NOBODY = (None, False, False)


def test_the_stream_tells_the_owner_what_he_can_do_as_people_sit_down_and_get_up(
    app: OpenAPI, owner: Device, session: str
) -> None:
    page = Reader(owner, session)
    assert page.until("snapshot")["session"]["can"]["resign"] == ["yellow", "blue"]
    Device(app).join(session, "blue", owner, "Bob")
    assert page.until("hands")["can"]["resign"] == ["yellow"]
    owner.post(f"/sessions/{session}/seats/free", {"seat": "blue"})
    assert page.until("hands")["can"]["resign"] == ["yellow", "blue"]
    page.close()


def test_the_stream_tells_who_sits_down_comes_goes_and_gets_up(
    app: OpenAPI, double: HouseDouble, owner: Device, session: str
) -> None:
    screen = Reader(owner, session)
    assert screen.seats() == {"yellow": NOBODY, "blue": NOBODY}
    phone = Device(app).join(session, "yellow", owner, "Ada")
    assert screen.seats() == {"yellow": ("Ada", False, False), "blue": NOBODY}
    page = Reader(phone, session, "seat:yellow")
    assert page.seats()["yellow"] == ("Ada", True, True)
    assert screen.seats()["yellow"] == ("Ada", True, False)
    page.close()
    double.time += GRACE_MS
    # The stream itself looks who is away, whenever it ticks.
    assert screen.seats()["yellow"] == ("Ada", False, False)
    phone.post(f"/sessions/{session}/seats/leave", {"seat": "yellow"})
    assert screen.seats() == {"yellow": NOBODY, "blue": NOBODY}
    screen.close()


def test_a_figure_that_comes_into_a_fight_and_goes_is_a_seat_at_once_for_those_who_know_it(
    real_app: OpenAPI,
) -> None:
    owner = Device.owner(real_app)
    fight = str(owner.post("/sessions", {"game": "initiative", "formation": None, "board": None}, 201)["id"])

    def act(words: str) -> None:
        revision = owner.get(f"/sessions/{fight}?view=gm")["revision"]
        command = {"type": "act", "act": words}
        order = {"id": str(uuid4()), "revision": revision, "view": "gm", "command": command}
        owner.post(f"/sessions/{fight}/commands", order)

    screen, lead = Reader(owner, fight), Reader(owner, fight, "gm")
    assert screen.seats() == lead.seats() == {}
    act("add Silja pc")
    assert screen.seats() == lead.seats() == {"Silja": NOBODY}
    act("add Tom pc known=no")
    assert lead.seats() == {"Silja": NOBODY, "?Tom": NOBODY}
    act("show ?Tom all")
    assert screen.seats() == lead.seats() == {"Silja": NOBODY, "Tom": NOBODY}
    act("remove Silja")
    assert screen.seats() == lead.seats() == {"Tom": NOBODY}
    screen.close()
    lead.close()


def test_a_page_that_is_loaded_anew_is_one_person(
    app: OpenAPI, double: HouseDouble, owner: Device, session: str
) -> None:
    """Whatever is reloaded, there is one seat, one person, and no second session."""
    phone = Device(app).join(session, "yellow", owner, "Ada")
    for _ in range(20):
        page = Reader(phone, session, "seat:yellow")
        assert page.seats()["yellow"] == ("Ada", True, True)
        page.close()
        assert phone.seats(session)["yellow"]["present"] is True
    double.time += GRACE_MS
    assert phone.seats(session)["yellow"] == {"id": "yellow", "name": "Ada", "present": False, "yours": True}
    assert len(owner.get("/sessions")["sessions"]) == 1


def test_two_pages_of_one_person_are_one_presence(
    app: OpenAPI, double: HouseDouble, owner: Device, session: str
) -> None:
    phone = Device(app).join(session, "yellow", owner)
    one, other = Reader(phone, session, "seat:yellow"), Reader(phone, session)
    one.close()
    double.time += GRACE_MS
    assert phone.seats(session)["yellow"]["present"] is True
    other.close()
    double.time += GRACE_MS
    assert phone.seats(session)["yellow"]["present"] is False


@pytest.mark.parametrize("how", ["freed", "left", "handed over"])
def test_who_lost_the_seat_gets_not_one_more_byte_of_its_view(
    app: OpenAPI, owner: Device, session: str, how: str
) -> None:
    phone = Device(app).join(session, "yellow", owner)
    page = Reader(phone, session, "seat:yellow")
    page.seats()
    match how:
        case "freed":
            owner.post(f"/sessions/{session}/seats/free", {"seat": "yellow"})
        case "left":
            phone.post(f"/sessions/{session}/seats/leave", {"seat": "yellow"})
        case _:
            invite = {"seat": "yellow", "hand_over": True}
            code = owner.post(f"/sessions/{session}/invitations", invite, 201)["code"]
            Device(app).post("/join", {"code": code, "name": "Bob"})
    assert [one for one in page.rest() if not re.search("event: (board|tick|bye)", one)] == []
    again = phone.ask("GET", f"/api/v1/stream?session={session}&view=seat:yellow")
    assert (again.status_code, again.json["code"]) == (403, "NOT_ALLOWED")


@pytest.mark.parametrize("how", ["another pin", "another pin of a game master", "put out"])
def test_who_is_put_out_as_game_master_gets_not_one_more_byte_of_that_view(
    app: OpenAPI, double: HouseDouble, owner: Device, session: str, how: str
) -> None:
    tablet = Device(app).lead(double.access.masters.new_claim())
    chooser = Device(app).lead(double.access.masters.new_claim()) if how.endswith("master") else owner
    page = Reader(tablet, session, "gm")
    page.until("seats")
    if how == "put out":
        (lead,) = owner.get("/gm/people")["people"]
        assert (lead["by"], lead["address"], lead["present"], lead["yours"]) == ("claim", tablet.at, True, False)
        assert owner.post("/gm/people/out", {"id": lead["id"]}) == {"people": []}
    else:
        assert chooser.post("/gm/pin", {"pin": "2468"}) == {"pin": True, "ended": 1}
    page.rest()
    assert tablet.ask("GET", f"/api/v1/sessions/{session}?view=gm").status_code == 403
    assert tablet.get("/me")["right"] == "viewer"
    if chooser is not owner:
        assert chooser.get("/me")["right"] == "game_master"


def test_who_gave_up_the_lead_sees_no_more_as_game_master(
    app: OpenAPI, double: HouseDouble, owner: Device, session: str
) -> None:
    tablet = Device(app).lead(double.access.masters.new_claim())
    page = Reader(tablet, session, "gm")
    page.until("seats")
    tablet.post("/gm/logout", {})
    page.rest()
    assert tablet.ask("GET", f"/api/v1/sessions/{session}?view=gm").status_code == 403


VIEWS = ("public", "gm", "seat:yellow", "seat:blue", "seat:green", "everything")


def test_no_way_to_look_is_above_the_right(app: OpenAPI, double: HouseDouble, owner: Device, session: str) -> None:
    askers = {
        "stranger": Device(app),
        "yellow": Device(app).join(session, "yellow", owner),
        "master": Device(app).lead(double.access.masters.new_claim()),
        "owner": owner,
    }
    allowed = {
        "stranger": {"public"},
        "yellow": {"public", "seat:yellow"},
        "master": {"public", "gm", "seat:yellow", "seat:blue"},
        # Yellow's player is someone else; blue's seat is free.
        "owner": {"public", "gm", "seat:blue"},
    }
    here = f"/api/v1/sessions/{session}"
    for name, device in askers.items():
        for path in (here, f"{here}/log", f"/api/v1/stream?session={session}", "/api/v1/stream?session=current"):
            seen = {}
            for view in VIEWS:
                joint = "&" if "?" in path else "?"
                with device.ask("GET", f"{path}{joint}view={view}") as answer:
                    seen[view] = answer.status_code
            assert {view for view, status in seen.items() if status == 200} == allowed[name], (name, path)
            assert seen["seat:green"] == seen["everything"] == 422
            assert {seen[view] for view in VIEWS[:4]} <= {200, 403}
