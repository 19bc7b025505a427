"""Shapes of what is asked and answered about looking after a board, for checking and for the API description."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from feldlicht.web.api.shown import RefusalShown
from feldlicht.web.api.terms import CellName, Strict


class SelftestOrder(Strict):
    """Begin a part in place of one that is under way, go on to its next step, or stop it."""

    do: Literal["zero", "walk", "touch", "next", "stop"]


class CellField(BaseModel):
    """What a cell measures: mT (more than 0: a north pole up; null: no sensor that works), how far its readings lie
    apart, and the field as percent of the threshold.
    """

    mt: float | None
    noise_mt: float | None
    percent: int | None
    state: Literal["dead", "noisy", "rest", "faint", "firm"]


class FindingShown(BaseModel):
    """A finding: the cells of the table that it is about, and the names marked on the board, as its sentence says."""

    finding: str
    cells: list[CellName]
    names: list[str]
    sentence: str


class FieldShown(BaseModel):
    """The field in every cell; ``cells`` is empty where nothing measures how strong it is, which ``said`` says."""

    id: str
    sensors: Literal["digital-chain", "linear-mux", "ring"]
    said: str
    threshold_mt: float | None
    hysteresis_mt: float | None
    cells: dict[CellName, CellField]
    noisy: dict[CellName, int]
    findings: list[FindingShown]


class SelftestRun(BaseModel):
    """One run: ``said`` is what is to be done, or how it ended; the magnet is ``asked`` to go over these cells, in
    this order; ``margins`` are percent of the threshold, ``zero`` is the board's word.
    """

    part: Literal["zero", "walk", "touch"]
    stage: Literal["looking", "walking", "turning", "touching", "over"]
    said: str
    asked: list[CellName]
    answered: list[CellName]
    mistaken: list[CellName]
    margins: dict[CellName, int]
    tested: int
    findings: list[FindingShown]
    zero: str | None
    ended: Literal["done", "stopped", "away", "not_turned", "match", "idle"] | None


class SelftestShown(BaseModel):
    """Which parts can be begun (null) or why not, and the newest run (null: none yet)."""

    id: str
    parts: dict[Literal["zero", "walk", "touch"], RefusalShown | None]
    run: SelftestRun | None
