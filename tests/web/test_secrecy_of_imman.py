"""Where a keeper goes at a 7-metre is his side's alone until the shot: the same bytes whatever he noted (N23)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from feldlicht.rules.imman import GAME
from tests.support.secrecy import FIRST, ONLOOKER, Act, Course, all_bytes, first_difference

SET_UP = ["E1", "E15", "C4", "E11", "E8", "C12", "C6", "G12", "G6", "G11"]


def own(view: str, text: str) -> Act:
    return Act(view, {"type": "act", "act": text})


def to_the_shot() -> list[Act]:
    """A match of one round, in which nobody does anything, and yellow's first shot after it."""
    numbers = [f"{side}{number}" for number in range(1, 6) for side in "yb"]
    put = [f"put {figure} {cell}" for figure, cell in zip(numbers, SET_UP, strict=True)]
    lines = ["throw 15", "throw 4", *put, *(f"end {one}" for one in numbers), "throw 12", "throw 5", "shooter y3"]
    return [own("gm", line) for line in lines]


def noted(dive: str, view: str) -> Course:
    """Blue's keeper notes where he goes, thinks better of it and notes it again; the shot has not come yet."""
    acts = [
        own("seat:blue", f"note blue {dive}"),
        Act("seat:blue", {"type": "undo"}),
        Act("gm", {"type": "redo"}),
        Act("gm", {"type": "undo"}),
        own("seat:blue", f"note blue {dive}"),
    ]
    probing = "public" if view == ONLOOKER else view
    tried = ("note blue left", "note yellow right", "throw 3", "nonsense", "shooter y4", "pass y4 E15")
    probes = [] if view == "public" else [own(probing, text) for text in tried]
    return Course(acts, probes, formation=None, options={"rounds": 1}, before=to_the_shot())


def difference(folder: Path, view: str, *, knows: bool = False) -> str | None:
    courses = {dive: noted(dive, view) for dive in ("left", "right")}
    if knows:
        # Whoever knows it may do what the others try in vain.
        courses = {dive: replace(course, probes=()) for dive, course in courses.items()}
    heard = [all_bytes(GAME, folder / dive, course, view) for dive, course in courses.items()]
    assert len(heard[0]) > 100, "it listened to nothing"
    assert f"--- {FIRST}" in heard[0]
    return first_difference(*heard)


@pytest.mark.prove
@pytest.mark.parametrize("view", ["seat:yellow", "public", ONLOOKER])
def test_n23_where_a_keeper_goes_is_the_same_bytes_to_everyone_else(tmp_path: Path, view: str) -> None:
    assert difference(tmp_path, view) is None


@pytest.mark.prove
@pytest.mark.parametrize("view", ["seat:blue", "gm"])
def test_n23_his_side_and_whoever_leads_are_shown_it(tmp_path: Path, view: str) -> None:
    assert difference(tmp_path, view, knows=True) is not None
