"""The state of a match: all that its going on depends on. Frozen, and equal whenever it plays on in the same way."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Dive
from feldlicht.rules.imman.field import FIELDS, Field, Half
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.options import Options
from feldlicht.rules.imman.passing import Aside
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.teams import Shirt, Team


class Phase(StrEnum):
    """What is to be done; within each, a die may be due first."""

    TOSS = "toss"
    SET_UP = "set_up"
    PLAY = "play"
    """A figure is active."""
    SWAP = "swap"
    """The ball is dead: a side may bring a substitute."""
    DEAD = "dead"
    """The ball is dead: each moves once."""
    RESTART = "restart"
    """A side sets a figure where the ball went out."""
    ROLL_IN = "roll_in"
    """That figure rolls the ball in."""
    KEEPER = "keeper"
    """A side that has lost its keeper names another."""
    CLEAR = "clear"
    """A 7-metre in play: the others leave the area."""
    NOTE = "note"
    """A 7-metre: the keeper notes where he goes."""
    SHOOTER = "shooter"
    SHOT = "shot"
    OVER = "over"


class Purpose(StrEnum):
    """What a die is thrown for."""

    TOSS = "toss"
    PASS = "pass"
    LANE = "lane"
    STOP = "stop"
    DRIBBLE = "dribble"
    FOUL = "foul"
    """How much Ausdauer it takes."""
    REFEREE = "referee"
    """Whether he saw it."""


@dataclass(frozen=True, slots=True)
class Due:
    """The die that is due: what for, who throws it, what it must not exceed (None where it decides otherwise).

    ``number`` None: anybody of that side.
    """

    purpose: Purpose
    side: Side
    number: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Ball:
    """Who has the ball, or where it lies: one of the two, and neither before it comes into play."""

    carrier: Shirt | None = None
    where: Hex | None = None


@dataclass(frozen=True, slots=True)
class Active:
    """The figure whose turn it is (N14). ``taken``: steps so far; ``gained``: after how many it had the ball, 0 if it
    had it from the start, None while it has not.
    """

    figure: Shirt
    taken: int = 0
    gained: int | None = None


class Played(StrEnum):
    """How a ball is played."""

    PASS = "pass"
    HAND = "hand"
    """Rolled by a keeper in his area: needs no die (N15)."""
    RESTART = "restart"
    """A roll-in, a corner, a keeper's roll: needs no die (N19)."""
    FREE_KICK = "free_kick"
    SHOT = "shot"
    """A 7-metre (N23)."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """A ball on its way. ``end``: where it comes to lie, None until that is settled; ``at``: the step at which it is,
    from 1, 0 before the first; ``cell``: the cell of that step, None until a die has said which of two; ``tried``:
    who of the others may try no more; ``lane``: to which side tied steps go, where one die says it for all.
    """

    by: Shirt
    origin: Hex
    target: Hex
    how: Played
    end: Hex | None = None
    at: int = 0
    cell: Hex | None = None
    tried: frozenset[int] = frozenset()
    lane: Aside | None = None


@dataclass(frozen=True, slots=True)
class Duel:
    """Two dribble for the ball. ``roll``: what the tackler has thrown."""

    tackler: Shirt
    carrier: Shirt
    roll: int | None = None


class Restart(StrEnum):
    """How a ball that went out comes back (N19)."""

    ROLL_IN = "roll_in"
    CORNER = "corner"
    KEEPER = "keeper"
    FREE_KICK = "free_kick"
    SEVEN = "seven"
    """A 7-metre."""


@dataclass(frozen=True, slots=True)
class Dead:
    """A ball that went out, or a foul: ``side`` brings it back from ``spot``; ``waiting``: who still moves before
    that, the next one first.
    """

    how: Restart
    side: Side
    spot: Hex
    waiting: tuple[Shirt, ...] = ()


class After(StrEnum):
    """What follows a break in which sides may bring substitutes."""

    SET_UP = "set_up"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Break:
    """``asked``: the sides that still may swap, the next one first."""

    asked: tuple[Side, ...]
    after: After


@dataclass(frozen=True, slots=True)
class Fouling:
    """A foul; ``taken``: the Ausdauer that it took."""

    fouler: Shirt
    victim: Shirt
    taken: int | None = None


@dataclass(frozen=True, slots=True)
class Seven:
    """A 7-metre that ``side`` shoots; ``note``: where the keeper goes, sealed until the target is named."""

    side: Side
    shooter: Shirt | None = None
    note: Dive | None = None


@dataclass(frozen=True, slots=True)
class ShootOut:
    """``first``: who began; ``shots`` so far and ``goals`` of yellow and blue; ``shot``: who has in this turn of the
    list.
    """

    first: Side
    shots: tuple[int, int] = (0, 0)
    goals: tuple[int, int] = (0, 0)
    shot: frozenset[Shirt] = frozenset()


Standing = tuple[tuple[Shirt, Hex], ...]
"""Who stands where, sorted by figures."""
Stamina = tuple[tuple[int, ...], tuple[int, ...]]
"""Ausdauer left, by number."""


@dataclass(frozen=True)
class Match:
    """One match. Pairs are yellow's and blue's.

    ``low``: who defends the low end; ``opened``: who kicked off first of all, ``kick_off``: last, who is side 1;
    ``fielded``: who plays now, ``standing``: who of them stands where; ``keepers``: their numbers; ``bans``: (who
    lost a duel, who won it) in this round; ``rounds`` begun in this half; ``left``: milliseconds of it; ``late``:
    the half ends with this turn; ``stamina``: Ausdauer left, by number; ``cards``: who has a yellow one; ``away``:
    who had to leave, and from when on it may come back, in what :func:`~.flow.played_so_far` counts; ``gaps``: how
    many of these nobody has come on for; ``naming``: sides that name a keeper; ``forfeited``: who has no figure left.
    """

    options: Options
    teams: tuple[Team, Team]
    keepers: tuple[int, int]
    fielded: frozenset[Shirt]
    left: int
    stamina: Stamina
    phase: Phase = Phase.TOSS
    half: int = 1
    low: Side = Side.YELLOW
    rounds: int = 0
    score: tuple[int, int] = (0, 0)
    opened: Side | None = None
    kick_off: Side | None = None
    toss: int | None = None
    standing: Standing = ()
    ball: Ball = field(default_factory=Ball)
    taker: Shirt | None = None
    active: Active | None = None
    led: Shirt | None = None
    due: Due | None = None
    rolling: Rolling | None = None
    duel: Duel | None = None
    bans: frozenset[tuple[Shirt, Shirt]] = frozenset()
    dead: Dead | None = None
    pause: Break | None = None
    shoot_out: ShootOut | None = None
    seven: Seven | None = None
    fouling: Fouling | None = None
    cards: frozenset[Shirt] = frozenset()
    sent_off: frozenset[Shirt] = frozenset()
    away: tuple[tuple[Shirt, int], ...] = ()
    gaps: tuple[int, int] = (0, 0)
    naming: tuple[Side, ...] = ()
    forfeited: Side | None = None
    late: bool = False
    resigned: Side | None = None
    worked_out: ClassVar[Mapping[str, tuple[str, ...]]] = {"standing": ("places", "crowd")}

    @property
    def ground(self) -> Field:
        """The field that is played on."""
        return FIELDS[self.options.field]

    @cached_property
    def places(self) -> Mapping[Shirt, Hex]:
        """Where each figure on the field stands."""
        return dict(self.standing)

    @cached_property
    def crowd(self) -> Mapping[Hex, tuple[Shirt, ...]]:
        """Who stands on each cell that is taken: one, or two after a tackle."""
        found = {where: (figure,) for figure, where in self.standing}
        if len(found) == len(self.standing):
            return found
        return {where: tuple([one for one, there in self.standing if there == where]) for where in found}

    @property
    def ball_at(self) -> Hex | None:
        """The cell of the ball, had or lying."""
        carrier = self.ball.carrier
        return self.places[carrier] if carrier is not None else self.ball.where

    @property
    def acting(self) -> Shirt | None:
        """Whose turn it is to act: nobody's while a side names a keeper, before the next turn begins (N25)."""
        if self.active is None or self.phase in (Phase.KEEPER, Phase.OVER):
            return None
        return self.active.figure

    def team(self, side: Side) -> Team:
        """Return a side's team."""
        return self.teams[index(side)]

    def keeper(self, side: Side) -> Shirt:
        """Return who keeps a side's goal."""
        return Shirt(side, self.keepers[index(side)])

    def is_keeper(self, figure: Shirt) -> bool:
        """Return whether a figure keeps its side's goal."""
        return self.keepers[index(figure.side)] == figure.number

    def end(self, side: Side) -> Side:
        """Return under which name the field has the goal that ``side`` defends, or who defends that end."""
        return side if self.low is Side.YELLOW else side.other

    def area(self, side: Side) -> frozenset[Hex]:
        """Return the penalty area that ``side`` defends."""
        return self.ground.area(self.end(side))

    def own_half(self, side: Side) -> Half:
        """Return the half that ``side`` defends."""
        return Half.LOW if side is self.low else Half.HIGH

    def handles(self, figure: Shirt) -> bool:
        """Return whether a figure is a keeper within his area (N15)."""
        return self.is_keeper(figure) and self.places[figure] in self.area(figure.side)

    def stamina_of(self, figure: Shirt) -> int:
        """Return how much Ausdauer a figure has left."""
        return self.stamina[index(figure.side)][figure.number - 1]

    def with_stamina(self, figure: Shirt, value: int) -> Match:
        """Return the match with another Ausdauer of a figure."""
        own = self.stamina[index(figure.side)]
        changed = (*own[: figure.number - 1], value, *own[figure.number :])
        yellow, blue = self.stamina
        return replace(self, stamina=(changed, blue) if figure.side is Side.YELLOW else (yellow, changed))

    def at(self, figure: Shirt, where: Hex | None) -> Match:
        """Return the match with a figure on another cell, None: on none."""
        return replace(self, standing=moved(self.standing, figure, where))


def moved(standing: Standing, figure: Shirt, where: Hex | None) -> Standing:
    """Return who stands where with a figure on another cell, None: on none."""
    others = [one for one in standing if one[0] != figure]
    if where is not None:
        insort(others, (figure, where))
    return tuple(others)


Flow = tuple[Match, tuple[Event, ...]]
"""What something leads to, and what happened by it."""


def index(side: Side) -> int:
    """Return where a side's value stands in a pair."""
    return 0 if side is Side.YELLOW else 1


def paired(pair: tuple[int, int], side: Side, value: int) -> tuple[int, int]:
    """Return a pair with another value for ``side``."""
    return (value, pair[1]) if side is Side.YELLOW else (pair[0], value)


def new(options: Options, teams: tuple[Team, Team]) -> Match:
    """Return a match that begins with the toss. Both teams must be good, see :func:`~.teams.faults`."""
    fielded = frozenset(
        Shirt(side, number)
        for side in Side
        for number in range(1, min(options.size, len(teams[index(side)].heroes)) + 1)
    )
    first = Due(Purpose.TOSS, Side.YELLOW)
    keepers = (teams[0].keeper, teams[1].keeper)
    return Match(options, teams, keepers, fielded, options.minutes * MINUTE_MS, _full(teams), due=first)


def _full(teams: tuple[Team, Team]) -> Stamina:
    yellow, blue = (tuple(one.stamina for one in team.heroes) for team in teams)
    return yellow, blue


def rested(match: Match) -> Stamina:
    """Return the Ausdauer of every hero after half-time: with as much more as that gives back, full at most (N24)."""
    back, full = match.options.half_time_recovery, _full(match.teams)
    yellow, blue = (
        tuple(min(most, max(0, left) + back) for left, most in zip(*side, strict=True))
        for side in zip(match.stamina, full, strict=True)
    )
    return yellow, blue


MINUTE_MS = 60_000
