"""No secret leaves the house by any way; and a leak in any single way would be found."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import request
from flask_openapi3.openapi import OpenAPI

from feldlicht.base.cells import cell_name
from feldlicht.base.commands import GameCommand
from feldlicht.base.entries import Entry, Event
from feldlicht.base.plans import Hint, Moves, Plan
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.styles import Colour, GameScene, Scene, Style
from feldlicht.base.viewers import GAME_MASTER, Viewer
from feldlicht.rules.game import JsonObject
from feldlicht.rules.pictured import Pictured
from feldlicht.runtime import homes
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardInfo, SessionSummary
from feldlicht.table import projection
from feldlicht.table.session import Session
from feldlicht.web import pages, streams
from feldlicht.web.api import boards as boards_api
from feldlicht.web.api import health as health_api
from feldlicht.web.api import seats as seats_api
from feldlicht.web.api import sessions as sessions_api
from feldlicht.web.api.answers import answer
from feldlicht.web.context import context
from feldlicht.web.json_forms import Json, lights_json
from feldlicht.web.rights import NEEDED
from tests.support import secrecy
from tests.support.furnished import BOARD, NOT_ASKED
from tests.support.secrecy import ONLOOKER, Course, act, all_bytes, first_difference
from tests.support.secret_game import SecretGame, SecretState

Patch = pytest.MonkeyPatch

PROBES = ("yR1 A9", "bR1 A9", "trap", "nonsense", "xS1 on A9")


def course(*acts: Any, view: str) -> Course:
    asked_as = "public" if view == ONLOOKER else view
    return Course(acts, [act(asked_as, text) for text in PROBES])


def with_traps(view: str) -> Course:
    """The game master sets traps, takes them back and sets them again between what everyone sees."""
    return course(
        act("gm", "trap D4", secret=True),
        act("public", "yR1 A2"),
        act("gm", "trap D5", secret=True),
        act("gm", "undo", secret=True),
        act("public", "undo"),
        act("gm", "trap A9", secret=True),
        act("public", "redo"),
        act("seat:blue", "bR1 I3"),
        act("gm", "trap D6", secret=True),
        act("gm", "undo", secret=True),
        act("gm", "redo", secret=True),
        act("seat:yellow", "yR1 A4"),
        act("public", "undo"),
        view=view,
    )


def without_traps(view: str) -> Course:
    return with_traps(view).without_secrets()


def spies(yellow: str, view: str) -> Course:
    """Yellow hides its spy; where, is all that differs."""
    return course(
        act("public", "yR1 A2"),
        act("seat:yellow", f"yS1 on {yellow}"),
        act("seat:blue", "bR1 I3"),
        act("seat:blue", "bS1 on E5"),
        act("seat:yellow", "yR1 A4"),
        act("gm", "undo"),
        act("gm", "undo"),
        act("gm", "redo"),
        act("gm", "yR1 A3"),
        view=view,
    )


def difference(game: SecretGame, folder: Path, one: Course, other: Course, view: str) -> str | None:
    """Return where what ``view`` hears of two matches parts, None if it does not."""
    heard = [all_bytes(game, folder / str(n), played, view) for n, played in enumerate((one, other))]
    assert len(heard[0]) > 100, "it listened to nothing"
    return first_difference(*heard)


def also(*views: str) -> list[Any]:
    """Views that are tried where there is more time."""
    return [pytest.param(view, marks=pytest.mark.prove) for view in views]


@pytest.mark.parametrize("view", ["public", "seat:blue", *also("seat:yellow", ONLOOKER)])
def test_r10_who_may_not_know_hidden_acts_gets_the_same_bytes_with_them_and_without(
    tmp_path: Path, view: str
) -> None:
    assert difference(SecretGame(), tmp_path, with_traps(view), without_traps(view), view) is None


@pytest.mark.parametrize("view", ["public", *also("seat:blue", ONLOOKER)])
def test_r10_who_may_not_know_a_sealed_act_gets_the_same_bytes_whatever_it_was(tmp_path: Path, view: str) -> None:
    assert difference(SecretGame(), tmp_path, spies("C3", view), spies("D7", view), view) is None


@pytest.mark.parametrize("view", ["gm", *also("seat:yellow")])
def test_who_may_know_a_sealed_act_is_told(tmp_path: Path, view: str) -> None:
    assert difference(SecretGame(), tmp_path, spies("C3", view), spies("D7", view), view) is not None


def test_every_route_that_can_be_read_is_asked_or_it_is_said_why_not(tmp_path: Path) -> None:
    asked = "\n".join(all_bytes(SecretGame(), tmp_path, course(view="public"), "public"))
    routes = {route for method, route in NEEDED if method == "GET"}
    assert routes >= set(NOT_ASKED)
    for route in routes - set(NOT_ASKED):
        # An address of it stands where its answer was noted; names that are filled in are somebody else's.
        pattern = re.sub(r"<[^<>]+>", "[^/ ?]+", route)
        assert re.search(rf"^{pattern} \d\d\d ", asked, re.MULTILINE), route


# ------------------------------------------------------------------ planted leaks


class LeakyGame(SecretGame):
    """Breaks one promise."""

    def __init__(self, leak: str) -> None:
        self._leak = leak

    def secrets(self, options: Mapping[str, object]) -> bool:
        return self._leak != "whole state"

    def view(self, state: SecretState, viewer: Viewer) -> JsonObject:
        return {**super().view(state, viewer), "count": len(state.traps) if self._leak == "view" else 0}

    def pictured(self, state: SecretState, viewer: Viewer) -> Pictured | None:
        return super().pictured(state, GAME_MASTER if self._leak == "picture" else viewer)

    def hand_plan(self, state: SecretState) -> Plan:
        plan = super().hand_plan(state)
        if self._leak != "hands" or not isinstance(plan, Moves):
            return plan
        marked = {figure: dict.fromkeys(cells, Hint.SCORE) for figure, cells in plan.targets.items()}
        return Moves(plan.side, marked) if state.traps else plan

    def why_illegal(self, state: SecretState, command: GameCommand) -> Refusal | None:
        refusal = super().why_illegal(state, command)
        if self._leak == "refusal" and refusal is not None and refusal.reason is Reason.NOT_ITS_MOVE:
            return Refusal.of(Reason.NOT_ITS_MOVE, act=len(state.traps))
        return refusal

    def scene(self, state: SecretState) -> GameScene:
        lit = {place: Style((Colour.RED,)) for place in state.traps} if self._leak == "light" else {}
        return GameScene(Scene({**super().scene(state).base.cells, **lit}))

    def apply(self, state: SecretState, command: GameCommand, dice: Any = (), spent: int = 0) -> Any:
        applied = super().apply(state, command, dice, spent)
        if self._leak != "event":
            return applied
        told = Event("traps", (("where", ",".join(cell_name(one) for one in state.traps)),))
        return type(applied)(applied.state, (*applied.events, told))


GAME_LEAKS = ("view", "picture", "hands", "refusal", "light", "event", "whole state")


@pytest.mark.prove
@pytest.mark.parametrize("leak", GAME_LEAKS)
def test_a_game_that_breaks_its_promise_is_found(tmp_path: Path, leak: str) -> None:
    assert difference(LeakyGame(leak), tmp_path, with_traps("public"), without_traps("public"), "public") is not None


def _log(patch: Patch) -> None:
    patch.setattr(sessions_api, "project_log", lambda session, _: projection.project_log(session, GAME_MASTER))


def _entry(patch: Patch) -> None:
    whole = projection.project_entry

    def leaking(session: Session, entry: Entry, number: int, viewer: Viewer) -> JsonObject | None:
        shown = whole(session, entry, number, viewer)
        return None if shown is None else {**shown, "log": entry.revision}

    patch.setattr(streams, "project_entry", leaking)


def _revision(patch: Patch) -> None:
    patch.setattr(Session, "revision_for", lambda self, _: self.revision)


def _summary(patch: Patch) -> None:
    def leaking(self: House) -> tuple[SessionSummary, ...]:
        pictures = [self.session(stored.header.id) for stored in self._store.sessions()]
        return tuple(SessionSummary(one.header, one.lifecycle, one.revision) for one in pictures)

    patch.setattr(House, "sessions", leaking)


def _journal(patch: Patch) -> None:
    patch.setattr(homes, "journal_for", lambda *_: None)


def _stream(patch: Patch) -> None:
    whole = streams.EventStream._added

    def leaking(self: streams.EventStream, event: Any) -> Any:
        told = list(whole(self, event))
        return told or [self._snapshot(event.picture)]

    patch.setattr(streams.EventStream, "_added", leaking)


def _tick(patch: Patch) -> None:
    whole = streams.EventStream._tick

    def leaking(self: streams.EventStream) -> Any:
        assert self._session is not None
        return {**whole(self), "revision": self._house.session(self._session).revision}

    patch.setattr(streams.EventStream, "_tick", leaking)


def _command_id(patch: Patch) -> None:
    whole = Session.entry_of
    patch.setattr(Session, "entry_of", lambda self, command_id, _=None: whole(self, command_id))


def _undo(patch: Patch) -> None:
    place, acts = Session.to_undo, projection.own_last_acts
    patch.setattr(Session, "to_undo", lambda self, _: place(self, GAME_MASTER))
    patch.setattr(projection, "own_last_acts", lambda session, _, acting: acts(session, GAME_MASTER, acting))


def _told_of_a_board(patch: Patch) -> None:
    whole = boards_api.board_json

    def leaking(board: BoardInfo, language: str) -> Json:
        return {**whole(board, language), "port": str(_entries())}

    patch.setattr(boards_api, "board_json", leaking)


def _board_in_the_stream(patch: Patch) -> None:
    whole = streams.EventStream._board_json

    def leaking(self: streams.EventStream, board: BoardInfo) -> Json:
        assert board.session is not None
        return {**whole(self, board), "port": str(self._house.session(board.session).revision)}

    patch.setattr(streams.EventStream, "_board_json", leaking)


def _light_in_the_stream(patch: Patch) -> None:
    whole = streams.EventStream._added

    def leaking(self: streams.EventStream, event: Any) -> Any:
        yield from whole(self, event)
        yield from self._lamps(BOARD)

    patch.setattr(streams.EventStream, "_added", leaking)


def _light_to_be_read(patch: Patch) -> None:
    patch.setattr(boards_api, "lights_json", lambda lights: {**lights_json(lights), "strip": [[_entries()] * 3] * 6})


def _magnets(patch: Patch) -> None:
    patch.setattr(boards_api, "magnets_json", lambda _: {"A1": "N" if _entries() % 2 else "S"})


def _seats(patch: Patch) -> None:
    patch.setattr(seats_api, "seats_json", lambda *_: [_entries()])


def _health(patch: Patch) -> None:
    patch.setattr(health_api, "answer", lambda told: answer({**told, "version": str(_entries())}))


def _carried_on(patch: Patch) -> None:
    patch.setattr(House, "carry_on", lambda self, session, _: self.session(session))
    whole = sessions_api._shown

    def leaking(picture: Any, who: Viewer) -> Json:
        return whole(picture, GAME_MASTER if request.method == "POST" else who)

    patch.setattr(sessions_api, "_shown", leaking)


def _page(patch: Patch) -> None:
    patch.setattr(pages, "text", lambda key, language: f"{key} {_entries()}")


def _new_route(patch: Patch) -> None:
    """A route that is added and that nobody thought of here."""
    whole = secrecy.create_app

    def with_odds(house: House, *more: Any, **named: Any) -> OpenAPI:
        app = whole(house, *more, **named)
        app.add_url_rule("/api/v1/sessions/<string:id>/odds", "odds", lambda id: str(house.session(id).revision))
        return app

    patch.setattr(secrecy, "create_app", with_odds)


def _entries() -> int:
    """How many entries the match at the board has: what a way out tells that does not ask who looks."""
    house = context().house
    session = house.boards()[0].session
    return 0 if session is None else house.session(session).revision


LEAKS: dict[str, Callable[[Patch], None]] = {
    "log": _log,
    "entry in the stream": _entry,
    "revision": _revision,
    "list of sessions": _summary,
    "journal": _journal,
    "event": _stream,
    "tick": _tick,
    "id of a command": _command_id,
    "what can be taken back": _undo,
    "a board": _told_of_a_board,
    "a board in the stream": _board_in_the_stream,
    "light when nobody asked": _light_in_the_stream,
    "light to be read": _light_to_be_read,
    "magnets": _magnets,
    "seats": _seats,
    "health": _health,
    "a match carried on": _carried_on,
    "a page": _page,
    "a new route": _new_route,
}


@pytest.mark.parametrize(
    "leak", ["log", *(pytest.param(one, marks=pytest.mark.prove) for one in LEAKS if one != "log")]
)
def test_a_leak_in_any_way_out_is_found(tmp_path: Path, monkeypatch: Patch, leak: str) -> None:
    LEAKS[leak](monkeypatch)
    found = difference(SecretGame(), tmp_path, with_traps("public"), without_traps("public"), "public")
    assert found is not None


@pytest.mark.prove
def test_a_sealed_act_that_is_told_in_the_clear_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    whole = projection.project_entry

    def leaking(session: Session, entry: Entry, number: int, viewer: Viewer) -> JsonObject | None:
        shown = whole(session, entry, number, viewer)
        return None if shown is None else {**shown, "notation": entry.notation}

    monkeypatch.setattr(projection, "project_entry", leaking)
    assert difference(SecretGame(), tmp_path, spies("C3", "public"), spies("D7", "public"), "public") is not None
