"""The parts of a board's test."""

from __future__ import annotations

from enum import StrEnum


class Part(StrEnum):
    """A part of the test."""

    EMPTY = "empty"
    WALK = "walk"
    LAMPS = "lamps"
