"""What happened in a match, act by act, as who tells of it or counts it is given it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from feldlicht.base.commands import GameCommand
from feldlicht.base.entries import Event

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Happened(Generic[S]):
    """An act that stands, the dice that the house threw for it, what happened by it, and the states on both sides.

    Where ``before`` is not what the act before led to, an arbiter has forced another position in between.
    """

    before: S
    command: GameCommand
    dice: tuple[int, ...]
    events: tuple[Event, ...]
    after: S
