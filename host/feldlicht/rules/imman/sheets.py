"""Teams as JSON, as people write, keep and exchange them. Source: rules page, "Figures"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput
from feldlicht.rules.imman.heroes import USUAL_STAMINA, BaseValues, Hero, HeroType, Points
from feldlicht.rules.imman.shipped import FROM_ZERO, SHIPPED
from feldlicht.rules.imman.teams import Team, faults
from feldlicht.rules.imman.why import Why

JsonObject = dict[str, object]
_LARGEST, _LONGEST = 10**6, 100
"""No number on a sheet, and no list, comes near; what is too large for a game, its limits say."""


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


def teams_form(teams: tuple[Team, Team]) -> JsonObject:
    """Return both teams by side, yellow's first."""
    return {**sides_form(teams)}


def sides_form(teams: tuple[Team, Team]) -> dict[str, JsonObject]:
    """Return both teams by side, each as :func:`team_form` has it."""
    return {side.value: team_form(team) for side, team in zip(Side, teams, strict=True)}


def read_teams(form: object, size: int, values: BaseValues = BaseValues.BY_KIND) -> tuple[Team, Team]:
    """Read what :func:`teams_form` wrote, for sides of ``size``; None, also for one side: as it comes with the game.

    Raises :class:`BadInput` that names the side, the place and what is wrong there.
    """
    shipped = FROM_ZERO if values is BaseValues.ZERO else SHIPPED
    if form is None:
        return shipped
    if not isinstance(form, Mapping) or {*form} != {*Side}:
        raise BadInput(Why.SHEET_PLACE, place="teams")
    told = zip(Side, shipped, strict=True)
    yellow, blue = (own if form[side] is None else _fit(side, form[side], size, values) for side, own in told)
    return yellow, blue


def _fit(side: Side, form: object, size: int, values: BaseValues) -> Team:
    try:
        team = read_team(form)
    except BadInput as bad:
        facts = dict(bad.refusal.facts)
        raise BadInput(bad.refusal.reason, **facts | {"place": f"{side.value}, {facts['place']}"}) from bad
    for fault in faults(team, size, values):
        raise BadInput(fault.reason, **{"side": side.value} | dict(fault.facts))
    return team


def read_team(form: object) -> Team:
    """Read what :func:`team_form` wrote; whether it may play, :func:`~.teams.faults` says.

    Raises :class:`BadInput` (``SHEET_PLACE``, ``SHEET_KIND``) with the ``place`` that is wrong.
    """
    sheet = _Sheet(form, "team")
    heroes = tuple(read_hero(one, f"hero {number}") for number, one in enumerate(sheet.list("heroes"), 1))
    return Team(heroes, sheet.number("keeper"))


def read_hero(form: object, place: str = "hero") -> Hero:
    """Read what :func:`hero_form` wrote. Raises :class:`BadInput`, ``SHEET_KIND`` for an unknown kind."""
    sheet = _Sheet(form, place)
    return Hero(
        name=sheet.text("name"),
        courage=sheet.number("kl"),
        dexterity=sheet.number("ge"),
        strength=sheet.number("kk"),
        kind=sheet.kind(),
        base=sheet.number("base"),
        raises=tuple(sheet.whole(one, "raises") for one in sheet.list("raises")),
        points=Points(sheet.number("passing"), sheet.number("stopping"), sheet.number("dribbling")),
        # Whoever does not play with it leaves it out.
        stamina=sheet.number("stamina", USUAL_STAMINA),
    )


class _Sheet:
    """The entries of a sheet that a person may have written: what is wrong is named by its place."""

    def __init__(self, form: object, place: str) -> None:
        self._place = place
        if not isinstance(form, Mapping):
            raise BadInput(Why.SHEET_PLACE, place=place)
        self._form = form

    def _bad(self, name: str) -> BadInput:
        return BadInput(Why.SHEET_PLACE, place=f"{self._place}: {name}")

    def text(self, name: str) -> str:
        value = self._form.get(name)
        if not isinstance(value, str):
            raise self._bad(name)
        return value

    def whole(self, value: object, name: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
            raise self._bad(name)
        return value

    def number(self, name: str, left_out: int | None = None) -> int:
        return self.whole(self._form.get(name, left_out), name)

    def list(self, name: str) -> Sequence[object]:
        value = self._form.get(name)
        if not isinstance(value, list | tuple) or len(value) > _LONGEST:
            raise self._bad(name)
        return value

    def kind(self) -> HeroType:
        value = self.text("kind")
        if value not in {*HeroType}:
            raise BadInput(Why.SHEET_KIND, place=self._place, kind=value[:40], allowed=", ".join(HeroType))
        return HeroType(value)
