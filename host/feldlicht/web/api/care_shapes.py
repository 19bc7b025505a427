"""Shapes about how a board is doing and looking after it, for checking and for the API description."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from feldlicht.web.api.shown import Advice, RefusalShown
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


class HelloShown(BaseModel):
    """Who a board says it is: ``layout`` is its fingerprint, ``boot`` counts its starts, ``cause`` is of the last."""

    protocol: int
    firmware: str
    micropython: str
    layout: str
    boot: int
    cause: Literal["power", "reset", "watchdog", "soft"]
    said: str
    """How often it has begun, and why last, in words."""
    machine: str
    interpreter: str
    """Name, version and kind of machine in one."""


class ProgramShown(BaseModel):
    """What a board's program says of itself every five seconds; ``free_memory`` in bytes, null: not known."""

    scans_per_second: int
    missed_scans: int
    bad_lines: int
    milliamperes: int
    limited: bool
    budget_ma: int | None
    """What lights and hub may draw together, in mA; null if the firmware is too old to say."""
    budget_said: str
    supply: Literal["none", "default", "1.5A", "3.0A", "set"] | None
    """Where that comes from: what the USB-C source says, or ``set`` by the host."""
    free_memory: int | None


class LineShown(BaseModel):
    """The serial line since the host began to look for this board; rates are of the last five seconds."""

    age_ms: int | None
    """How old the last good line is."""
    received: int
    sent: int
    per_second: float
    snapshots_per_second: float
    bad: dict[str, int]
    """Lines that were dropped, by cause."""
    bad_said: dict[str, str]
    """What each cause is, in words."""
    resent: int
    rejected: int
    found: int
    lost: int
    restarts: int


class ControlsShown(BaseModel):
    """Counters since the board began: ``turn`` to the right less to the left, presses, long presses, side buttons."""

    turn: int
    press: int
    long: int
    one: int
    two: int
    said: str


class BoardHealth(BaseModel):
    """How a board, its line and its program are doing; ``log`` holds the board's newest words that were no lines."""

    id: str
    state: Literal["searching", "connecting", "live", "refused", "away", "offered"]
    simulated: bool
    port: str | None
    refusal: RefusalShown | None
    advice: list[Advice]
    noisy: dict[CellName, int]
    hello: HelloShown | None
    program: ProgramShown | None
    controls: ControlsShown | None
    line: LineShown
    log: list[str]
