"""What a picture is made of: a match's course, who played, how it ended, and who finds the words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Protocol

from feldlicht.base.cells import Cell, cell_name
from feldlicht.base.commands import Move
from feldlicht.base.figures import Side
from feldlicht.rules.pictured import Course, Pictured, Stage


class Kind(StrEnum):
    """The pictures of a match."""

    POSITION = "position"
    HEAT = "heat"
    """Where figures moved to, by side."""
    MOVES = "moves"
    """Points over the plies."""


class Say(Protocol):
    """Finds a text by its key (``picture.…``) in the language of who looks."""

    def __call__(self, key: str, **facts: object) -> str:
        """Return the text with its placeholders filled."""
        ...


@dataclass(frozen=True, slots=True)
class Story:
    """``course`` has one moment at least; ``names``: of yellow and blue, "" where nobody is known; ``ending``: how
    the match ended, in words, "" while it runs."""

    course: Course
    say: Say
    names: tuple[str, str] = ("", "")
    ending: str = ""

    @property
    def last(self) -> Pictured:
        """The moment to which it has come."""
        return self.course[-1].shown

    def name(self, side: Side) -> str:
        """Return what a side is called: its colour, and who plays it."""
        name = self.names[list(Side).index(side)]
        called = self.say(f"page.side.{side.value}")
        return f"{called} · {name}" if name else called


@dataclass(frozen=True, slots=True)
class Made:
    """A move of the course, whose it is, and with which ply."""

    side: Side
    move: Move
    ply: int


def moves_made(course: Course) -> tuple[Made, ...]:
    """Return every move of ``course`` that is known to whom it is told."""
    made = []
    for before, after in pairwise(course):
        move = after.shown.last
        if after.forced or move is None or after.shown.ply <= before.shown.ply:
            continue
        figure = after.shown.standing.get(move.target) or before.shown.standing.get(move.origin)
        if figure is not None:
            made.append(Made(figure.side, move, after.shown.ply))
    return tuple(made)


def visits(course: Course) -> Mapping[Side, Mapping[Cell, int]]:
    """Return how often each side's figures moved to each cell, cells with none left out."""
    counts: dict[Side, dict[Cell, int]] = {side: {} for side in Side}
    for one in moves_made(course):
        of_side = counts[one.side]
        of_side[one.move.target] = of_side.get(one.move.target, 0) + 1
    return counts


def steps(course: Course, side: Side) -> tuple[tuple[int, int], ...]:
    """Return after how many plies ``side`` had how many points: where it begins, each rise, and where it ends."""
    place = list(Side).index(side)
    found = [(course[0].shown.ply, course[0].shown.score[place])]
    found += [
        (after.shown.ply, after.shown.score[place])
        for before, after in pairwise(course)
        if after.shown.score[place] != before.shown.score[place]
    ]
    return (*found, (course[-1].shown.ply, course[-1].shown.score[place]))


def relocations(course: Course) -> tuple[tuple[int, Side], ...]:
    """Return after how many plies which side gave a figure another cell, in the order in which it was told."""
    found = []
    for before, after in pairwise(course):
        paused = before.shown.stage is Stage.RELOCATE and after.shown.stage in (Stage.RELOCATE, Stage.PLAY)
        if not paused or after.forced:
            continue
        were = {figure: which for which, figure in before.shown.standing.placed}
        moved = [figure for which, figure in after.shown.standing.placed if were.get(figure) != which]
        found += [(after.shown.ply, figure.side) for figure in moved]
    return tuple(found)


def forced_after(course: Course) -> tuple[int, ...]:
    """Return after how many plies an arbiter set the position."""
    return tuple(moment.shown.ply for moment in course if moment.forced)


def notation(shown: Pictured) -> str:
    """Return the move made last in short, "" if there is none to tell: ``S D8-E10``."""
    move = shown.last
    if move is None:
        return ""
    figure = shown.standing.get(move.target)
    return f"{figure.kind if figure else ''} {cell_name(move.origin)}-{cell_name(move.target)}".strip()
