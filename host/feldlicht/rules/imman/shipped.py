"""The two teams that come with the game, for whoever brings no sheets."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.rules.imman.heroes import BASE, RAISES, Hero, HeroType, Points
from feldlicht.rules.imman.teams import Team


def _hero(
    name: str, attributes: tuple[int, int, int], kind: HeroType, raises: tuple[int, ...], put: tuple[int, int, int]
) -> Hero:
    return Hero(name, *attributes, kind, BASE.get(kind, 0), raises, Points(*put))


HARBOUR = Team(
    (
        _hero("Runa", (12, 13, 12), HeroType.THORWALER, (2, 1), (0, 7, 0)),
        _hero("Odo", (11, 10, 14), HeroType.KRIEGER, (2, 2, 1), (0, 4, 2)),
        _hero("Mirte", (13, 14, 10), HeroType.STREUNER, (2, 2), (4, 1, 1)),
        _hero("Falk", (12, 14, 11), HeroType.GAUKLER, (2, 1), (4, 0, 2)),
        _hero("Sanna", (11, 13, 13), HeroType.NIVESE, (2, 2, 2), (2, 0, 5)),
        _hero("Till", (12, 12, 12), HeroType.BUERGER, (2, 2), (2, 1, 2)),
    )
)
MILL = Team(
    (
        _hero("Hedda", (13, 12, 12), HeroType.KRIEGER, (2, 2, 2), (0, 7, 0)),
        _hero("Brun", (10, 11, 14), HeroType.ZWERG, (2, 2, 2, 1), (0, 4, 2)),
        _hero("Ilka", (14, 13, 10), HeroType.STREUNER, (2, 2), (4, 1, 1)),
        _hero("Jost", (12, 13, 12), HeroType.NOVADI, (2, 2, 2), (4, 0, 2)),
        _hero("Wenzel", (11, 14, 12), HeroType.MOHA, (2, 2, 2, 1), (2, 0, 5)),
        _hero("Greta", (12, 12, 12), HeroType.HAENDLER, (2, 2, 1), (2, 1, 2)),
    )
)


def _from_zero(team: Team) -> Team:
    """Return a team worth the same, whose talents began at 0 and were raised from there."""
    return replace(team, heroes=tuple(replace(one, base=0, raises=_raises(one.talent)) for one in team.heroes))


def _raises(talent: int) -> tuple[int, ...]:
    levels, rest = divmod(talent, RAISES)
    return (RAISES,) * levels + (1,) * rest


SHIPPED = (HARBOUR, MILL)
"""Yellow's and blue's."""
FROM_ZERO = (_from_zero(HARBOUR), _from_zero(MILL))
"""The same where every talent begins at 0."""
