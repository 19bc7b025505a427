"""Settings as options of a session: read, written, and offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Any, get_type_hints

from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.initiative.settings import MOST_FIELDS, MOST_SECONDS, RING, Settings
from feldlicht.rules.offers import Option

_LIMITS = {"divisor": (1, 20), "fields": (RING, MOST_FIELDS), "hand_over_seconds": (0, MOST_SECONDS)}
_GROUPS = {
    "leading": ("hand_over_seconds", "players", "knob"),
    "probe": ("divisor", "rounding", "tie", "group_roll"),
    "reactions": ("equal", "chain", "effect", "waiting"),
    "secrecy": ("unseen", "unmasked"),
    "ring": ("fields", "zero"),
}
_TYPES: Mapping[str, Any] = get_type_hints(Settings)
_DEFAULTS = Settings()


def settings_form(settings: Settings) -> dict[str, object]:
    """Return every setting by its name."""
    return {one.name: _plain(getattr(settings, one.name)) for one in fields(settings)}


def _plain(value: int | StrEnum) -> object:
    return value.value if isinstance(value, StrEnum) else value


def read_settings(options: Mapping[str, object]) -> Settings:
    """Read options; those left out are as they usually are. Raises :class:`BadInput` (``BAD_OPTION``)."""
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name not in _TYPES:
            raise BadInput(Reason.BAD_OPTION, option=name, allowed=", ".join(sorted(_TYPES)))
        values[name] = _read(name, value)
    return Settings(**values)


def _read(name: str, value: object) -> object:
    if name in _LIMITS:
        low, high = _LIMITS[name]
        if type(value) is int and low <= value <= high:
            return value
        raise BadInput(Reason.BAD_OPTION, option=name, value=value, allowed=f"{low}–{high}")
    words = [one.value for one in _TYPES[name]]
    if value not in words:
        raise BadInput(Reason.BAD_OPTION, option=name, value=value, allowed=", ".join(words))
    return _TYPES[name](value)


def offered() -> Sequence[Option]:
    """Return every option, in groups."""
    return tuple(_option(name, group) for group, names in _GROUPS.items() for name in names)


def _option(name: str, group: str) -> Option:
    default = _plain(getattr(_DEFAULTS, name))
    if name in _LIMITS:
        return Option(name, group, default, limits=_LIMITS[name])
    return Option(name, group, default, words=tuple(one.value for one in _TYPES[name]))
