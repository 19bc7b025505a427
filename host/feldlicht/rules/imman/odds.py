"""Exact odds of a pass and of a duel, as fractions: nothing is estimated, every die is counted. Source: issue "Odds";
readings N1–N12, N15.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction

from feldlicht.rules.imman.field import Field
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.passing import Path, aside, landing, needed, path, short
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
    found: defaultdict[Ended, Fraction] = defaultdict(Fraction)
    for end, chance in ends(origin, target, passing, exactly_six).items():
        for ended, share in _of_way(field, path(field, origin, end), opponents, mates, one_lane=one_lane).items():
            found[ended] += chance * share
    return dict(found)


def ends(origin: Hex, target: Hex, passing: int | None, exactly_six: int = 1) -> Mapping[Hex, Fraction]:
    """Return how likely a pass goes to each cell, on the field or off it, before anybody stops it."""
    limit = needed(passing, distance(origin, target)) if passing is not None else None
    if limit is None:
        return {target: Fraction(1)}
    found: defaultdict[Hex, Fraction] = defaultdict(Fraction)
    for roll in range(1, DIE + 1):
        missed = short(roll, limit, exactly_six)
        found[landing(origin, target, missed, aside(roll)) if missed else target] += Fraction(1, DIE)
    return dict(found)


def _of_way(field: Field, way: Path, opponents: Collection[Man], mates: Mapping[Hex, int], *, one_lane: bool) -> Odds:
    steps = list(stops(field, way))
    found: defaultdict[Ended, Fraction] = defaultdict(Fraction)

    def roll(at: int, last: Hex, tried: frozenset[int], chance: Fraction, lane: int | None) -> None:
        if at == len(steps):
            found[unstopped(field, way, last, mates)] += chance
            return
        step = way.steps[steps[at] - 1]
        tied = len(step) == 2
        sides = (0, 1) if tied and lane is None else (lane or 0,) if tied else (0,)
        for side in sides:
            cell, left, now = step[side], chance / len(sides), tried
            for one in tries(way, steps[at], cell, opponents, tried):
                stopped = at_most(one.limit)
                found[Ended(Ending.STOPPED, one.man.where, one.man.number)] += left * stopped
                left *= 1 - stopped
                now |= {one.man.number}
            if left:
                roll(at + 1, cell, now, left, side if tied and one_lane else lane)

    roll(0, way.origin, frozenset(), Fraction(1), None)
    return {ended: chance for ended, chance in found.items() if chance}


def of_duel(mine: int, theirs: int) -> Fraction:
    """Return how likely whoever is worth ``mine`` at dribbling wins: by value − roll, equal ones roll again (N12)."""
    wins = sum(mine - one > theirs - other for one in range(1, DIE + 1) for other in range(1, DIE + 1))
    losses = sum(mine - one < theirs - other for one in range(1, DIE + 1) for other in range(1, DIE + 1))
    return Fraction(wins, wins + losses)


def of_keepers_duel() -> Fraction:
    """Return how likely a keeper in his area wins a duel: the other one does not roll (N15)."""
    return Fraction(DIE - KEEPER_FAILS, DIE)
