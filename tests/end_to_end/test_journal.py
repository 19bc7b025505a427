"""A match by hand at the simulated board, and its hand journal read again by the command."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.support.host import PATIENCE_S, Host, until

PATIENT = {"FELDLICHT_SETTLE_MS": "600", "FELDLICHT_GRACE_MS": "20000"}
"""On a machine that has much else to do, a slide may halt longer than a hand's, and a look may come late."""


def test_the_journal_of_a_match_by_hand_reads_the_same(tmp_path: Path) -> None:
    with Host(tmp_path / "data", **PATIENT).live() as host:
        match = host.new_match()
        host.set_up(match)
        play(host, match, "D8", "E10", "S D8-E10")
        play(host, match, "C10", "C11", "M C10-C11")
        host.move("E10", "D11")  # may not stand there
        until(lambda: host.session(match)["hands"]["problems"], "the error to be shown")
        host.move("D11", "E10")
        until(lambda: not host.session(match)["hands"]["problems"], "the error to go")
        host.hands(C7=None)
        host.hands(C6="N")
        host.hands(C6=None, C5="N")
        until(lambda: host.notations(match)[-1] == "M C7-C5", "the slide to be one move")
        play(host, match, "C5", "C7", "undo")
        host.command(match, type="move", move="F E6-G4")
        until(lambda: not unsettled(host, match), "virtual hands to have followed")
        report = replayed(journal_of(host, match, tmp_path), expect=0)
        assert told(report) == host.notations(match)
        assert report["unreadable_lines"] == []
        # It goes on after the download.
        play(host, match, "E11", "G13", "F E11-G13")
        assert told(replayed(journal_of(host, match, tmp_path), expect=0)) == host.notations(match)
        assert host.stop() == 0


@pytest.mark.prove
def test_the_journal_of_a_match_whose_host_was_killed_reads_the_same_over_both_lives(tmp_path: Path) -> None:
    with Host(tmp_path / "data", **PATIENT).live() as host:
        match = host.new_match()
        host.set_up(match)
        play(host, match, "D8", "E10", "S D8-E10")
        host.hands(C10=None)
        host.kill()
    with Host(tmp_path / "data", **PATIENT).live() as host:
        until(lambda: host.get("/boards/default")["session"] == match, "the match to be resumed")
        host.hands(C11="S")
        question = until(lambda: host.session(match)["hands"]["question"], "the question")
        host.command(match, type="answer", question=question["id"], choice=0)
        play(host, match, "E6", "G4", "F E6-G4")
        file = journal_of(host, match, tmp_path)
        report = replayed(file, expect=0)
        assert told(report) == host.notations(match) == ["built", "S D8-E10", "M C10-C11", "F E6-G4"]
        assert file.read_text().count('"line":"opening"') == 2


def play(host: Host, match: str, origin: str, target: str, notation: str) -> None:
    """Move a magnet and wait until the log has the move."""
    host.move(origin, target)
    until(lambda: host.notations(match)[-1] == notation, f"{notation} to be in the log")


def unsettled(host: Host, match: str) -> bool:
    hands = host.session(match)["hands"]
    return bool(hands["busy"] or hands["guidance"] or hands["lifted"] or hands["problems"])


def journal_of(host: Host, match: str, folder: Path, view: str = "public") -> Path:
    """Download the journal as a page's link does."""
    file = folder / f"hands-{view}.jsonl"
    address = f"{host.address}api/v1/sessions/{match}/journal?view={view}"
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        file.write_bytes(answer.read())
    return file


def read_again(file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("feldlicht"), "replay", "--json", file],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def refused(file: Path) -> str:
    """Return what is said of a journal that cannot be read again."""
    done = read_again(file)
    assert done.returncode == 2, done.stdout + done.stderr
    return done.stderr


def replayed(file: Path, expect: int) -> dict[str, Any]:
    done = read_again(file)
    assert done.returncode == expect, done.stdout + done.stderr
    return dict(json.loads(done.stdout))


def told(report: dict[str, Any]) -> list[str]:
    assert report["counts"]["same"] == len(report["decisions"])
    return [decision["today"]["notation"] for decision in report["decisions"]]
