"""The bench of the reading reads what hands really do and gives rows of the agreed shape."""

from __future__ import annotations

import pytest

from feldlicht.base.entries import EntryKind
from feldlicht.bench import reading
from feldlicht.table.messages import Append
from feldlicht.table.step import step


def test_the_hands_of_the_bench_lift_slide_place_and_place_wrongly_among_22_figures() -> None:
    lines, commits = reading.recorded(plies=60)
    shown = [step(one.table, one.what, one.now).table.hands for one in lines]
    assert any(hands.targets for hands in shown)
    assert any(hands.preview for hands in shown)
    assert any(one.table.hands.guidance for one in lines)
    sessions = [one.table.session for one in lines]
    assert {len(session.game.standing(session.state)) for session in sessions if session} == {22}
    effects = [effect for one in commits for effect in step(one.table, one.what, one.now).effects]
    entries = [effect.entry for effect in effects if isinstance(effect, Append)]
    assert [entry.kind for entry in entries] == [EntryKind.PLY] * 60


def test_the_group_gives_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "REPEAT", 1)
    found = reading.rows(plies=4, lifts=3)
    assert [(row.name, row.unit) for row in found] == [
        ("reading.decisions", "lines/s"),
        ("reading.line", "µs"),
        ("reading.line.p99", "µs"),
        ("reading.commit", "µs"),
        ("reading.commit.p99", "µs"),
        ("reading.lift_to_light", "ms"),
        ("reading.lift_to_light.p99", "ms"),
    ]
    assert all(row.value > 0 and row.peer is None for row in found)


def test_debounce_is_what_the_firmware_waits_by_default() -> None:
    assert reading.debounce_ms() == 10.0
