"""All dice that are given are used, and no others, whatever they are for: typed or thrown by the house."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from feldlicht.rules.imman.acts import Throw
from feldlicht.rules.imman.apply import apply, dice
from feldlicht.rules.imman.notation import parse
from feldlicht.rules.imman.state import Match, Purpose
from tests.rules.imman.helpers import at_play, fresh
from tests.rules.imman.test_shoot_out import shoot_out


def noted() -> Match:
    """A shoot-out in which the keeper has noted where he goes."""
    return shoot_out().act("shooter y2", "note blue left").match


WAYS: dict[str, tuple[Callable[[], Match], str | None, list[tuple[Purpose, str, int]]]] = {
    "a toss": (fresh, None, [(Purpose.TOSS, "yellow", 9), (Purpose.TOSS, "blue", 4)]),
    "a toss that is level": (
        fresh, None,
        [(Purpose.TOSS, one, face) for one, face in (("yellow", 9), ("blue", 9), ("yellow", 1), ("blue", 2))],
    ),
    "a sure pass": (lambda: at_play("y2", {"y2": "E8"}, ball="y2"), "pass y2 E10", []),
    "a pass": (lambda: at_play("y2", {"y2": "E8"}, ball="y2"), "pass y2 E13", [(Purpose.PASS, "y2", 1)]),
    "a pass over tied steps, tried by two": (
        lambda: at_play("y2", {"y2": "E8", "b2": "E9", "b3": "G10"}, ball="y2"), "pass y2 G11",
        [
            (Purpose.PASS, "y2", 1), (Purpose.LANE, "y2", 1), (Purpose.STOP, "b2", 20), (Purpose.LANE, "y2", 2),
            (Purpose.STOP, "b3", 20),
        ],
    ),
    "a duel": (
        lambda: at_play("y2", {"y2": "E8", "b2": "E9"}, ball="b2"), "tackle y2",
        [(Purpose.DRIBBLE, "y2", 3), (Purpose.DRIBBLE, "b2", 8)],
    ),
    "a duel that is level": (
        lambda: at_play("y2", {"y2": "E8", "b2": "E9"}, ball="b2"), "tackle y2",
        [(Purpose.DRIBBLE, one, face) for one, face in (("y2", 8), ("b2", 8), ("y2", 3), ("b2", 8))],
    ),
    "a duel with a keeper in his area": (
        lambda: at_play("y2", {"y2": "E12", "b1": "E13"}, ball="b1"), "tackle y2", [(Purpose.DRIBBLE, "b1", 19)],
    ),
    "a foul": (
        lambda: at_play("y2", {"y2": "E8", "b2": "E9"}, ball="b2", fouls="on"), "foul y2 b2",
        [(Purpose.FOUL, "y2", 5), (Purpose.REFEREE, "y2", 20)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("typed", [True, False])
@pytest.mark.parametrize("name", list(WAYS))
def test_each_die_is_asked_for_by_what_it_is_for_and_these_are_all(name: str, typed: bool) -> None:
    begun, line, wanted = WAYS[name]
    match = begun()
    if line is not None:
        command = parse(line, match.ground)
        assert dice(command) == ()
        applied = apply(match, command, (7, 7))
        assert applied.dice_used == 0
        match = applied.state
    for purpose, roller, face in wanted:
        due = match.due
        assert due is not None
        who = due.side.value if due.number is None else f"{due.side.value[0]}{due.number}"
        assert (due.purpose, who) == (purpose, roller)
        command = Throw(face if typed else None)
        assert dice(command) == (() if typed else (20,))
        # One more lies there that nobody asked for.
        applied = apply(match, command, (8, 9) if typed else (face, 9))
        assert applied.dice_used == (0 if typed else 1)
        assert applied.state == apply(match, Throw(face)).state
        match = applied.state
    assert match.due is None


def test_so_are_those_of_a_7_metre() -> None:
    match = noted()
    match = apply(match, parse("pass y2 D16", match.ground)).state
    used = []
    while match.due is not None:
        used.append(match.due.purpose)
        applied = apply(match, Throw(), (20 if match.due.purpose is Purpose.STOP else 2, 9))
        assert applied.dice_used == 1
        match = applied.state
    assert used == [Purpose.PASS, Purpose.LANE, Purpose.STOP]


def test_every_purpose_of_a_die_is_here() -> None:
    assert {purpose for _, _, wanted in WAYS.values() for purpose, _, _ in wanted} == set(Purpose)
