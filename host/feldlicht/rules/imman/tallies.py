"""What is counted of a figure in a match. Every part adds up, so that a side is the sum of its figures.

Source: issue "statistics"; readings N1–N25 for what each thing is.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from dataclasses import field as default
from fractions import Fraction
from typing import Any, Self

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each of some things was counted, in their order: numbers, or names of cells."""

    pairs: tuple[tuple[Any, int], ...] = ()

    @classmethod
    def one(cls, thing: int | str) -> Self:
        """Return that one thing was counted once."""
        return cls(((thing, 1),))

    @property
    def total(self) -> int:
        """All things together."""
        return sum(count for _, count in self.pairs)

    def of(self, thing: int | str) -> int:
        """Return how often a thing was counted."""
        return sum(count for one, count in self.pairs if one == thing)

    def __add__(self, more: Counts) -> Counts:
        if not more.pairs:
            return self
        found = dict(self.pairs)
        for thing, count in more.pairs:
            found[thing] = found.get(thing, 0) + count
        return Counts(tuple(sorted(found.items())))


@dataclass(frozen=True, slots=True)
class _Sum:
    """A part whose every field adds up."""

    def __add__(self, more: Self) -> Self:
        return type(self)(*(getattr(self, one.name) + getattr(more, one.name) for one in fields(self)))

    def form(self) -> JsonObject:
        """Return every field by its name; what was to be expected as a decimal number."""
        return {one.name: _form(getattr(self, one.name)) for one in fields(self)}


def _form(value: object) -> object:
    match value:
        case _Sum():
            return value.form()
        case Counts():
            return {str(thing): count for thing, count in value.pairs}
        case Fraction():
            return float(value)
        case _:
            return value


@dataclass(frozen=True, slots=True)
class Passing(_Sum):
    """Balls played, 7-metres left out.

    ``tried`` = ``reached`` (a team-mate) + ``stopped`` + ``loose`` (came to lie) + ``out`` + ``scored`` +
    ``own_goals`` + ``unfinished``; also = ``sure`` (needed no die) + ``made`` + ``missed`` + those that ended before
    their die was thrown. ``…_expected``: what the exact odds had promised when they were played.
    """

    tried: int = 0
    sure: int = 0
    made: int = 0
    made_expected: Fraction = Fraction()
    missed: int = 0
    reached: int = 0
    reached_expected: Fraction = Fraction()
    stopped: int = 0
    loose: int = 0
    out: int = 0
    scored: int = 0
    own_goals: int = 0
    unfinished: int = 0
    tried_over: Counts = default(default_factory=Counts)
    """By distance, in steps."""
    reached_over: Counts = default(default_factory=Counts)
    missed_by: Counts = default(default_factory=Counts)
    """By how much dice were above what was needed."""
    played_from: Counts = default(default_factory=Counts)
    """By the cell."""


@dataclass(frozen=True, slots=True)
class Shooting(_Sum):
    """Balls aimed at a cell of the other side's goal, 7-metres among them; ``goals`` of play also of balls that were
    not. A shoot-out is counted by itself.
    """

    shots: int = 0
    goals: int = 0
    goals_expected: Fraction = Fraction()
    own_goals: int = 0
    sevens: int = 0
    """7-metres in play."""
    sevens_scored: int = 0
    shoot_out: int = 0
    shoot_out_scored: int = 0
    shoot_out_expected: Fraction = Fraction()
    shot_from: Counts = default(default_factory=Counts)
    """By the cell; 7-metres of a shoot-out left out."""


@dataclass(frozen=True, slots=True)
class Stopping(_Sum):
    """Tries to stop a ball: in full on its way, with half beside it."""

    full: int = 0
    full_made: int = 0
    half: int = 0
    half_made: int = 0
    expected: Fraction = Fraction()
    let_pass: int = 0


@dataclass(frozen=True, slots=True)
class Duelling(_Sum):
    """Duels as who tackles, as who has the ball, and of both those as a keeper in his area."""

    tackles: int = 0
    tackles_won: int = 0
    tackles_expected: Fraction = Fraction()
    tackled: int = 0
    kept: int = 0
    kept_expected: Fraction = Fraction()
    unfinished: int = 0
    """Of those that it began."""
    as_keeper: int = 0
    as_keeper_won: int = 0


@dataclass(frozen=True, slots=True)
class Moving(_Sum):
    """Turns in play, and of these with the ball at any time; ``steps`` also while the ball is dead, and those by
    which a tackle begins.
    """

    turns: int = 0
    with_ball: int = 0
    steps: int = 0
    sprints: int = 0
    picked_up: int = 0
    gained: int = 0
    """Balls that the other side had last, taken in play: by a duel, a stop, or from where they lay."""
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Fouling(_Sum):
    """Fouls, and Ausdauer: ``taken`` from others by fouls, ``hurt`` by those of others, ``spent`` on sprints."""

    fouls: int = 0
    seen: int = 0
    suffered: int = 0
    taken: int = 0
    hurt: int = 0
    spent: int = 0
    yellow: int = 0
    red: int = 0
    exhausted: int = 0


@dataclass(frozen=True, slots=True)
class Tally(_Sum):
    """All that is counted of a figure, or of several together. ``dice``: W20 thrown, by what they showed."""

    passing: Passing = default(default_factory=Passing)
    shooting: Shooting = default(default_factory=Shooting)
    stopping: Stopping = default(default_factory=Stopping)
    duelling: Duelling = default(default_factory=Duelling)
    moving: Moving = default(default_factory=Moving)
    fouling: Fouling = default(default_factory=Fouling)
    dice: Counts = default(default_factory=Counts)


def mean(dice: Counts) -> Fraction | None:
    """Return what dice showed on average, None if there are none."""
    return Fraction(sum(face * count for face, count in dice.pairs), dice.total) if dice.total else None
