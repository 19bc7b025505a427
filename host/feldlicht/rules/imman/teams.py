"""Teams: heroes with the numbers on their shirts, and who of them is the keeper. Source: rules page, "Figures"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from feldlicht.base.figures import Side
from feldlicht.base.reasons import OwnReason, Refusal
from feldlicht.rules.imman.heroes import Action, BaseValues, Hero, SheetFault, base_of
from feldlicht.rules.imman.heroes import faults as faults_of_sheet

MOST_HEROES = 20
"""So many numbers a team has at most, substitutes among them."""


class TeamFault(OwnReason):
    """What may be wrong with a team besides its sheets; the sentences stand in the catalogue."""

    TEAM_SIZE = "TEAM_SIZE"
    TEAM_KEEPER = "TEAM_KEEPER"
    """The keeper is none of those who begin."""


class Shirt(NamedTuple):
    """Names a figure in a match: its side and the number on its shirt, from 1."""

    side: Side
    number: int

    def __str__(self) -> str:
        return f"{self.side.value[0]}{self.number}"


@dataclass(frozen=True, slots=True)
class Team:
    """``heroes`` by number, the first has 1; ``keeper``: the number of who keeps the goal when a match begins.

    Numbers above the size in which sides play are substitutes.
    """

    heroes: tuple[Hero, ...]
    keeper: int = 1

    def value(self, number: int, action: Action) -> int:
        """Return what the hero with that number is worth at an action."""
        return self.heroes[number - 1].value(action)


def faults(team: Team, size: int, values: BaseValues) -> list[Refusal]:
    """Return each thing that keeps a team from playing in sides of ``size``, with heroes that begin with those base
    values; nothing for a good one.
    """
    found = []
    if not 1 <= len(team.heroes) <= MOST_HEROES:
        found.append(Refusal.of(TeamFault.TEAM_SIZE, most=MOST_HEROES, number=len(team.heroes)))
    elif not 1 <= team.keeper <= min(size, len(team.heroes)):
        found.append(Refusal.of(TeamFault.TEAM_KEEPER, number=team.keeper, most=min(size, len(team.heroes))))
    for number, hero in enumerate(team.heroes, 1):
        found += [
            Refusal.of(fault, number=number, **_facts(hero, fault, values)) for fault in faults_of_sheet(hero, values)
        ]
    return found


def _facts(hero: Hero, fault: SheetFault, values: BaseValues) -> dict[str, object]:
    if fault is SheetFault.NAME:
        return {}
    if fault is SheetFault.BASE:
        return {"name": hero.name, "kind": hero.kind.value, "base": base_of(hero.kind, values), "put": hero.base}
    if fault is not SheetFault.SUM:
        return {"name": hero.name}
    return {"name": hero.name, "talent": hero.talent, "put": hero.points.total}
