"""Encounters that game masters have prepared, kept in the store beside those that come with a game.

They hold secrets: whoever does not lead never gets a byte of them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.rules.game import Game
from feldlicht.rules.offers import Encounter, Encounters, Say
from feldlicht.runtime.registers import Registers

log = logging.getLogger(__name__)

REGISTER: Final = "encounters"
"""Register of the store: by game, its encounters by name."""
MOST: Final = 200
"""So many encounters of one game are kept."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """One encounter; ``name`` is what it is asked for by, ``shipped``: it comes with the game and stays as it is."""

    name: str
    encounter: Encounter
    shipped: bool


class EncounterShelf:
    """The encounters of one house. Every method may be called from any thread.

    ``say`` has the words for those that come with a game. Each method raises ``NO_ENCOUNTERS`` for a game in which
    nobody prepares any, those that change something ``DATA_FOLDER_UNUSABLE``.
    """

    def __init__(self, registers: Registers) -> None:
        self._registers = registers
        self._lock = threading.Lock()

    def all(self, game: Game[Any], say: Say) -> tuple[Prepared, ...]:
        """Return every encounter, those that come with the game first, then people's own by name."""
        shipped = (Prepared(name, one, True) for name, one in encounters_of(game).shipped(say).items())
        own = (Prepared(name, one, False) for name, one in self.own(game).items())
        return (*shipped, *sorted(own, key=lambda one: (one.name.casefold(), one.name)))

    def find(self, game: Game[Any], name: str, say: Say) -> Encounter:
        """Return the encounter of that name. Raises ``UNKNOWN_ENCOUNTER``."""
        shipped = encounters_of(game).shipped(say)
        return shipped[name] if name in shipped else self._one_of_own(game, name)

    def own(self, game: Game[Any]) -> dict[str, Encounter]:
        """Return people's own encounters by name; what is kept and cannot be read is left out and logged."""
        own: dict[str, Encounter] = {}
        for name, form in self._kept(game).items():
            try:
                own[name] = encounters_of(game).read(form)
            except Refused as refused:
                log.warning("the kept encounter %r is left out: %s", name, refused)
        return own

    def save(self, game: Game[Any], encounter: object, name: str | None = None, *, replace: bool = False) -> str:
        """Keep an encounter under ``name`` (None: its own) and return that, trimmed. ``replace``: also in the place
        of one of that name.

        Raises what the game says of it, ``ENCOUNTER_NAME``, ``ENCOUNTER_NAME_TAKEN``, ``ENCOUNTERS_FULL``.
        """
        read = self._read(game, encounter, name)
        called = str(read["name"])
        with self._lock:
            kept = self._kept(game)
            if called in kept and not replace:
                raise Refused(Refusal.of(Reason.ENCOUNTER_NAME_TAKEN, encounter=called))
            self._keep(game, {**kept, called: read})
        return called

    def duplicate(self, game: Game[Any], name: str, say: Say) -> str:
        """Keep a copy of an encounter under the first free name of its own with a number; return that.

        Raises ``UNKNOWN_ENCOUNTER``, ``ENCOUNTERS_FULL``.
        """
        found = self.find(game, name, say)
        with self._lock:
            kept = self._kept(game)
            called = _free(str(found["name"]), kept)
            self._keep(game, {**kept, called: self._read(game, found, called)})
        return called

    def rename(self, game: Game[Any], name: str, to: str) -> str:
        """Call one of people's own otherwise and return that name, trimmed.

        Raises ``UNKNOWN_ENCOUNTER``, ``ENCOUNTER_NAME``, ``ENCOUNTER_NAME_TAKEN``.
        """
        with self._lock:
            kept = self._kept(game)
            own = self._with(game, name)
            read = self._read(game, own, to)
            called = str(read["name"])
            if called in kept and called != name:
                raise Refused(Refusal.of(Reason.ENCOUNTER_NAME_TAKEN, encounter=called))
            self._keep(
                game, {called if one == name else one: read if one == name else it for one, it in kept.items()}
            )
        return called

    def remove(self, game: Game[Any], name: str) -> None:
        """Forget one of people's own. Raises ``UNKNOWN_ENCOUNTER``; ``ENCOUNTER_NAME_TAKEN`` for a shipped one."""
        with self._lock:
            self._with(game, name)
            self._keep(game, {one: it for one, it in self._kept(game).items() if one != name})

    def _read(self, game: Game[Any], encounter: object, name: str | None) -> Encounter:
        named = {**encounter, "name": name} if isinstance(encounter, Mapping) and name is not None else encounter
        read = encounters_of(game).read(named)
        if str(read["name"]).casefold() in encounters_of(game).shipped(str):
            raise Refused(Refusal.of(Reason.ENCOUNTER_NAME_TAKEN, encounter=read["name"]))
        return read

    def _with(self, game: Game[Any], name: str) -> Encounter:
        if name in encounters_of(game).shipped(str):
            raise Refused(Refusal.of(Reason.ENCOUNTER_NAME_TAKEN, encounter=name))
        return self._one_of_own(game, name)

    def _one_of_own(self, game: Game[Any], name: str) -> Encounter:
        read = encounters_of(game).read
        try:
            return read(self._kept(game)[name])
        except (KeyError, Refused):
            # One that cannot be read is not in the list either.
            raise Refused(Refusal.of(Reason.UNKNOWN_ENCOUNTER, encounter=name)) from None

    def _kept(self, game: Game[Any]) -> dict[str, object]:
        """What lies in the store, also what cannot be read: a newer Feldlicht may have written it."""
        kept = self._registers.register(REGISTER, game.name)
        return dict(kept) if isinstance(kept, Mapping) else {}

    def _keep(self, game: Game[Any], kept: Mapping[str, object]) -> None:
        if len(kept) > MOST:
            raise Refused(Refusal.of(Reason.ENCOUNTERS_FULL, limit=MOST))
        self._registers.set_register(REGISTER, game.name, dict(kept))


def encounters_of(game: Game[Any]) -> Encounters:
    """Return what a game has for encounters. Raises ``NO_ENCOUNTERS``."""
    encounters = game.encounters()
    if encounters is None:
        raise Refused(Refusal.of(Reason.NO_ENCOUNTERS, game=game.name))
    return encounters


_LONGEST = 40


def _free(name: str, taken: Mapping[str, object]) -> str:
    """Return the first of ``name (2)``, ``name (3)`` … that nobody has, cut so that it still is a name."""
    for number in range(2, len(taken) + 3):
        end = f" ({number})"
        called = name[: _LONGEST - len(end)].strip() + end
        if called not in taken:
            return called
    raise AssertionError(name)
