"""The bench of a board's line: what it sends is answered by a real board and by an echo alike; its rows are sums."""

from __future__ import annotations

import os
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import Reason, Refused
from feldlicht.bench import echo, line
from feldlicht.bench.line import Figures, Flow, Talk, rows_of
from feldlicht.board.layout import LAYOUT
from feldlicht.link.messages import State
from feldlicht.link.port import open_port
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.sim.board import SimulatedBoard
from tests.support.host import until
from tests.support.processes import children_of

STATE = State(200, 0, 0, 400, True, 75_000, frames=38)


def test_an_echo_answers_every_order_and_leaves_no_process() -> None:
    before = children_of(os.getpid())
    flow = echo.measure(trips=3, windows=1)
    assert len(flow.trips_ms) == 3
    assert all(trip > 0 for trip in flow.trips_ms)
    assert len(flow.per_second) == 1
    assert flow.per_second[0] > line.IN_FLIGHT
    assert children_of(os.getpid()) == before


@pytest.fixture
def deaf() -> Iterator[str]:
    """A port behind which nobody is."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_a_board_that_does_not_answer_is_said_to_be_silent(deaf: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "PATIENCE_S", 0.2)
    transport = open_port(deaf)
    try:
        with pytest.raises(Refused) as refused:
            Talk(transport).state()
        assert refused.value.refusal.reason is Reason.PORT_SILENT
        with pytest.raises(Refused):
            Talk(transport).flow(trips=1, windows=1)
        with pytest.raises(Refused):
            Talk(transport).flow(trips=0, windows=1)
    finally:
        transport.close()


@pytest.mark.prove
def test_a_board_says_how_fast_it_is_while_all_its_lamps_pulse_and_is_dark_again(tmp_path: Path) -> None:
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path)
    board.start()
    lit: list[bool] = []
    board.on_lights(lambda lights: lit.append(all(any(rgb) for rgb in (*lights.cells.values(), *lights.strip))))
    transport = open_port(board.port)
    try:
        figures = line.measure(transport, trips=2, windows=1, states=2)
        assert any(lit)
        until(lambda: not lit[-1], "the dark")
    finally:
        transport.close()
        board.close()
    assert figures.states[-1].scan > 0
    assert (figures.states[-1].frames or 0) > 0


def test_rows_are_medians_with_what_lies_between_the_samples() -> None:
    flow = Flow((1.0, 2.0, 6.0), (400.0, 500.0))
    rows = {row.name: row for row in rows_of(Figures(flow, (STATE, State(190, 0, 0, 0, False, 81_000, frames=30))))}
    assert (rows["board.round_trip"].value, rows["board.round_trip"].spread) == (2.0, 5.0)
    assert (rows["board.lines"].value, rows["board.lines"].spread) == (450.0, 100.0)
    assert (rows["board.scans"].value, rows["board.scans"].spread) == (195.0, 10.0)
    assert (rows["board.frames"].value, rows["board.frames"].spread) == (34.0, 8.0)
    assert (rows["board.free_memory"].value, rows["board.free_memory"].spread) == (78.0, 6.0)
    assert all(row.peer is None for row in rows.values())


def test_what_a_board_does_not_tell_has_no_row() -> None:
    """Firmware from before it counted frames; a board without MicroPython, where nobody counts memory."""
    rows = rows_of(Figures(Flow((1.0, 2.0), (9.0,)), (State(200, 0, 0, 0, False, 0),)))
    assert [row.name.removeprefix("board.") for row in rows] == ["round_trip", "round_trip.p99", "lines", "scans"]


times = st.lists(st.floats(0.01, 1000), min_size=2, max_size=20).map(tuple)


@given(times, times)
def test_beside_a_peer_the_line_alone_is_compared(ours: tuple[float, ...], theirs: tuple[float, ...]) -> None:
    for row in rows_of(Figures(Flow(ours, ours), (STATE,)), Flow(theirs, theirs), "echo 1"):
        if row.name in ("board.round_trip", "board.round_trip.p99", "board.lines"):
            assert row.peer == "echo 1"
            assert row.peer_value is not None
            assert row.ratio == row.value / row.peer_value
        else:
            assert (row.peer, row.peer_value, row.ratio) == (None, None, None)
