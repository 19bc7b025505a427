"""Encounters of a real house: kept, given away, brought into fights, and never told to anybody else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from flask_openapi3.openapi import OpenAPI

from feldlicht.config import Settings
from feldlicht.rules.initiative import GAME
from feldlicht.rules.initiative.encounter_forms import encounter_form, read_encounter
from feldlicht.runtime.collection import Collection
from feldlicht.runtime.encounters import MOST, REGISTER
from feldlicht.runtime.house import House
from feldlicht.web.app import create_app
from feldlicht.web.rights import NEEDED, Right
from tests.support.registers import RegistersDouble
from tests.support.web import Device, lan_hosts
from tests.web.conftest import command

SHELF = "/api/v1/games/initiative/encounters"
WATCH = {
    "format": "feldlicht-encounter",
    "v": 1,
    "name": "Watch",
    "settings": {"equal": "deny"},
    "figures": [
        {"name": "Guard", "kind": "npc", "count": 2, "acts": [{"name": "Club", "vz": 8}], "conditions": ["asleep"]},
        {"name": "Lurker", "kind": "npc", "known": "no", "note": "under the stairs"},
        {"name": "Silja", "kind": "pc", "perception": 12, "colour": "pink"},
    ],
}


@pytest.fixture(autouse=True)
def tidy(real: FlaskClient) -> Iterator[None]:
    yield
    for one in listed(real):
        if not one["shipped"]:
            done(real.post(f"{SHELF}/remove", json={"name": one["name"]}))


def done(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json


def listed(client: FlaskClient, **query: str) -> list[dict[str, Any]]:
    return list(done(client.get(SHELF, query_string=query))["encounters"])


def own(client: FlaskClient) -> dict[str, Any]:
    return {one["name"]: one["encounter"] for one in listed(client) if not one["shipped"]}


@pytest.fixture
def fight(real: FlaskClient) -> Callable[..., str]:
    def begin(*acts: str) -> str:
        body = {"game": "initiative", "formation": None, "board": None}
        name = str(done(real.post("/api/v1/sessions", json=body), 201)["id"])
        for act in acts:
            done(command(real, name, None, "gm", type="act", act=act))
        return name

    return begin


def bring(client: FlaskClient, session: str, status: int = 200, view: str = "gm", **body: object) -> Any:
    asked = {"revision": None} | body
    return done(client.post(f"/api/v1/sessions/{session}/encounter?view={view}", json=asked), status)


def labels(shown: Any) -> list[str]:
    return [one["label"] for one in shown["session"]["view"]["figures"]]


# ------------------------------------------------------------------ the shelf


def test_what_comes_with_the_game_is_listed_in_the_askers_language_and_stays(real: FlaskClient) -> None:
    english, german = listed(real, lang="en"), listed(real, lang="de")
    assert [one["label"] for one in english] == ["Wolves on the road", "Toll at the bridge", "Lights in the crypt"]
    assert german[0]["encounter"]["figures"][1]["name"] == "Grauwolf"
    assert all(one["shipped"] for one in english)
    name = english[0]["name"]
    for path, body in (("remove", {"name": name}), ("rename", {"name": name, "to": "Mine"})):
        assert done(real.post(f"{SHELF}/{path}", json=body), 422)["code"] == "ENCOUNTER_NAME_TAKEN"
    named = real.post(SHELF, json={"encounter": WATCH, "name": name.upper()})
    assert done(named, 422)["code"] == "ENCOUNTER_NAME_TAKEN"


def test_an_encounter_is_saved_from_a_fight_copied_renamed_and_removed(
    real: FlaskClient, fight: Callable[..., str]
) -> None:
    session = fight("add Wolf npc x3 colour=red", 'set Wolf2 note "hungry"', "put Wolf1 3", "begin")
    assert done(real.post(SHELF, json={"from": session, "name": " Pack "})) == {"name": "Pack"}
    assert [(one["count"], one["note"]) for one in own(real)["Pack"]["figures"]] == [(2, ""), (1, "hungry")]
    again = real.post(SHELF, json={"from": session, "name": "Pack"})
    assert done(again, 422)["code"] == "ENCOUNTER_NAME_TAKEN"
    done(real.post(SHELF, json={"from": session, "name": "Pack", "replace": True}))
    assert done(real.post(SHELF, json={"copy": "Pack"})) == {"name": "Pack (2)"}
    assert done(real.post(SHELF, json={"copy": "Pack"})) == {"name": "Pack (3)"}
    assert done(real.post(SHELF, json={"copy": "wolves_on_the_road"})) == {"name": "Wolves on the road (2)"}
    kept = own(real)
    assert kept["Pack (2)"] == kept["Pack"] | {"name": "Pack (2)"}
    renamed = real.post(f"{SHELF}/rename", json={"name": "Pack (2)", "to": "Hungry pack"})
    assert done(renamed) == {"name": "Hungry pack"}
    taken = real.post(f"{SHELF}/rename", json={"name": "Pack (3)", "to": "Pack"})
    assert done(taken, 422)["code"] == "ENCOUNTER_NAME_TAKEN"
    done(real.post(f"{SHELF}/remove", json={"name": "Pack (3)"}))
    assert list(own(real)) == ["Hungry pack", "Pack", "Wolves on the road (2)"]
    assert done(real.post(f"{SHELF}/remove", json={"name": "Pack (3)"}), 422)["code"] == "UNKNOWN_ENCOUNTER"
    assert done(real.post(SHELF, json={"copy": "Pack (3)"}), 422)["code"] == "UNKNOWN_ENCOUNTER"


def test_a_file_of_an_encounter_reads_the_same_in_another_house(
    real: FlaskClient, tmp_path: Path, fight: Callable[..., str]
) -> None:
    assert done(real.post(SHELF, json={"encounter": WATCH})) == {"name": "Watch"}
    answer = real.get(f"{SHELF}/file", query_string={"name": "Watch"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="feldlicht-watch.json"'
    form = json.loads(answer.data)
    assert form == encounter_form(read_encounter(WATCH))
    other = House(Settings(tmp_path / "other", simulate=False), find=lambda: [])
    try:
        other.start()
        client = create_app(other, other.settings).test_client()
        assert done(client.post(SHELF, json={"encounter": form})) == {"name": "Watch"}
        assert own(client) == {"Watch": form}
    finally:
        other.close()
    again = House(other.settings, find=lambda: [])
    try:
        again.start()
        assert own(create_app(again, again.settings).test_client()) == {"Watch": form}
    finally:
        again.close()
    # Under another name, without being written by hand.
    assert done(real.post(SHELF, json={"encounter": form, "name": "Guards"})) == {"name": "Guards"}


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({}, "BAD_ENCOUNTER"),
        (WATCH | {"v": 2}, "ENCOUNTER_NEWER"),
        (WATCH | {"weather": "rain"}, "BAD_ENCOUNTER"),
        (WATCH | {"name": ""}, "ENCOUNTER_NAME"),
        (WATCH | {"settings": {"equal": 7}}, "BAD_OPTION"),
        (WATCH | {"figures": [{"name": "K", "kind": "npc"}, {"name": "K", "kind": "pc"}]}, "CANNOT_JOIN"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence_and_nothing_is_kept(
    real: FlaskClient, form: object, code: str
) -> None:
    refused = done(real.post(SHELF, json={"encounter": form}), 422)
    assert refused["code"] == code
    assert refused["detail"].endswith(".")
    assert own(real) == {}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"encounter": WATCH, "copy": "Watch"},
        {"from": "x"},
        {"copy": "Watch", "name": "Other"},
        {"session": "x", "name": "y"},
    ],
)
def test_what_is_to_be_kept_is_one_thing(real: FlaskClient, body: object) -> None:
    assert done(real.post(SHELF, json=body), 422)["code"] == "BAD_REQUEST"


def test_a_game_in_which_nobody_prepares_anything_says_so(real: FlaskClient) -> None:
    assert done(real.get("/api/v1/games/master_move/encounters"), 422)["code"] == "NO_ENCOUNTERS"
    body = {"game": "master_move", "formation": "counting", "board": None}
    match = done(real.post("/api/v1/sessions", json=body), 201)["id"]
    assert bring(real, match, 422, name="Watch")["code"] == "NO_ENCOUNTERS"
    assert done(real.post(SHELF, json={"from": match, "name": "x"}), 404)["code"] == "NO_SUCH_SESSION"


def test_no_more_are_kept_than_there_is_room_for_and_what_cannot_be_read_is_left_alone() -> None:
    registers = RegistersDouble()
    newer = {"format": "feldlicht-encounter", "v": 2, "name": "Later"}
    registers.set_register(REGISTER, "initiative", {"Later": newer, "Torn": 7})
    shelf = Collection(registers).encounters
    assert shelf.own(GAME) == {}
    for number in range(MOST - 2):
        shelf.save(GAME, WATCH, f"N{number}")
    with pytest.raises(Exception, match="ENCOUNTERS_FULL"):
        shelf.save(GAME, WATCH, "One more")
    # Who updates finds it again.
    kept = registers.register(REGISTER, "initiative")
    assert isinstance(kept, dict)
    assert (kept["Later"], len(kept)) == (newer, MOST)


# ------------------------------------------------------------------ in a fight


def test_everybody_of_an_encounter_joins_act_by_act_and_is_taken_back_so(
    real: FlaskClient, fight: Callable[..., str]
) -> None:
    done(real.post(SHELF, json={"encounter": WATCH}))
    session = fight("add Brakk pc")
    answer = bring(real, session, name="Watch", revision=1)
    assert labels(answer) == ["Brakk", "Guard1", "Guard2", "?Lurker", "Silja"]
    log = done(real.get(f"/api/v1/sessions/{session}/log?view=gm"))["entries"]
    assert answer["revision"] == len(log) == 1 + 6
    assert {one["actor"] for one in log} == {"page"}
    assert labels(done(command(real, session, None, "gm", type="undo"))) == labels(answer)[:-1]
    back = done(command(real, session, None, "gm", type="undo", count=5))
    assert labels(back) == ["Brakk"]
    # A whole encounter, which nobody keeps.
    assert len(labels(bring(real, session, encounter=WATCH))) == 5
    assert bring(real, session, 422, name="Nobody")["code"] == "UNKNOWN_ENCOUNTER"


def test_all_of_them_join_or_nobody_does(real: FlaskClient, fight: Callable[..., str]) -> None:
    session = fight("add Silja pc")
    refused = bring(real, session, 422, encounter=WATCH)
    assert (refused["code"], refused["facts"]["name"]) == ("CANNOT_JOIN", "Silja")
    stale = bring(real, session, 409, encounter=WATCH, revision=0)
    assert (stale["code"], stale["revision"]) == ("STALE_REVISION", 1)
    done(command(real, session, None, "gm", type="act", act="end"))
    assert bring(real, session, 422, encounter=WATCH)["code"] == "GAME_OVER"
    assert len(done(real.get(f"/api/v1/sessions/{session}/log?view=gm"))["entries"]) == 2


@pytest.mark.parametrize("body", [{}, {"name": "x", "encounter": {}}, {"name": 7}, {"players": "last"}])
def test_what_is_to_be_brought_is_one_thing(real: FlaskClient, fight: Callable[..., str], body: Any) -> None:
    assert bring(real, fight(), 422, **body)["code"] == "BAD_REQUEST"


def test_players_go_on_from_one_fight_to_the_next_without_their_ini(
    real: FlaskClient, fight: Callable[..., str]
) -> None:
    before = fight(
        "add Silja pc perception=13 vz=7", 'set Silja conditions "wet"', "add Wolf npc", "put Silja 2", "begin", "end"
    )
    fight("add Bear npc")  # since then nobody of the players has fought
    now = fight("add Ghoul npc")
    answer = bring(real, now, players_of="last")
    silja = answer["session"]["view"]["figures"][1]
    assert (silja["label"], silja["ini"], silja["conditions"]) == ("Silja", None, ["wet"])
    assert (silja["values"]["perception"], silja["values"]["vz"]) == (13, 7)
    assert bring(real, now, 422, players_of=before)["code"] == "NOBODY_TO_BRING"
    assert bring(real, now, 404, players_of="nothing")["code"] == "NO_SUCH_SESSION"


def test_who_played_a_figure_plays_it_where_it_is_brought_unless_somebody_sits_there_already(
    real: FlaskClient, fight: Callable[..., str]
) -> None:
    def seats(session: str) -> dict[str, str | None]:
        return {one["id"]: one["name"] for one in done(real.get(f"/api/v1/sessions/{session}/seats"))["seats"]}

    def sit(session: str, seat: str, name: str) -> None:
        done(real.post(f"/api/v1/sessions/{session}/seats", json={"seat": seat, "name": name}))

    before = fight("add Silja pc", "add Brakk pc")
    sit(before, "Silja", "Ada")
    now = fight("add Ghoul npc")
    bring(real, now, players_of=before)
    assert seats(now) == {"Silja": "Ada", "Brakk": None}
    other = fight("add Mira pc")
    sit(other, "Mira", "Bob")
    bring(real, other, players_of=before)
    assert seats(other) == {"Mira": "Bob", "Silja": None, "Brakk": None}


# ------------------------------------------------------------------ secrets


def test_whom_players_do_not_know_is_brought_without_a_byte_for_everyone(
    house: House, settings: Settings, real: FlaskClient, fight: Callable[..., str]
) -> None:
    app = create_app(house, settings, hosts=lan_hosts())
    stranger = Device(app)
    session = fight("add Silja pc")
    hidden = WATCH | {"name": "Stairs", "figures": [WATCH["figures"][1]]}  # type: ignore[index]
    routes = ("", "/log", "/journal", "/seats")

    def heard() -> list[str]:
        return [stranger.ask("GET", f"/api/v1/sessions/{session}{one}").text for one in routes]

    before = heard()
    done(real.post(SHELF, json={"encounter": hidden}))
    assert labels(bring(real, session, name="Stairs")) == ["Silja", "?Lurker"]
    assert heard() == before


def test_only_who_leads_has_any_of_it(house: House, settings: Settings, fight: Callable[..., str]) -> None:
    app: OpenAPI = create_app(house, settings, hosts=lan_hosts())
    session = fight("add Silja pc")
    for (method, route), right in NEEDED.items():
        if "encounter" in route:
            assert right is Right.GAME_MASTER
            path = route.replace("<string:id>", session if "/sessions/" in route else "initiative")
            answer = Device(app).ask(method, path, {} if method == "POST" else None)
            assert (answer.status_code, answer.json["code"]) == (403, "NOT_ALLOWED")
