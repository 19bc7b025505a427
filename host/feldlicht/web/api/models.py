"""Shapes of requests and answers, for checking and for the API description."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, StringConstraints

MAX_BODY = 64 * 1024
"""Largest request body, in bytes."""
CELL_PATTERN = r"^[A-I]([1-9]|1[0-6])$"
_UUID = r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
_LARGEST = 2**53 - 1


def _whole(value: object) -> object:
    """Take 625.0 for 625, since JSON has one kind of number; strict checking refuses "625" and true."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole), Field(ge=0, le=_LARGEST)]
CellName = Annotated[str, StringConstraints(pattern=CELL_PATTERN)]
PoleName = Literal["N", "S"]
SideName = Literal["yellow", "blue"]
CommandId = Annotated[str, StringConstraints(pattern=_UUID)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Byte = Annotated[int, Field(ge=0, le=255)]
Colour = Annotated[list[Byte], Field(min_length=3, max_length=3)]


class Strict(BaseModel):
    """No field that is not known, no value of a neighbouring type."""

    model_config = ConfigDict(extra="forbid", strict=True)


# ------------------------------------------------------------------ requests


class BoardPath(Strict):
    """``default`` stands for whichever board comes first."""

    id: str


class SessionPath(Strict):
    """A session by its id."""

    id: str


class LanguagePath(Strict):
    """A language of the catalogue."""

    lang: str


class SetMagnets(Strict):
    """What to change: a pole to put on a cell, null to take the magnet away."""

    set: dict[CellName, PoleName | None] = Field(
        max_length=144, json_schema_extra={"additionalProperties": False, "examples": [{"G3": "S", "F1": None}]}
    )


class HandsOrder(Strict):
    """``build``: virtual hands set the magnets where they belong."""

    do: Literal["build"]


class FormationCells(Strict):
    """Which figure (by its letter) stands on which cell."""

    yellow: dict[str, str] = Field(max_length=144)
    blue: dict[str, str] = Field(max_length=144)


class NewSession(Strict):
    """A match to begin. ``board`` null: it is played on pages only."""

    game: Word
    options: dict[str, JsonValue] = Field(default_factory=dict)
    formation: Word | FormationCells
    board: Word | None = "default"
    virtual_hands: bool = True


class MoveCommand(Strict):
    """``S G3-F1!``: letter, from, to, ! when it scores."""

    type: Literal["move"]
    move: Word


class RelocateCommand(Strict):
    """``@V D4-C6``, or ``@-`` to relocate nothing."""

    type: Literal["relocate"]
    move: Word


class AnswerCommand(Strict):
    """The open question's id and the number of the choice, from 0."""

    type: Literal["answer"]
    question: Word
    choice: Whole


class ResignCommand(Strict):
    """Without ``side``, the side to move resigns."""

    type: Literal["resign"]
    side: SideName | None = None


class ConfirmCommand(Strict):
    """End the phase as it stands on the table."""

    type: Literal["confirm"]


class CancelCommand(Strict):
    """Drop what is unsettled."""

    type: Literal["cancel"]


class UndoCommand(Strict):
    """Take the last ply back."""

    type: Literal["undo"]


class RedoCommand(Strict):
    """Play again what was taken back last."""

    type: Literal["redo"]


class AbandonCommand(Strict):
    """End the session without a result."""

    type: Literal["abandon"]


AnyCommand = Annotated[
    MoveCommand
    | RelocateCommand
    | AnswerCommand
    | ResignCommand
    | ConfirmCommand
    | CancelCommand
    | UndoCommand
    | RedoCommand
    | AbandonCommand,
    Field(discriminator="type"),
]


class CommandOrder(Strict):
    """``id`` names this very act (done once); ``revision`` is what the asker saw (null: whatever it is)."""

    id: CommandId
    revision: Whole | None
    command: AnyCommand


class StreamQuery(Strict):
    """What to hear of. ``after`` stands for the header Last-Event-ID where it cannot be set."""

    session: str | None = None
    board: str | None = None
    lights: Literal["0", "1"] = "0"
    after: str | None = None
    lang: str | None = None


# ------------------------------------------------------------------ answers


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


class Health(BaseModel):
    """Whether this host is well, which version it is, and its default board."""

    status: Literal["ok"]
    version: str
    board: HealthBoard | None


class RefusalShown(BaseModel):
    """Why a board is not used."""

    code: str
    detail: str


class Lines(BaseModel):
    """Lines of the serial line that were dropped."""

    bad: int


class Board(BaseModel):
    """A board and how it stands with this host."""

    id: str
    state: Literal["searching", "connecting", "live", "refused", "away", "offered"]
    simulated: bool
    firmware: str | None
    interpreter: str | None
    port: str | None
    session: str | None
    refusal: RefusalShown | None
    lines: Lines


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


class Place(BaseModel):
    """A figure and the cell it was lifted from."""

    figure: str
    origin: CellName


class ShiftShown(BaseModel):
    """A figure set down elsewhere."""

    figure: str
    origin: CellName
    target: CellName


class QuestionShown(BaseModel):
    """More than one reading of what hands did."""

    id: str
    choices: list[ShiftShown]


class GuidanceShown(BaseModel):
    """The next magnet to move and how many are left."""

    figure: str | None
    origin: CellName | None
    target: CellName | None
    left: int


class ProblemShown(BaseModel):
    """A flag on a cell."""

    flag: str
    cell: CellName


class WhyShown(BaseModel):
    """Why the misplaced figure may not stand where it is: reason code, its facts, one sentence."""

    code: str
    facts: dict[str, str]
    detail: str


class HandsShown(BaseModel):
    """All that is unsettled at the table."""

    lifted: list[Place]
    targets: dict[CellName, str]
    preview: ShiftShown | None
    question: QuestionShown | None
    guidance: GuidanceShown | None
    problems: list[ProblemShown]
    way_back: list[CellName]
    misplaced: ShiftShown | None
    why: WhyShown | None
    formation_stands: bool
    board_present: bool
    busy: bool


class CanShown(BaseModel):
    """Which buttons would do something now."""

    undo: bool
    redo: bool
    confirm: bool


class SessionShown(SessionLine):
    """A session as the viewer may see it; ``view`` is the game's own."""

    epoch: str
    view: dict[str, Any]
    hands: HandsShown
    can: CanShown
    moves: dict[str, dict[CellName, str]]
    """Where each figure may go now: ``move``, ``score`` or ``relocate`` by cell."""


class CommandDone(BaseModel):
    """The command was carried out (or had been before)."""

    revision: int
    session: SessionShown


class EntryShown(BaseModel):
    """One line of the log."""

    revision: int
    kind: Literal["ply", "amend", "undo", "redo", "end"]
    notation: str
    events: list[dict[str, str]]
    actor: Literal["hands", "page", "table"]
    at: int
    state_hash: str
    rules_version: int
    dice: list[int]
    command_id: str | None
    v: int


class LogShown(BaseModel):
    """The whole log of a session."""

    entries: list[EntryShown]


class Texts(BaseModel):
    """Page texts by key."""

    model_config = ConfigDict(extra="allow")
