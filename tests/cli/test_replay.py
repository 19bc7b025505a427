"""``feldlicht replay``: what it prints, and what its exit code says."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.hands import Flag
from feldlicht.cli.commands import run as run_here
from feldlicht.table.recording import Cause
from feldlicht.table.replay import Verdict
from feldlicht.texts import LANGUAGES, text
from tests.cli.conftest import run
from tests.support.journals import RecordedTable, recorded


@pytest.fixture(scope="module")
def table() -> RecordedTable:
    """A move by hand, and one that may not be made."""
    table = recorded()
    table.wait(400)
    table.move("C7", "C5")
    table.wait(400)
    table.move("E11", "G14")
    table.wait(4_000)
    return table


@pytest.fixture
def file(table: RecordedTable, tmp_path: Path) -> Path:
    made = tmp_path / "hands.jsonl"
    made.write_text("".join(table.journal))
    return made


@pytest.fixture
def otherwise(table: RecordedTable, tmp_path: Path) -> Path:
    """A journal of a reader that took an illegal cell for a move: today's does not."""
    made = tmp_path / "otherwise.jsonl"
    lines = [line for line in table.journal if "M C7-C5" not in line]
    made.write_text("".join(lines))
    return made


def test_a_journal_that_reads_the_same_ends_with_0_and_its_decisions(file: Path) -> None:
    done = run("replay", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "00:00.000  the session comes to the table",
        "00:00.250  same: built (by the table)",
        "00:01.120  same: M C7-C5 (by hand)",
        "Decisions: 2 the same, 0 missing, 0 new, 0 different.",
    ]


def test_a_journal_that_reads_otherwise_ends_with_1_and_says_where(otherwise: Path) -> None:
    done = run("replay", str(otherwise))
    assert (done.returncode, done.stderr) == (1, "")
    assert "00:01.120  new: M C7-C5 (by hand) is read today and was not recorded" in done.stdout.splitlines()
    assert done.stdout.splitlines()[-1] == "Decisions: 1 the same, 0 missing, 1 new, 0 different."


def test_with_a_speed_it_tells_what_hands_do_in_its_own_time(file: Path) -> None:
    began = time.monotonic()
    done = run("replay", str(file), "--speed", "20")
    assert time.monotonic() - began >= 4.4 / 20
    told = done.stdout.splitlines()
    assert done.returncode == 0
    assert told[-8:] == [
        "00:01.120  same: M C7-C5 (by hand)",
        "00:01.290  lift E11",
        "00:01.440  place G14",
        "00:01.690  may not stand there: G14",
        "00:04.440  guidance: G14 → E11, 1 left",
        "00:04.440  missing: E11",
        "00:04.440  may not stand there: G14",
        "Decisions: 2 the same, 0 missing, 0 new, 0 different.",
    ]


def test_for_programs_there_is_json(otherwise: Path) -> None:
    done = run("replay", str(otherwise), "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert report["counts"] == {"same": 1, "missing": 0, "new": 1, "different": 0}
    built, moved = report["decisions"]
    assert built["recorded"] == built["today"]
    assert (moved["verdict"], moved["recorded"], moved["today"]["notation"]) == ("new", None, "M C7-C5")
    assert report["unreadable_lines"] == []


def test_a_line_that_cannot_be_read_is_named_and_the_rest_is_read(file: Path) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:3], "what?\n", *lines[3:]]))
    done = run("replay", str(file))
    assert (done.returncode, done.stderr) == (0, "Line 4 cannot be read and is left out.\n")


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe" * 1000, b"some\nother\ntext\n", b"{}\n[1]\n"])
def test_a_file_that_is_no_journal_is_refused_in_one_sentence(content: bytes, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_bytes(content)
    done = run("replay", str(other))
    said = f"{other} is no hand journal. Download one from a session's page.\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_a_file_that_is_not_there_is_refused_in_the_readers_language(tmp_path: Path) -> None:
    done = run("replay", str(tmp_path / "none"), LC_ALL="de_DE.UTF-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{tmp_path / 'none'} lässt sich nicht lesen: ")
    assert done.stderr.count("\n") == 1


def test_a_log_of_other_rules_is_refused_in_one_sentence(table: RecordedTable, tmp_path: Path) -> None:
    again = RecordedTable(resume=table.session)
    file = tmp_path / "old.jsonl"
    file.write_text(again.journal[0].replace(table.log[-1].state_hash, "0" * 16))
    done = run("replay", str(file))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"{file} holds a match by rules that this version counts differently")


def test_a_question_and_a_command_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = recorded()
    table.lift("C7")
    table.restart()
    table.connect()
    table.place("C5", table.session.state.position[cell("C7")].side.pole)
    table.wait(400)
    assert table.hands.question is not None
    table.ask("answer", question=table.hands.question.id, choice=0)
    file = tmp_path / "asked.jsonl"
    file.write_text("".join(table.journal))
    assert run_here(["replay", "--speed", "1000", str(file)]) == 0
    told = capsys.readouterr().out
    for line in ("the board answers", "question, answers: 1", "command: answer", "same: M C7-C5 (from a page)"):
        assert line in told


def test_an_arbiters_word_is_told_in_words_and_not_as_a_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = recorded()
    table.wait(400)
    table.move("D8", "D3")
    table.ask("override")
    file = tmp_path / "arbiter.jsonl"
    file.write_text("".join(table.journal))
    assert run_here(["replay", str(file)]) == 0
    assert "same: the position was set (from a page)" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_may_be_told_has_words(language: str) -> None:
    for verdict in Verdict:
        assert text(f"replay.verdict.{verdict.value}", language, recorded="E8", today="E8")
    for flag in Flag:
        assert "E8" in text(f"replay.flag.{flag.value}", language, cells="E8")
    for cause in Cause:
        assert text(f"replay.opened.{cause.value}", language)


def test_nothing_in_a_journal_moves_the_cursor_of_whoever_reads_it(file: Path, tmp_path: Path) -> None:
    made = tmp_path / "bad.jsonl"
    made.write_text(file.read_text().replace("M C7-C5", "\\u001b[2J\\ud800"))
    done = run("replay", str(made))
    assert "\x1b" not in done.stdout + done.stderr
    assert "\N{REPLACEMENT CHARACTER}[2J" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("speed", ["nan", "0", "-1", "inf", "1e-320"])
def test_a_speed_that_is_none_is_refused(file: Path, speed: str) -> None:
    done = run("replay", str(file), "--speed", speed)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_time_that_nobody_can_reckon_with_is_a_line_that_cannot_be_read(file: Path, tmp_path: Path) -> None:
    made = tmp_path / "bad.jsonl"
    first, *rest = file.read_text().splitlines(keepends=True)
    made.write_text(first + '{"line":"given","at":1' + "0" * 400 + "}\n" + "".join(rest))
    done = run("replay", str(made))
    assert done.returncode == 0
    assert "Line 2" in done.stderr
