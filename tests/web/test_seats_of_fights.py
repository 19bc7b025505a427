"""Whoever plays a figure of a fight keeps it, whatever the game master calls it, hides or takes back."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask_openapi3.openapi import OpenAPI

from feldlicht.config import Settings
from feldlicht.web.app import create_app
from tests.support.furnished import FurnishedHouse
from tests.support.web import Device, lan_hosts


class FightOfDevices:
    """A fight in a real house: the computer itself, and phones."""

    def __init__(self, house: FurnishedHouse, app: OpenAPI) -> None:
        self.house, self.app, self.owner = house, app, Device.owner(app)
        made = {"game": "initiative", "formation": None, "options": {"players": "act"}, "board": None}
        self.id = str(self.owner.post("/sessions", made, 201)["id"])
        for line in ("add Silja pc", "add Bo pc", "put Silja 3", "put Bo 5", "begin", "next"):
            self.lead(line)

    def lead(self, line: str) -> None:
        undo = {"type": "undo"}
        self.command(self.owner, "gm", undo if line == "undo" else {"type": "act", "act": line}, 200)

    def command(self, device: Device, view: str, command: dict[str, str], status: int) -> None:
        body = {"id": str(uuid.uuid4()), "revision": None, "view": view, "command": command}
        device.post(f"/sessions/{self.id}/commands", body, status)

    def names(self, view: str = "public") -> dict[str, str | None]:
        seats = self.owner.get(f"/sessions/{self.id}/seats?view={view}")["seats"]
        return {one["id"]: one["name"] for one in seats}


@pytest.fixture
def fight(tmp_path: Path) -> Iterator[FightOfDevices]:
    settings = Settings(tmp_path, simulate=False, lan=True)
    house = FurnishedHouse(settings, find=lambda: [])
    try:
        house.start()
        yield FightOfDevices(house, create_app(house, settings, hosts=lan_hosts()))
    finally:
        house.close()


def test_who_plays_a_figure_keeps_it_when_it_gets_another_name_and_when_that_is_taken_back(
    fight: FightOfDevices,
) -> None:
    phone = Device(fight.app).join(fight.id, "Silja", fight.owner, "Ada")
    fight.lead("set Silja name Sil")
    assert fight.names() == {"Sil": "Ada", "Bo": None}
    fight.command(phone, "seat:Sil", {"type": "act", "act": "act Sil 4"}, 200)
    assert phone.get(f"/sessions/{fight.id}?view=seat:Silja", 422)["code"] == "NO_SUCH_SEAT"
    fight.lead("undo")
    fight.lead("undo")
    assert fight.names() == {"Silja": "Ada", "Bo": None}


def test_a_code_leads_to_a_figure_that_was_given_another_name_since(fight: FightOfDevices) -> None:
    code = fight.owner.post(f"/sessions/{fight.id}/invitations", {"seat": "Silja"}, 201)["code"]
    fight.lead("set Silja name Sil")
    assert Device(fight.app).post("/join", {"code": code, "name": "Ada"})["seat"] == "Sil"
    assert fight.names()["Sil"] == "Ada"


@pytest.mark.parametrize("back", ["show ?Silja all", "undo"])
def test_who_plays_a_figure_that_is_hidden_sees_what_everyone_does_until_it_is_shown_again(
    fight: FightOfDevices, back: str
) -> None:
    phone = Device(fight.app).join(fight.id, "Silja", fight.owner, "Ada")
    fight.lead("show Silja no")
    assert fight.names() == {"Bo": None}
    for path in (f"/sessions/{fight.id}?view=seat:Silja", f"/stream?session={fight.id}&view=seat:Silja"):
        told = phone.get(path, 422)
        # As of a seat that there never was.
        assert told == {**phone.get(path.replace("Silja", "Zed"), 422), "facts": {"seat": "Silja"}}
    fight.command(phone, "public", {"type": "act", "act": "act ?Silja 4"}, 403)
    assert "Silja" not in str(phone.get(f"/sessions/{fight.id}"))
    fight.lead(back)
    assert fight.names() == {"Silja": "Ada", "Bo": None}
    fight.command(phone, "seat:Silja", {"type": "act", "act": "act Silja 4"}, 200)


def test_who_plays_a_figure_that_was_removed_has_it_again_when_that_is_taken_back(fight: FightOfDevices) -> None:
    Device(fight.app).join(fight.id, "Silja", fight.owner, "Ada")
    fight.lead("remove Silja")
    assert fight.names() == {"Bo": None}
    fight.lead("undo")
    assert fight.names() == {"Silja": "Ada", "Bo": None}


def test_another_name_is_kept_over_a_restart(fight: FightOfDevices, tmp_path: Path) -> None:
    Device(fight.app).join(fight.id, "Silja", fight.owner, "Ada")
    fight.lead("set Silja name Sil")
    fight.house.close()
    settings = Settings(tmp_path, simulate=False, lan=True)
    again = FurnishedHouse(settings, find=lambda: [])
    try:
        again.start()
        owner = Device.owner(create_app(again, settings, hosts=lan_hosts()))
        assert owner.get(f"/sessions/{fight.id}/seats")["seats"][0]["name"] == "Ada"
    finally:
        again.close()
