"""`feldlicht record --words` and `--statistics`: a match as it is told and counted, in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from feldlicht.base.viewers import GAME_MASTER
from feldlicht.cli.commands import run
from feldlicht.table.match_record import match_record
from tests.cli.test_rules_commands import record_of
from tests.rules.imman.helpers import team
from tests.rules.imman.recorded import done, led_session, opened
from tests.rules.imman.test_words import BEGUN

UNSAID = re.compile(r"\b(page|statistics|report|figure)\.|\{")
"""A key for which there is no word, or a hole."""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FELDLICHT_LANGUAGE", "en")


@pytest.fixture
def begun(tmp_path: Path) -> str:
    """A record of a set-up, some turns and a pass; then yellow gives up."""
    teams = team("ABCDE", _5=(12, 10, 10)), team("GHIJK", _5=(10, 9, 10))
    session = done(opened({"rounds": 4}, teams), *BEGUN, "resign yellow")
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match_record(session, GAME_MASTER)), encoding="utf-8")
    return str(file)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run(["record", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_match_is_told_in_english(begun: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, begun, "--words")
    assert lines[0] == "Toss: Yellow throws 12. Toss: Blue throws 3; Yellow kicks off."
    assert lines[1:4] == ["", "First half", "=========="]
    assert "E (Yellow 5) has the ball: Yellow kicks off." in lines
    assert "B (Yellow 2) goes from C6 over C7 to C8." in lines
    assert lines[lines.index("Round 1") + 1] == "-------"
    (played,) = (line for line in lines if line.startswith("E (Yellow 5) plays"))
    assert played.startswith("E (Yellow 5) plays the ball from E8 to E12. E (Yellow 5) throws 13 where up to 14 is")
    assert lines[-2:] == ["", "Blue wins 0:0 (the other side resigned)."]


def test_a_match_is_told_in_german(begun: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, begun, "--words", "--lang", "de")
    assert lines[0] == "Auslosung: Gelb würfelt 12. Auslosung: Blau würfelt 3; Gelb hat Anstoß."
    assert "B (Gelb 2) geht von C6 über C7 nach C8." in lines
    assert "Runde 1" in lines
    assert lines[-1].startswith("Blau gewinnt")


def test_statistics_are_tables_in_both_languages(begun: str, capsys: pytest.CaptureFixture[str]) -> None:
    english = said(capsys, begun, "--statistics")
    assert english[0] == "Both sides"
    assert english[2].split() == ["Yellow", "Blue"]
    (made,) = (line for line in english if line.startswith("Dice of passes made"))
    assert made.split("  ")[-1].strip() == "0 (expected 0.0)"
    assert "1 (expected 0.7)" in made
    german = said(capsys, begun, "--statistics", "--lang", "de")
    assert "1 (erwartet 0,7)" in next(line for line in german if line.startswith("Passwürfe gelungen"))
    assert not any(UNSAID.search(line) for line in (*english, *german))


def test_statistics_are_json_too(begun: str, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = said(capsys, begun, "--statistics", "--json")
    form = json.loads(line)
    assert form["sides"]["yellow"]["passing"]["made"] == 1
    assert form["figures"][4]["passing"]["made_expected"] == 0.7


def test_every_word_of_every_table_is_in_the_catalogue(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = led_session(3, {"rounds": 8, "fouls": "on", "sprint": "on"})
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match_record(session, GAME_MASTER)), encoding="utf-8")
    for language in ("en", "de"):
        lines = said(capsys, str(file), "--words", "--statistics", "--lang", language)
        assert not any(UNSAID.search(line) for line in lines)


def test_a_game_without_words_says_so_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(record_of(tmp_path, "built"))
    assert run(["record", file, "--words"]) == 1
    told = capsys.readouterr().out
    assert told == "There are no words for matches of Master Move yet; without --words the record is only checked.\n"
    assert run(["record", file, "--statistics", "--lang", "de"]) == 1
    assert capsys.readouterr().out.startswith("Für Master Move wird noch nichts gezählt")


def test_words_are_not_asked_for_as_json(begun: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", begun, "--words", "--json"]) == 2
    assert "leave --words or --json out" in capsys.readouterr().err
