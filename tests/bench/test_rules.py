"""The bench of the rules: it gives rows of the agreed shape. How fast anything is, no unit test says."""

from __future__ import annotations

import sys
from dataclasses import fields
from importlib.util import find_spec

import pytest

from feldlicht.bench import rules
from feldlicht.bench.row import Row, measure


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


def test_the_group_gives_its_rows_and_a_peer_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "REPEAT", 1)
    monkeypatch.setattr(rules, "LISTS", 2)
    monkeypatch.setattr(rules, "ACTS", 10)
    monkeypatch.setattr(rules, "PERFT_DEPTH", 2)
    found = rules.rows()
    assert [(row.name, row.unit) for row in found] == [
        ("rules.master_move.moves", "moves/s"),
        ("rules.master_move.apply", "acts/s"),
        ("rules.master_move.perft3", "nodes/s"),
    ]
    for row in found:
        assert row.value > 0
        if find_spec("chess") is None:
            assert (row.peer, row.peer_value, row.ratio) == (None, None, None)
        else:
            assert row.peer is not None
            assert row.peer.startswith("python-chess ")
            assert row.peer_value is not None
            assert row.ratio == pytest.approx(row.value / row.peer_value)


def test_without_the_peer_the_rows_stand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "REPEAT", 1)
    monkeypatch.setattr(rules, "LISTS", 1)
    monkeypatch.setattr(rules, "ACTS", 1)
    monkeypatch.setattr(rules, "PERFT_DEPTH", 1)
    monkeypatch.setattr(rules, "_PEER_PROGRAM", "import a_module_that_nobody_has")
    assert all(row.peer is None and row.ratio is None for row in rules.rows())


def test_the_peer_is_never_imported_by_the_house() -> None:
    assert "chess" not in sys.modules
