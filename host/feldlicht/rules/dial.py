"""What a knob and side buttons may choose from, for a game that is led without a page. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from feldlicht.base.commands import GameCommand


@dataclass(frozen=True, slots=True)
class Row:
    """Acts of which the knob chooses one: turning right goes to the next, the one at ``start`` comes first."""

    acts: tuple[GameCommand, ...]
    start: int = 0


Dial = Sequence[Row]
"""Rows, the first one as a rule; a side button goes on to the next. None of them: the knob means nothing here."""
