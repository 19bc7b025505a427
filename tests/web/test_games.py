"""What can be chosen before a match, and formations that have a name: kept, checked, carried to another house."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from feldlicht.config import Settings
from feldlicht.rules.master_move.option_words import KNOWN, read_options
from feldlicht.rules.master_move.options import Options
from feldlicht.runtime.collection import MOST
from feldlicht.runtime.house import House
from feldlicht.texts import LANGUAGES
from feldlicht.texts.catalogue import texts
from feldlicht.web.app import create_app
from tests.support.formations import counting
from tests.support.web import Device, lan_hosts
from tests.web.conftest import command
from tests.web.double import HouseDouble

FORMATIONS = "/api/v1/games/master_move/formations"
YELLOW = counting()["yellow"]


def changed(*gone: str, **more: str) -> dict[str, str]:
    """The counting formation of yellow without some cells and with others."""
    return {name: kind for name, kind in YELLOW.items() if name not in gone} | more


def refused(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 422, answer.text
    found: dict[str, Any] = answer.json
    return found


@pytest.fixture
def shelf(real: FlaskClient) -> Iterator[Callable[..., Any]]:
    """Save formations; they are gone afterwards."""
    yield lambda name, cells=YELLOW, **more: real.post(FORMATIONS, json={"name": name, "cells": cells, **more})
    for one in real.get(FORMATIONS).json["formations"]:
        if not one["shipped"]:
            assert real.post(f"{FORMATIONS}/remove", json={"name": one["name"]}).status_code == 200


def own(client: FlaskClient) -> dict[str, dict[str, str]]:
    listed = client.get(FORMATIONS).json["formations"]
    return {one["name"]: one["cells"] for one in listed if not one["shipped"]}


def test_games_name_their_options_figures_and_formations(real: FlaskClient) -> None:
    (game,) = (one for one in real.get("/api/v1/games").json["games"] if one["name"] == "master_move")
    assert game["roster"] == {"T": 1, "V": 2, "F": 3, "M": 2, "J": 1, "S": 2}
    assert [one["name"] for one in game["formations"]] == ["counting", "wall", "wings", "press", "diamond"]
    options = {one["name"]: one for one in game["options"]}
    # A coin brings the number it was thrown with; nobody chooses that.
    assert set(options) == KNOWN - {"coin"}
    assert read_options({name: one["default"] for name, one in options.items()}) == Options()


def test_an_option_that_may_be_cells_says_what_its_words_mean_and_what_may_never_be_in(real: FlaskClient) -> None:
    (game,) = (one for one in real.get("/api/v1/games").json["games"] if one["name"] == "master_move")
    cells = {one["name"]: one["cells"] for one in game["options"] if one["cells"] is not None}
    assert list(cells) == ["zone"]
    for word, meant in cells["zone"]["words"].items():
        assert read_options({"zone": meant}) == read_options({"zone": word})
    assert cells["zone"]["closed"] == ["D1", "D16", "E1", "E16", "F1", "F16"]

    def check(*zone: str, **more: object) -> Any:
        body = {"side": "yellow", "cells": {}, "options": {"zone": list(zone), **more}}
        return real.post(f"{FORMATIONS}/check", json=body)

    for name in cells["zone"]["closed"]:
        told = refused(check("C3", name))
        assert (told["code"], told["facts"]["cell"]) == ("BAD_OPTION", name)
        assert name in told["detail"]
    # A coin that is still to be thrown says nothing about where figures may stand.
    assert check("C3", "C14", kick_off="coin").status_code == 200


def test_every_word_and_limit_that_a_game_names_is_taken_and_nothing_beyond(real: FlaskClient) -> None:
    (game,) = (one for one in real.get("/api/v1/games").json["games"] if one["name"] == "master_move")

    def begin(**options: object) -> Any:
        body = {"game": "master_move", "options": options, "formation": None, "board": None}
        return real.post("/api/v1/sessions", json=body)

    for option in game["options"]:
        words = [one["word"] for one in option["words"] or []]
        for word in words:
            assert begin(**{option["name"]: word}).status_code == 201
        if option["high"] is not None:
            assert begin(**{option["name"]: option["high"]}).status_code == 201
            assert refused(begin(**{option["name"]: option["high"] + 1}))["code"] == "BAD_OPTION"
            assert refused(begin(**{option["name"]: option["low"] - 1}))["code"] == "BAD_OPTION"
        if option["each_side"]:
            each = dict(zip(("yellow", "blue"), words, strict=False))
            assert begin(**{option["name"]: each}).status_code == 201


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_shipped_game_offers_has_a_name_in_every_language(real: FlaskClient, language: str) -> None:
    known = texts(language)
    keys = set()
    for game in real.get("/api/v1/games").json["games"]:
        keys |= {f"game.{game['name']}", *(f"formation.{one['name']}" for one in game["formations"] or [])}
        for option in game["options"]:
            keys |= {f"option.{option['name']}", f"option_group.{option['group']}"}
            keys |= {f"option.{option['name']}.{one['word']}" for one in option["words"] or []}
    kinds = ("game.", "formation.", "option.", "option_group.")
    assert keys == {key for key in known if key.startswith(kinds)}
    told = real.get(f"/api/v1/games?lang={language}").json["games"]
    assert known["option.zone.ring"] in str(told)


def test_a_formation_is_saved_renamed_and_removed(real: FlaskClient, shelf: Callable[..., Any]) -> None:
    assert shelf("  Linker Flügel ⚽ ").json == {"name": "Linker Flügel ⚽"}
    assert shelf("Zweite", changed("B5", A5="F")).status_code == 200
    assert list(own(real)) == ["Linker Flügel ⚽", "Zweite"]
    assert own(real)["Zweite"] == changed("B5", A5="F")
    renamed = real.post(f"{FORMATIONS}/rename", json={"name": "Zweite", "to": "Erste"})
    assert renamed.json == {"name": "Erste"}
    assert list(own(real)) == ["Erste", "Linker Flügel ⚽"]
    left = real.post(f"{FORMATIONS}/remove", json={"name": "Erste"}).json["formations"]
    assert [one["name"] for one in left if not one["shipped"]] == ["Linker Flügel ⚽"]
    gone = refused(real.post(f"{FORMATIONS}/remove", json={"name": "Erste"}))
    assert gone["code"] == "UNKNOWN_FORMATION"
    assert "list of formations" in gone["detail"]


def test_a_name_that_is_there_is_taken_unless_it_is_to_be_replaced(
    real: FlaskClient, shelf: Callable[..., Any]
) -> None:
    shelf("Mine")
    assert refused(shelf("Mine", changed("B5", A5="F")))["code"] == "FORMATION_NAME_TAKEN"
    assert own(real)["Mine"] == YELLOW
    assert shelf("Mine", changed("B5", A5="F"), replace=True).status_code == 200
    assert own(real)["Mine"] == changed("B5", A5="F")
    shelf("Other")
    taken = real.post(f"{FORMATIONS}/rename", json={"name": "Other", "to": "Mine"})
    assert refused(taken)["code"] == "FORMATION_NAME_TAKEN"


def test_the_names_that_come_with_a_game_are_nobodys_to_take_change_or_remove(
    real: FlaskClient, shelf: Callable[..., Any]
) -> None:
    shelf("Mine")
    for name in ("wall", "Wall", " WALL "):
        assert refused(shelf(name, replace=True))["code"] == "FORMATION_NAME_TAKEN"
        rename = real.post(f"{FORMATIONS}/rename", json={"name": "Mine", "to": name})
        assert refused(rename)["code"] == "FORMATION_NAME_TAKEN"
    for path, body in (("rename", {"name": "wall", "to": "x"}), ("remove", {"name": "wall"})):
        assert refused(real.post(f"{FORMATIONS}/{path}", json=body))["code"] == "FORMATION_NAME_TAKEN"
    assert list(own(real)) == ["Mine"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb", "a\u202eb", "\x00"])
def test_a_name_has_1_to_40_printable_signs(real: FlaskClient, shelf: Callable[..., Any], name: str) -> None:
    told = refused(shelf(name))
    assert told["code"] == "FORMATION_NAME"
    assert "40" in told["detail"]
    assert own(real) == {}


BAD: list[tuple[dict[str, str], str, str]] = [
    (changed("B5"), "COUNT", "F"),
    (changed(A5="F"), "COUNT", "F"),
    (changed("B5", E9="F"), "not_your_half", "E9"),
    (changed("E1", E3="T"), "keeper_line", "E3"),
    (changed("B5", D1="F"), "own_goal", "D1"),
    (changed("B5", B4="X"), "unknown_kind", "B4"),
    (changed("B5", K4="F"), "UNKNOWN_CELL", "K4"),
]


@pytest.mark.parametrize(("cells", "fault", "place"), BAD)
def test_a_bad_formation_is_refused_in_one_sentence_that_names_the_place_and_nothing_changes(
    real: FlaskClient, shelf: Callable[..., Any], cells: dict[str, str], fault: str, place: str
) -> None:
    shelf("Good")
    told = refused(shelf("Bad", cells))
    assert fault.lower() in (told["facts"].get("fault", ""), told["code"].lower())
    assert place in told["detail"]
    assert told["detail"].count("\n") == 0
    file = {"feldlicht": "formations", "v": 1, "game": "master_move", "formations": {"New": YELLOW, "Bad": cells}}
    told = refused(real.post(f"{FORMATIONS}/file", json=file))
    assert place in told["detail"]
    assert told["code"] == "UNKNOWN_CELL" or "Bad" in told["detail"]
    assert list(own(real)) == ["Good"]


@pytest.mark.parametrize(("cells", "fault", "place"), [*BAD, (changed("B5", D2="F"), "white_zone", "D2")])
def test_a_match_is_not_set_up_by_a_bad_formation_and_nothing_changes(
    real: FlaskClient, cells: dict[str, str], fault: str, place: str
) -> None:
    body = {"game": "master_move", "options": {}, "formation": None, "board": None}
    match = real.post("/api/v1/sessions", json=body).json["id"]
    before = real.get(f"/api/v1/sessions/{match}").json
    words = " ".join(f"{kind}{name}" for name, kind in cells.items())
    told = refused(command(real, match, None, type="act", act=f"form yellow {words}"))
    assert place in told["detail"]
    assert real.get(f"/api/v1/sessions/{match}").json == before


def test_two_figures_on_a_cell_are_refused_by_name(real: FlaskClient) -> None:
    body = {"game": "master_move", "options": {}, "formation": None, "board": None}
    match = real.post("/api/v1/sessions", json=body).json["id"]
    words = " ".join(f"{kind}{name}" for name, kind in changed("B5").items())
    told = refused(command(real, match, None, type="act", act=f"form yellow {words} FD4"))
    assert "on D4" in told["detail"]


def test_a_formation_that_is_drawn_up_is_checked_figure_by_figure(real: FlaskClient) -> None:
    def check(side: str, cells: dict[str, str], **more: object) -> Any:
        return real.post(f"{FORMATIONS}/check", json={"side": side, "cells": cells, **more})

    assert check("yellow", {}).json["missing"] == {"T": 1, "V": 2, "F": 3, "M": 2, "J": 1, "S": 2}
    assert check("blue", {"E16": "T", "D13": "V"}).json["missing"]["V"] == 1
    assert sum(check("yellow", YELLOW, whole=True).json["missing"].values()) == 0
    for cells, where in (({"D15": "V"}, "D15"), ({"D8": "V"}, "D8"), ({"D16": "S"}, "D16"), ({"E15": "T"}, "E15")):
        told = refused(check("blue", cells))
        assert (told["code"], told["facts"]["cell"]) == ("BAD_FORMATION", where)
    assert check("blue", {"D15": "V"}, options={"zone": "none"}).status_code == 200
    assert refused(check("yellow", changed("B5"), whole=True))["facts"]["found"] == "2"
    assert refused(check("yellow", {}, options={"zone": "moon"}))["code"] == "BAD_OPTION"


def test_a_saved_name_begins_a_match_and_stands_in_its_record_cell_by_cell(
    real: FlaskClient, shelf: Callable[..., Any]
) -> None:
    cells = changed("B5", A5="F")
    shelf("Mine", cells)
    body = {"game": "master_move", "formation": {"yellow": "wall", "blue": "Mine"}, "board": None}
    match = real.post("/api/v1/sessions", json=body).json["id"]
    real.post(f"{FORMATIONS}/remove", json={"name": "Mine"})
    figures = real.get(f"/api/v1/sessions/{match}").json["view"]["figures"]
    blue = {one["cell"]: one["kind"] for one in figures if one["side"] == "blue"}
    assert blue == {f"{name[0]}{17 - int(name[1:])}": kind for name, kind in cells.items()}
    assert refused(real.post("/api/v1/sessions", json=body | {"formation": "Mine"}))["code"] == "UNKNOWN_FORMATION"


def test_a_file_of_formations_reads_the_same_in_another_house(
    real: FlaskClient, shelf: Callable[..., Any], client: FlaskClient
) -> None:
    shelf("One")
    shelf("Two", changed("B5", A5="F"))
    answer = real.get(f"{FORMATIONS}/file")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert client.post(f"{FORMATIONS}/file", json=json.loads(answer.text)).json == {"taken": 2}
    assert own(client) == own(real)
    assert client.get(f"{FORMATIONS}/file").json == answer.json
    for spoilt in ({"v": 2}, {"game": "chess"}, {"formations": {"wall": YELLOW}}, {"formations": {"": YELLOW}}):
        refused(client.post(f"{FORMATIONS}/file", json=answer.json | spoilt))
    assert own(client) == own(real)


def test_a_collection_holds_so_many_and_no_more(client: FlaskClient) -> None:
    file = {"feldlicht": "formations", "v": 1, "game": "master_move"}
    full = file | {"formations": {f"n{n}": YELLOW for n in range(MOST)}}
    assert client.post(f"{FORMATIONS}/file", json=full).json == {"taken": MOST}
    told = refused(client.post(FORMATIONS, json={"name": "one more", "cells": YELLOW}))
    assert (told["code"], told["facts"]["limit"]) == ("COLLECTION_FULL", str(MOST))
    assert client.post(FORMATIONS, json={"name": "n1", "cells": YELLOW, "replace": True}).status_code == 200


def test_a_game_that_is_not_there_has_no_formations(client: FlaskClient) -> None:
    assert refused(client.get("/api/v1/games/chess/formations"))["code"] == "UNKNOWN_GAME"


def test_whoever_sits_anywhere_may_use_the_collection_and_a_stranger_may_not(
    double: HouseDouble, tmp_path: Path
) -> None:
    app = create_app(double, Settings(tmp_path, lan=True), hosts=lan_hosts())  # type: ignore[arg-type]
    owner = Device.owner(app)
    match = owner.post("/sessions", {"game": "master_move", "formation": None, "board": None}, 201)["id"]
    phone = Device(app)
    assert phone.ask("GET", FORMATIONS).status_code == 403
    phone.join(match, "yellow", owner)
    saved = phone.ask("POST", FORMATIONS, {"name": "Mine", "cells": YELLOW})
    assert saved.status_code == 200
    assert [one["name"] for one in owner.get("/games/master_move/formations")["formations"]][-1] == "Mine"


def test_what_is_kept_is_for_the_owner_of_the_folder_only(
    real: FlaskClient, shelf: Callable[..., Any], settings: Settings, house: House
) -> None:
    shelf("Mine")
    files = [path for path in settings.data.rglob("*") if path.is_file()]
    assert files
    assert all(not stat.S_IMODE(path.stat().st_mode) & 0o077 for path in files if "db" in path.name)
