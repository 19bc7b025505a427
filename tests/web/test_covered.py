"""Where magnets lie on a simulated board, while a match keeps that a secret."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole, Side
from feldlicht.base.viewers import PUBLIC, Audience, Role, Secrecy, Viewer
from feldlicht.rules.master_move.game import MasterMove
from feldlicht.runtime.clock import Clock
from feldlicht.web.rooms import StreamRoom
from feldlicht.web.streams import EventStream, StreamWish
from tests.web.double import HouseDouble

MAGNETS = "/api/v1/boards/default/sim/magnets"
YELLOW = Viewer(Role.PLAYER, Side.YELLOW)


@pytest.fixture(autouse=True)
def covered(double: HouseDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match at the board in which yellow alone may see what hands do."""
    double.set_magnets("sim", {cell("A1"): Pole.NORTH})
    double.create_session("master_move", {}, "counting", "default", True)
    only_yellow = Audience(Secrecy.SEALED, frozenset({Side.YELLOW}))
    monkeypatch.setattr(MasterMove, "hands_audience", lambda *_: only_yellow)


@pytest.mark.parametrize(("view", "status"), [("gm", 200), ("seat:yellow", 200), ("seat:blue", 403), ("public", 403)])
def test_where_magnets_lie_is_told_to_those_who_may_know(client: FlaskClient, view: str, status: int) -> None:
    answer = client.get(f"{MAGNETS}?view={view}")
    assert answer.status_code == status
    assert ("A1" in answer.text) is (status == 200)


def test_who_may_not_see_them_moves_none(client: FlaskClient, double: HouseDouble) -> None:
    answer = client.post(MAGNETS, json={"set": {"B1": "N"}})
    assert (answer.status_code, answer.json["code"]) == (403, "NOT_ALLOWED")  # type: ignore[index]
    assert double.magnets("sim") == {cell("A1"): Pole.NORTH}


@pytest.mark.parametrize(("viewer", "told"), [(YELLOW, 2), (PUBLIC, 0)])
def test_the_stream_brings_them_to_those_who_may_know(double: HouseDouble, viewer: Viewer, told: int) -> None:
    room = StreamRoom(1, Clock())
    wish = StreamWish(session="current", board="default", lights=True, viewer=lambda _: viewer)
    stream = EventStream(double, wish, room)  # type: ignore[arg-type]
    double.set_magnets("sim", {cell("C3"): Pole.NORTH})
    double.shine("sim", 77)
    heard = b""
    while b'"ring":"4d0000' not in heard:
        heard += next(stream)
    assert heard.count(b"event: magnets") == told
    assert (b"C3" in heard) is (told > 0)
    stream.close()
