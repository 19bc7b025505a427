"""Teams: heroes with the numbers on their shirts, and who of them is the keeper. Source: rules page, "Figures"."""

from __future__ import annotations

from dataclasses import dataclass

from feldlicht.base.figures import Side
from feldlicht.rules.imman.heroes import Action, Hero
from feldlicht.rules.imman.heroes import faults as faults_of_sheet

MOST_HEROES = 20
"""So many numbers a team has at most, substitutes among them."""


@dataclass(frozen=True, slots=True, order=True)
class Shirt:
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


def faults(team: Team, size: int) -> list[str]:
    """Return in a few words each what keeps a team from playing in sides of ``size``; nothing for a good one."""
    found = []
    if not 1 <= len(team.heroes) <= MOST_HEROES:
        found.append(f"a team has 1 to {MOST_HEROES} heroes")
    if not 1 <= team.keeper <= min(size, len(team.heroes)):
        found.append("the keeper is one of those who begin")
    found += [f"the sheet of {hero.name} adds up" for hero in team.heroes if faults_of_sheet(hero)]
    return found
