"""Encounters: who fights, prepared beforehand. All of it is for who leads, as it holds secrets."""

from __future__ import annotations

import re
import secrets
import unicodedata
from http import HTTPStatus
from typing import Any, Literal

from flask import Response
from pydantic import BaseModel, Field, JsonValue, model_validator

from feldlicht.base.commands import CommandType
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import GAME_MASTER
from feldlicht.rules.game import Game
from feldlicht.rules.offers import Encounter
from feldlicht.runtime import games
from feldlicht.runtime.encounters import EncounterShelf, Prepared, encounters_of
from feldlicht.runtime.pictures import SessionPicture
from feldlicht.table.messages import Declined, Request
from feldlicht.table.session import Lifecycle, Session
from feldlicht.texts import called
from feldlicht.web import persons
from feldlicht.web.api import shown
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.api.orders import SessionPath, ViewQuery
from feldlicht.web.api.terms import Strict, Whole
from feldlicht.web.context import context
from feldlicht.web.json_forms import Json, session_json
from feldlicht.web.languages import speak_of, spoken_of, viewer_language
from feldlicht.web.problems import problem
from feldlicht.web.viewing import viewer

api = blueprint("encounters", "Who fights, prepared beforehand: for the game master.")
_KEPT = problems(HTTPStatus.INSUFFICIENT_STORAGE)
_NONCE_BYTES = 16
LAST = "last"
"""In the place of a session's id: the newest other one of the game that has players' figures to bring."""

EncounterFile = dict[str, JsonValue]
"""An encounter as its file has it; the game itself says what is wrong with one."""


class GamePath(Strict):
    """A game by its name."""

    id: str


class SaveEncounter(Strict):
    """One of: a whole ``encounter``, all that are in a session (``from``), or a ``copy`` of a named one.

    ``name``: what it is to be called; must be there for what comes from a session, and cannot for a copy, which gets
    the first free one. ``replace``: also in the place of one of that name.
    """

    encounter: EncounterFile | None = None
    session: str | None = Field(None, alias="from")
    copy_of: str | None = Field(None, alias="copy")
    name: str | None = None
    replace: bool = False

    @model_validator(mode="after")
    def _one_of_them(self) -> SaveEncounter:
        if sum(one is not None for one in (self.encounter, self.session, self.copy_of)) != 1:
            raise ValueError("one of encounter, from, copy")
        if (self.session is not None and self.name is None) or (self.copy_of is not None and self.name is not None):
            raise ValueError("a name with from, none with copy")
        return self


class NameEncounter(Strict):
    """An encounter by its name."""

    name: str


class RenameEncounter(NameEncounter):
    """What it is to be called."""

    to: str


class FileQuery(ViewQuery):
    """Which one."""

    name: str


class BringEncounter(Strict):
    """One of: an encounter by its ``name``, a whole ``encounter``, or the ``players_of`` another session (its id, or
    ``last``: the newest of this game that has any), without those who are there already.

    ``revision``: what the asker saw by the request's view; null: whatever it is.
    """

    name: str | None = None
    encounter: EncounterFile | None = None
    players_of: str | None = None
    revision: Whole | None

    @model_validator(mode="after")
    def _one_of_them(self) -> BringEncounter:
        if sum(one is not None for one in (self.name, self.encounter, self.players_of)) != 1:
            raise ValueError("one of name, encounter, players_of")
        return self


class EncounterShown(BaseModel):
    """An encounter; ``shipped``: it comes with the game. ``label``: what it is called in the viewer's language."""

    name: str
    label: str
    shipped: bool
    encounter: EncounterFile


class EncounterList(BaseModel):
    """Those that come with the game first, then people's own by name."""

    encounters: list[EncounterShown]


class EncounterNamed(BaseModel):
    """What it is called now."""

    name: str


class EncounterForm(BaseModel):
    """An encounter as a file; its figures as the game has them."""

    format: Literal["feldlicht-encounter"]
    v: int
    name: str
    settings: dict[str, JsonValue]
    figures: list[dict[str, JsonValue]]


@api.get("/games/<string:id>/encounters", operation_id="list_encounters", responses={200: EncounterList, **_KEPT})
def encounters(path: GamePath, query: ViewQuery) -> Response:
    """List the encounters of a game."""
    del query
    return _encounters(path.id)


def _encounters(game: str) -> Response:
    return answer({"encounters": [_shown(one) for one in _shelf().all(_game(game), _say)]})


def _shown(one: Prepared) -> Json:
    return {"name": one.name, "label": one.encounter["name"], "shipped": one.shipped, "encounter": one.encounter}


@api.post(
    "/games/<string:id>/encounters", operation_id="save_encounter", responses={200: EncounterNamed, **problems(*ACT)}
)
def save(path: GamePath, body: SaveEncounter) -> Response:
    """Keep an encounter under a name of 1 to 40 printable signs: a file, all that are in a fight, or a copy."""
    game, shelf = _game(path.id), _shelf()
    if body.copy_of is not None:
        return answer({"name": shelf.duplicate(game, body.copy_of, _say)})
    form: object = body.encounter
    if body.session is not None:
        session = _session(body.session, game)
        form = encounters_of(game).of(session.state, str(body.name))
    return answer({"name": shelf.save(game, form, body.name, replace=body.replace)})


@api.post(
    "/games/<string:id>/encounters/rename",
    operation_id="rename_encounter",
    responses={200: EncounterNamed, **problems(*ACT)},
)
def rename(path: GamePath, body: RenameEncounter) -> Response:
    """Call one of people's own encounters otherwise."""
    return answer({"name": _shelf().rename(_game(path.id), body.name, body.to)})


@api.post(
    "/games/<string:id>/encounters/remove",
    operation_id="remove_encounter",
    responses={200: EncounterList, **problems(*ACT)},
)
def remove(path: GamePath, body: NameEncounter) -> Response:
    """Forget one of people's own encounters, and list the others."""
    _shelf().remove(_game(path.id), body.name)
    return _encounters(path.id)


@api.get(
    "/games/<string:id>/encounters/file", operation_id="export_encounter", responses={200: EncounterForm, **_KEPT}
)
def export(path: GamePath, query: FileQuery) -> Response:
    """Download an encounter as a file."""
    form = _shelf().find(_game(path.id), query.name, _say)
    response = answer(form)
    response.headers["Content-Disposition"] = f'attachment; filename="{_file_name(str(form["name"]))}"'
    return response


def _file_name(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return f"feldlicht-{re.sub(r'[^A-Za-z0-9]+', '-', plain).strip('-').lower() or 'encounter'}.json"


@api.post(
    "/sessions/<string:id>/encounter",
    operation_id="bring_encounter",
    responses={200: shown.CommandDone, **problems(*ACT)},
)
def bring(path: SessionPath, body: BringEncounter) -> Response:
    """Have an encounter's figures take part in a session: act by act, as the game master's, or none of them.

    Each act can be taken back. Who played another session's figures plays them here too, where nobody sits yet.
    """
    house, who = context().house, viewer()
    session = house.session(path.id).session
    speak_of(session.header.game)
    current = session.revision_for(who)
    if body.revision is not None and body.revision != current:
        return problem(Refusal.of(Reason.STALE_REVISION, asked=body.revision, current=current), revision=current)
    if session.lifecycle is not Lifecycle.RUNNING:
        return problem(Refusal.of(Reason.GAME_OVER), revision=current)
    before = None if body.players_of is None else _before(session, body.players_of)
    acts = encounters_of(session.game).acts(session.state, _wanted(session, body, before))
    request = Request(
        CommandType.ACTS,
        text="\n".join(acts),
        # Of the state that these acts were made for.
        revision=session.revision_for(GAME_MASTER),
        viewer=GAME_MASTER,
        nonce=secrets.token_hex(_NONCE_BYTES),
    )
    reply = house.request(path.id, request)
    after = house.session(path.id)
    if isinstance(reply, Declined):
        return problem(_for(reply.refusal, after, body), revision=after.session.revision_for(who))
    if before is not None:
        house.access.bring(before, after.session)
    told = session_json(after, house, viewer_language(), who, persons.person())
    return answer({"revision": after.session.revision_for(who), "session": told})


def _for(refusal: Refusal, after: SessionPicture, body: BringEncounter) -> Refusal:
    """Somebody was quicker: said in the numbers that the asker's view has, as the others are not its to know."""
    if refusal.reason is not Reason.STALE_REVISION:
        return refusal
    current = after.session.revision_for(viewer())
    return Refusal.of(Reason.STALE_REVISION, asked=body.revision or current, current=current)


def _wanted(session: Session, body: BringEncounter, before: Session | None) -> Encounter:
    encounters, game = encounters_of(session.game), session.game
    if before is not None:
        return encounters.absent(session.state, encounters.players_of(before.state, str(body.players_of)))
    if body.encounter is not None:
        return encounters.read(body.encounter)
    return _shelf().find(game, str(body.name), _say)


def _before(session: Session, which: str) -> Session:
    """Return the session whose players are meant."""
    encounters, game = encounters_of(session.game), session.game
    if which != LAST:
        return _session(which, game)
    for one in context().house.sessions():
        if one.header.game == game.name and one.header.id != session.header.id:
            found = _session(one.header.id, game)
            if encounters.players_of(found.state, which)["figures"]:
                return found
    raise Refused(Refusal.of(Reason.NOBODY_TO_BRING))


def _session(which: str, game: Game[Any]) -> Session:
    """Return a session of this game. Raises ``NO_SUCH_SESSION``."""
    session = context().house.session(which).session
    if session.header.game != game.name:
        raise Refused(Refusal.of(Reason.NO_SUCH_SESSION, session=which))
    return session


def _game(name: str) -> Game[Any]:
    """Return a game by its name, and let all of this request be about it."""
    speak_of(name)
    return games.game(name)


def _say(word: str) -> str:
    return called(word.rpartition(".")[2], word, viewer_language(), spoken_of())


def _shelf() -> EncounterShelf:
    return context().house.collection.encounters
