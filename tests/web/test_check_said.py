"""How a self-test is told in words: what was measured, and one trouble instead of one a cell."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import CELLS, Cell
from feldlicht.base.manners import Orientation
from feldlicht.board.facing import Facing
from feldlicht.runtime.checks import CheckPicture, Ended, Part, Stage
from feldlicht.selftest.findings import Finding, Found
from feldlicht.texts import LANGUAGES
from feldlicht.web.field_forms import _run_json, nothing_answered

FACING = Facing(Orientation.AS_MARKED)


def done(part: Part, **more: object) -> CheckPicture:
    stage = Stage.WALKING if part is Part.WALK else Stage.TOUCHING
    return CheckPicture(part, stage, ended=Ended.DONE, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_measured_cells_are_not_said_to_be_the_whole_table(language: str) -> None:
    said = _run_json(done(Part.TOUCH, margins={Cell(0): 403, Cell(1): 150, Cell(2): 402}), FACING, language)["said"]
    assert "3" in said
    assert "144" in said
    assert "150 %" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_walk_that_nothing_answered_is_one_sentence(language: str) -> None:
    silent = done(Part.WALK, found=(Found.of(Finding.DEAD_SENSOR, CELLS),))
    assert nothing_answered(silent)
    told = _run_json(silent, FACING, language)
    assert told["findings"] == []
    assert "?" in told["said"]


def test_one_dead_bar_is_named_as_such() -> None:
    bar = done(Part.WALK, found=(Found.of(Finding.DEAD_BAR, CELLS[:8], ["A1-A8"]),))
    assert not nothing_answered(bar)
    assert len(_run_json(bar, FACING, "en")["findings"]) == 1
