"""What may be done now, as pages offer it: the acts, and how likely a pass or a tackle comes to what.

Everyone may know it: what a keeper has noted is not looked at. Source: readings N1–N12, N15.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from fractions import Fraction

from feldlicht.base.commands import TimeOut
from feldlicht.rules.game import JsonObject
from feldlicht.rules.imman.acts import Pass, Tackle
from feldlicht.rules.imman.chances import of_passes, of_tackle
from feldlicht.rules.imman.field import Field
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.notation import write
from feldlicht.rules.imman.odds import Odds
from feldlicht.rules.imman.rolling import Ended, Ending
from feldlicht.rules.imman.state import Match
from feldlicht.rules.imman.teams import Shirt

_PLACES = 4


def offers(match: Match) -> JsonObject:
    """Return ``acts``, in the notation, but passes; these by their cell as ``passes``, each with its odds: ``made``
    (as it was aimed), ``own`` (a figure of the side has the ball then), ``goal``, ``own_goal``, ``lies`` and ``out``,
    and ``stopped`` by whom; ``tackle``: how likely it wins the ball, None if there is none.
    """
    acts = legal(match)
    passes = [one for one in acts if isinstance(one, Pass)]
    found = of_passes(match, passes)
    tackle = next((one for one in acts if isinstance(one, Tackle)), None)
    return {
        "acts": [write(one, match.ground) for one in acts if not isinstance(one, Pass | TimeOut)],
        "passes": {match.ground.name_of(one.cell): _shown(match, one, odds) for one, odds in found.items()},
        "tackle": None if tackle is None else _round(of_tackle(match, tackle)),
    }


def _shown(match: Match, command: Pass, odds: Odds) -> JsonObject:
    sums: defaultdict[str, Fraction] = defaultdict(Fraction)
    stopped: defaultdict[Shirt, Fraction] = defaultdict(Fraction)
    side = command.figure.side
    for ended, chance in odds.items():
        if ended.how is Ending.STOPPED:
            stopped[Shirt(side.other, ended.number or 0)] += chance
        else:
            sums[_kind(match, command, ended)] += chance
        if ended.where == command.cell and ended.how in (Ending.RECEIVED, Ending.LIES, Ending.GOAL):
            sums["made"] += chance
    names = ("made", "own", "goal", "own_goal", "lies", "out")
    return {
        **{name: _round(sums[name]) for name in names},
        "stopped": {str(figure): _round(chance) for figure, chance in sorted(stopped.items())},
    }


def _kind(match: Match, command: Pass, ended: Ended) -> str:
    if ended.how is Ending.GOAL:
        return "own_goal" if ended.goal is match.end(command.figure.side) else "goal"
    kinds = {Ending.RECEIVED: "own", Ending.LIES: "lies"}
    return kinds.get(ended.how, "out")


def _round(chance: Fraction) -> float:
    return round(float(chance), _PLACES)


def ground(field: Field) -> JsonObject:
    """Return a field as pages draw it: cells in each of its ``rows``, and cells that mean something, by name."""

    def names(cells: Container[Hex]) -> list[str]:
        return [name for name, cell in field.cells.items() if cell in cells]

    return {
        "name": field.name,
        "rows": list(field.lengths),
        "goals": {side.value: names(goal) for side, goal in field.goals.items()},
        "areas": {side.value: names(field.area(side)) for side in field.goals},
        "spots": {side.value: field.name_of(spot) for side, spot in field.spots.items()},
        "circle": names(field.circle),
        "centre": field.name_of(field.centre),
    }
