"""Headers and entries as JSON objects and back. Pure; the one place that knows their written form.

Every object carries ``v``. What was written by a newer version is refused, never guessed at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from feldlicht.base.entries import ENTRY_VERSION, Actor, Entry, EntryKind, Event, SessionHeader
from feldlicht.base.reasons import BadInput, Reason

HEADER_VERSION = 1

JsonObject = dict[str, object]
M = TypeVar("M", EntryKind, Actor)


def header_form(header: SessionHeader) -> JsonObject:
    """Return ``header`` as a JSON object; :func:`read_header` reads it back to an equal value."""
    return {
        "v": HEADER_VERSION,
        "id": header.id,
        "game": header.game,
        "options": dict(header.options),
        "formation": header.formation,
        "board": header.board,
        "created_at": header.created_at,
        "virtual_hands": header.virtual_hands,
    }


def read_header(form: object) -> SessionHeader:
    """Read what :func:`header_form` wrote.

    Raises :class:`BadInput`: ``DATA_FOLDER_NEWER`` for a newer ``v``, ``DATA_FOLDER_UNUSABLE`` for anything broken.
    """
    fields = _Fields(form, "session", HEADER_VERSION)
    return SessionHeader(
        id=fields.text("id"),
        game=fields.text("game"),
        options=fields.mapping("options"),
        formation=fields.any("formation"),
        board=fields.text_or_none("board"),
        created_at=fields.number("created_at"),
        virtual_hands=fields.truth("virtual_hands"),
    )


def entry_form(entry: Entry) -> JsonObject:
    """Return ``entry`` as a JSON object; :func:`read_entry` reads it back to an equal value."""
    return {
        "v": entry.v,
        "revision": entry.revision,
        "kind": entry.kind.value,
        "notation": entry.notation,
        "events": [{"name": event.name, "facts": [list(fact) for fact in event.facts]} for event in entry.events],
        "actor": entry.actor.value,
        "at": entry.at,
        "state_hash": entry.state_hash,
        "rules_version": entry.rules_version,
        "dice": list(entry.dice),
        "command_id": entry.command_id,
    }


def read_entry(form: object) -> Entry:
    """Read what :func:`entry_form` wrote. Raises as :func:`read_header` does."""
    fields = _Fields(form, "entry", ENTRY_VERSION)
    return Entry(
        revision=fields.number("revision"),
        kind=fields.member("kind", EntryKind),
        notation=fields.text("notation"),
        events=tuple(_event(one) for one in fields.sequence("events")),
        actor=fields.member("actor", Actor),
        at=fields.number("at"),
        state_hash=fields.text("state_hash"),
        rules_version=fields.number("rules_version"),
        dice=tuple(_whole(face, "dice") for face in fields.sequence("dice")),
        command_id=fields.text_or_none("command_id"),
        v=fields.number("v"),
    )


def _event(form: object) -> Event:
    if not isinstance(form, Mapping):
        raise _broken("events")
    facts = form.get("facts")
    if not isinstance(facts, list):
        raise _broken("events")
    return Event(_line(form.get("name"), "events"), tuple(_fact(fact) for fact in facts))


def _fact(form: object) -> tuple[str, str]:
    if not isinstance(form, list) or len(form) != 2:
        raise _broken("events")
    return _line(form[0], "events"), _line(form[1], "events")


def _line(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise _broken(where)
    return value


def _whole(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _broken(where)
    return value


def _broken(where: str) -> BadInput:
    return BadInput(Reason.DATA_FOLDER_UNUSABLE, problem=f"its field {where} is broken")


class _Fields:
    """Typed access to one object's fields; whatever does not fit is refused by name."""

    def __init__(self, form: object, what: str, newest: int) -> None:
        if not isinstance(form, Mapping):
            raise _broken(what)
        self._form = form
        self._what = what
        version = self.number("v")
        if version > newest:
            raise BadInput(Reason.DATA_FOLDER_NEWER, what=what, v=version, newest=newest)
        if version < 1:
            raise self._bad("v")

    def _bad(self, name: str) -> BadInput:
        return _broken(f"{self._what}.{name}")

    def any(self, name: str) -> object:
        if name not in self._form:
            raise self._bad(name)
        value: object = self._form[name]
        return value

    def text(self, name: str) -> str:
        value = self.any(name)
        if not isinstance(value, str):
            raise self._bad(name)
        return value

    def text_or_none(self, name: str) -> str | None:
        value = self.any(name)
        return None if value is None else self.text(name)

    def number(self, name: str) -> int:
        return _whole(self.any(name), f"{self._what}.{name}")

    def truth(self, name: str) -> bool:
        value = self.any(name)
        if not isinstance(value, bool):
            raise self._bad(name)
        return value

    def sequence(self, name: str) -> list[object]:
        value = self.any(name)
        if not isinstance(value, list):
            raise self._bad(name)
        return value

    def mapping(self, name: str) -> dict[str, object]:
        value = self.any(name)
        if not isinstance(value, dict):
            raise self._bad(name)
        return value

    def member(self, name: str, kind: type[M]) -> M:
        value = self.text(name)
        if value not in {one.value for one in kind}:
            raise self._bad(name)
        return kind(value)
