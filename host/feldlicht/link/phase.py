"""How far a conversation with a board is."""

from __future__ import annotations

from enum import Enum, auto


class Phase(Enum):
    """How far a conversation is."""

    GREETING = auto()
    LIVE = auto()
    RELEASING = auto()
    """The board does not fit and is told to release its pins."""
    OVER = auto()
