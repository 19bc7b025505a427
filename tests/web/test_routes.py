"""Every route of the API does what it is for, on the real house; and no route is without such a test."""

from __future__ import annotations

import re
import uuid
from typing import Any

from flask.testing import FlaskClient
from flask_openapi3.openapi import OpenAPI

from feldlicht.config import Settings
from feldlicht.runtime.hand_journal import HandJournals
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardState
from feldlicht.texts import page_texts
from feldlicht.version import VERSION
from tests.support.journals import in_short, judged
from tests.web import (
    test_coming_in,
    test_encounters,
    test_field,
    test_games,
    test_imman,
    test_pictures,
    test_records,
    test_seats_on_the_stream,
    test_settings,
)
from tests.web.conftest import command, wait_until
from tests.web.tested import TESTED

ELSEWHERE = (
    test_coming_in,
    test_encounters,
    test_field,
    test_games,
    test_imman,
    test_pictures,
    test_records,
    test_seats_on_the_stream,
    test_settings,
)


def test_no_route_of_the_api_is_without_a_test(real_app: OpenAPI) -> None:
    described = {(method.upper(), path) for path, methods in real_app.api_doc["paths"].items() for method in methods}
    assert described == set(TESTED)
    elsewhere = {name for file in ELSEWHERE for name in vars(file)}
    assert set(TESTED.values()) <= set(globals()) | elsewhere


def test_no_route_of_the_server_is_without_a_description(real_app: OpenAPI) -> None:
    served = {
        rule.rule.replace("<string:", "{").replace(">", "}")
        for rule in real_app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
    }
    assert served == {path for _, path in TESTED}


def test_health_names_version_and_default_board(real: FlaskClient) -> None:
    health = real.get("/api/v1/health").json
    assert (health["status"], health["version"]) == ("ok", VERSION)
    assert health["board"]["simulated"] is True
    assert health["board"]["state"] == "live"
    assert health["board"]["interpreter"].startswith("MicroPython")


def test_boards_lists_the_default_board_first(real: FlaskClient, house: House) -> None:
    boards = real.get("/api/v1/boards").json["boards"]
    assert [one["id"] for one in boards] == [one.id for one in house.boards()]
    # How many there are depends on how the machine cuts what the board says.
    assert list(boards[0]["lines"]) == ["bad"]
    assert 0 <= boards[0]["lines"]["bad"] <= sum(house.health(boards[0]["id"])[1].bad.values())


def test_a_board_is_found_by_its_id_and_as_default(real: FlaskClient, house: House) -> None:
    name = house.boards()[0].id
    assert real.get(f"/api/v1/boards/{name}").json == real.get("/api/v1/boards/default").json


def test_a_board_that_is_there_can_be_used_and_no_other(real: FlaskClient, house: House) -> None:
    name = house.boards()[0].id
    assert real.post(f"/api/v1/boards/{name}/use", json={}).json == real.get("/api/v1/boards/default").json
    missing = real.post("/api/v1/boards/e6612/use", json={})
    assert (missing.status_code, missing.json["code"]) == (404, "NO_SUCH_BOARD")


def test_a_board_tells_how_it_and_its_line_are_doing(real: FlaskClient) -> None:
    health = real.get("/api/v1/boards/default/health").json
    assert (health["state"], health["hello"]["protocol"], health["hello"]["machine"]) == ("live", 1, "unix")
    line = health["line"]
    # A line that broke off on a busy machine was found again.
    assert line["received"] >= line["found"] >= 1
    assert line["age_ms"] is not None
    assert set(line["bad"]) == {"byte", "too_long", "unfinished", "crc", "foreign", "type", "field"}
    assert real.get("/api/v1/boards/x/health").json["code"] == "NO_SUCH_BOARD"


def test_magnets_set_are_magnets_shown(real: FlaskClient) -> None:
    set_ = real.post("/api/v1/boards/default/sim/magnets", json={"set": {"C14": "S", "I1": "N"}})
    assert set_.status_code == 200
    assert set_.json["magnets"]["C14"] == "S"
    shown = real.get("/api/v1/boards/default/sim/magnets").json
    assert shown == set_.json
    away = real.post("/api/v1/boards/default/sim/magnets", json={"set": {"C14": None, "I1": None}}).json["magnets"]
    assert "C14" not in away
    assert "I1" not in away


def test_lights_show_the_lamps_as_the_firmware_drives_them(real: FlaskClient, match: str) -> None:
    def lit() -> bool:
        lights = real.get("/api/v1/boards/default/sim/lights").json
        assert (len(lights["cells"]), len(lights["ring"]), len(lights["strip"])) == (144, 24, 6)
        return lights["cells"]["F11"] != [0, 0, 0]

    magnets = real.get("/api/v1/boards/default/sim/magnets").json["magnets"]
    assert magnets["D8"] == "N"
    real.post("/api/v1/boards/default/sim/magnets", json={"set": {"D8": None}})
    # The striker on D8 leaps 2+1, so E10 is one of its cells.
    wait_until(lambda: real.get("/api/v1/boards/default/sim/lights").json["cells"]["E10"] != [0, 0, 0])
    hands = real.get(f"/api/v1/sessions/{match}").json["hands"]
    assert [one["origin"] for one in hands["lifted"]] == ["D8"]
    assert "E10" in hands["targets"]
    real.post("/api/v1/boards/default/sim/magnets", json={"set": {"D8": "N"}})
    assert not lit()


def test_virtual_hands_build_what_the_match_asks_for(real: FlaskClient, match: str) -> None:
    magnets = real.get("/api/v1/boards/default/sim/magnets").json["magnets"]
    figures = real.get(f"/api/v1/sessions/{match}").json["view"]["figures"]
    assert magnets == {one["cell"]: "N" if one["side"] == "yellow" else "S" for one in figures}


def test_a_match_begins_at_revision_0_and_is_found_again(real: FlaskClient) -> None:
    body = {"game": "master_move", "options": {"kick_off": "blue"}, "formation": "counting", "board": None}
    made = real.post("/api/v1/sessions", json=body)
    assert made.status_code == 201
    assert made.json["revision"] >= 0
    assert made.headers["Location"] == f"/api/v1/sessions/{made.json['id']}"
    listed = real.get("/api/v1/sessions").json["sessions"]
    assert listed[0]["id"] == made.json["id"]
    shown = real.get(f"/api/v1/sessions/{made.json['id']}").json
    assert shown["view"]["kick_off"] == "blue"
    assert {key: shown[key] for key in listed[0]} == listed[0]


def test_a_formation_may_be_given_cell_by_cell(real: FlaskClient) -> None:
    named = {"game": "master_move", "formation": "counting", "board": None}
    first = real.get(f"/api/v1/sessions/{real.post('/api/v1/sessions', json=named).json['id']}").json["view"]
    cells: dict[str, dict[str, str]] = {"yellow": {}, "blue": {}}
    for one in first["figures"]:
        cells[one["side"]][one["cell"]] = one["kind"]
    made = real.post("/api/v1/sessions", json={**named, "formation": cells})
    assert made.status_code == 201, made.text
    assert real.get(f"/api/v1/sessions/{made.json['id']}").json["view"]["figures"] == first["figures"]


def test_a_session_shows_state_hands_and_buttons(real: FlaskClient, match: str) -> None:
    shown = real.get(f"/api/v1/sessions/{match}").json
    assert shown["state"] == "running"
    assert shown["view"]["legal_moves"] == 83
    can = {"undo": False, "undo_acts": 0, "redo": False, "confirm": False, "override": True, "abandon": True}
    can |= {"propose": False, "agree": False, "disagree": False}
    assert shown["can"] == {**can, "resign": ["yellow", "blue"], "figures": list(shown["moves"])}
    assert shown["hands"]["board_present"] is True


def test_the_log_keeps_every_entry_in_order(real: FlaskClient, match: str) -> None:
    revision = real.get(f"/api/v1/sessions/{match}").json["revision"]
    command(real, match, revision, type="move", move="S D8-E10")
    entries = real.get(f"/api/v1/sessions/{match}/log").json["entries"]
    assert [one["revision"] for one in entries] == list(range(1, revision + 2))
    assert entries[-1]["notation"] == "S D8-E10"
    assert entries[-1]["actor"] == "page"


def test_a_journal_is_a_file_that_reads_the_same(real: FlaskClient, match: str) -> None:
    command(real, match, None, type="move", move="S D8-E10")
    answer = real.get(f"/api/v1/sessions/{match}/journal")
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson")
    name = rf'attachment; filename="feldlicht-hands-\d{{4}}-\d\d-\d\d-{match}\.jsonl"'
    assert re.fullmatch(name, answer.headers["Content-Disposition"])
    decisions = in_short(judged(answer.text.splitlines(keepends=True)))
    assert decisions == [("same", "built", "built"), ("same", "S D8-E10", "S D8-E10")]


def test_a_session_without_a_journal_answers_404_in_a_sentence(
    real: FlaskClient, match: str, settings: Settings
) -> None:
    journals = HandJournals(settings.data)
    for path in journals.segments(match):
        path.unlink(missing_ok=True)
    answer = real.get(f"/api/v1/sessions/{match}/journal")
    assert (answer.status_code, answer.json["code"]) == (404, "NO_JOURNAL")
    assert answer.json["detail"].endswith(".")
    assert real.get("/api/v1/sessions/none/journal").json["code"] == "NO_SUCH_SESSION"
    assert real.head(f"/api/v1/sessions/{match}/journal").status_code == 404


def test_every_command_type_is_carried_out_or_refused_with_a_reason(real: FlaskClient) -> None:
    body = {"game": "master_move", "formation": "counting", "board": None}
    name = real.post("/api/v1/sessions", json=body).json["id"]

    def act(status: int, **what: object) -> dict[str, object]:
        answer = command(real, name, None, **what)
        assert answer.status_code == status, answer.text
        return answer.json

    assert act(422, type="confirm")["code"] == "NOTHING_TO_CONFIRM"
    assert act(422, type="cancel")["code"] == "NOTHING_TO_CANCEL"
    assert act(422, type="answer", question="q", choice=0)["code"] == "NO_QUESTION"
    assert act(422, type="relocate", move="@V D4-C6")["code"] == "WRONG_PHASE"
    act(200, type="move", move="S D8-E10")
    act(200, type="undo")
    act(200, type="redo")
    assert act(422, type="redo")["code"] == "NOTHING_TO_REDO"
    act(200, type="move", move="F E11-G13")
    assert act(422, type="undo", count=3)["code"] == "NOTHING_TO_UNDO"
    act(200, type="undo", count=2)
    assert act(200, type="redo")["session"]["view"]["to_move"] == "blue"
    forced = act(200, type="override", cells={"yS1": "D3"}, to_move="yellow")["session"]["view"]
    assert (forced["to_move"], next(one["cell"] for one in forced["figures"] if one["id"] == "yS1")) == (
        "yellow",
        "D3",
    )
    assert act(422, type="override", cells={"yS1": "E16"})["code"] == "OCCUPIED"
    assert act(422, type="override", cells={"yS1": "D16"})["code"] == "BAD_OVERRIDE"
    assert act(503, type="override")["code"] == "BOARD_AWAY"  # there are no magnets to look at
    assert act(200, type="resign", side="blue")["session"]["state"] == "over"
    other = real.post("/api/v1/sessions", json=body).json["id"]
    assert command(real, other, None, type="abandon").json["session"]["state"] == "abandoned"


def test_the_same_command_id_is_done_once_and_answered_alike(real: FlaskClient, match: str) -> None:
    revision = real.get(f"/api/v1/sessions/{match}").json["revision"]
    body = {"id": str(uuid.uuid4()), "revision": revision, "command": {"type": "move", "move": "S D8-E10"}}
    first = real.post(f"/api/v1/sessions/{match}/commands", json=body)
    again = real.post(f"/api/v1/sessions/{match}/commands", json={**body, "id": body["id"].upper()})
    assert first.status_code == again.status_code == 200
    assert first.json["revision"] == again.json["revision"] == revision + 1
    assert len(real.get(f"/api/v1/sessions/{match}/log").json["entries"]) == revision + 1


def test_the_stream_tells_of_a_move_made_by_command(real: FlaskClient, match: str) -> None:
    with real.get(f"/api/v1/stream?session={match}&board=default&lights=1") as answer:
        assert answer.content_type.startswith("text/event-stream")
        events = answer.iter_encoded()
        heard = [next(events) for _ in range(6)]
        assert any(b"event: snapshot" in one for one in heard)
        assert any(b"event: lights" in one for one in heard)
        command(real, match, None, type="move", move="S D8-E10")
        assert any(b"event: entry" in next(events) for _ in range(50))


def test_texts_are_the_catalogues_page_texts(real: FlaskClient) -> None:
    assert real.get("/api/v1/texts/de").json == page_texts("de")
    assert real.get("/api/v1/texts/en").json == page_texts("en")
    assert real.get("/api/v1/texts/fr").status_code == 404


def test_what_people_say_of_a_board_is_kept_and_shown(real: FlaskClient) -> None:
    place = "/api/v1/boards/default/settings"
    assert real.get(place).json == {"masked": [], "orientation": "unknown"}
    kept = real.patch(place, json={"masked": ["D5", "A1", "D5"], "orientation": "turned"})
    assert (kept.status_code, kept.json) == (200, {"masked": ["A1", "D5"], "orientation": "turned"})
    # The mask stays on its sensor.
    assert real.patch(place, json={"orientation": "as_marked"}).json["masked"] == ["F12", "I16"]
    board = real.get("/api/v1/boards/default").json
    assert (board["masked"], board["orientation"]) == (["F12", "I16"], "as_marked")
    for nonsense, code in (({"masked": ["Z9"]}, "UNKNOWN_CELL"), ({"orientation": "up"}, "BAD_REQUEST")):
        refused = real.patch(place, json=nonsense)
        assert (refused.status_code, refused.json["code"]) == (422, code)
    assert real.patch("/api/v1/boards/x/settings", json={}).json["code"] == "NO_SUCH_BOARD"
    real.patch(place, json={"masked": [], "orientation": "unknown"})


def test_a_match_is_carried_to_a_board_and_only_where_it_can_be(real: FlaskClient) -> None:
    on_pages = {"game": "master_move", "formation": "counting", "board": None}
    name = real.post("/api/v1/sessions", json=on_pages).json["id"]
    carried = real.post(f"/api/v1/sessions/{name}/board", json={"board": "default"})
    assert (carried.status_code, carried.json["id"], carried.json["board"]) == (200, name, "sim")
    assert real.get("/api/v1/boards/default").json["session"] == name
    other = real.post("/api/v1/sessions", json=on_pages).json["id"]
    for session, board, status, code in (
        (other, "default", 409, "TABLE_BUSY"),
        (other, "x", 404, "NO_SUCH_BOARD"),
        ("x", "default", 404, "NO_SUCH_SESSION"),
    ):
        refused = real.post(f"/api/v1/sessions/{session}/board", json={"board": board})
        assert (refused.status_code, refused.json["code"]) == (status, code)
    for session in (name, other):
        command(real, session, None, type="abandon")
    over = real.post(f"/api/v1/sessions/{other}/board", json={"board": "default"})
    assert (over.status_code, over.json["code"]) == (422, "GAME_OVER")


def test_what_hands_do_at_the_controls_is_felt_by_the_board(real: FlaskClient, house: House) -> None:
    place = "/api/v1/boards/default/sim/controls"
    for body in ({"turn": -3}, {"press": "short"}, {"turn": 64, "press": "long", "button": 2}, {"button": 1}):
        done = real.post(place, json=body)
        assert done.status_code == 200, done.text
        assert done.json == {"turn": 0, "press": None, "button": None} | body
    for wrong in ({"turn": 65}, {"turn": 1.5}, {"press": "hard"}, {"button": 3}, {"push": "short"}):
        assert real.post(place, json=wrong).status_code == 422


def test_a_cable_is_pulled_and_bad_and_the_power_cut(real: FlaskClient, house: House) -> None:
    def handle(**what: object) -> Any:
        done = real.post("/api/v1/boards/default/sim/cable", json=what)
        assert done.status_code == 200, done.text
        return done.json

    def state() -> str:
        return str(house.boards()[0].state)

    def boot() -> int | None:
        hello = real.get("/api/v1/boards/default/health").json["hello"]
        return None if hello is None else int(hello["boot"])

    good = {"seed": 0, "split": 0.0, "delay": 0.0, "loss": 0.0, "garbage": 0.0, "stall": 0.0}
    first = boot()
    try:
        assert handle() == {"plugged": True, "fault": good, "source": "1.5A"}
        assert handle(unplug=True) == {"plugged": False, "fault": good, "source": "1.5A"}
        wait_until(lambda: state() != BoardState.LIVE)
        assert real.post("/api/v1/boards/default/sim/controls", json={"turn": 1}).status_code == 503
        bad = {"seed": 7, "split": 0.5, "loss": 0.01}
        assert handle(unplug=False, fault=bad) == {"plugged": True, "fault": good | bad, "source": "1.5A"}
        wait_until(lambda: state() == BoardState.LIVE)
        assert handle(fault={})["fault"] == good
        before = house.simulator().process_id
        assert handle(power=True)["plugged"] is True
        assert house.simulator().process_id != before
        for wrong in (
            {"unplug": 1},
            {"fault": {"loss": 1.1}},
            {"fault": {"loss": -1}},
            {"pull": True},
            {"source": 3},
        ):
            assert real.post("/api/v1/boards/default/sim/cable", json=wrong).status_code == 422
    finally:
        handle(unplug=False, fault={}, source="1.5A")
        # That it is live may still be said of before: the board that the next test finds has started again.
        wait_until(lambda: state() == BoardState.LIVE and boot() != first)
