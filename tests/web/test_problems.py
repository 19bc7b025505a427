"""Whatever is wrong: a problem with a reason code and one sentence in the reader's language, and nothing is lost."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.runtime.pictures import BoardInfo, BoardState
from feldlicht.store.store import Store
from feldlicht.web.api.terms import MAX_BODY
from tests.support.samples import samples
from tests.web.conftest import command, wait_until
from tests.web.double import HouseDouble

SESSIONS = "/api/v1/sessions"
MAGNETS = "/api/v1/boards/default/sim/magnets"
NEW = {"game": "master_move", "formation": "counting", "board": None}


def refused(answer: object, status: int, code: str) -> dict[str, object]:
    """Check that an answer is a problem, and return it."""
    assert answer.status_code == status, answer.text  # type: ignore[attr-defined]
    assert answer.content_type == "application/problem+json"  # type: ignore[attr-defined]
    body: dict[str, object] = answer.json  # type: ignore[attr-defined]
    assert (body["status"], body["code"], body["type"]) == (status, code, "about:blank")
    detail = str(body["detail"])
    assert detail.endswith(".")
    assert "{" not in detail
    assert "Traceback" not in detail
    return body


# ------------------------------------------------------------------ bad input of the real house


def test_an_unknown_cell_is_named(real: FlaskClient) -> None:
    before = real.get(MAGNETS).json
    body = refused(real.post(MAGNETS, json={"set": {"A1": "N", "J17": "N"}}), 422, "UNKNOWN_CELL")
    assert "J17" in str(body["detail"])
    assert real.get(MAGNETS).json == before


def test_an_unknown_pole_is_refused(real: FlaskClient) -> None:
    refused(real.post(MAGNETS, json={"set": {"A1": "X"}}), 422, "BAD_REQUEST")


@pytest.mark.parametrize(
    "body",
    [
        r'{"game":"master_move","options":{"\ud800":1},"formation":"counting","board":null}',
        r'{"game":"master_move","formation":{"yellow":{"E1":"\ud800"},"blue":{}},"board":null}',
    ],
)
def test_half_a_character_is_no_text(real: FlaskClient, body: str) -> None:
    refused(real.post(SESSIONS, data=body, content_type="application/json"), 400, "BAD_REQUEST")


def test_a_stale_revision_is_a_conflict_that_names_the_current_one(real: FlaskClient, match: str) -> None:
    revision = real.get(f"{SESSIONS}/{match}").json["revision"]
    assert command(real, match, revision, type="move", move="S D8-E10").status_code == 200
    body = refused(command(real, match, revision, type="move", move="S D9-E7"), 409, "STALE_REVISION")
    assert body["revision"] == revision + 1
    assert real.get(f"{SESSIONS}/{match}").json["revision"] == revision + 1


def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing(real: FlaskClient, match: str) -> None:
    before = real.get(f"{SESSIONS}/{match}").json
    body = refused(command(real, match, before["revision"], type="move", move="S D8-F9"), 422, "OCCUPIED")
    assert "F9" in str(body["detail"])
    assert body["revision"] == before["revision"]
    assert real.get(f"{SESSIONS}/{match}").json["view"] == before["view"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"formation": "nowhere"}, "UNKNOWN_FORMATION"),
        ({"formation": {"yellow": {}, "blue": {}}}, "BAD_FORMATION"),
        ({"formation": {"yellow": {"Z9": "T"}, "blue": {}}}, "UNKNOWN_CELL"),
        ({"options": {"kick_off": "green"}}, "BAD_OPTION"),
        ({"options": {"luck": True}}, "BAD_OPTION"),
        ({"extra": 1}, "BAD_REQUEST"),
        ({"virtual_hands": "yes"}, "BAD_REQUEST"),
        ({"game": None}, "BAD_REQUEST"),
    ],
)
def test_a_match_that_cannot_be_played_is_not_begun(real: FlaskClient, change: dict[str, object], code: str) -> None:
    before = real.get(SESSIONS).json
    refused(real.post(SESSIONS, json={**NEW, **change}), 422, code)
    assert real.get(SESSIONS).json == before


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"formation": {"yellow": {"E1": 7}, "blue": "wall"}}, "formation.yellow.E1"),
        ({"formation": {"yellow": {"E1": None}, "blue": {}}}, "formation.yellow.E1"),
        ({"formation": {"yellow": "wall"}}, "formation.blue"),
        ({"formation": {"yellow": "wall", "blue": "wall", "red": "wall"}}, "formation.red"),
        ({"formation": {"yellow": None, "blue": "wall"}}, "formation.yellow"),
        ({"formation": 5}, "formation"),
        ({"formation": ["wall"]}, "formation"),
        ({"options": []}, "options"),
        ({"board": {}}, "board"),
        ({"formation": "wall", "extra": 1}, "extra"),
    ],
)
def test_what_is_wrong_in_a_request_is_named_by_its_place_in_it(
    real: FlaskClient, change: dict[str, object], where: str
) -> None:
    body = refused(real.post(SESSIONS, json={**NEW, **change}), 422, "BAD_REQUEST")
    assert body["facts"]["where"] == where  # type: ignore[index]
    assert f" {where}." in str(body["detail"])


@pytest.mark.parametrize(("name", "where"), [("E1", "E1"), (r"\ud800", "body")])
def test_what_is_there_twice_is_refused_by_its_name_as_two_figures_on_a_cell(
    real: FlaskClient, name: str, where: str
) -> None:
    before = real.get(SESSIONS).json
    team = f'{{"{name}":"T","{name}":"S"}}'
    body = f'{{"game":"master_move","formation":{{"yellow":{team},"blue":"wall"}},"board":null}}'
    told = refused(real.post(SESSIONS, data=body, content_type="application/json"), 422, "BAD_REQUEST")
    assert told["facts"]["where"] == where  # type: ignore[index]
    assert real.get(SESSIONS).json == before


def test_what_is_missing_in_a_command_is_named_by_its_place(real: FlaskClient) -> None:
    body = {"id": str(uuid.uuid4()), "revision": None, "command": {"type": "move"}}
    told = refused(real.post(f"{SESSIONS}/any/commands", json=body), 422, "BAD_REQUEST")
    assert told["facts"]["where"] == "command.move"  # type: ignore[index]


def test_a_second_match_at_the_same_board_is_refused(real: FlaskClient, match: str) -> None:
    refused(real.post(SESSIONS, json={**NEW, "board": "default"}), 409, "TABLE_BUSY")


@pytest.mark.parametrize("path", ["sessions/nope", "sessions/nope/log", "stream?session=nope"])
def test_a_session_that_is_not_there_is_not_found(real: FlaskClient, path: str) -> None:
    refused(real.get(f"/api/v1/{path}"), 404, "NO_SUCH_SESSION")


@pytest.mark.parametrize(
    "path", ["boards/nope", "boards/nope/sim/magnets", "boards/nope/sim/lights", "stream?board=nope"]
)
def test_a_board_that_is_not_there_is_not_found(real: FlaskClient, path: str) -> None:
    refused(real.get(f"/api/v1/{path}"), 404, "NO_SUCH_BOARD")


def test_an_address_that_is_not_there_is_not_found(real: FlaskClient) -> None:
    refused(real.get("/api/v1/nothing"), 404, "NOT_FOUND")
    refused(real.post("/api/v1/nothing", json={}), 404, "NOT_FOUND")


def test_a_method_that_does_not_fit_names_those_that_do(real: FlaskClient) -> None:
    answer = real.delete(SESSIONS)
    refused(answer, 405, "METHOD_NOT_ALLOWED")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


# ------------------------------------------------------------------ bodies


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"game": }',
        "nonsense",
        '{"game": NaN}',
        "[" * 60_000,
        '{"a": "\ud800'.encode("utf-8", "replace").decode(),
    ],
)
def test_malformed_json_is_a_bad_request(real: FlaskClient, text: str) -> None:
    refused(real.post(SESSIONS, data=text, content_type="application/json"), 400, "BAD_REQUEST")


def test_malformed_json_is_pointed_at(real: FlaskClient) -> None:
    body = refused(real.post(SESSIONS, data='{\n  "game" 1}', content_type="application/json"), 400, "BAD_REQUEST")
    assert "line 2, column 10" in str(body["detail"])


@pytest.mark.parametrize("text", ["[]", "1", '"{}"', "null", "true"])
def test_json_that_is_no_object_is_refused(real: FlaskClient, text: str) -> None:
    refused(real.post(SESSIONS, data=text, content_type="application/json"), 422, "BAD_REQUEST")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
def test_a_body_that_is_not_declared_as_json_is_refused(real: FlaskClient, kind: str | None) -> None:
    refused(real.post(SESSIONS, data=json.dumps(NEW), content_type=kind), 415, "WRONG_MEDIA_TYPE")


def test_a_body_over_the_limit_is_refused_unread(real: FlaskClient) -> None:
    text = json.dumps({**NEW, "options": {"x": "y" * MAX_BODY}})
    body = refused(real.post(SESSIONS, data=text, content_type="application/json"), 413, "BODY_TOO_LARGE")
    assert "64 kB" in str(body["detail"])


@pytest.mark.parametrize(
    ("revision", "taken"), [(0, True), (0.0, True), ("0", False), (True, False), (-1, False), (0.5, False)]
)
def test_a_revision_is_a_whole_number_as_json_has_them(client: FlaskClient, revision: object, taken: bool) -> None:
    name = client.post(SESSIONS, json=NEW).json["id"]
    order = {"id": str(uuid.uuid4()), "revision": revision, "command": {"type": "undo"}}
    answer = client.post(f"{SESSIONS}/{name}/commands", json=order)
    # Taken means that it got as far as the rules: there is nothing to undo, or something happened since.
    assert (answer.json["code"] != "BAD_REQUEST") is taken


@samples(150, [HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200), st.sampled_from([SESSIONS, MAGNETS, f"{SESSIONS}/s1/commands"]))
def test_any_bytes_at_all_are_answered_by_a_problem(client: FlaskClient, body: bytes, path: str) -> None:
    answer = client.post(path, data=body, content_type="application/json")
    assert answer.status_code in (400, 404, 422)
    assert answer.content_type == "application/problem+json"


# ------------------------------------------------------------------ language


@pytest.mark.parametrize(
    ("query", "cookie", "header", "language"),
    [
        ("", None, None, "en"),
        ("", None, "de-AT,de;q=0.9,en;q=0.5", "de"),
        ("", None, "fr", "en"),
        ("", "de", "en", "de"),
        ("", "fr", "de", "de"),
        ("?lang=en", "de", "de", "en"),
        ("?lang=xx", "de", "en", "de"),
    ],
)
def test_sentences_come_in_the_readers_language(
    client: FlaskClient, query: str, cookie: str | None, header: str | None, language: str
) -> None:
    if cookie is not None:
        client.set_cookie("lang", cookie, domain="localhost")
    answer = client.get(f"/api/v1/boards/nope{query}", headers={"Accept-Language": header} if header else {})
    assert answer.json["detail"].startswith("There is no board" if language == "en" else "Ein Brett")


# ------------------------------------------------------------------ faults that have to be provoked


def test_the_sim_addresses_of_a_real_board_do_not_exist(client: FlaskClient, double: HouseDouble) -> None:
    double.change_board(BoardInfo("e6614103e7", BoardState.LIVE, simulated=False))
    for path in ("magnets", "lights"):
        refused(client.get(f"/api/v1/boards/e6614103e7/sim/{path}"), 404, "NOT_FOUND")
    refused(client.post("/api/v1/boards/e6614103e7/sim/magnets", json={"set": {}}), 404, "NOT_FOUND")
    refused(client.post("/api/v1/boards/e6614103e7/sim/hands", json={"do": "build"}), 404, "NOT_FOUND")
    refused(client.post("/api/v1/boards/e6614103e7/sim/controls", json={"turn": 1}), 404, "NOT_FOUND")
    refused(client.post("/api/v1/boards/e6614103e7/sim/cable", json={"power": True}), 404, "NOT_FOUND")


def test_a_board_that_is_away_is_unavailable_and_worth_another_try(client: FlaskClient, double: HouseDouble) -> None:
    double.change_board(replace(double.board("sim"), state=BoardState.AWAY))
    answer = client.post(MAGNETS, json={"set": {"A1": "N"}})
    refused(answer, 503, "BOARD_AWAY")
    assert int(answer.headers["Retry-After"]) > 0


def test_a_board_that_was_refused_says_why(client: FlaskClient, double: HouseDouble) -> None:
    refusal = Refusal(Reason.LAYOUT_MISMATCH)
    double.change_board(replace(double.board("sim"), state=BoardState.REFUSED, refusal=refusal))
    shown = client.get("/api/v1/boards/default").json["refusal"]
    assert shown["code"] == "LAYOUT_MISMATCH"
    assert shown["detail"].endswith(".")


def test_a_fault_inside_is_a_sentence_and_a_line_in_the_log(
    client: FlaskClient, double: HouseDouble, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(double, "boards", broken)
    body = refused(client.get("/api/v1/health"), 500, "INTERNAL_ERROR")
    assert "secret" not in json.dumps(body)
    assert "feldlicht.log" in str(body["detail"])
    assert "secret detail" in caplog.text
    # Where the log lies, with the name of whoever owns it in the path, is nobody's business elsewhere.
    elsewhere = client.get("/api/v1/health", environ_overrides={"REMOTE_ADDR": "192.168.1.77"})
    assert "feldlicht.log" not in elsewhere.text


def test_streams_over_the_limit_are_asked_to_come_back(client: FlaskClient) -> None:
    held = [client.get("/api/v1/stream") for _ in range(8)]
    answer = client.get("/api/v1/stream")
    refused(answer, 503, "TOO_MANY_STREAMS")
    assert int(answer.headers["Retry-After"]) > 0
    held.pop().close()
    again = client.get("/api/v1/stream")
    assert again.status_code == 200
    for one in (*held, again):
        one.close()


def test_head_of_a_stream_takes_no_place(client: FlaskClient) -> None:
    for _ in range(20):
        assert client.head("/api/v1/stream").status_code == 200


def test_a_disk_that_takes_nothing_is_no_fault_of_the_asker(
    real: FlaskClient, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    revision = real.get(f"{SESSIONS}/{match}").json["revision"]
    with monkeypatch.context() as full:

        def append(*_: object, **__: object) -> None:
            raise Refused(Refusal.of(Reason.DATA_FOLDER_UNUSABLE, folder="there", problem="disk full"))

        full.setattr(Store, "append", append)
        body = refused(command(real, match, revision, type="move", move="S D8-E10"), 507, "DATA_FOLDER_UNUSABLE")
        assert "disk full" in str(body["detail"])
    assert command(real, match, revision, type="move", move="S D8-E10").status_code == 200
    wait_until(lambda: not real.get(f"{SESSIONS}/{match}").json["hands"]["busy"])


def test_a_command_id_that_was_used_for_another_command_is_refused(real: FlaskClient, match: str) -> None:
    order = {"id": str(uuid.uuid4()), "revision": None, "command": {"type": "cancel"}}
    path = f"{SESSIONS}/{match}/commands"
    first = refused(real.post(path, json=order), 422, "NOTHING_TO_CANCEL")
    assert refused(real.post(path, json=order), 422, "NOTHING_TO_CANCEL") == first
    refused(real.post(path, json={**order, "command": {"type": "undo"}}), 422, "COMMAND_ID_REUSED")
    assert real.get(f"{SESSIONS}/{match}").json["revision"] == first["revision"]
