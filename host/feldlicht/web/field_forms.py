"""What a board measures, and the self-test that a page leads, as JSON. Cells are the table's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from feldlicht.base.cells import CELLS, Cell, cell_name
from feldlicht.board.facing import Facing
from feldlicht.runtime.checks import CheckPicture, Ended, Part
from feldlicht.runtime.examiner import LINEAR, Examiner, FieldSeen
from feldlicht.runtime.pictures import BoardInfo
from feldlicht.selftest.findings import Finding, Found
from feldlicht.selftest.live import judge_live, percent, state_of
from feldlicht.texts import text
from feldlicht.texts.findings import finding_sentence
from feldlicht.web.json_forms import refusal_json

Json = dict[str, Any]


def field_json(board: BoardInfo, seen: FieldSeen, language: str) -> Json:
    """Return the field by cell, in mT; a board of switches has none, and only says which cells are restless."""
    facing = Facing(board.orientation)
    linear = seen.survey is not None
    return {
        "id": board.id,
        "sensors": seen.driver,
        "said": _field_said(seen, language),
        "threshold_mt": seen.threshold / 10 if linear else None,
        "hysteresis_mt": seen.hysteresis / 10 if linear else None,
        "cells": _cells(seen, facing),
        "noisy": {cell_name(which): count for which, count in sorted(board.noisy.items())},
        "findings": [_found_json(one, facing, language) for one in judge_live(seen.survey, seen.trouble)],
    }


def _field_said(seen: FieldSeen, language: str) -> str:
    if seen.survey is None:
        return text(f"board.field.{'unread' if seen.driver == LINEAR else seen.driver}", language)
    threshold, hysteresis = (_one_digit(value / 10, language) for value in (seen.threshold, seen.hysteresis))
    return text("board.field", language, threshold=threshold, hysteresis=hysteresis)


def _one_digit(value: float, language: str) -> str:
    return f"{value:.1f}".replace(".", "," if language == "de" else ".")


def _cells(seen: FieldSeen, facing: Facing) -> Json:
    if seen.survey is None:
        return {}
    cells = {
        which: {
            "mt": None if field is None else field / 100,
            "noise_mt": None if noise is None else noise / 100,
            "percent": None if field is None else percent(field, seen.threshold),
            "state": str(state_of(field, noise, seen.threshold)),
        }
        for which, field, noise in zip(CELLS, seen.survey.field, seen.survey.noise, strict=True)
    }
    return {cell_name(which): said for which, said in facing.by_cell(cells).items()}


def selftest_json(board: BoardInfo, examiner: Examiner, language: str) -> Json:
    """Return which parts can be tried, and why not, and how the newest run stands."""
    refusals = {part: examiner.refusal(part) for part in Part}
    run = examiner.picture
    return {
        "id": board.id,
        "parts": {str(part): None if no is None else refusal_json(no, language) for part, no in refusals.items()},
        "run": None if run is None else _run_json(run, Facing(board.orientation), language),
    }


def _run_json(run: CheckPicture, facing: Facing, language: str) -> Json:
    def names(cells: Iterable[Cell]) -> list[str]:
        return [cell_name(which) for which in sorted(map(facing.cell, cells))]

    return {
        "part": str(run.part),
        "stage": str(run.stage),
        "said": _run_said(run, facing, language),
        "asked": [cell_name(facing.cell(which)) for which in run.path],
        "answered": names(run.answered),
        "mistaken": names(run.mistaken),
        "margins": {cell_name(which): share for which, share in facing.by_cell(run.margins).items()},
        "tested": run.tested,
        "findings": [_found_json(one, facing, language) for one in run.found if not nothing_answered(run)],
        "zero": None if run.zero is None else str(run.zero),
        "ended": None if run.ended is None else str(run.ended),
    }


def _run_said(run: CheckPicture, facing: Facing, language: str) -> str:
    """Return what is to be done now, or how it ended, in words."""
    if run.ended is None:
        ends = (cell_name(facing.cell(which)) for which in (run.path or (Cell(0),))[:: max(len(run.path) - 1, 1)])
        origin, *target = ends
        return text(f"board.check.{run.stage}", language, origin=origin, target="".join(target))
    said = [text(f"board.check.{run.ended}", language)]
    if run.zero is not None:
        said.append(text(f"board.check.zero.{run.zero}", language))
    if run.margins:
        least = min(run.margins.values())
        said.append(text("board.check.measured", language, count=len(run.margins), all=len(CELLS), least=least))
    if nothing_answered(run):
        said.append(text("board.check.nothing_answered", language))
    if not run.found and run.ended is Ended.DONE:
        said.append(text("board.check.fine", language))
    return " ".join(said)


def nothing_answered(run: CheckPicture) -> bool:
    """Whether a walk over the whole table felt nothing anywhere: that is one trouble, not one a cell."""
    silent = {which for one in run.found if one.finding in _SILENT for which in one.cells}
    return run.part is Part.WALK and run.ended is Ended.DONE and len(silent) == len(CELLS)


_SILENT = (Finding.DEAD_BAR, Finding.DEAD_SENSOR)


def _found_json(found: Found, facing: Facing, language: str) -> Json:
    """Return a finding; its sentence says the names that are marked on the board, however it lies."""
    return {
        "finding": str(found.finding),
        "cells": [cell_name(facing.cell(which)) for which in found.cells],
        "names": list(found.names),
        "sentence": finding_sentence(found, language),
    }
