"""Shapes of answers, for the API description."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from feldlicht.web.api.seating import Seat
from feldlicht.web.api.shown_hands import HandsShown
from feldlicht.web.api.terms import CellName, Colour, OrientationName, PoleName, SideName


class Problem(BaseModel):
    """An error: ``code`` is the reason, ``detail`` one sentence in the viewer's language, ``facts`` what it names."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    facts: dict[str, str]
    revision: int | None = None


class HealthBoard(BaseModel):
    """The default board in short."""

    id: str
    state: str
    simulated: bool
    firmware: str | None
    interpreter: str | None
    machine: str | None


class Health(BaseModel):
    """Whether this host is well, which version it is, its default board, and how many streams are open."""

    status: Literal["ok"]
    version: str
    board: HealthBoard | None
    streams: int


class RefusalShown(BaseModel):
    """Why a board is not used."""

    code: str
    detail: str


class Lines(BaseModel):
    """Lines of the serial line that were dropped."""

    bad: int


class Advice(BaseModel):
    """What is to be said of a board, as `feldlicht board doctor` says it, and the one command that helps."""

    finding: str
    sentence: str
    command: str | None


class Board(BaseModel):
    """A board and how it stands with this host."""

    id: str
    state: Literal["searching", "connecting", "live", "refused", "away", "offered"]
    simulated: bool
    kind: Literal["table", "ring"]
    """``ring``: ring, strip and controls only, no cell."""
    firmware: str | None
    interpreter: str | None
    machine: str | None
    """``rp2``; a simulated one ``unix``, or ``cpython``: without MicroPython, which shows less than a board does."""
    port: str | None
    session: str | None
    refusal: RefusalShown | None
    advice: list[Advice]
    lines: Lines
    noisy: dict[CellName, int]
    """Cells that toggle faster than any hand, and how often they did."""
    masked: list[CellName]
    orientation: OrientationName


class BoardSettingsShown(BaseModel):
    """Cells of the table under which the board does not feel, and how it lies."""

    masked: list[CellName]
    orientation: OrientationName


class BoardList(BaseModel):
    """Every board, the default one first."""

    boards: list[Board]


class Magnets(BaseModel):
    """The pole on each cell that has a magnet."""

    magnets: dict[CellName, PoleName]


class LightsShown(BaseModel):
    """Red, green and blue of every lamp."""

    cells: dict[CellName, Colour]
    ring: Annotated[list[Colour], Field(min_length=24, max_length=24)]
    strip: Annotated[list[Colour], Field(min_length=6, max_length=6)]


class ControlsDone(BaseModel):
    """What was turned and pressed, as the board has felt it."""

    turn: int
    press: Literal["short", "long"] | None
    button: Literal[1, 2] | None


class CableFaults(BaseModel):
    """Which share of the packets each fault happens to."""

    seed: int
    split: float
    delay: float
    loss: float
    garbage: float
    stall: float


class CableShown(BaseModel):
    """Whether a virtual cable is plugged in, how bad it is, and what the source at its end says it gives."""

    plugged: bool
    fault: CableFaults
    source: Literal["none", "default", "1.5A", "3.0A"]


class NumberSetting(BaseModel):
    """A number with its limits; ``fixed_by`` names the variable that the host was started with."""

    value: int
    default: int
    low: int
    high: int
    automatic: bool
    """Whether 0 stands for what the board has by itself."""
    fixed_by: str | None


class ChoiceSetting(BaseModel):
    """One of some words; ``fixed_by`` as above."""

    value: str
    default: str
    choices: list[str]
    fixed_by: str | None


class SettingsShown(BaseModel):
    """What people can change while the host runs."""

    settle_ms: NumberSetting
    grace_ms: NumberSetting
    debounce: NumberSetting
    brightness: NumberSetting
    budget_ma: NumberSetting
    threshold: NumberSetting
    hysteresis: NumberSetting
    takeback: ChoiceSetting


class SessionCreated(BaseModel):
    """The new session."""

    id: str
    revision: int


class BuildBegun(BaseModel):
    """The virtual hands are at work; the revision of the session at the table."""

    revision: int


class SessionLine(BaseModel):
    """One line of the list of sessions."""

    id: str
    game: str
    board: str | None
    created_at: int
    state: Literal["running", "over", "abandoned", "frozen"]
    revision: int


class SessionList(BaseModel):
    """Every session, the newest first."""

    sessions: list[SessionLine]


class CanShown(BaseModel):
    """Which buttons would do something now, asked by this view."""

    undo: bool
    undo_acts: int
    """How many of the last acts may be taken back at once."""
    propose: bool
    """Whether a taking back may be proposed to the other side."""
    agree: bool
    """Whether one is proposed to this view."""
    disagree: bool
    """Whether one stands that this view may refuse or withdraw."""
    redo: bool
    confirm: bool
    """Whether confirming, declining or answering would."""
    override: bool
    resign: list[SideName]
    """The sides that may be given up."""
    abandon: bool
    figures: list[str]
    """Those of ``moves`` that may be moved."""


class ClockShown(BaseModel):
    """The clocks in ms as they stood after the last act; since then the running side's, and the match's, have run for
    ``ran``, and on from the host time ``since`` (null: they stand).
    """

    running: SideName | None
    left: dict[SideName, int] | None
    match: int | None
    ran: int
    since: int | None


class DieShown(BaseModel):
    """A die that was thrown."""

    sides: int
    face: int


class SessionShown(SessionLine):
    """A session as the viewer may see it; ``view`` is the game's own."""

    epoch: str
    seats: list[Seat]
    view: dict[str, Any]
    hands: HandsShown
    can: CanShown
    clock: ClockShown | None
    moves: dict[str, dict[CellName, str]]
    """Where each figure may go now: ``move``, ``score`` or ``relocate`` by cell."""
    closed: dict[str, list[CellName]]
    """Where each figure could go but for a rule of repetition."""
    lit: bool
    """Whether whoever is on turn is shown where a figure may go."""
    kept_dice: list[DieShown]
    """Dice of what was taken back that stay as they fell: the next ones thrown, in this order."""
    pictures: bool
    """Whether there are pictures of it."""


class CommandDone(BaseModel):
    """The command was carried out (or had been before)."""

    revision: int
    session: SessionShown


class EntryShown(BaseModel):
    """One line of the log, as the view may know it.

    Of a ``sealed`` act, who does not know it has no ``notation`` and no ``nonce``; ``commitment`` is SHA-256 of
    nonce, a space and the notation.
    """

    revision: int
    kind: Literal["ply", "amend", "undo", "redo", "end", "override"]
    notation: str | None
    events: list[dict[str, str]]
    actor: Literal["hands", "page", "table"]
    at: int
    state_hash: str | None
    rules_version: int
    dice: list[int]
    command_id: str | None
    spent: int
    """For how many ms the running clock had run since the act before."""
    secrecy: Literal["open", "told", "sealed", "hidden"]
    commitment: str | None
    nonce: str | None
    v: int


class LogShown(BaseModel):
    """The whole log of a session."""

    entries: list[EntryShown]


class Texts(BaseModel):
    """Page texts by key."""

    model_config = ConfigDict(extra="allow")
