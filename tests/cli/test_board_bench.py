"""`feldlicht board bench` on a simulated board, as people start it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from feldlicht.bench.row import Row
from feldlicht.board.layout import LAYOUT
from feldlicht.cli.board_bench import sentences
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.sim.board import SimulatedBoard
from tests.cli.conftest import run


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    one = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board")
    one.start()
    yield one
    one.close()


@pytest.mark.prove
def test_it_measures_a_board_and_says_that_it_is_a_simulated_one(board: SimulatedBoard) -> None:
    said = run("board", "bench", "--port", board.port)
    assert said.returncode == 0, said.stderr
    first, label, *figures = said.stdout.splitlines()
    assert board.board_id in first
    assert "simulated board" in label
    numbers = [float(re.findall(r"[0-9.]+", line.rpartition(":")[2])[0]) for line in figures]
    assert len(numbers) == 5
    assert all(number > 0 for number in numbers)
    rows = json.loads(run("board", "bench", "--port", board.port, "--json").stdout)
    assert [row["name"] for row in rows] == [
        f"board.{what}" for what in ("round_trip", "round_trip.p99", "lines", "scans", "frames", "free_memory")
    ]


def test_a_port_that_is_not_there_is_refused_in_one_sentence(tmp_path: Path) -> None:
    said = run("board", "bench", "--port", str(tmp_path / "none"))
    assert said.returncode == 2
    assert len(said.stderr.strip().splitlines()) == 1
    assert said.stdout == ""


@pytest.mark.parametrize("language", ["en", "de"])
def test_its_figures_are_told_in_words(language: str) -> None:
    figures = {"round_trip": 0.97, "round_trip.p99": 12.34, "lines": 481.2, "scans": 199, "free_memory": 77.4}
    said = sentences(
        {f"board.{what}": Row(f"board.{what}", value, "", 0) for what, value in figures.items()}, language
    )
    assert [re.findall(r"\d+(?:\.\d+)?", line) for line in said] == [
        ["1.0", "99", "100", "12.3"],
        ["481"],
        ["199"],
        ["77"],
    ]
