"""How a table is run: agreed by the people at it, not by a game's rules."""

from __future__ import annotations

from enum import StrEnum


class TakebackRule(StrEnum):
    """What becomes of a move that hands, or a page, take back."""

    FREE = "free"
    """It is taken back."""
    ASK = "ask"
    """Hands that move straight back are asked about first; a page takes back as before."""
    NEVER = "never"
    """A move that was made stands."""


class Orientation(StrEnum):
    """Which way round the board lies on its table."""

    UNKNOWN = "unknown"
    """Nobody said so yet: it is taken to lie as marked until the figures tell otherwise."""
    AS_MARKED = "as_marked"
    TURNED = "turned"
    """By 180 degrees."""
