"""What yellow seals in Master Move is nobody else's until it is told: the same bytes whatever it was (M10, M11)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from feldlicht.base.figures import Side
from feldlicht.rules.master_move import GAME
from tests.rules.helpers import WALK_TO_GOAL
from tests.support.secrecy import FIRST, ONLOOKER, Course, act, all_bytes, first_difference

PROBES = ("form yellow diamond", "@V D4-C5", "@- yellow", "S D8-E10", "ready yellow", "nonsense")
"""What a viewer asks in vain at every moment, to learn by how he is refused."""


def probes(view: str, *possible: str) -> list[Any]:
    """Who is at the computer may act for seats that nobody has: what he could do then is no probe."""
    texts = [text for text in PROBES if view != "public" or text not in possible]
    return [act("public" if view == ONLOOKER else view, text) for text in texts]


def sealed_setup(yellow: str, view: str) -> Course:
    """Yellow seals, thinks better of it, seals again; blue has not sealed."""
    acts = [
        act("seat:yellow", f"form yellow {yellow}"),
        act("seat:yellow", "undo"),
        act("gm", "redo"),
        act("gm", "undo"),
        act("seat:yellow", f"form yellow {yellow}"),
    ]
    return Course(acts, probes(view, "form yellow diamond"), formation=None, options={"setup": "sealed"})


def given_up(yellow: str, view: str) -> Course:
    """Blue gives up before anything is told: it never is."""
    course = sealed_setup(yellow, view)
    return Course([*course.acts[:1], RESIGNED], course.probes, None, course.options)


RESIGNED = act("gm", "resign blue")


def sealed_relocation(yellow: str, view: str) -> Course:
    """After a Move of yellow's, yellow seals a relocation; blue has not."""
    keeper = ("T E16-D16", "T D16-E16", "T E16-D16")
    walk = [text for pair in zip(WALK_TO_GOAL[Side.YELLOW], keeper, strict=False) for text in pair]
    acts = [act("public", text) for text in (*walk, WALK_TO_GOAL[Side.YELLOW][-1])]
    acts += [act("seat:yellow", yellow), act("seat:yellow", "undo"), act("gm", "redo")]
    return Course(acts, probes(view, "@V D4-C5", "@- yellow", "S D8-E10"), "counting", {"relocation": "sealed"})


def difference(folder: Path, one: Course, other: Course, view: str) -> str | None:
    heard = [all_bytes(GAME, folder / str(n), course, view) for n, course in enumerate((one, other))]
    assert len(heard[0]) > 100, "it listened to nothing"
    assert f"--- {FIRST}" in heard[0]
    return first_difference(*heard)


def also(*views: str) -> list[Any]:
    return [pytest.param(view, marks=pytest.mark.prove) for view in views]


@pytest.mark.parametrize("view", ["seat:blue", *also("public", ONLOOKER)])
def test_r10_a_sealed_formation_is_the_same_bytes_to_everyone_else(tmp_path: Path, view: str) -> None:
    assert difference(tmp_path, sealed_setup("wall", view), sealed_setup("press", view), view) is None


@pytest.mark.prove
@pytest.mark.parametrize("view", ["seat:blue", "public", ONLOOKER])
def test_r10_a_sealed_formation_of_a_match_that_was_given_up_stays_untold(tmp_path: Path, view: str) -> None:
    assert difference(tmp_path, given_up("wall", view), given_up("press", view), view) is None


@pytest.mark.prove
@pytest.mark.parametrize("view", ["seat:blue", "public", ONLOOKER])
@pytest.mark.parametrize("other", ["@F B5-A1", "@- yellow"])
def test_r10_a_sealed_relocation_is_the_same_bytes_to_everyone_else(tmp_path: Path, view: str, other: str) -> None:
    assert difference(tmp_path, sealed_relocation("@V D4-C6", view), sealed_relocation(other, view), view) is None


@pytest.mark.prove
@pytest.mark.parametrize("view", ["seat:yellow", "gm"])
def test_who_sealed_it_is_shown_it(tmp_path: Path, view: str) -> None:
    setups = [replace(sealed_setup(one, view), probes=()) for one in ("wall", "press")]
    assert difference(tmp_path, *setups, view) is not None
    relocations = [replace(sealed_relocation(one, view), probes=()) for one in ("@V D4-C6", "@- yellow")]
    assert difference(tmp_path / "relocation", *relocations, view) is not None
