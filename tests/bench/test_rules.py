"""The bench of the rules: it gives rows of the agreed shape. How fast anything is, no unit test says."""

from __future__ import annotations

import random
import sys
from dataclasses import fields
from importlib.util import find_spec

import pytest

from feldlicht.base.commands import GameCommand
from feldlicht.bench import imman, rules
from feldlicht.bench.row import Row, measure
from feldlicht.cli.bench import missing
from feldlicht.rules.imman.acts import Pass, PickUp, Step, Tackle, Throw
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.state import Match


def test_a_row_has_the_agreed_columns() -> None:
    assert [field.name for field in fields(Row)] == [
        "name", "value", "unit", "spread", "peer", "peer_value", "ratio",
    ]  # fmt: skip


def test_measuring_runs_once_more_than_it_counts_and_gives_units_a_second() -> None:
    runs: list[int] = []

    def work() -> int:
        runs.append(1)
        return sum(1 for _ in range(10_000))

    found = measure(work, 3)
    assert len(runs) == 4
    assert found.median > 0
    assert found.spread >= 0
    with pytest.raises(ValueError, match="at least one"):
        measure(work, 0)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is measured once, and little of it."""
    for name, little in (("REPEAT", 1), ("LISTS", 2), ("ACTS", 10), ("PERFT_DEPTH", 2)):
        monkeypatch.setattr(rules, name, little)
    for name, little in (("REPEAT", 1), ("MATCHES", 1), ("ROUNDS", 2), ("POSITIONS", 2), ("TIMES", 1)):
        monkeypatch.setattr(imman, name, little)


@pytest.mark.usefixtures("short")
def test_the_group_gives_its_rows_and_a_peer_where_it_is_installed() -> None:
    found = rules.rows()
    assert [(row.name, row.unit) for row in found] == [
        ("rules.master_move.moves", "moves/s"),
        ("rules.master_move.apply", "acts/s"),
        ("rules.master_move.perft3", "nodes/s"),
        ("rules.imman.activations", "activations/s"),
        ("rules.imman.acts", "acts/s"),
        ("rules.imman.lively", "activations/s"),
        ("rules.imman.odds", "ms"),
        ("rules.imman.odds.slowest", "ms"),
    ]
    packages = [("chess", "python-chess ")] * 3 + [("catanatron", "catanatron ")] * 2 + [None] * 3
    for row, peer in zip(found, packages, strict=True):
        assert row.value > 0
        if peer is None or find_spec(peer[0]) is None:
            assert (row.peer, row.peer_value, row.ratio) == (None, None, None)
        else:
            assert row.peer is not None
            assert row.peer.startswith(peer[1])
            assert row.peer_value is not None
            assert row.ratio == pytest.approx(row.value / row.peer_value)


@pytest.mark.usefixtures("short")
def test_without_the_peers_the_rows_stand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "_PEER_PROGRAM", "import a_module_that_nobody_has")
    monkeypatch.setattr(imman, "_PEER_PROGRAM", "import a_module_that_nobody_has")
    assert all(row.peer is None and row.ratio is None for row in rules.rows())


def test_peers_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "PEERS", ("pytest", "one_that_nobody_has", "another_such"))
    assert missing(["rules", "board"]) == ["another_such", "one_that_nobody_has"]


def test_the_peers_are_never_imported_by_the_house() -> None:
    assert not {"chess", "catanatron"} & sys.modules.keys()


def test_lively_matches_of_imman_have_passes_and_duels_and_odds_are_found_where_somebody_passes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(imman, "MATCHES", 1)
    monkeypatch.setattr(imman, "ROUNDS", 6)
    drawn: set[type] = set()

    def noting(chance: random.Random, match: Match, acts: list[GameCommand]) -> GameCommand:
        command = imman.lively(chance, match, acts)
        drawn.add(type(command))
        return command

    tally = imman.played(noting)
    assert {Step, PickUp, Pass, Tackle, Throw} <= drawn
    assert tally.acts > tally.turns > 0
    assert all(any(isinstance(one, Pass) for one in legal(match)) for match in imman.positions(3))
