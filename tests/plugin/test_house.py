"""A game of another package, played by hands at the simulated board of a real host: nothing of the house was changed
for it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.plugin.packages import THREE, package, path_with
from tests.support.host import PATIENCE_S, Host, until

pytestmark = pytest.mark.prove
PUT = (("D7", "N"), ("E8", "S"), ("F9", "N"), ("D8", "S"), ("F8", "N"), ("F7", "S"))


def running(data: Path, *folders: Path) -> Host:
    return Host(data, PYTHONPATH=path_with(*folders), FELDLICHT_GRACE_MS="1000")


def begun(host: Host, **options: str) -> str:
    return host.new_match(game="three", formation=None, options=options)


def put_all(host: Host, match: str) -> None:
    for count, (name, pole) in enumerate(PUT, 1):
        host.hands(**{name: pole})
        until(lambda count=count: len(host.notations(match)) == count, f"the stone on {name} to be put")


def says(host: Host, match: str, *notations: str) -> None:
    until(lambda: host.notations(match)[-len(notations) :] == list(notations), f"{notations} to be in the log")


def test_a_match_by_hands_from_the_first_stone_to_the_record(tmp_path: Path) -> None:
    with running(tmp_path / "data", THREE) as host:
        host.live()
        (three,) = (one for one in host.get("/games?lang=de")["games"] if one["name"] == "three")
        assert (three["label"], three["formations"]) == ("Drei in einer Reihe", None)
        assert [one["label"] for one in three["options"][0]["words"]] == [
            "Auf das nächste Feld",
            "Auf jedes freie Feld",
        ]
        match = begun(host)
        host.sees("E8", lambda *rgb: min(rgb[:2]) > 10, "one of the nine cells, which glow for the side that puts")
        put_all(host, match)
        # Refused with the game's own reason, in its own words, and back again by hand.
        host.move("D7", "E9")
        why = until(lambda: host.session(match)["hands"]["why"], "the move to be refused")
        assert (why["code"], why["detail"]) == (
            "NOT_NEXT",
            "The yellow stone goes to the next cell only, not as far as E9.",
        )
        host.move("E9", "D7")
        until(lambda: host.session(match)["hands"]["misplaced"] is None, "the stone to be back")
        refused = host.command(match, expect=422, type="move", move="S D7-A1")
        assert refused["code"] == "OFF_THE_FIELD"
        # Taken back by hand and on the page.
        host.move("D7", "E7")
        says(host, match, "S D7-E7")
        host.move("E7", "D7")
        says(host, match, "S D7-E7", "undo")
        host.move("D7", "E7")
        says(host, match, "S D7-E7")
        host.move("D8", "D9")
        says(host, match, "S D8-D9")
        shown = host.session(match)
        assert shown["state"] == "over"
        assert shown["view"]["outcome"] == {
            "reason": "THREE_IN_A_ROW",
            "winner": "blue",
            "score": {"yellow": 0, "blue": 1},
        }
        last = host.get(f"/sessions/{match}/log")["entries"][-1]
        assert last["events"][1] == {"name": "row", "side": "blue", "cells": "D9, E8, F7"}
        record, journal = (download(host, match, what) for what in ("record", "journal"))
        again = host.post("/records", json.loads(record), expect=201)["id"]
        assert host.session(again)["view"] == shown["view"]
        # Taken back after the end, and given up instead.
        host.command(match, type="undo")
        host.command(match, type="resign", side="yellow")
        assert host.session(match)["view"]["outcome"]["reason"] == "RESIGNED"
    checked = feldlicht("record", tmp_path / "record.json", record)
    assert "8 acts of three" in checked.stdout
    wrong = feldlicht("record", tmp_path / "wrong.json", record.replace(b"S D7-E7", b"S D7-E9"), code=2)
    assert "A stone goes to the next cell only." in wrong.stderr
    replayed = feldlicht("replay", tmp_path / "journal.jsonl", journal)
    assert "S D8-D9" in replayed.stdout


def test_a_match_goes_on_after_the_host_was_killed(tmp_path: Path) -> None:
    with running(tmp_path, THREE) as host:
        host.live()
        match = begun(host, slide="anywhere")
        put_all(host, match)
        host.kill()
    with running(tmp_path, THREE) as host:
        host.live()
        assert host.get("/boards/default")["session"] == match
        assert len(host.session(match)["view"]["figures"]) == len(PUT)
        host.command(match, type="move", move="S D7-D9")
        assert host.session(match)["view"]["options"] == {"slide": "anywhere"}
        says(host, match, "S D7-D9")


def test_without_the_package_its_matches_are_told_of_and_everything_else_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, THREE) as host:
        host.live()
        match = begun(host)
        put_all(host, match)
    with running(tmp_path) as host:
        host.live()
        assert [one["name"] for one in host.get("/games")["games"]] == ["imman", "initiative", "master_move"]
        assert [(one["id"], one["game"]) for one in host.get("/sessions")["sessions"]] == [(match, "three")]
        assert host.get("/boards/default")["session"] is None
        for way in ("", "/log", "/record", "/journal"):
            status, said = host.call("GET", f"/sessions/{match}{way}")
            assert (status, said["code"]) == (422, "UNKNOWN_GAME"), way
            assert said["detail"].startswith('There is no game called "three" here.')
        refused = host.call("POST", "/sessions", {"game": "three", "formation": None, "board": "default"})
        assert (refused[0], refused[1]["code"]) == (422, "UNKNOWN_GAME")
        host.set_up(host.new_match())
    # Once it is back, so is the match.
    with running(tmp_path, THREE) as host:
        host.live()
        assert len(host.session(match)["view"]["figures"]) == len(PUT)


def test_a_broken_package_is_named_when_the_host_starts_and_the_others_can_be_played(tmp_path: Path) -> None:
    package(tmp_path, "odd-game", "raise RuntimeError('no such thing')\n", games="odd=GAME")
    package(tmp_path, "odd-words", "TEXTS = 7\n", texts="odd=TEXTS")
    with running(tmp_path / "data", THREE, tmp_path) as host:
        host.live()

        def told() -> list[str]:
            return [line for line in host.output if line.startswith("Left out")]

        until(lambda: len(told()) == 2, "the host to name both")
        assert told() == [
            "Left out: feldlicht.games odd of the package odd-game (RuntimeError: no such thing). "
            "Ask whoever made it, or uninstall it.\n",
            "Left out: feldlicht.texts odd of the package odd-words (texts are to be a mapping of languages to "
            "mappings of keys to texts). Ask whoever made it, or uninstall it.\n",
        ]
        assert "Traceback" not in "".join(host.output)
        assert [one["name"] for one in host.get("/games")["games"]] == ["imman", "initiative", "master_move", "three"]
        match = begun(host)
        host.command(match, type="act", act="+S E8")
        log = (tmp_path / "data" / "feldlicht.log").read_text()
        assert "of the package 'odd-game' is left out: RuntimeError: no such thing" in log


def download(host: Host, match: str, what: str) -> bytes:
    address = f"{host.address}api/v1/sessions/{match}/{what}"
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        return bytes(answer.read())


def feldlicht(command: str, file: Path, content: bytes, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command on a file, with the package installed."""
    file.write_bytes(content)
    program = Path(sys.executable).with_name("feldlicht")
    done = subprocess.run(
        [program, command, file],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        env=os.environ | {"PYTHONPATH": path_with(THREE), "FELDLICHT_LANGUAGE": "en"},
    )
    assert done.returncode == code, (done.stdout, done.stderr)
    return done
