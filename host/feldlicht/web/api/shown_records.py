"""Shapes of match records and of how figures go, for the API description."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from feldlicht.web.api.terms import CellName, SideName


class ActShown(BaseModel):
    """One act, numbered from 1: ``act`` in the game's notation, or the position that an arbiter forced."""

    n: int
    act: str | None = None
    override: str | None = None
    by: Literal["table"] | None = None
    """The table did it by itself."""
    dice: list[int] | None = None
    spent: int | None = None
    """For how many ms the running clock had run before it."""


class OutcomeShown(BaseModel):
    """How it ended; ``score`` of yellow and blue."""

    reason: str
    winner: SideName | None
    score: list[int]


class RecordShown(BaseModel):
    """A match record; ``final`` names the state after its last act, where everyone may know that."""

    format: Literal["feldlicht-match"]
    v: int
    game: str
    rules_version: int
    options: dict[str, Any]
    formation: Any
    created_at: int
    players: dict[str, str]
    acts: list[ActShown]
    state: Literal["running", "over", "abandoned", "frozen"]
    outcome: OutcomeShown | None
    final: str | None


class CardShown(BaseModel):
    """Where a figure of a kind could go on an empty board from ``cell``."""

    kind: str
    side: SideName
    cell: CellName
    cells: list[CellName]


class CardsShown(BaseModel):
    """A card for each kind of figure."""

    cards: list[CardShown]
