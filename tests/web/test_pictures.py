"""Pictures of a match over the API: by name, by language, and as far as the view may know it."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from feldlicht.base.figures import Side
from feldlicht.drawing.story import Kind
from feldlicht.runtime import games
from tests.drawing.pictures import SVG, texts_of, total, with_fact
from tests.rules.helpers import WALK_TO_GOAL
from tests.support.dice_game import DiceGame
from tests.web.conftest import command
from tests.web.test_records import ACTS, begun

VIEWS = ("public", "seat:blue")


def picture(real: FlaskClient, session: str, name: str, **query: str) -> ElementTree.Element:
    answer = real.get(f"/api/v1/sessions/{session}/pictures/{name}.svg", query_string=query)
    assert answer.status_code == 200, answer.text
    assert answer.content_type.startswith("image/svg+xml")
    return ElementTree.fromstring(answer.data)


def all_pictures(real: FlaskClient, session: str, view: str) -> list[bytes]:
    found = []
    for kind in Kind:
        answer = real.get(f"/api/v1/sessions/{session}/pictures/{kind}.svg?view={view}")
        assert answer.status_code == 200, answer.text
        found.append(answer.data)
    return found


def done(real: FlaskClient, session: str, act: str, view: str = "public") -> None:
    answer = command(real, session, None, view=view, type="act", act=act)
    assert answer.status_code == 200, answer.text


def test_a_match_is_drawn_as_each_picture_and_as_each_kind_of_file(real: FlaskClient) -> None:
    session = begun(real, *ACTS)
    assert real.post(f"/api/v1/sessions/{session}/seats", json={"seat": "yellow", "name": "Ada"}).status_code == 200
    assert real.get(f"/api/v1/sessions/{session}").json["pictures"] is True
    position = picture(real, session, "position")
    assert len(with_fact(position, "figure")) == 22
    assert "Yellow · Ada" in texts_of(position)
    assert total(with_fact(picture(real, session, "heat"), "count"), "count") == len(ACTS)
    assert len(with_fact(picture(real, session, "moves"), "end")) == 2
    for kind in Kind:
        answer = real.get(f"/api/v1/sessions/{session}/pictures/{kind}.png")
        assert (answer.status_code, answer.content_type) == (200, "image/png")
        assert answer.data.startswith(b"\x89PNG")
        assert answer.headers["Content-Disposition"].endswith(f'{session}-{kind}.png"')


def test_what_was_taken_back_is_not_in_the_pictures(real: FlaskClient) -> None:
    session = begun(real, *ACTS)
    command(real, session, None, view="gm", type="undo")
    assert total(with_fact(picture(real, session, "heat"), "count"), "count") == len(ACTS) - 1


def test_a_picture_speaks_the_viewers_language(real: FlaskClient) -> None:
    session = begun(real)
    titles = [picture(real, session, "heat", lang=one).findtext(f"{SVG}title") for one in ("en", "de")]
    assert titles == ["Where the figures moved to", "Wohin die Figuren zogen"]


@pytest.mark.parametrize("name", ["position.gif", "position", "cup.svg", ".svg", "position.svg.exe"])
def test_a_picture_that_there_is_not_is_refused_in_a_sentence(real: FlaskClient, name: str) -> None:
    answer = real.get(f"/api/v1/sessions/{begun(real)}/pictures/{name}")
    assert (answer.status_code, answer.json["code"]) == (404, "NO_SUCH_PICTURE")
    assert name in answer.json["detail"]


def test_a_session_that_there_is_not_and_a_game_without_pictures_are_refused(
    real: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = real.get("/api/v1/sessions/nobody/pictures/heat.svg")
    assert (missing.status_code, missing.json["code"]) == (404, "NO_SUCH_SESSION")
    monkeypatch.setattr(games, "game", lambda _: DiceGame())
    body = {"game": "dice", "formation": None, "board": None}
    made: Any = real.post("/api/v1/sessions", json=body)
    assert made.status_code == 201, made.text
    assert real.get(f"/api/v1/sessions/{made.json['id']}").json["pictures"] is False
    answer = real.get(f"/api/v1/sessions/{made.json['id']}/pictures/position.png")
    assert (answer.status_code, answer.json["code"]) == (404, "NO_PICTURES")


@pytest.mark.parametrize("view", VIEWS)
def test_a_sealed_formation_is_in_no_picture_until_both_are_told(real: FlaskClient, view: str) -> None:
    def match(yellow: str) -> str:
        session = begun(real, formation=None, options={"setup": "sealed"})
        done(real, session, f"form yellow {yellow}", view="seat:yellow")
        return session

    sessions = [match(one) for one in ("wall", "press")]
    shown = [all_pictures(real, one, view) for one in sessions]
    assert shown[0] == shown[1]
    assert with_fact(ElementTree.fromstring(shown[0][0]), "figure") == []
    for session in sessions:
        done(real, session, "form blue wall", view="seat:blue")
    told = [all_pictures(real, one, view) for one in sessions]
    assert len(with_fact(ElementTree.fromstring(told[0][0]), "figure")) == 22
    assert told[0] != told[1]


@pytest.mark.parametrize("view", VIEWS)
def test_a_sealed_relocation_is_in_no_picture_until_both_are_told(real: FlaskClient, view: str) -> None:
    keeper = ("T E16-D16", "T D16-E16", "T E16-D16")
    *walk, last = WALK_TO_GOAL[Side.YELLOW]
    way = [act for pair in zip(walk, keeper, strict=True) for act in pair]

    def match(relocation: str) -> str:
        session = begun(real, *way, last, options={"relocation": "sealed"})
        done(real, session, relocation, view="seat:yellow")
        return session

    sessions = [match(one) for one in ("@V D4-C5", "@- yellow")]
    shown = [all_pictures(real, one, view) for one in sessions]
    assert shown[0] == shown[1]
    for session in sessions:
        done(real, session, "@- blue", view="seat:blue")
    told = [all_pictures(real, one, view) for one in sessions]
    assert told[0] != told[1]
    assert len(with_fact(ElementTree.fromstring(told[0][2]), "relocation")) == 3
