"""Games: what can be chosen before a match, and the formations that have a name."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Literal

from flask import Response
from pydantic import BaseModel, Field, JsonValue

from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.rules.game import Game
from feldlicht.rules.offers import CellChoice, Option
from feldlicht.runtime import games
from feldlicht.runtime.collection import Collection, Named
from feldlicht.texts import called
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.api.orders import FormationTeams, Sheets
from feldlicht.web.api.terms import SideName, Strict, Word
from feldlicht.web.context import context
from feldlicht.web.json_forms import Json
from feldlicht.web.languages import speak_of, spoken_of, viewer_language

api = blueprint("games", "What can be chosen before a match, and the formations that have a name.")
FILE = "formations"
"""What a file of formations says it is."""
_KEPT = problems(HTTPStatus.INSUFFICIENT_STORAGE)

TeamCells = dict[str, str]
"""Which figure (by its letter) stands on which cell."""
ALL_CELLS = 144


class GamePath(Strict):
    """A game by its name."""

    id: str


class SaveFormation(Strict):
    """A formation as yellow sets it up; ``replace``: also in the place of one of that name."""

    name: str
    cells: TeamCells = Field(max_length=ALL_CELLS)
    replace: bool = False


class NameFormation(Strict):
    """One of people's own formations by its name."""

    name: str


class RenameFormation(NameFormation):
    """What it is to be called."""

    to: str


class Nothing(BaseModel):
    """There is nothing to say: it is as asked."""


class CheckMatch(Strict):
    """Options and formation, or teams, of a match that is to begin."""

    options: dict[str, JsonValue] = Field(default_factory=dict)
    formation: FormationTeams | None


class CheckFormation(Strict):
    """A formation of ``side`` that is being drawn up; ``whole``: it is to have all its figures."""

    side: SideName
    cells: TeamCells = Field(max_length=ALL_CELLS)
    options: dict[str, JsonValue] = Field(default_factory=dict)
    whole: bool = False


class FormationFile(Strict):
    """Formations as a file: a format with a number, the game, and cells as yellow sets them up, by name."""

    feldlicht: Literal["formations"]
    v: Literal[1]
    game: Word
    formations: dict[str, TeamCells]


class WordShown(BaseModel):
    """One value of an option, and what it is called in the viewer's language."""

    word: str
    label: str


class CellsShown(BaseModel):
    """Cells by name: which ones each word means, and which may never be chosen."""

    words: dict[str, list[str]]
    closed: list[str]


class OptionShown(BaseModel):
    """An option: one of ``words``, or a whole number from ``low`` to ``high``. Labels are in the viewer's language.

    ``each_side``: each side may have its own; ``cells``: a list of cell names may stand for a word; null: none may.
    """

    name: str
    label: str
    group: str
    group_label: str
    default: JsonValue
    words: list[WordShown] | None
    low: int | None
    high: int | None
    each_side: bool
    cells: CellsShown | None


class FormationShown(BaseModel):
    """A formation as yellow sets it up; ``shipped``: it comes with the game."""

    name: str
    label: str
    """What it is called in the viewer's language; people's own as they called it."""
    shipped: bool
    cells: TeamCells


class GameShown(BaseModel):
    """A game, its options, its figures by kind, and the formations that come with it; null: sides do not set up.

    ``teams`` that come with it, by side; null: sides bring none.
    """

    name: str
    label: str
    needs_cells: bool
    on_pages: bool
    options: list[OptionShown]
    teams: dict[str, dict[str, JsonValue]] | None
    roster: dict[str, int] | None
    formations: list[FormationShown] | None


class GameList(BaseModel):
    """Every installed game."""

    games: list[GameShown]


class FormationList(BaseModel):
    """Those that come with the game first, then people's own by name."""

    formations: list[FormationShown]


class FormationNamed(BaseModel):
    """What it is called now."""

    name: str


class FormationsTaken(BaseModel):
    """How many formations were taken in."""

    taken: int


class FormationMissing(BaseModel):
    """How many figures of each kind are still to come."""

    missing: dict[str, int]


@api.get("/games", operation_id="list_games", responses={200: GameList})
def all_games() -> Response:
    """List the installed games, with what can be chosen before a match."""
    return answer({"games": [_game_json(name) for name in games.names()]})


@api.post("/games/<string:id>/check", operation_id="check_match", responses={200: Nothing, **problems(*ACT)})
def check_match(path: GamePath, body: CheckMatch) -> Response:
    """Ask whether a match could begin like this; nothing begins."""
    game = _game(path.id)
    teams = None if body.formation is None else body.formation.model_dump()
    game.new(game.drawn(body.options, 0), teams)
    return answer({})


@api.get("/games/<string:id>/teams/file", operation_id="export_teams", responses={200: Sheets})
def a_team(path: GamePath) -> Response:
    """Download a team that comes with the game as a file, to be changed and brought."""
    teams = _game(path.id).teams()
    if teams is None:
        raise Refused(Refusal.of(Reason.NO_FORMATIONS, game=path.id))
    response = answer(dict(teams[Side.YELLOW]))
    response.headers["Content-Disposition"] = f'attachment; filename="feldlicht-{path.id}-team.json"'
    return response


def _game(name: str) -> Game[Any]:
    """Return a game by its name, and let all of this request be about it."""
    speak_of(name)
    return games.game(name)


def _game_json(name: str) -> Json:
    game = _game(name)
    lineups = game.lineups()
    return {
        "name": game.name,
        "label": _called(game.name, "game"),
        "needs_cells": game.needs_cells,
        "on_pages": game.on_pages,
        "teams": game.teams(),
        "options": [_option_json(option) for option in game.options()],
        "roster": None if lineups is None else dict(lineups.roster()),
        "formations": None
        if lineups is None
        else [_formation_json(Named(one, team, True)) for one, team in lineups.shipped().items()],
    }


def _option_json(option: Option) -> Json:
    low, high = option.limits or (None, None)
    return {
        "name": option.name,
        "label": _called(option.name, "option"),
        "group": option.group,
        "group_label": _called(option.group, "option_group"),
        "default": option.default,
        "words": [{"word": word, "label": _called(word, "option", option.name)} for word in option.words] or None,
        "low": low,
        "high": high,
        "each_side": option.each_side,
        "cells": None if option.cells is None else _cells_json(option.cells),
    }


def _cells_json(choice: CellChoice) -> Json:
    return {"words": {word: list(cells) for word, cells in choice.words.items()}, "closed": list(choice.closed)}


@api.get("/games/<string:id>/formations", operation_id="list_formations", responses={200: FormationList, **_KEPT})
def formations(path: GamePath) -> Response:
    """List the formations of a game that have a name."""
    return _formations(path.id)


def _formations(game: str) -> Response:
    named = _collection().formations(_game(game))
    return answer({"formations": [_formation_json(one) for one in named]})


def _formation_json(one: Named) -> Json:
    label = _called(one.name, "formation") if one.shipped else one.name
    return {"name": one.name, "label": label, "shipped": one.shipped, "cells": dict(one.team)}


def _called(name: str, *key: str) -> str:
    return called(name, ".".join((*key, name)), viewer_language(), spoken_of())


@api.post(
    "/games/<string:id>/formations",
    operation_id="save_formation",
    responses={200: FormationNamed, **problems(*ACT)},
)
def save(path: GamePath, body: SaveFormation) -> Response:
    """Keep a formation under a name of 1 to 40 printable signs."""
    return answer({"name": _collection().save(_game(path.id), body.name, body.cells, replace=body.replace)})


@api.post(
    "/games/<string:id>/formations/check",
    operation_id="check_formation",
    responses={200: FormationMissing, **problems(*ACT)},
)
def check(path: GamePath, body: CheckFormation) -> Response:
    """Ask whether figures may be set up like this, and which are still to come."""
    lineups = _game(path.id).lineups()
    if lineups is None:
        raise Refused(Refusal.of(Reason.NO_FORMATIONS, game=path.id))
    return answer({"missing": dict(lineups.check(Side(body.side), body.cells, body.options, whole=body.whole))})


@api.post(
    "/games/<string:id>/formations/rename",
    operation_id="rename_formation",
    responses={200: FormationNamed, **problems(*ACT)},
)
def rename(path: GamePath, body: RenameFormation) -> Response:
    """Call one of people's own formations otherwise."""
    return answer({"name": _collection().rename(_game(path.id), body.name, body.to)})


@api.post(
    "/games/<string:id>/formations/remove",
    operation_id="remove_formation",
    responses={200: FormationList, **problems(*ACT)},
)
def remove(path: GamePath, body: NameFormation) -> Response:
    """Forget one of people's own formations, and list the others."""
    _collection().remove(_game(path.id), body.name)
    return _formations(path.id)


@api.get("/games/<string:id>/formations/file", operation_id="export_formations", responses={200: FormationFile})
def export(path: GamePath) -> Response:
    """Download people's own formations as a file."""
    own = {name: dict(team) for name, team in _collection().own(_game(path.id)).items()}
    response = answer({"feldlicht": FILE, "v": 1, "game": path.id, "formations": own})
    response.headers["Content-Disposition"] = f'attachment; filename="feldlicht-{path.id}-formations.json"'
    return response


@api.post(
    "/games/<string:id>/formations/file",
    operation_id="import_formations",
    responses={200: FormationsTaken, **problems(*ACT)},
)
def take_in(path: GamePath, body: FormationFile) -> Response:
    """Keep the formations of a file, all or none; they take the place of those of the same names."""
    if body.game != path.id:
        raise Refused(Refusal.of(Reason.NO_FORMATIONS, game=body.game))
    return answer({"taken": _collection().take_in(_game(path.id), body.formations)})


def _collection() -> Collection:
    return context().house.collection
