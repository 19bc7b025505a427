"""A match is given away as a record, taken from one, and played once more, by what the API offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from feldlicht.web.api.terms import MAX_BODY, MAX_RECORD
from tests.web.conftest import command

ACTS = ("M C7-C6", "F E11-G13", "S D8-E10")
ENOUGH = 3


@pytest.fixture
def played(real: FlaskClient) -> str:
    """A match without a board, three plies old."""
    return begun(real, *ACTS)


def begun(real: FlaskClient, *acts: str, **more: object) -> str:
    body = {"game": "master_move", "formation": "counting", "board": None} | more
    answer = real.post("/api/v1/sessions", json=body)
    assert answer.status_code == 201, answer.text
    for act in acts:
        done = command(real, answer.json["id"], None, type="act", act=act)
        assert done.status_code == 200, done.text
    return str(answer.json["id"])


def record_of(real: FlaskClient, session: str, view: str = "public") -> Any:
    answer = real.get(f"/api/v1/sessions/{session}/record?view={view}")
    assert answer.status_code == 200, answer.text
    return answer.json


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["code"]


def shown(real: FlaskClient, session: str) -> Any:
    return real.get(f"/api/v1/sessions/{session}").json


def test_a_record_is_a_file_with_its_players_and_every_act_that_stands(real: FlaskClient, played: str) -> None:
    seat = {"seat": "yellow", "name": "Ada"}
    assert real.post(f"/api/v1/sessions/{played}/seats", json=seat).status_code == 200
    command(real, played, None, view="gm", type="undo")
    answer = real.get(f"/api/v1/sessions/{played}/record")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="feldlicht-match-')
    assert answer.json["players"] == {"yellow": "Ada"}
    assert [act["act"] for act in answer.json["acts"]] == ["built", "M C7-C6", "F E11-G13"]
    assert (answer.json["state"], answer.json["outcome"]) == ("running", None)


def test_a_record_that_is_taken_is_a_session_without_a_board_that_can_be_played_on(
    real: FlaskClient, played: str
) -> None:
    real.post(f"/api/v1/sessions/{played}/seats", json={"seat": "blue", "name": "Grace"})
    record = record_of(real, played)
    answer = real.post("/api/v1/records", json=record)
    assert answer.status_code == 201, answer.text
    other = answer.json["id"]
    assert other != played
    assert (shown(real, other)["board"], shown(real, other)["state"]) == (None, "running")
    assert shown(real, other)["view"] == shown(real, played)["view"]
    assert command(real, other, answer.json["revision"], type="move", move="F G13-E11").status_code == 200
    # Who played it is not forgotten, though they do not sit there.
    again = record_of(real, other)
    assert again["players"] == {"blue": "Grace"}
    assert [act["act"] for act in again["acts"]] == ["built", *ACTS, "F G13-E11"]
    assert [seat["name"] for seat in shown(real, other)["seats"]] == [None, None]


def test_a_record_of_a_match_that_is_over_stays_over(real: FlaskClient) -> None:
    session = begun(real, "M C7-C6", "resign blue")
    taken = real.post("/api/v1/records", json=record_of(real, session)).json["id"]
    assert shown(real, taken)["state"] == "over"
    assert shown(real, taken)["view"]["outcome"] == {
        "reason": "RESIGNED",
        "winner": "yellow",
        "score": {"yellow": 3, "blue": 0},
    }


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"format": "pgn"}, "BAD_RECORD", "format"),
        ({"v": 2}, "BAD_RECORD", "v"),
        ({"acts": "none"}, "BAD_RECORD", "acts"),
        ({"final": "0000"}, "BAD_RECORD", "final"),
        ({"players": {"yellow": "\u0007"}}, "BAD_RECORD", "players"),
        ({"players": {"yellow": 7}}, "BAD_RECORD", "players"),
        ({"game": "chess"}, "UNKNOWN_GAME", "chess"),
        ({"options": {"zone": "wide"}}, "BAD_OPTION", "wide"),
        ({"formation": "nobody"}, "UNKNOWN_FORMATION", "nobody"),
    ],
)
def test_a_record_that_is_none_is_refused_in_a_sentence_that_names_the_place_and_nothing_is_kept(
    real: FlaskClient, played: str, change: dict[str, object], code: str, named: str
) -> None:
    before = real.get("/api/v1/sessions").json
    answer = real.post("/api/v1/records", json=record_of(real, played) | change)
    assert refused(answer) == (422, code)
    assert named in answer.json["detail"]
    assert real.get("/api/v1/sessions").json == before


def test_the_first_act_that_is_wrong_is_named_by_its_number(real: FlaskClient, played: str) -> None:
    record = record_of(real, played)
    record["acts"][2]["act"] = "F E11-E9"
    answer = real.post("/api/v1/records", json=record)
    assert refused(answer) == (422, "BAD_RECORD")
    facts = answer.json["facts"]
    assert (facts["number"], facts["act"], facts["because"]) == ("3", "F E11-E9", "NOT_ITS_MOVE")


def test_a_record_may_be_longer_than_other_bodies_and_has_its_own_limit(real: FlaskClient, played: str) -> None:
    record = record_of(real, played)
    padded = record | {"note": "x" * MAX_BODY}
    assert real.post("/api/v1/records", json=padded).status_code == 201
    answer = real.post("/api/v1/records", json=record | {"note": "x" * MAX_RECORD})
    assert refused(answer) == (413, "BODY_TOO_LARGE")
    assert answer.json["facts"]["limit"] == str(MAX_RECORD // 1024)
    long = real.post(f"/api/v1/sessions/{played}/rematch", json={"swap": "x" * MAX_BODY})
    assert refused(long) == (413, "BODY_TOO_LARGE")


def test_a_record_waits_until_what_is_sealed_has_been_told(real: FlaskClient) -> None:
    session = begun(real, options={"setup": "sealed"}, formation=None)
    command(real, session, None, view="gm", type="act", act="form yellow wall")
    assert refused(real.get(f"/api/v1/sessions/{session}/record")) == (409, "NOT_TOLD_YET")
    assert record_of(real, session, "seat:yellow")["acts"][0]["act"].startswith("form yellow")
    command(real, session, None, view="gm", type="act", act="form blue press")
    assert len(record_of(real, session)["acts"]) >= ENOUGH


# ------------------------------------------------------------------ once more


def test_a_match_is_played_once_more_with_its_options_and_formations(real: FlaskClient) -> None:
    formation = {"yellow": "wall", "blue": "press"}
    session = begun(real, "resign blue", options={"zone": "ring", "kick_off": "blue"}, formation=formation)
    answer = real.post(f"/api/v1/sessions/{session}/rematch", json={})
    assert answer.status_code == 201
    before, after = shown(real, session), shown(real, answer.json["id"])
    assert after["state"] == "running"
    for same in ("options", "formation", "kick_off"):
        assert after["view"][same] == before["view"][same]


def test_swapping_sides_mirrors_the_formations(real: FlaskClient) -> None:
    session = begun(real, "resign blue", formation={"yellow": "wall", "blue": "press"})
    other = real.post(f"/api/v1/sessions/{session}/rematch", json={"swap": True}).json["id"]
    same = begun(real, formation={"yellow": "press", "blue": "wall"})
    assert shown(real, other)["view"]["formation"] == shown(real, same)["view"]["formation"]


def test_formations_that_sides_set_up_by_themselves_stand_at_once_in_the_next_match(real: FlaskClient) -> None:
    session = begun(
        real, "form yellow wall", "ready yellow", "form blue wings", "ready blue", "resign blue", formation=None
    )
    other = real.post(f"/api/v1/sessions/{session}/rematch", json={"swap": True}).json["id"]
    same = begun(real, formation={"yellow": "wings", "blue": "wall"})
    assert shown(real, other)["view"]["phase"] == shown(real, same)["view"]["phase"]
    assert shown(real, other)["view"]["formation"] == shown(real, same)["view"]["formation"]


def test_a_running_match_is_not_begun_once_more(real: FlaskClient, played: str) -> None:
    assert refused(real.post(f"/api/v1/sessions/{played}/rematch", json={})) == (409, "TABLE_BUSY")
    assert refused(real.post("/api/v1/sessions/none/rematch", json={})) == (404, "NO_SUCH_SESSION")


def test_at_a_board_players_keep_their_seats_or_change_them_with_the_sides(real: FlaskClient, match: str) -> None:
    for seat, name in (("yellow", "Ada"), ("blue", "Grace")):
        real.post(f"/api/v1/sessions/{match}/seats", json={"seat": seat, "name": name})
    names = []
    for swap in (False, True):
        command(real, match, None, view="gm", type="abandon")
        match = real.post(f"/api/v1/sessions/{match}/rematch", json={"swap": swap}).json["id"]
        names.append([seat["name"] for seat in shown(real, match)["seats"]])
    assert names == [["Ada", "Grace"], ["Grace", "Ada"]]
    command(real, match, None, view="gm", type="abandon")
    for seat in ("yellow", "blue"):
        real.post(f"/api/v1/sessions/{match}/seats/free", json={"seat": seat})


@pytest.fixture(autouse=True)
def _tidy(real: FlaskClient) -> Iterator[None]:
    """Matches without a board keep a table each while they run."""
    yield
    for session in real.get("/api/v1/sessions").json["sessions"]:
        if session["state"] == "running" and session["board"] is None:
            command(real, session["id"], None, view="gm", type="abandon")


# ------------------------------------------------------------------ what pages show beside it


def test_cards_show_where_each_kind_of_figure_could_go_by_the_rules(real: FlaskClient) -> None:
    cards = {card["kind"]: card for card in real.get("/api/v1/games/master_move/cards").json["cards"]}
    assert list(cards) == ["T", "V", "F", "M", "J", "S"]
    assert (cards["T"]["cell"], cards["T"]["cells"]) == ("E1", ["D1", "F1"])
    assert cards["S"]["cells"] == ["C7", "C9", "D6", "D10", "F6", "F10", "G7", "G9"]
    assert len(cards["V"]["cells"]) == 8
    assert {len(cards[kind]["cells"]) for kind in "FMJ"} == {16}
    assert refused(real.get("/api/v1/games/chess/cards")) == (422, "UNKNOWN_GAME")


def test_a_way_that_repetition_closes_is_told_with_the_moves(real: FlaskClient) -> None:
    there_and_back = ("M C7-C6", "F E11-G13", "M C6-C7", "F G13-E11")
    session = begun(real, *there_and_back * 2)
    told = shown(real, session)
    mover = next(one["id"] for one in told["view"]["figures"] if one["cell"] == "C7")
    assert told["closed"] == {mover: ["C6"]}
    assert "C6" not in told["moves"][mover]
    assert told["lit"] is True


def test_a_proposal_is_told_with_who_may_answer_it_and_how(real: FlaskClient, played: str) -> None:
    done = command(real, played, None, view="seat:blue", type="propose", count=2)
    assert done.status_code == 200, done.text

    def can(view: str) -> Any:
        told = real.get(f"/api/v1/sessions/{played}?view={view}").json
        assert told["hands"]["proposal"] == {"by": "blue", "count": 2}
        return told["can"]["agree"], told["can"]["disagree"]

    assert can("seat:yellow") == (True, True)
    assert can("seat:blue") == (False, True)
    assert command(real, played, None, view="seat:yellow", type="agree").status_code == 200
    assert [entry["kind"] for entry in real.get(f"/api/v1/sessions/{played}/log").json["entries"][-2:]] == [
        "undo"
    ] * 2
