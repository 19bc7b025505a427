"""Where an INI lies on circle and strip. INI is absolute and kept as it is; the field is derived from it.

Source: readings I10, I11, I12.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.rules.initiative.settings import STRIP, Settings, ZeroField


class Part(StrEnum):
    """Which row of lights a field belongs to."""

    RING = "ring"
    STRIP = "strip"


@dataclass(frozen=True, slots=True, order=True)
class Field:
    """One field: ring fields count from 1, strip fields are −5 … 0. ``overflow``: the INI lies below −5."""

    part: Part
    number: int
    overflow: bool = False

    @property
    def lamp(self) -> int:
        """The index of its light: ring[0] is field 1, strip[0] is field −5."""
        return self.number - 1 if self.part is Part.RING else self.number + STRIP - 1


LOWEST = 1 - STRIP
"""The first field of the strip, −5."""


def field_of(ini: int, settings: Settings) -> Field:
    """Return the field of an INI (I10, I11)."""
    if ini >= 1:
        return Field(Part.RING, (ini - 1) % settings.fields + 1)
    if ini == 0 and settings.zero is ZeroField.RING:
        return Field(Part.RING, settings.fields)
    return Field(Part.STRIP, max(ini, LOWEST), overflow=ini < LOWEST)


def next_lap(ini: int, pointer: int | None, settings: Settings) -> bool:
    """Return whether an INI is a whole circle ahead of the pointer, so that its field alone would mislead (I12).

    Before the first turn there is no pointer, and the circle begins at 1.
    """
    return ini - settings.fields >= max(pointer or 1, 1)
