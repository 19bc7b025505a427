"""Teams as JSON: every sheet as it adds up. Source: rules page, "Figures"."""

from __future__ import annotations

from feldlicht.base.fields import Fields, whole
from feldlicht.rules.imman.heroes import Hero, HeroType, Points
from feldlicht.rules.imman.teams import Team

JsonObject = dict[str, object]


def team_form(team: Team) -> JsonObject:
    """Return ``keeper`` and ``heroes`` by number."""
    return {"keeper": team.keeper, "heroes": [hero_form(one) for one in team.heroes]}


def hero_form(hero: Hero) -> JsonObject:
    """Return a sheet: ``kl``, ``ge``, ``kk``, ``kind``, ``base``, ``raises``, points put on actions, ``stamina``."""
    return {
        "name": hero.name,
        "kl": hero.courage,
        "ge": hero.dexterity,
        "kk": hero.strength,
        "kind": hero.kind.value,
        "base": hero.base,
        "raises": list(hero.raises),
        "passing": hero.points.passing,
        "stopping": hero.points.stopping,
        "dribbling": hero.points.dribbling,
        "stamina": hero.stamina,
    }


def read_team(form: object) -> Team:
    """Read what :func:`team_form` wrote; whether it may play, :func:`~.teams.faults` says.

    Raises :class:`~feldlicht.base.reasons.BadInput` with the field that is broken.
    """
    fields = Fields(form, "team")
    return Team(tuple(read_hero(one) for one in fields.sequence("heroes")), fields.number("keeper"))


def read_hero(form: object) -> Hero:
    """Read what :func:`hero_form` wrote. Raises :class:`~feldlicht.base.reasons.BadInput`, also for unknown kinds."""
    fields = Fields(form, "hero")
    return Hero(
        name=fields.text("name"),
        courage=fields.number("kl"),
        dexterity=fields.number("ge"),
        strength=fields.number("kk"),
        kind=fields.member("kind", HeroType),
        base=fields.number("base"),
        raises=tuple(whole(one, "hero.raises") for one in fields.sequence("raises")),
        points=Points(fields.number("passing"), fields.number("stopping"), fields.number("dribbling")),
        stamina=fields.number("stamina"),
    )
