"""Turns matches round or mirrors them: figures, cells and sides, in whatever a state or an act holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from feldlicht.base.commands import GameCommand
from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Dive
from feldlicht.rules.imman.field import Field
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.options import Options
from feldlicht.rules.imman.passing import Aside
from feldlicht.rules.imman.state import Match, ShootOut
from feldlicht.rules.imman.teams import Shirt, Team

ACROSS = {Dive.LEFT: Dive.RIGHT, Dive.RIGHT: Dive.LEFT, Dive.STAY: Dive.STAY}


@dataclass(frozen=True)
class Mirror:
    """How cells and sides go over; right and left, too, if it is a reflection."""

    cell: Callable[[Hex], Hex]
    swaps_sides: bool
    swaps_lanes: bool

    def side(self, side: Side) -> Side:
        return side.other if self.swaps_sides else side

    def match(self, match: Match) -> Match:
        """The match over there. Who defends the low end there is the figure of the same place here, or its mirror."""
        there = self.of(match)
        swapped = ("teams", "keepers", "score", "stamina", "gaps") if self.swaps_sides else ()
        pairs = {name: getattr(match, name)[::-1] for name in swapped}
        # Sides have changed, and so have ends: whoever defends the low end is called the same.
        low = match.low
        standing = tuple(sorted(there.standing))
        return replace(there, low=low, standing=standing, **pairs)

    def command(self, command: GameCommand) -> GameCommand:
        """The same act over there."""
        found = self.of(command)
        assert isinstance(found, type(command))
        return found

    def of(self, value: Any) -> Any:
        match value:
            case Hex():
                return self.cell(value)
            case Side():
                return self.side(value)
            case Shirt():
                return Shirt(self.side(value.side), value.number)
            case Aside():
                return Aside(-value) if self.swaps_lanes else value
            case Dive():
                return ACROSS[value] if self.swaps_lanes else value
            case ShootOut() if self.swaps_sides:
                pairs = {"shots": value.shots[::-1], "goals": value.goals[::-1]}
                return replace(value, first=self.of(value.first), shot=self.of(value.shot), **pairs)
            case Options() | Team() | Field():
                return value
            case tuple():
                return tuple(self.of(one) for one in value)
            case frozenset():
                return frozenset(self.of(one) for one in value)
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{one.name: self.of(getattr(value, one.name)) for one in fields(value)})
        return value


def rotation(field: Field) -> Mirror:
    """Turned by half a turn, the sides swapped."""
    return Mirror(field.rotated, swaps_sides=True, swaps_lanes=False)


def reflection(field: Field) -> Mirror:
    """Mirrored across the line from goal to goal: what was right is left."""
    return Mirror(field.reflected, swaps_sides=False, swaps_lanes=True)
