"""Packages bring games and texts; one that is broken is left out, named, and in nobody's way."""

from __future__ import annotations

import configparser
import logging
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.plugins import Fault
from feldlicht.runtime import games
from feldlicht.texts import called, catalogue, page_texts, sentence, sentences
from tests.plugin.feldlicht_three.game import Why
from tests.plugin.feldlicht_three.texts import TEXTS
from tests.plugin.packages import THREE, package

Install = Callable[[Path], None]
LANGUAGES = ("en", "de")


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Have this process find what lies in a folder, and forget it afterwards."""

    def forget() -> None:
        for known in (games._installed, catalogue._added, catalogue.texts, sentences._wordings):
            known.cache_clear()

    def find(folder: Path) -> None:
        monkeypatch.syspath_prepend(str(folder))
        forget()

    yield find
    monkeypatch.undo()
    forget()


def test_what_an_installer_writes_is_what_the_project_file_says() -> None:
    project = tomllib.loads((THREE / "pyproject.toml").read_text())["project"]
    installed = configparser.ConfigParser()
    installed.read(THREE / "feldlicht_three-1.0.dist-info" / "entry_points.txt")
    assert {group: dict(installed[group]) for group in installed.sections()} == project["entry-points"]


def test_a_package_brings_its_game_and_its_words(install: Install) -> None:
    install(THREE)
    assert games.names() == ("imman", "initiative", "master_move", "three")
    assert games.faults() == catalogue.faults() == ()
    assert called("three", "game.three", "de", "three") == "Drei in einer Reihe"
    assert "three.page.figure.S" in page_texts("de")
    refusal = Refusal.of(Why.NOT_NEXT, figure="yS1", cell="D9")
    assert sentence(refusal, "en", "three") == "The yellow stone goes to the next cell only, not as far as D9."
    assert sentence(Refusal(Why.NOT_NEXT), "de", "three") == "Ein Stein rutscht nur auf das nächste Feld."


def test_each_game_has_its_own_words_for_the_same_letter(install: Install) -> None:
    install(THREE)
    refusal = Refusal.of(Reason.NOT_ITS_MOVE, figure="yS1")
    assert "stone" in sentence(refusal, "en", "three")
    assert "striker" in sentence(refusal, "en")
    assert called("kick_off", "option.kick_off", "en", "three") == called("kick_off", "option.kick_off", "en")


def test_a_game_without_words_is_told_by_letters_and_codes(install: Install) -> None:
    refusal = Refusal.of(Reason.NOT_ITS_MOVE, figure="yQ1")
    assert "Yellow Q" in sentence(refusal, "en", "unheard_of")
    assert "NOT_NEXT" in sentence(Refusal(Why.NOT_NEXT), "de", "unheard_of")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_house_stay_its_own(tmp_path: Path, install: Install, language: str) -> None:
    before = dict(catalogue.texts(language))
    lines = 'TEXTS = {"en": {"title": "Mine!", "figure.blue.S": "Mine!", "wide": "Mine!"}}\n'
    package(tmp_path, "greedy-texts", lines, texts="page=TEXTS")
    package(tmp_path, "greedy-figures", lines, texts="master_move=TEXTS")
    install(tmp_path)
    after = catalogue.texts(language)
    assert {key: after[key] for key in before} == before
    assert after["page.wide"] == "Mine!"


def test_what_lacks_in_a_language_is_said_in_english(tmp_path: Path, install: Install) -> None:
    package(tmp_path, "english-only", 'TEXTS = {"en": {"game.odd": "Odd"}}\n', texts="odd=TEXTS")
    install(tmp_path)
    assert called("odd", "game.odd", "de", "odd") == "Odd"


def test_both_languages_of_the_example_have_the_same_keys() -> None:
    assert TEXTS["en"].keys() == TEXTS["de"].keys()


PLAIN = """
from feldlicht.rules.offers import Option
from tests.plugin.feldlicht_three.game import ThreeInARow


class Odd(ThreeInARow):
    name = 'odd'
"""
BROKEN = {
    "raises": ("raise RuntimeError('no such\\n thing')\n", "odd=GAME", "RuntimeError: no such thing"),
    "ends": ("import sys\n\nsys.exit(3)\n", "odd=GAME", "SystemExit: 3"),
    "lacks": ("", "odd=GAME", "AttributeError"),
    "no-game": ("GAME = 7\n", "odd=GAME", "name is no str"),
    "class-only": (f"{PLAIN}\n\nGAME = Odd\n", "odd=GAME", "is not called with"),
    "other-name": (f"{PLAIN}\n\nGAME = Odd()\n", "even=GAME", "it calls itself 'odd'"),
    "method-gone": (f"{PLAIN}    view = None\n\n\nGAME = Odd()\n", "odd=GAME", "it has no view()"),
    "signature": (
        f"{PLAIN}    def view(self, state):\n        return {{}}\n\n\nGAME = Odd()\n",
        "odd=GAME",
        "view() is not called with state, viewer",
    ),
    "keyword": (
        f"{PLAIN}    def again(self, options, formation):\n        return options, formation\n\n\nGAME = Odd()\n",
        "odd=GAME",
        "again() is not called with options, formation, swapped",
    ),
    "offers": (
        f"{PLAIN}    def options(self):\n        raise KeyError('no')\n\n\nGAME = Odd()\n",
        "odd=GAME",
        "KeyError",
    ),
    "no-options": (
        f"{PLAIN}    def options(self):\n        return ['a']\n\n\nGAME = Odd()\n",
        "odd=GAME",
        "options()",
    ),
    "no-json": (
        f"{PLAIN}    def options(self):\n        return [Option('a', 'b', object())]\n\n\nGAME = Odd()\n",
        "odd=GAME",
        "options() gives a default that is no JSON",
    ),
    "cards": (
        f"{PLAIN}    def cards(self):\n        return 7\n\n\nGAME = Odd()\n",
        "odd=GAME",
        "cards() gives no list",
    ),
    "lineups": (f"{PLAIN}    def lineups(self):\n        return 7\n\n\nGAME = Odd()\n", "odd=GAME", "AttributeError"),
    "house-name": (
        f"{PLAIN}\n\nGAME = Odd()\nGAME.name = 'master_move'\n",
        "master_move=GAME",
        "there is another one called 'master_move'",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_game_is_left_out_and_named_in_one_sentence_and_the_others_go_on(
    kind: str, tmp_path: Path, install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    source, entry, cause = BROKEN[kind]
    package(tmp_path, f"odd-{kind}", source, games=entry)
    install(THREE)
    install(tmp_path)
    with caplog.at_level(logging.ERROR):
        assert games.names() == ("imman", "initiative", "master_move", "three")
    (fault,) = games.faults()
    assert (fault.group, fault.distribution) == ("feldlicht.games", f"odd-{kind}")
    assert cause in fault.cause
    assert "\n" not in str(fault)
    assert [record.getMessage() for record in caplog.records] == [str(fault)]
    assert games.game("master_move").name == "master_move"


@pytest.mark.parametrize(
    ("name", "source", "cause"),
    [
        ("none", "TEXTS = 7\n", "mapping"),
        ("numbers", "TEXTS = {'en': {'game.odd': 7}}\n", "mapping"),
        ("french", "TEXTS = {'fr': {'game.odd': 'Odd'}}\n", "no texts in en or de"),
        ("raising", "1 / 0\n", "ZeroDivisionError"),
    ],
)
def test_texts_that_cannot_be_read_are_left_out_and_named(
    name: str, source: str, cause: str, tmp_path: Path, install: Install
) -> None:
    package(tmp_path, f"texts-{name}", source, texts="odd=TEXTS")
    install(tmp_path)
    assert sentence(Refusal(Reason.GAME_OVER), "de") == sentence(Refusal(Reason.GAME_OVER), "de", "odd")
    (fault,) = catalogue.faults()
    assert isinstance(fault, Fault)
    assert fault.distribution == f"texts-{name}"
    assert cause in fault.cause
