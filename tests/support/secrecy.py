"""Whether a game's secrets leave the house by any way: for any game whose acts can be commanded.

A match is played twice in a real house, alike but for what one viewer may not know. Everything that this viewer gets
is written down, byte for byte: what every route answers that can be read (by the server's own list, so that a new one
is asked too), the stream of session, board, magnets and lights with its ids and its replay, the answers to his
commands (done, refused, stale, an id used by others) and to all other orders, and the lines to the LEDs.

Both must be the same, but for times, for names that are thrown anew for every match, and for the commitments of
sealed acts.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import TestResponse

from feldlicht.base.reasons import Reason
from feldlicht.config import Settings
from feldlicht.rules.game import Game
from feldlicht.runtime import games
from feldlicht.runtime.events import SettingsChanged
from feldlicht.web import streams
from feldlicht.web.app import create_app
from feldlicht.web.rights import Right, needed
from tests.support.furnished import BOARD, FurnishedHouse, orders, readable
from tests.support.web import OURS, SOMEWHERE, lan_hosts

HIDDEN_ID = str(uuid.uuid5(uuid.NAMESPACE_URL, "hidden"))
"""The first command that a viewer may not know goes by this id, and so does one of his own: he must not notice."""


ONLOOKER = "onlooker"
"""Stands for the public view of somebody who came over the network and has no right at all."""


FIRST, LAST, AGAIN = "at first", "at last", "at the table again"
ENDS = (FIRST, LAST, AGAIN)
"""Moments at which pages and descriptions are read too."""


OWN_ACTS = ("form ", "ready ", "@")
"""How acts begin that are no moves."""


@dataclass(frozen=True, slots=True)
class Act:
    """A command that someone gives by a view, as its JSON; ``secret``: not everyone may know it.

    ``left_out``: nothing happens at that moment.
    """

    view: str
    command: dict[str, object]
    secret: bool = False
    left_out: bool = False


def act(view: str, text: str, *, secret: bool = False) -> Act:
    """Build an act from its notation, or from the word of a command that takes nothing."""
    if text.startswith("resign "):
        return Act(view, {"type": "resign", "side": text.removeprefix("resign ")}, secret)
    plain = text in ("undo", "redo", "abandon", "confirm", "cancel", "resign")
    if text.startswith(OWN_ACTS):
        return Act(view, {"type": "act", "act": text}, secret)
    return Act(view, {"type": text} if plain else {"type": "move", "move": text}, secret)


@dataclass(frozen=True, slots=True)
class Course:
    """A match: ``acts`` in order; ``probes`` are what the viewer asks in vain after each of them.

    ``formation`` and ``options`` are what it is begun with; ``before`` is done before anybody listens.
    """

    acts: Sequence[Act]
    probes: Sequence[Act] = ()
    formation: object = "none"
    options: Mapping[str, object] = field(default_factory=dict)
    before: Sequence[Act] = ()

    def without_secrets(self) -> Course:
        """Return the same course in which nothing secret happens."""
        return replace(self, acts=[replace(one, left_out=one.secret) for one in self.acts])


def all_bytes(game: Game[Any], folder: Path, course: Course, view: str) -> list[str]:
    """Play ``course`` in a new house and return, in order, everything that ``view`` gets of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "game", lambda _: game)
        # Light comes with the event that brought it and not by the clock.
        patch.setattr(streams, "FRAME_S", 0.0)
        settings = Settings(folder, simulate=False)
        house = FurnishedHouse(settings, find=lambda: [])
        try:
            house.start()
            listener = _Listener(house, _app(house, settings), view, course)
            heard = listener.hear(course)
        finally:
            house.close()
        again = FurnishedHouse(settings, find=lambda: [])
        try:
            again.start()
            return heard + listener.hear_again(again, _app(again, settings))
        finally:
            again.close()


def _app(house: FurnishedHouse, settings: Settings) -> OpenAPI:
    return create_app(house, settings, hosts=lan_hosts())


class _Listener:
    """One viewer who listens everywhere: at this computer, or without any right from a device in its network."""

    def __init__(self, house: FurnishedHouse, app: OpenAPI, view: str, course: Course) -> None:
        self._house = house
        self._view = "public" if view == ONLOOKER else view
        self._elsewhere = view == ONLOOKER
        self._doors(app)
        self._heard: list[str] = []
        begun = {"formation": course.formation, "options": dict(course.options), "board": None}
        made = self._client.post("/api/v1/sessions", json={"game": "secret", **begun})
        assert made.status_code == 201, made.text
        self._id: str = made.json["id"]  # type: ignore[index]
        self._probes = 0
        for number, one in enumerate(course.before):
            assert self._do(one, str(uuid.uuid5(uuid.NAMESPACE_URL, f"before {number}"))).status_code == 200, one
        self._lamps = house.furnish(self._id)

    def _doors(self, app: OpenAPI) -> None:
        """Whoever acts does it by the first one; by the second one it is listened."""
        self._app = app
        self._client = app.test_client()
        self._ears = app.test_client()
        if self._elsewhere:
            self._ears.environ_base |= {"REMOTE_ADDR": SOMEWHERE, "HTTP_HOST": f"{OURS}:8000"}

    def hear(self, course: Course) -> list[str]:
        with self._stream() as stream:
            self._look_around(stream, FIRST)
            for number, one in enumerate(course.acts):
                if not one.left_out:
                    first_secret = next((n for n, each in enumerate(course.acts) if each.secret), None)
                    answer = self._do(one, HIDDEN_ID if number == first_secret else _uuid(number))
                    assert answer.status_code == 200, (one, answer.text)
                    if one.view == self._view:
                        self._note("answer", answer)
                self._probe(course)
                self._look_around(stream, f"after {number}")
            self._note("id of others", self._do(act(self._view, "cancel"), HIDDEN_ID, by=self._ears))
            self._look_around(stream, LAST)
        self._replay()
        return self._heard

    def hear_again(self, house: FurnishedHouse, app: OpenAPI) -> list[str]:
        """Return what is told of the same match after the program was started anew."""
        self._house, self._heard = house, []
        house.at_board, house.hub.default_board = self._id, BOARD
        self._doors(app)
        with self._stream() as stream:
            self._look_around(stream, "after a restart")
            self._note("id of others again", self._do(act(self._view, "cancel"), HIDDEN_ID, by=self._ears))
            self._look_around(stream, AGAIN)
        self._replay()
        return self._heard

    # ------------------------------------------------------------------ what is asked

    def _do(
        self, one: Act, command_id: str, revision: int | None = None, by: FlaskClient | None = None
    ) -> TestResponse:
        body = {"id": command_id, "revision": revision, "command": one.command, "view": one.view}
        return (by or self._client).post(f"/api/v1/sessions/{self._id}/commands", json=body)

    def _probe(self, course: Course) -> None:
        for number, one in enumerate(course.probes):
            self._note("refused", self._do(one, self._probe_id(), by=self._ears))
            shown = self._ears.get(f"/api/v1/sessions/{self._id}?view={self._view}").json
            assert shown is not None
            self._note("stale", self._do(one, self._probe_id(), shown["revision"] + 1 + number, self._ears))

    def _probe_id(self) -> str:
        self._probes += 1
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"probe {self._probes}"))

    def _look_around(self, stream: Iterator[bytes], when: str) -> None:
        self._heard.append(f"--- {when}")
        self._house.sync()
        self._follow(stream)
        base = f"/api/v1/sessions/{self._id}"
        for route, address in readable(self._app, self._id).items():
            # What has no match in it is not asked at every step, as that takes time.
            if not route.startswith("/api/v1/") and when not in ENDS:
                continue
            shown = self._ears.get(f"{address}?view={self._view}")
            # A record waits until what everyone knows to be sealed has been told; not all games have pictures, teams.
            without = (Reason.NOT_TOLD_YET, Reason.NO_PICTURES, Reason.NO_FORMATIONS)
            usual = any(reason in shown.text for reason in without)
            refused = shown.status_code >= 400 and not usual
            assert not refused or needed("GET", route) > Right.VIEWER, (address, shown.text)
            self._note(address, shown)
        if when in ENDS:
            for method, address, body in orders(self._app, self._id):
                answered = self._ears.open(f"{address}?view={self._view}", method=method, json=body)
                self._note(f"{method} {address}", answered)
        self._note("no view", self._ears.get(f"{base}?view=nobody"))
        if self._elsewhere:
            self._note("a view above the right", self._ears.get(f"{base}?view=gm"))
        self._heard += [f"lamps {said}" for said in self._lamps.said]
        self._lamps.said.clear()

    def _note(self, what: str, answer: TestResponse) -> None:
        headers = sorted(f"{name}: {value}" for name, value in answer.headers.items() if name != "Date")
        text = f"{what} {answer.status_code} {headers} {answer.get_data(as_text=True)}"
        self._heard += [self._plain(line) for line in text.splitlines()]

    # ------------------------------------------------------------------ the stream

    @contextmanager
    def _stream(self, after: str = "") -> Iterator[Iterator[bytes]]:
        wish = f"session={'current' if after else self._id}&board={'default' if after else BOARD}&lights=1"
        address = f"/api/v1/stream?{wish}&view={self._view}"
        self._told: int | None = None
        answer = self._ears.get(f"{address}&after={after}" if after else address)
        try:
            yield iter(answer.response)  # type: ignore[arg-type]
        finally:
            answer.close()

    def _follow(self, stream: Iterator[bytes]) -> None:
        """Note all events so far: one that everybody gets marks their end.

        Ticks come by the clock, so one is noted only if it says more than the event before it.
        """
        self._house.hub.publish(SettingsChanged(self._house.tuning))
        for chunk in stream:
            fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
            if fields["event"] == "settings":
                break
            if "id" in fields:
                self._told = int(fields["id"].rpartition("-")[2])
            if fields["event"] != "tick":
                self._heard.append(self._plain(chunk.decode()))
            elif (revision := json.loads(fields["data"])["revision"]) != self._told:
                self._heard.append(f"tick at revision {revision}")

    def _replay(self) -> None:
        for revision in range(4):
            with self._stream(f"{self._house.epoch}.{self._id}-{revision}") as stream:
                self._heard.append(f"--- after {revision}")
                self._follow(stream)

    def _plain(self, text: str) -> str:
        for name, stands_for in ((self._id, "SESSION"), (self._house.epoch, "EPOCH")):
            text = text.replace(name, stands_for)
        text = re.sub(r'("(?:at|created_at|changed_at)":) ?\d+', r"\1 TIME", text)
        text = re.sub(r'("commitment":) ?"[0-9a-f]{64}"', r"\1 COMMITMENT", text)
        return re.sub(r'("nonce":) ?"[0-9a-f]{32}"', r"\1 NONCE", text)


def _uuid(number: int) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"act {number}"))


def first_difference(one: Sequence[str], other: Sequence[str]) -> str | None:
    """Return where two hearings part, None if they are the same."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return f"line {number}:\n  {mine}\n  {theirs}"
    return None if len(one) == len(other) else f"{len(one)} lines, {len(other)} lines"
