"""Encounters as JSON objects and back, as they are kept and given away. Format: docs/rules/initiative.md.

Whatever does not fit is refused by its place, never guessed at.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.base.styles import Colour
from feldlicht.rules.initiative.changes import read_acts, read_conditions, write_acts
from feldlicht.rules.initiative.encounters import Encounter, Group, encounter, must_fit_together
from feldlicht.rules.initiative.figures import FIGURE_COLOURS, Kind, Known
from feldlicht.rules.initiative.joining import usually_known
from feldlicht.rules.initiative.limits import MOST_FIGURES, bad_delay, bad_levels, bad_text, out_of_limits
from feldlicht.rules.initiative.naming import good_name
from feldlicht.rules.initiative.setting_words import read_settings, settings_form

FORMAT = "feldlicht-encounter"
VERSION = 1
LONGEST_NAME = 40
JsonObject = dict[str, object]
T = TypeVar("T")
_KEYS = ("format", "v", "name", "settings", "figures")


def encounter_form(them: Encounter) -> JsonObject:
    """Return an encounter as a JSON object; :func:`read_encounter` reads it back to an equal value."""
    return {
        "format": FORMAT,
        "v": VERSION,
        "name": them.name,
        "settings": settings_form(them.settings),
        "figures": [_group_form(one) for one in them.groups],
    }


def _group_form(one: Group) -> JsonObject:
    return {
        "name": one.name,
        "kind": one.kind.value,
        "count": one.count,
        "perception": one.perception,
        "advantage": one.advantage,
        "vz": one.usual,
        "acts": [{"name": name, "vz": delay} for name, delay in one.acts],
        "known": one.known.value,
        "colour": _colour_form(one.colours),
        "note": one.note,
        "conditions": list(one.conditions),
    }


def _colour_form(colours: tuple[Colour | None, ...]) -> object:
    words = [None if colour is None else colour.value for colour in colours]
    return words[0] if len(set(words)) == 1 else words


def read_encounter(form: object) -> Encounter:
    """Read an encounter that came from outside.

    Of a figure only ``name`` and ``kind`` must be there. Raises :class:`BadInput`: ``BAD_ENCOUNTER`` (with ``number``
    of the figure from 1 and ``field`` where it is about one; ``unknown``: a field that there is not), ``BAD_OPTION``,
    ``ENCOUNTER_NEWER``, ``ENCOUNTER_NAME``, ``CANNOT_JOIN`` for figures that cannot fight together.
    """
    if not isinstance(form, Mapping) or form.get("format") != FORMAT:
        raise BadInput(Reason.BAD_ENCOUNTER, field="format")
    version = form.get("v")
    if type(version) is not int or version < 1:
        raise BadInput(Reason.BAD_ENCOUNTER, field="v")
    if version > VERSION:
        raise BadInput(Reason.ENCOUNTER_NEWER, v=version, newest=VERSION)
    unknown = next((key for key in form if key not in _KEYS), None)
    if unknown is not None:
        raise BadInput(Reason.BAD_ENCOUNTER, unknown=unknown)
    settings, figures = form.get("settings", {}), form.get("figures")
    if not isinstance(settings, Mapping):
        raise BadInput(Reason.BAD_ENCOUNTER, field="settings")
    if not isinstance(figures, list) or len(figures) > MOST_FIGURES:
        raise BadInput(Reason.BAD_ENCOUNTER, field="figures")
    groups = [_Figure(one, number).read() for number, one in enumerate(figures, 1)]
    read = encounter(encounter_name(form.get("name")), read_settings(settings), groups)
    try:
        must_fit_together(read)
    except Refused as refused:
        raise BadInput(refused.refusal.reason, **dict(refused.refusal.facts)) from refused
    return read


def encounter_name(name: object) -> str:
    """Return a name without blanks around it. Raises ``ENCOUNTER_NAME`` unless it has 1 to 40 printable signs."""
    trimmed = unicodedata.normalize("NFC", name).strip() if isinstance(name, str) else ""
    if not 1 <= len(trimmed) <= LONGEST_NAME or not trimmed.isprintable():
        raise BadInput(Reason.ENCOUNTER_NAME, longest=LONGEST_NAME)
    return trimmed


class _Figure:
    """One object of ``figures``, field by field."""

    _FIELDS = tuple(_group_form(Group("", Kind.MASTERS, Known.NO)))

    def __init__(self, form: object, number: int) -> None:
        if not isinstance(form, Mapping):
            raise BadInput(Reason.BAD_ENCOUNTER, number=number)
        self._form: Mapping[Any, object] = form
        self._number = number

    def read(self) -> Group:
        unknown = next((key for key in self._form if key not in self._FIELDS), None)
        if unknown is not None:
            raise BadInput(Reason.BAD_ENCOUNTER, number=self._number, unknown=unknown)
        kind = self._member("kind", Kind)
        count = self._number_of("count", 1, lambda given: given if 1 <= given <= MOST_FIGURES else None)
        return Group(
            name=self._text("name", None, lambda text: None if good_name(text) else Reason.BAD_FIGURE_NAME),
            kind=kind,
            known=self._member("known", Known, usually_known(kind)),
            colours=self._colours(count),
            perception=self._limited("perception", 10, out_of_limits),
            advantage=self._limited("advantage", 0, bad_levels),
            usual=self._limited("vz", 8, bad_delay),
            acts=self._acts(),
            note=self._text("note", "", lambda text: Reason.BAD_TEXT if bad_text(text) else None),
            conditions=self._conditions(),
        )

    def _bad(self, field: str, because: Reason | None = None) -> BadInput:
        facts = {} if because is None else {"because": because.value}
        return BadInput(Reason.BAD_ENCOUNTER, number=self._number, field=field, **facts)

    def _text(self, field: str, default: str | None, why: Callable[[str], Reason | None]) -> str:
        given = self._form.get(field, default)
        if not isinstance(given, str):
            raise self._bad(field)
        if (reason := why(given)) is not None:
            raise self._bad(field, reason)
        return given

    def _member(self, field: str, kind: Callable[[str], T], default: T | None = None) -> T:
        if default is not None and field not in self._form:
            return default
        given = self._form.get(field)
        try:
            return kind(given if isinstance(given, str) else "")
        except ValueError:
            raise self._bad(field) from None

    def _number_of(self, field: str, default: int, fits: Callable[[int], int | None]) -> int:
        given = self._form.get(field, default)
        # JSON has one kind of number; true is none.
        value = int(given) if isinstance(given, float) and given.is_integer() else given
        if type(value) is not int:
            raise self._bad(field)
        if fits(value) is None:
            raise self._bad(field, Reason.NUMBER_LIMITS)
        return value

    def _limited(self, field: str, default: int, why: Callable[[int], Refusal | None]) -> int:
        return self._number_of(field, default, lambda given: given if why(given) is None else None)

    def _list(self, field: str) -> list[object]:
        given = self._form.get(field, [])
        if not isinstance(given, list):
            raise self._bad(field)
        return given

    def _acts(self) -> tuple[tuple[str, int], ...]:
        acts: list[tuple[str, int]] = []
        for one in self._list("acts"):
            name, delay = (one.get("name"), one.get("vz")) if isinstance(one, Mapping) and len(one) == 2 else (0, 0)
            if not isinstance(name, str) or type(delay) is not int:
                raise self._bad("acts", Reason.BAD_ACTS)
            acts.append((name, delay))
        # What the notation cannot say could not be brought into a fight.
        if read_acts(write_acts(tuple(acts))) != tuple(acts):
            raise self._bad("acts", Reason.BAD_ACTS)
        return tuple(acts)

    def _conditions(self) -> tuple[str, ...]:
        given = [one for one in self._list("conditions") if isinstance(one, str)]
        written = ";".join(given)
        if given != self._list("conditions") or read_conditions(written) != tuple(given) or bad_text(written):
            raise self._bad("conditions", Reason.BAD_TEXT)
        return tuple(given)

    def _colours(self, count: int) -> tuple[Colour | None, ...]:
        given = self._form.get("colour")
        words = given if isinstance(given, list) else [given] * count
        allowed = [None, *(one.value for one in FIGURE_COLOURS)]
        if len(words) != count or any(word not in allowed for word in words):
            raise self._bad("colour", Reason.NO_SUCH_COLOUR)
        return tuple(None if word is None else Colour(str(word)) for word in words)
