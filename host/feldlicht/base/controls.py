"""What hands do at a board's knob and buttons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

MAX_STEPS = 64
"""Detents that one operation turns at most."""


class Press(StrEnum):
    """How the knob is pressed."""

    SHORT = "short"
    LONG = "long"


class Button(IntEnum):
    """The buttons beside the knob."""

    FIRST = 1
    SECOND = 2


@dataclass(frozen=True, slots=True)
class Operation:
    """What hands do, in this order: turn so many detents (right is positive), press the knob, press a button.

    Raises ``ValueError`` beyond :data:`MAX_STEPS`.
    """

    turn: int = 0
    press: Press | None = None
    button: Button | None = None

    def __post_init__(self) -> None:
        if abs(self.turn) > MAX_STEPS:
            raise ValueError(f"no more than {MAX_STEPS} detents at a time")
