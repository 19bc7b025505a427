"""The bench of the board runs the real board and gives rows of the agreed shape; how fast it is, no test says."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from feldlicht.bench import board


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


@pytest.mark.prove
def test_the_group_measures_a_running_board_and_gives_its_rows() -> None:
    found = board.rows(changes=6, lifts=3, trips=4, windows=2, cpu_s=1.0)
    assert [(row.name, row.unit) for row in found] == [
        ("board.change_to_message", "ms"),
        ("board.change_to_message.p99", "ms"),
        ("board.lift_to_light", "ms"),
        ("board.lift_to_light.p99", "ms"),
        ("board.round_trip", "ms"),
        ("board.round_trip.p99", "ms"),
        ("board.lines", "lines/s"),
        ("board.scans", "scans/s"),
        ("board.frames", "frames/s"),
        ("board.free_memory", "kB"),
        ("board.host_cpu.idle", "%"),
        ("board.host_cpu.playing", "%"),
    ]
    for row in found:
        assert row.spread >= 0
        assert row.value > 0 or row.name == "board.host_cpu.idle"  # a second may pass without a tick of its clock
        if row.name in ("board.round_trip", "board.round_trip.p99", "board.lines"):
            assert row.peer is not None
            assert row.peer.startswith("pyserial 3.")
            assert row.peer_value is not None
            assert row.ratio == row.value / row.peer_value
        else:
            assert (row.peer, row.peer_value, row.ratio) == (None, None, None)


def test_a_board_that_answers_nothing_gives_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "PATIENCE_S", 0.0)
    with pytest.raises(RuntimeError, match="nothing was measured"):
        board.rows(changes=2, lifts=2)


def test_percentiles_are_taken_of_enough_samples() -> None:
    assert board.CHANGES >= 1000
    assert board.LIFTS >= 500
