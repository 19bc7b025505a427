"""Makes matches, and plays them by dice that must be the very ones that are thrown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from feldlicht.base.commands import GameCommand
from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Refused
from feldlicht.rules.imman.acts import Throw
from feldlicht.rules.imman.apply import apply
from feldlicht.rules.imman.field import STREET
from feldlicht.rules.imman.heroes import Hero, Points
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.notation import parse
from feldlicht.rules.imman.options import read_options
from feldlicht.rules.imman.refusals import why_illegal
from feldlicht.rules.imman.state import Active, Ball, Due, Match, Phase, Purpose, new
from feldlicht.rules.imman.teams import Shirt, Team

C = STREET.cells


def shirt(text: str) -> Shirt:
    """``y1`` is yellow's number 1."""
    return Shirt(Side.YELLOW if text[0] == "y" else Side.BLUE, int(text[1:]))


def hero(name: str, passing: int = 10, stopping: int = 10, dribbling: int = 10) -> Hero:
    """A hero with these three values."""
    put = Points(passing - 10, stopping - 10, dribbling - 10)
    return Hero(name, 10, 10, 20, base=put.total, points=put)


def team(names: str = "ABCDEF", **values: tuple[int, int, int]) -> Team:
    """A team of six; ``_3=(12, 9, 8)`` is what number 3 is worth at passing, stopping and dribbling."""
    return Team(tuple(hero(name, *values.get(f"_{at}", ())) for at, name in enumerate(names, 1)))


def fresh(names: str = "ABCDE", yellow: Team | None = None, blue: Team | None = None, **options: object) -> Match:
    """A match before its toss; without substitutes unless there are more than five names."""
    return new(read_options(options), (yellow or team(names), blue or team(names)))


def at_play(
    active: str,
    standing: Mapping[str, str],
    ball: str = "",
    lies: str = "",
    names: str = "ABCDE",
    yellow: Team | None = None,
    blue: Team | None = None,
    kick_off: Side = Side.YELLOW,
    **options: object,
) -> Match:
    """A match in its first round, with those figures where they are said to stand, the others far off at a corner.

    ``ball``: who has it, or ``lies``: where it lies.
    """
    match = fresh(names, yellow, blue, **options)
    corners = {Side.YELLOW: "A1 A2 A3 I1 I2", Side.BLUE: "A15 A14 A13 I15 I14"}
    places = {shirt(figure): C[cell] for figure, cell in standing.items()}
    for side, cells in corners.items():
        left = [one for one in sorted(match.fielded) if one.side is side and one not in places]
        free = [C[name] for name in cells.split() if C[name] not in places.values()]
        places |= dict(zip(left, free, strict=False))
    has = shirt(ball) if ball else None
    figure = shirt(active)
    return replace(
        match,
        due=None,
        phase=Phase.PLAY,
        opened=kick_off,
        kick_off=kick_off,
        rounds=1,
        standing=tuple(sorted(places.items())),
        ball=Ball(has, C[lies] if lies else None),
        active=Active(figure, gained=0 if figure == has else None),
    )


class Played:
    """A match as it is played: acts in their notation, dice as they fall, and all that happened."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[Event] = []

    def act(self, *lines: str) -> Played:
        """Do acts, none of which may need a die."""
        for line in lines:
            self._do(parse(line, self.match.ground))
        return self

    def throw(self, *faces: int) -> Played:
        """Throw dice, each of which must be due."""
        for face in faces:
            assert self.match.due is not None, f"no die is due for {face}"
            self._do(Throw(face))
        return self

    def only(self, line: str, *faces: int) -> Played:
        """Do an act and throw exactly these dice: all of them are due one after the other, and no other is."""
        self.act(line).throw(*faces)
        assert self.match.due is None, f"another die is due: {self.match.due}"
        return self

    def _do(self, command: GameCommand) -> None:
        applied = apply(self.match, command)
        assert applied.dice_used == 0
        self.match = applied.state
        self.events += applied.events

    def refused(self, line: str) -> str:
        """Return the reason why an act is refused, by the way that leaves the match as it was."""
        return refused(self.match, parse(line, self.match.ground))

    def cell(self, figure: str) -> str:
        """The cell of a figure."""
        return self.match.ground.name_of(self.match.places[shirt(figure)])

    @property
    def ball(self) -> str:
        """Who has the ball, or where it lies."""
        carrier, where = self.match.ball.carrier, self.match.ball.where
        assert (carrier is None) != (where is None)
        return str(carrier) if where is None else self.match.ground.name_of(where)

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        assert self.match.active is not None
        return str(self.match.active.figure)

    @property
    def due(self) -> Due:
        """The die that is due."""
        assert self.match.due is not None
        return self.match.due

    def told(self, name: str) -> list[dict[str, str]]:
        """The facts of every event of that name so far."""
        return [dict(one.facts) for one in self.events if one.name == name]


def refused(match: Match, command: GameCommand) -> str:
    """Return the code with which an act is refused; it is not applied either."""
    refusal = why_illegal(match, command)
    assert refusal is not None, f"{command} is legal"
    with pytest.raises(Refused) as raised:
        apply(match, command, (1,))
    assert raised.value.refusal == refusal
    return str(refusal.reason)


def offered(match: Match, kind: type[GameCommand]) -> list[GameCommand]:
    """Return the legal acts of a kind."""
    return [one for one in legal(match) if isinstance(one, kind)]


def cells_of(match: Match, kind: type[GameCommand], named: Callable[[GameCommand], Hex]) -> set[str]:
    """Return where legal acts of a kind lead."""
    return {match.ground.name_of(named(one)) for one in offered(match, kind)}


def set_up(played: Played, yellow: Sequence[str], blue: Sequence[str]) -> Played:
    """Put both sides, by number, in turn."""
    cells = {Side.YELLOW: yellow, Side.BLUE: blue}
    first = played.match.kick_off
    assert first is not None
    for number in range(1, len(yellow) + 1):
        for side in (first, first.other):
            played.act(f"put {side.value[0]}{number} {cells[side][number - 1]}")
    return played


def thrown_for(purpose: Purpose, figure: str, limit: int | None = None) -> Due:
    """The die of a figure."""
    one = shirt(figure)
    return Due(purpose, one.side, one.number, limit)
