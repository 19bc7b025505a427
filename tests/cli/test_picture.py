"""`feldlicht picture`: a position or a record as a file, and one sentence where that cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from feldlicht.base.entries import Actor
from feldlicht.base.viewers import OWNER
from feldlicht.cli.commands import run
from feldlicht.rules.master_move import GAME
from feldlicht.table import session as sessions
from feldlicht.table.match_record import match_record
from feldlicht.table.session import Stamp, open_session
from tests.drawing.pictures import texts_of, total, with_fact
from tests.rules.helpers import kicked_off, play
from tests.support.hands import header

ACTS = ("built", "M C7-C6", "F E11-G13", "S D8-E10")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FELDLICHT_LANGUAGE", "en")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    session = open_session(GAME, header(board=None))
    for text in ACTS:
        session = sessions.act(session, GAME.parse(session.state, text), Stamp(Actor.PAGE, 0))
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match_record(session, OWNER, {"yellow": "Ada"})), encoding="utf-8")
    return file


def read(file: Path) -> ElementTree.Element:
    return ElementTree.fromstring(file.read_text(encoding="utf-8"))


def test_a_position_is_drawn_from_its_line_a_file_or_the_start(tmp_path: Path) -> None:
    line = GAME.position(play(kicked_off(), "S D8-E10"))
    (tmp_path / "position.txt").write_text(line + "\n", encoding="utf-8")
    out = tmp_path / "out.svg"
    for source, last in ((line, 1), (str(tmp_path / "position.txt"), 1), ("start", 0)):
        assert run(["picture", source, "--out", str(out)]) == 0
        assert len(with_fact(read(out), "figure")) == 22
        assert len(with_fact(read(out), "last")) == last


def test_a_record_is_drawn_with_its_players_as_every_kind_of_picture(tmp_path: Path, record: Path) -> None:
    out = tmp_path / "out.svg"
    assert run(["picture", str(record), "--out", str(out)]) == 0
    assert "Yellow · Ada" in texts_of(read(out))
    assert run(["picture", str(record), "--out", str(out), "--kind", "heat"]) == 0
    assert total(with_fact(read(out), "count"), "count") == 3
    assert run(["picture", str(record), "--out", str(out), "--kind", "moves"]) == 0
    assert len(with_fact(read(out), "end")) == 2


def test_a_picture_whose_name_ends_so_is_a_png(tmp_path: Path) -> None:
    assert run(["picture", "start", "--out", str(tmp_path / "out.PNG")]) == 0
    assert (tmp_path / "out.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("source", "out", "kind", "named"),
    [
        ("start", "out.gif", "position", "out.gif"),
        ("start", "out", "position", "out"),
        ("nonsense", "out.svg", "position", "nonsense"),
        ("missing.json", "out.svg", "position", "no record"),
        ("broken.json", "out.svg", "heat", "no record"),
        ("changed.json", "out.svg", "heat", "F E11-E9"),
        ("start", "out.svg", "heat", "single position"),
        ("start", "missing/out.svg", "position", "missing"),
        ("start", ".", "position", ""),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_sentence_and_nothing_is_written(
    tmp_path: Path,
    record: Path,
    source: str,
    out: str,
    kind: str,
    named: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.json").write_text("{", encoding="utf-8")
    Path("changed.json").write_text(record.read_text(encoding="utf-8").replace("F E11-G13", "F E11-E9"), "utf-8")
    before = sorted(Path().iterdir())
    assert run(["picture", source, "--out", out, "--kind", kind]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert named in said
    assert sorted(Path().iterdir()) == before
