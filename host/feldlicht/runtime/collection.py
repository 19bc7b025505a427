"""Formations that people have given a name, kept in the store beside those that come with a game.

They are the house's, not a person's: whoever sits at a table may use and change them. All are kept as yellow sets
them up. Whether one can be played in a match is asked again there, as its white zone may be another.
"""

from __future__ import annotations

import logging
import threading
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.rules.game import Game
from feldlicht.rules.offers import Lineups, Team
from feldlicht.runtime.encounters import EncounterShelf
from feldlicht.runtime.registers import Registers

log = logging.getLogger(__name__)

REGISTER: Final = "formations"
"""Register of the store: by game, its formations by name."""
LONGEST_NAME: Final = 40
MOST: Final = 200
"""So many formations of one game are kept."""


@dataclass(frozen=True, slots=True)
class Named:
    """One formation; ``shipped``: it comes with the game and stays as it is."""

    name: str
    team: Team
    shipped: bool


class Collection:
    """The formations of one house. Every method may be called from any thread.

    Each raises ``NO_FORMATIONS`` for a game in which nobody sets up as they like, those that change something
    ``DATA_FOLDER_UNUSABLE``. ``encounters``: what game masters prepared, in games that have such a thing.
    """

    def __init__(self, registers: Registers) -> None:
        self.encounters = EncounterShelf(registers)
        self._registers = registers
        self._lock = threading.Lock()

    def formations(self, game: Game[Any]) -> tuple[Named, ...]:
        """Return every formation, those that come with the game first, then people's own by name."""
        shipped = (Named(name, team, True) for name, team in _lineups(game).shipped().items())
        own = (Named(name, team, False) for name, team in self.own(game).items())
        return (*shipped, *sorted(own, key=lambda one: (one.name.casefold(), one.name)))

    def own(self, game: Game[Any]) -> dict[str, Team]:
        """Return people's own formations by name; what is kept and cannot be read is left out and logged."""
        kept = self._registers.register(REGISTER, game.name)
        own: dict[str, Team] = {}
        for name, team in kept.items() if isinstance(kept, Mapping) else ():
            if isinstance(team, Mapping) and all(isinstance(kind, str) for kind in team.values()):
                own[name] = dict(team)
            else:
                log.warning("the kept formation %r is left out: it cannot be read", name)
        return own

    def save(self, game: Game[Any], name: str, team: Team, *, replace: bool = False) -> str:
        """Keep a formation and return its name, trimmed. ``replace``: also in the place of one of that name.

        Raises what the game says of the formation, ``FORMATION_NAME``, ``FORMATION_NAME_TAKEN``, ``COLLECTION_FULL``.
        """
        name = self._free_name(game, name)
        _check(_lineups(game), team)
        with self._lock:
            own = self.own(game)
            if name in own and not replace:
                raise Refused(Refusal.of(Reason.FORMATION_NAME_TAKEN, formation=name))
            self._keep(game, {**own, name: team})
        return name

    def rename(self, game: Game[Any], name: str, to: str) -> str:
        """Call one of people's own otherwise and return that name, trimmed.

        Raises ``UNKNOWN_FORMATION``, ``FORMATION_NAME``, ``FORMATION_NAME_TAKEN``.
        """
        to = self._free_name(game, to)
        with self._lock:
            own = self._with(game, name)
            if to in own and to != name:
                raise Refused(Refusal.of(Reason.FORMATION_NAME_TAKEN, formation=to))
            self._keep(game, {to if one == name else one: team for one, team in own.items()})
        return to

    def remove(self, game: Game[Any], name: str) -> None:
        """Forget one of people's own. Raises ``UNKNOWN_FORMATION``; ``FORMATION_NAME_TAKEN`` for a shipped one."""
        with self._lock:
            own = self._with(game, name)
            self._keep(game, {one: team for one, team in own.items() if one != name})

    def take_in(self, game: Game[Any], teams: Mapping[str, Team]) -> int:
        """Keep all of these, in the place of those of the same names, or none; return how many they are.

        Raises as :meth:`save` does, and names the formation.
        """
        lineups = _lineups(game)
        checked: dict[str, Team] = {}
        for given, team in teams.items():
            name = self._free_name(game, given)
            if name in checked:
                raise Refused(Refusal.of(Reason.FORMATION_NAME_TAKEN, formation=name))
            try:
                _check(lineups, team)
            except Refused as refused:
                facts = dict(refused.refusal.facts) | {"formation": name}
                raise Refused(Refusal.of(refused.refusal.reason, **facts)) from refused
            checked[name] = team
        with self._lock:
            self._keep(game, {**self.own(game), **checked})
        return len(checked)

    def spelled(self, game: Game[Any], formation: object) -> object:
        """Return what a match is to begin with, with people's own names spelled out: a record is to read alike for
        ever. What is no such name stays as it is, for the game to judge.
        """
        lineups = game.lineups()
        if lineups is None:
            return formation
        own = self.own(game)
        if isinstance(formation, str) and formation in own:
            formation = {side.value: formation for side in Side}
        if not isinstance(formation, Mapping):
            return formation
        return {side: _spelled(lineups, own, side, team) for side, team in formation.items()}

    def _free_name(self, game: Game[Any], name: str) -> str:
        name = _clean(name)
        if name.casefold() in {one.casefold() for one in _lineups(game).shipped()}:
            raise Refused(Refusal.of(Reason.FORMATION_NAME_TAKEN, formation=name))
        return name

    def _with(self, game: Game[Any], name: str) -> dict[str, Team]:
        own = self.own(game)
        if name in _lineups(game).shipped():
            raise Refused(Refusal.of(Reason.FORMATION_NAME_TAKEN, formation=name))
        if name not in own:
            raise Refused(Refusal.of(Reason.UNKNOWN_FORMATION, formation=name))
        return own

    def _keep(self, game: Game[Any], own: Mapping[str, Team]) -> None:
        if len(own) > MOST:
            raise Refused(Refusal.of(Reason.COLLECTION_FULL, limit=MOST))
        self._registers.set_register(REGISTER, game.name, {name: dict(team) for name, team in own.items()})


def _lineups(game: Game[Any]) -> Lineups:
    lineups = game.lineups()
    if lineups is None:
        raise Refused(Refusal.of(Reason.NO_FORMATIONS, game=game.name))
    return lineups


def _check(lineups: Lineups, team: Team) -> None:
    """Raise what is wrong with a formation whatever the options of a match are."""
    lineups.check(Side.YELLOW, team, None, whole=True)


def _clean(name: str) -> str:
    """Return a name without blanks around it. Raises ``FORMATION_NAME`` unless it has 1 to 40 printable signs."""
    trimmed = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(trimmed) <= LONGEST_NAME or not trimmed.isprintable():
        raise BadInput(Reason.FORMATION_NAME, longest=LONGEST_NAME)
    return trimmed


def _spelled(lineups: Lineups, own: Mapping[str, Team], side: str, team: object) -> object:
    if not isinstance(team, str) or team not in own:
        return team
    return dict(own[team] if side == Side.YELLOW else lineups.across(own[team]))
