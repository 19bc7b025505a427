"""Where magnets lie on a simulated board, while a match keeps that a secret."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole, Side
from feldlicht.base.viewers import EVERYONE, PUBLIC, Audience, Role, Secrecy, Viewer
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


def test_who_may_not_see_them_has_no_virtual_hands_set_them(client: FlaskClient) -> None:
    order = "/api/v1/boards/default/sim/hands"
    for view, status in (("public", 403), ("seat:blue", 403), ("seat:yellow", 202), ("gm", 202)):
        assert client.post(f"{order}?view={view}", json={"do": "build"}).status_code == status, view


def test_who_may_not_see_them_turns_no_knob(client: FlaskClient) -> None:
    order = "/api/v1/boards/default/sim/controls"
    for view, status in (("public", 403), ("seat:blue", 403), ("gm", 200)):
        assert client.post(f"{order}?view={view}", json={"turn": 1}).status_code == status, view


@pytest.mark.parametrize("path", ["/api/v1/boards", "/api/v1/boards/default", "/api/v1/boards/default/health"])
@pytest.mark.parametrize(
    ("view", "told"), [("gm", True), ("seat:yellow", True), ("seat:blue", False), ("public", False)]
)
def test_cells_that_toggle_are_told_to_those_who_may_know_where_magnets_lie(
    client: FlaskClient, double: HouseDouble, path: str, view: str, told: bool
) -> None:
    double.change_board(replace(double.board("sim"), noisy={cell("C3"): 9}))
    answer = client.get(f"{path}?view={view}")
    assert answer.status_code == 200
    assert ("C3" in answer.text) is told


def test_where_nothing_is_a_secret_cells_that_toggle_are_told_to_everyone(
    client: FlaskClient, double: HouseDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MasterMove, "hands_audience", lambda *_: EVERYONE)
    double.change_board(replace(double.board("sim"), noisy={cell("C3"): 9}))
    assert "C3" in client.get("/api/v1/boards").text


def events(double: HouseDouble, viewer: Viewer, *acts: Callable[[], object]) -> bytes:
    """Everything that a reader of the board gets of ``acts``, but for the ticks, which have the time."""
    wish = StreamWish(session="current", board="default", viewer=lambda _: viewer)
    stream = EventStream(double, wish, StreamRoom(1, Clock()))  # type: ignore[arg-type]
    for act in (*acts, double.gap):
        act()
    heard = b""
    while b"event: settings" not in heard:
        heard += next(stream)
    stream.close()
    told = heard.partition(b"event: settings")[0].split(b"\n\n")
    return b"\n\n".join(one for one in told if b"event: tick" not in one)


@pytest.mark.parametrize(("viewer", "told"), [(YELLOW, True), (PUBLIC, False)])
def test_of_a_cell_that_begins_to_toggle_the_stream_tells_nothing_to_who_may_not_know(
    double: HouseDouble, viewer: Viewer, told: bool
) -> None:
    quiet = events(double, viewer)
    toggles = replace(double.board("sim"), noisy={cell("C3"): 9})
    assert (events(double, viewer, lambda: double.change_board(toggles)) != quiet) is told


@pytest.mark.parametrize(
    "kind",
    [{"type": "confirm"}, {"type": "cancel"}, {"type": "answer", "question": "q", "choice": 0}, {"type": "override"}],
)
def test_who_may_not_see_what_hands_do_decides_nothing_about_it_on_a_page(
    client: FlaskClient, double: HouseDouble, kind: dict[str, object]
) -> None:
    for view, refused in (
        ("public", True),
        ("seat:blue", True),
        ("seat:yellow", kind["type"] == "override"),
        ("gm", False),
    ):
        body = {"id": str(uuid.uuid4()), "revision": None, "command": kind, "view": view}
        answer = client.post("/api/v1/sessions/s1/commands", json=body)
        # Who may know is refused too here, with what there is to say: nothing is asked, and no board is felt.
        assert answer.json is not None
        assert (answer.json["code"] == "NOT_ALLOWED") is refused, (view, answer.text)


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
