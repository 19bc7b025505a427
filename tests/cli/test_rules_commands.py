"""Asking the rules from the command line: counting lines of play, why a move is refused, whether a record holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feldlicht.base.entries import Actor
from feldlicht.base.viewers import OWNER
from feldlicht.cli.commands import run
from feldlicht.rules.master_move import GAME
from feldlicht.table import session as sessions
from feldlicht.table.match_record import match_record
from feldlicht.table.session import Stamp, open_session
from tests.rules.helpers import kicked_off
from tests.support.hands import header


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FELDLICHT_LANGUAGE", "en")


def test_perft_counts_what_the_rules_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"zone": "front3", "lines": {"1": 83, "2": 6940}}
    assert run(["perft", "1", "--zone", "none"]) == 0
    assert capsys.readouterr().out.startswith("Depth 1: ")


@pytest.mark.parametrize("arguments", [["perft", "0"], ["perft", "2", "--zone", "front9"], ["why", "start"]])
def test_wrong_use_is_said_and_no_traceback_shown(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_why_says_that_a_move_may_be_played_or_why_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["why", "start", "S D8-E10"]) == 0
    assert capsys.readouterr().out == "S D8-E10 may be played.\n"
    assert run(["why", "start", "V D4-D2"]) == 1
    assert capsys.readouterr().out.endswith("(WHITE_ZONE)\n")
    assert run(["why", "start", "S D9-E7"]) == 1
    assert capsys.readouterr().out.endswith("(NOT_YOUR_TURN)\n")
    file = tmp_path / "position.txt"
    file.write_text(GAME.position(kicked_off(kick_off="blue")) + "\n", encoding="utf-8")
    assert run(["why", str(file), "S D9-E7"]) == 0


@pytest.mark.parametrize(
    ("position", "move"), [("nonsense", "S D8-E10"), ("start", "nonsense"), ("start", "S D8-K9")]
)
def test_what_cannot_be_read_is_said_in_one_sentence(
    position: str, move: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["why", position, move]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said
    assert ("position" in said) == (position != "start")


def record_of(tmp_path: Path, *acts: str) -> Path:
    session = open_session(GAME, header(None))
    for act in acts:
        session = sessions.act(session, GAME.parse(session.state, act), Stamp(Actor.PAGE, 1))
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match_record(session, OWNER)), encoding="utf-8")
    return file


def test_a_record_is_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", str(record_of(tmp_path, "built", "resign blue"))]) == 0
    assert capsys.readouterr().out.endswith("all of them as the rules allow. It ended 3:0 (RESIGNED).\n")
    assert run(["record", str(record_of(tmp_path, "built"))]) == 0
    assert "not played to its end" in capsys.readouterr().out
    assert run(["record", "--json", str(record_of(tmp_path, "built"))]) == 0
    assert json.loads(capsys.readouterr().out)["acts"] == [{"n": 1, "act": "built", "by": "table"}]


def test_a_record_with_an_illegal_act_names_it_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = record_of(tmp_path, "built", "T E1-D1")
    file.write_text(file.read_text(encoding="utf-8").replace("T E1-D1", "T E1-E2"), encoding="utf-8")
    assert run(["record", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("Act 2 of this record, “T E1-E2”, cannot have been played. The goalkeeper")


@pytest.mark.parametrize("content", ["", "{}", "[", "[[[[", "\x00", "null"])
def test_a_file_that_is_no_record_is_refused(
    tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    file.write_text(content, encoding="utf-8")
    for path in (file, tmp_path / "missing.json", tmp_path):
        assert run(["record", str(path)]) == 2
        assert "Traceback" not in capsys.readouterr().err
