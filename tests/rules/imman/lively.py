"""Whole matches led at random, but as people do who want the ball and a goal: otherwise hardly anything happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from feldlicht.base.commands import GameCommand, TimeOut
from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import (
    EndTurn,
    Enter,
    Foul,
    LetPass,
    NoSwap,
    Pass,
    PickUp,
    Put,
    Step,
    Swap,
    Tackle,
    Throw,
)
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.hexes import CLOCKWISE, Hex, distance
from feldlicht.rules.imman.options import (
    Behind,
    CarrierFouls,
    Crowd,
    Fouls,
    GoalTargets,
    Lanes,
    Opens,
    OwnCell,
    Sprint,
    Stopping,
    Substitutes,
    TakerStands,
    read_options,
)
from feldlicht.rules.imman.passing import SURE, Aside, landing
from feldlicht.rules.imman.state import Active, Ball, Match, Phase, new
from feldlicht.rules.imman.teams import Shirt, Team
from tests.rules.imman.helpers import hero

READINGS: dict[str, Sequence[object]] = {
    "exactly_six": [1, 2],
    "cap": [1, 1, 1, 2, 0],
    "sprint_cost": [*range(1, 13)],
    "recovery": [1, 0, 7],
    "half_time_recovery": [200, 0, 5],
    **{
        name: [one.value for one in words]
        for name, words in {
            "lanes": Lanes, "own_cell": OwnCell, "stopping": Stopping, "taker_stands": TakerStands, "opens": Opens,
            "goal_targets": GoalTargets, "sprint": Sprint, "fouls": Fouls, "carrier_fouls": CarrierFouls,
            "crowd": Crowd, "behind": Behind, "substitutes": Substitutes,
        }.items()
    },
}  # fmt: skip
"""What a match may choose, by option."""


def _options(**lengths: Sequence[object]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({name: st.sampled_from(words) for name, words in (lengths | READINGS).items()})


OPTIONS = _options(rounds=range(2, 9))
"""Options of a match of five a side, by rounds."""
MATCHES = _options(rounds=range(4), size=range(1, 6), minutes=[1])
"""Options of a short match, by rounds or by time, of one to five a side."""
SHORT = _options(rounds=[3, 1, 2, 4], size=[1, 2])
"""Options of a match that is over soon."""
CROWD = 4
MOST_MS = 6000
"""So long at most somebody thinks about an act."""

_WEIGHTS: dict[type, int] = {
    Throw: 12, LetPass: 1, Tackle: 40, PickUp: 40, Foul: 12, Pass: 20, Step: 20, EndTurn: 2, NoSwap: 2, Swap: 1,
    Enter: 6,
}  # fmt: skip


@dataclass(frozen=True)
class Done:
    """What is done: an act, the dice that the house throws for it, and how long it took."""

    command: GameCommand
    faces: tuple[int, ...]
    spent: int


def some_options(chance: Random) -> dict[str, object]:
    """Options of a short match."""
    lengths = {"rounds": chance.randint(0, 6), "size": chance.randint(1, 5), "minutes": 1}
    return lengths | {name: chance.choice(words) for name, words in READINGS.items()}


def some_team(chance: Random, size: int) -> Team:
    """A team of that many and a substitute, now and then none, worth anything; some are soon out of breath."""
    count = size + chance.randint(0, 1)
    heroes = []
    for name in "ABCDEF"[:count]:
        one = hero(name, *(chance.randint(4, 21) for _ in range(3)))
        heroes.append(one if chance.random() < 0.5 else replace(one, stamina=chance.randint(1, 30)))
    return Team(tuple(heroes), keeper=chance.randint(1, size))


def some_match(chance: Random, options: Mapping[str, object]) -> Match:
    """A match before its toss, or one in which figures crowd somewhere by the border, one of them with the ball."""
    read = read_options(options)
    match = new(read, (some_team(chance, read.size), some_team(chance, read.size)))
    if chance.random() < 0.3:
        return match
    field, goals = match.ground, match.ground.goal_cells
    corners = (*field.corners[Side.YELLOW], *field.corners[Side.BLUE])
    aim = chance.choice(corners if chance.random() < 0.4 else sorted(field.border))
    near = [one for one in field.cells.values() if one not in goals and distance(one, aim) <= CROWD]
    figures = sorted(match.fielded)
    standing = dict(zip(figures, chance.sample(near, len(figures)), strict=True))
    first = chance.choice(list(Side))
    active = chance.choice(figures)
    carrier = active if chance.random() < 0.6 else chance.choice(figures)
    behind = [one for one in near if not {one + CLOCKWISE[0], one + CLOCKWISE[3]} <= set(field.cells.values())]
    if behind and chance.random() < 0.4:
        free = [one for one in behind if one not in standing.values()]
        standing[carrier] = chance.choice(free or [standing[carrier]])
    return replace(
        match,
        due=None,
        phase=Phase.PLAY,
        opened=first,
        kick_off=first,
        rounds=1,
        standing=tuple(sorted(standing.items())),
        ball=Ball(carrier),
        active=Active(active, gained=0 if active == carrier else None),
    )


def chosen(chance: Random, match: Match, acts: Sequence[GameCommand]) -> Done:
    """Choose one of the acts that are legal, and the dice and the time for it."""
    if any(isinstance(one, TimeOut) for one in acts):
        return Done(TimeOut(), (), 0)
    kinds = {type(one) for one in acts}
    kind = chance.choices(sorted(kinds, key=str), [_WEIGHTS.get(one, 4) for one in sorted(kinds, key=str)])[0]
    alike = [one for one in acts if type(one) is kind]
    command = chance.choice(list(_wanted(chance, match, alike)) or alike)
    faces: tuple[int, ...] = ()
    if isinstance(command, Throw):
        face = chance.randint(1, DIE)
        command, faces = (Throw(face), ()) if chance.random() < 0.5 else (command, (face,))
    return Done(command, faces, chance.randint(0, MOST_MS))


def _wanted(chance: Random, match: Match, alike: Sequence[GameCommand]) -> Iterator[GameCommand]:
    """Yield those of one kind that lead to something: none, if any will do."""
    what = chance.random()
    if isinstance(alike[0], Pass) and match.phase is not Phase.SHOT and what < 0.3:
        return
    goals = match.ground.goal_cells
    for one in alike:
        match one:
            case Pass(figure, cell):
                # Whoever shoots a 7-metre aims at the goal, or a shoot-out might take for ever.
                if what > 0.65 and match.phase is not Phase.SHOT:
                    if _may_go_out(match, figure, cell):
                        yield one
                elif goals.get(cell) is match.end(figure.side.other):
                    yield one
            case Step(_, cell):
                if what < 0.75 and _nearer(match, one.figure, cell):
                    yield one
            case Put(_, cell):
                if match.phase is Phase.SET_UP and what < 0.8 and distance(cell, match.ground.centre) <= 4:
                    yield one
            case _:
                return


def _may_go_out(match: Match, by: Shirt, cell: Hex) -> bool:
    """Whether a pass is far enough to be missed and would then come to lie off the field."""
    origin = match.places[by]
    if distance(origin, cell) <= SURE:
        return False
    return any(landing(origin, cell, 1, side) not in match.ground for side in Aside)


def _nearer(match: Match, figure: Shirt, cell: Hex) -> bool:
    """Whether a step leads to the ball, or with it to the goal of the others."""
    here = match.places[figure]
    aim = match.ball_at
    if match.ball.carrier == figure:
        aim = match.ground.goals[match.end(figure.side.other)][1]
    return aim is not None and distance(cell, aim) < distance(here, aim)
