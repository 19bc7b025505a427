"""Imman over the API: two phones play, and what cannot be is said in one sentence and changes nothing."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI

from feldlicht.config import Settings
from feldlicht.rules.imman.sheets import team_form
from feldlicht.rules.imman.shipped import SHIPPED
from feldlicht.web.app import create_app
from tests.support.furnished import FurnishedHouse
from tests.support.web import Device, lan_hosts

SET_UP = ["E1", "E15", "C4", "E11", "E8", "C12", "C6", "G12", "G6", "G11"]
NUMBERS = [f"{side}{number}" for number in range(1, 6) for side in "yb"]
TOSS = ["throw 15", "throw 4"]
STANDING = [*TOSS, *(f"put {figure} {cell}" for figure, cell in zip(NUMBERS, SET_UP, strict=True))]
PASSING = [*STANDING, "end y1", "end b1", "end y2", "end b2", "pass y3 E12"]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenAPI]:
    settings = Settings(tmp_path_factory.mktemp("imman"), simulate=False, lan=True)
    house = FurnishedHouse(settings, find=lambda: [])
    try:
        house.start()
        yield create_app(house, settings, hosts=lan_hosts())
    finally:
        house.close()


@pytest.fixture
def owner(app: OpenAPI) -> Device:
    return Device.owner(app)


def begin(owner: Device, *lines: str, **options: object) -> str:
    match = {"game": "imman", "options": options, "formation": None, "board": None}
    session = str(owner.post("/sessions", match, 201)["id"])
    for line in lines:
        status, answer = say(owner, session, line)
        assert status == 200, (line, answer)
    return session


def send(device: Device, session: str, view: str | None = None, **command: object) -> tuple[int, dict[str, Any]]:
    body: dict[str, Any] = {"id": str(uuid.uuid4()), "revision": None, "command": command}
    if view is not None:
        body["view"] = view
    answer = device.ask("POST", f"/api/v1/sessions/{session}/commands", body)
    return answer.status_code, answer.json


def say(device: Device, session: str, line: str, view: str | None = None) -> tuple[int, dict[str, Any]]:
    return send(device, session, view, type="act", act=line)


def kept(owner: Device, session: str) -> str:
    return json.dumps([owner.get(f"/sessions/{session}"), owner.get(f"/sessions/{session}/log")])


def test_two_phones_each_throw_and_act_for_their_own_side(app: OpenAPI, owner: Device) -> None:
    session = begin(owner)
    yellow = Device(app).join(session, "yellow", owner, "Ada")
    blue = Device(app).join(session, "blue", owner, "Bob")
    own = {"y": (yellow, "seat:yellow"), "b": (blue, "seat:blue")}
    assert say(blue, session, "throw 3", "seat:blue")[1]["code"] == "NOT_YOUR_SEAT"
    assert say(yellow, session, "throw 15", "seat:yellow")[0] == say(blue, session, "throw 4", "seat:blue")[0] == 200
    for line in PASSING[2:]:
        device, view = own[line.split()[1][0]]
        other, elsewhere = own["b" if line.split()[1][0] == "y" else "y"]
        assert say(other, session, line, elsewhere)[0] == 403
        assert say(device, session, line, view)[0] == 200, line
    shown = yellow.get(f"/sessions/{session}?view=seat:yellow")["view"]
    assert shown["due"] == {"purpose": "pass", "side": "yellow", "number": 3, "limit": 15}
    assert say(yellow, session, "throw", "seat:yellow")[0] == 200
    (face,) = yellow.get(f"/sessions/{session}/log")["entries"][-1]["dice"]
    assert 1 <= face <= 20


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("throw 0", "BAD_FACE", ["0", "1", "20"]),
        ("throw 21", "BAD_FACE", ["21", "1", "20"]),
        ("throw x", "BAD_FACE", ["x"]),
        ("throw 1 2", "BAD_NOTATION", ["throw 1 2"]),
        ("step y3 E9", "THROW_FIRST", ["die"]),
        ("resign green", "BAD_NOTATION", ["resign green"]),
        ("pass y3 " + "E" * 500, "OFF_FIELD", []),
    ],
)
def test_a_die_that_cannot_be_is_refused_in_one_sentence_and_changes_nothing(
    owner: Device, line: str, code: str, words: list[str]
) -> None:
    refused_in_one_sentence(owner, begin(owner, *PASSING), line, code, words)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("pass y3 E14", "TOO_FAR", ["E14"]),
        ("pass y3 E2", "TOO_FAR", ["E2"]),
        ("pass y3 E8", "OWN_HEX", ["ball"]),
        ("pass y3 Z9", "OFF_FIELD", ["Z9"]),
        ("step y4 C7", "NOT_YOUR_FIGURE", ["Yellow 3"]),
        ("step b3 C11", "NOT_YOUR_FIGURE", ["Yellow 3"]),
        ("step y9 E9", "NOT_YOUR_FIGURE", ["Yellow 3"]),
        ("throw 7", "NO_DIE", ["die"]),
        ("tackle y3", None, []),
        ("pass y3", "BAD_NOTATION", ["pass y3"]),
        ("dance y3", "BAD_NOTATION", ["dance y3"]),
    ],
)
def test_an_act_that_cannot_be_is_refused_in_one_sentence_and_changes_nothing(
    owner: Device, line: str, code: str | None, words: list[str]
) -> None:
    refused_in_one_sentence(owner, begin(owner, *PASSING[:-1]), line, code, words)


def refused_in_one_sentence(owner: Device, session: str, line: str, code: str | None, words: list[str]) -> None:
    before = kept(owner, session)
    status, answer = say(owner, session, line)
    assert status == 422
    assert code is None or answer["code"] == code
    said = answer["detail"]
    assert [word for word in words if word not in said] == []
    assert not said[0].islower() or said.startswith(words[0])
    assert said.endswith(".")
    assert len(said) < 400
    assert kept(owner, session) == before


@pytest.mark.parametrize(
    ("sheet", "code"),
    [({"passing": 9}, "SHEET_SUM"), ({"kind": "ogre"}, "SHEET_KIND"), ({"kl": "x"}, "SHEET_PLACE")],
)
def test_a_match_is_not_begun_by_a_sheet_that_cannot_be(owner: Device, sheet: dict[str, object], code: str) -> None:
    teams = {side: team_form(team) for side, team in zip(("yellow", "blue"), SHIPPED, strict=True)}
    teams["blue"]["heroes"][2] |= sheet  # type: ignore[index]
    before = owner.get("/sessions")
    body = {"game": "imman", "options": {}, "formation": teams, "board": None}
    answer = owner.ask("POST", "/api/v1/sessions", body)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert "Ilka" in answer.json["detail"] or "hero 3" in answer.json["detail"]
    assert owner.get("/sessions") == before


def test_a_match_is_begun_with_own_teams_and_a_rematch_swaps_them(owner: Device) -> None:
    teams = {side: team_form(team) for side, team in zip(("yellow", "blue"), reversed(SHIPPED), strict=True)}
    body = {"game": "imman", "options": {"rounds": 4}, "formation": teams, "board": None}
    session = owner.post("/sessions", body, 201)["id"]
    shown = owner.get(f"/sessions/{session}")["view"]
    assert shown["figures"][0]["name"] in ("Hedda", "Runa")
    assert {one["name"]: one["side"] for one in shown["figures"]}["Hedda"] == "yellow"
    assert send(owner, session, type="resign", side="blue")[0] == 200
    again = owner.post(f"/sessions/{session}/rematch", {"swap": True}, 201)["id"]
    assert {one["name"]: one["side"] for one in owner.get(f"/sessions/{again}")["view"]["figures"]}["Hedda"] == "blue"


def test_r08_at_two_phones_a_die_is_taken_back_by_both_and_falls_again(app: OpenAPI, owner: Device) -> None:
    session = begin(owner, *PASSING)
    yellow = Device(app).join(session, "yellow", owner, "Ada")
    blue = Device(app).join(session, "blue", owner, "Bob")
    assert say(yellow, session, "throw 15", "seat:yellow")[0] == 200
    status, answer = send(yellow, session, "seat:yellow", type="undo")
    assert (status, answer["code"]) == (403, "DICE_SEEN")
    assert send(yellow, session, "seat:yellow", type="propose", count=1)[0] == 200
    status, answer = send(blue, session, "seat:blue", type="agree")
    assert (status, answer["session"]["kept_dice"]) == (200, [{"sides": 20, "face": 15}])
    assert say(yellow, session, "throw 16", "seat:yellow")[1]["code"] == "DIE_STANDS"
    assert send(yellow, session, "seat:yellow", type="redo")[0] == 200
    assert owner.get(f"/sessions/{session}")["kept_dice"] == []


def test_a_team_that_comes_with_a_game_is_a_file_that_can_be_brought(owner: Device) -> None:
    (game,) = (one for one in owner.get("/games")["games"] if one["name"] == "imman")
    sample = owner.ask("GET", "/api/v1/games/imman/teams/file")
    assert sample.json == game["teams"]["yellow"] == team_form(SHIPPED[0])
    assert 'filename="feldlicht-imman-team.json"' in sample.headers["Content-Disposition"]
    assert owner.get("/games/master_move/teams/file", 422)["code"] == "NO_FORMATIONS"
    body = {"game": "imman", "options": {}, "formation": {"yellow": None, "blue": sample.json}, "board": None}
    session = owner.post("/sessions", body, 201)["id"]
    names = {one["id"]: one["name"] for one in owner.get(f"/sessions/{session}")["view"]["figures"]}
    assert names["y1"] == names["b1"] == "Runa"


def test_a_team_is_checked_before_anything_is_given_up_for_it(owner: Device) -> None:
    good = team_form(SHIPPED[0])
    before = owner.get("/sessions")
    for formation in (None, {"yellow": good, "blue": None}):
        answer = owner.ask("POST", "/api/v1/games/imman/check", {"options": {"rounds": 4}, "formation": formation})
        assert (answer.status_code, answer.json) == (200, {})
    bad = {"keeper": 9, "heroes": good["heroes"]}
    refused = owner.post("/games/imman/check", {"formation": {"yellow": None, "blue": bad}}, 422)
    assert (refused["code"], refused["facts"]["side"]) == ("TEAM_KEEPER", "blue")
    assert (
        owner.post("/games/imman/check", {"options": {"rounds": -1}, "formation": None}, 422)["code"] == "BAD_OPTION"
    )
    assert owner.get("/sessions") == before
