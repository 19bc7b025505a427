"""Exact odds of a pass and of a duel, as fractions: nothing is estimated, every die is counted. Source: issue "Odds";
readings N1–N12, N15.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from feldlicht.rules.imman.field import Field
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.passing import Aside, Path, aside, landing, needed, path, short
from feldlicht.rules.imman.rolling import Ended, Ending, Man, stops, tries, unstopped

Odds = Mapping[Ended, Fraction]

KEEPER_FAILS = 2
"""Faces of the W20 (19 and 20) with which a keeper in his area loses a duel."""


def at_most(limit: int) -> Fraction:
    """Return how likely a W20 shows at most ``limit`` (N11: 20 or more cannot fail)."""
    return Fraction(min(max(limit, 0), DIE), DIE)


def of_pass(
    field: Field,
    origin: Hex,
    target: Hex,
    passing: int | None,
    opponents: Collection[Man],
    mates: Mapping[Hex, int],
    exactly_six: int = 1,
    *,
    one_lane: bool = False,
) -> Odds:
    """Return how likely a pass ends in each way; all who may try to stop it do. ``passing`` None: it needs no roll.

    ``one_lane``: one die says to which side the ball rolls at all of its tied steps.

    The ends add up to 1.
    """
    found = of_passes(field, origin, (target,), passing, opponents, mates, exactly_six, one_lane=one_lane)
    return found[target]


def of_passes(
    field: Field,
    origin: Hex,
    targets: Collection[Hex],
    passing: int | None,
    opponents: Collection[Man],
    mates: Mapping[Hex, int],
    exactly_six: int = 1,
    *,
    one_lane: bool = False,
) -> Mapping[Hex, Odds]:
    """Return the odds of a pass to each of some cells, as :func:`of_pass` does: the way to where a ball comes to lie
    is looked at once, for all of them that may come to lie there.

    A chance is counted in parts of the whole, of which there are so many that every die divides them evenly.
    """
    furthest = max((distance(origin, one) for one in targets), default=0)
    # Nobody else touches any of the ways, and no way has more tied steps than it has steps.
    near = [one for one in opponents if distance(origin, one.where) <= furthest + 1]
    whole: int = DIE ** len(near) * 2**furthest
    ways: dict[Hex, Mapping[Ended, int]] = {}
    found: dict[Hex, Odds] = {}
    for target in targets:
        parts: defaultdict[Ended, int] = defaultdict(int)
        for end, faces in _ends(origin, target, passing, exactly_six).items():
            if end not in ways:
                ways[end] = _of_way(field, path(field, origin, end), near, mates, whole, one_lane=one_lane)
            for ended, share in ways[end].items():
                parts[ended] += faces * share
        found[target] = {ended: Fraction(share, DIE * whole) for ended, share in parts.items()}
    return found


def ends(origin: Hex, target: Hex, passing: int | None, exactly_six: int = 1) -> Mapping[Hex, Fraction]:
    """Return how likely a pass goes to each cell, on the field or off it, before anybody stops it."""
    return {end: Fraction(faces, DIE) for end, faces in _ends(origin, target, passing, exactly_six).items()}


def _ends(origin: Hex, target: Hex, passing: int | None, exactly_six: int) -> Mapping[Hex, int]:
    """Return with how many faces of its die a pass goes to each cell."""
    limit = needed(passing, distance(origin, target)) if passing is not None else None
    if limit is None:
        return {target: DIE}
    hits = min(max(limit, 0), DIE)
    found = {target: hits} if hits else {}
    for (steps, side), faces in _missed(limit, exactly_six).items():
        end = landing(origin, target, steps, side)
        found[end] = found.get(end, 0) + faces
    return found


@lru_cache(maxsize=256)
def _missed(limit: int, exactly_six: int) -> Mapping[tuple[int, Aside], int]:
    """Return with how many faces of its die a pass falls how short, and to which side."""
    rolls = range(max(limit, 0) + 1, DIE + 1)
    return Counter((short(roll, limit, exactly_six), aside(roll)) for roll in rolls)


@dataclass(frozen=True, slots=True)
class Gone:
    """How far a ball has rolled: ``at`` the step (from 1) at which it is, through which ``cell`` there, None until a
    die has said that; who has ``tried`` to stop it; to which side tied steps go, if one die has said it.
    """

    at: int = 0
    cell: Hex | None = None
    tried: frozenset[int] = frozenset()
    lane: Aside | None = None


def of_way(
    field: Field,
    way: Path,
    opponents: Collection[Man],
    mates: Mapping[Hex, int],
    gone: Gone,
    *,
    one_lane: bool = False,
) -> Odds:
    """Return how likely a ball that rolls that way, whose end is settled, ends in each way, from where it is."""
    whole: int = DIE ** len(opponents) * 2 ** len(way.steps)
    parts = _of_way(field, way, opponents, mates, whole, gone, one_lane=one_lane)
    return {ended: Fraction(share, whole) for ended, share in parts.items()}


def _of_way(
    field: Field,
    way: Path,
    opponents: Collection[Man],
    mates: Mapping[Hex, int],
    whole: int,
    gone: Gone | None = None,
    *,
    one_lane: bool,
) -> Mapping[Ended, int]:
    steps = list(stops(field, way))
    found: defaultdict[Ended, int] = defaultdict(int)

    def roll(
        at: int, last: Hex, tried: frozenset[int], parts: int, lane: int | None, through: Hex | None = None
    ) -> None:
        if at == len(steps):
            found[unstopped(field, way, last, mates)] += parts
            return
        step = way.steps[steps[at] - 1]
        tied = len(step) == 2
        sides = (0, 1) if tied and lane is None else (lane or 0,) if tied else (0,)
        if through is not None:
            sides = (step.index(through),)
        for side in sides:
            cell, left, now = step[side], parts // len(sides), tried
            for one in tries(way, steps[at], cell, opponents, tried):
                stopped = left * min(max(one.limit, 0), DIE) // DIE
                found[Ended(Ending.STOPPED, one.man.where, one.man.number)] += stopped
                left -= stopped
                now |= {one.man.number}
            if left:
                roll(at + 1, cell, now, left, side if tied and one_lane else lane)

    if gone is None or not gone.at:
        roll(0, way.origin, frozenset(), whole, None)
    else:
        lane = None if gone.lane is None else int(gone.lane is Aside.LEFT)
        roll(gone.at - 1, way.origin, gone.tried, whole, lane, gone.cell)
    return {ended: parts for ended, parts in found.items() if parts}


def of_duel(mine: int, theirs: int) -> Fraction:
    """Return how likely whoever is worth ``mine`` at dribbling wins: by value − roll, equal ones roll again (N12)."""
    wins = sum(mine - one > theirs - other for one in range(1, DIE + 1) for other in range(1, DIE + 1))
    losses = sum(mine - one < theirs - other for one in range(1, DIE + 1) for other in range(1, DIE + 1))
    return Fraction(wins, wins + losses)


def of_keepers_duel() -> Fraction:
    """Return how likely a keeper in his area wins a duel: the other one does not roll (N15)."""
    return Fraction(DIE - KEEPER_FAILS, DIE)
