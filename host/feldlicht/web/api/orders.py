"""Shapes of requests, for checking and for the API description."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from feldlicht.base.controls import MAX_STEPS
from feldlicht.config import LIMITS
from feldlicht.web.api.terms import (
    AFTER,
    LANGUAGE,
    PUBLIC_VIEW,
    VIEW,
    ActText,
    CellName,
    CommandId,
    Number,
    OrientationName,
    PoleName,
    SideName,
    Strict,
    Whole,
    Word,
)


class BoardPath(Strict):
    """``default`` stands for whichever board comes first."""

    id: str


class SessionPath(Strict):
    """A session by its id."""

    id: str


class PicturePath(SessionPath):
    """A picture of a session: ``position``, ``heat`` or ``moves``, with ``.svg`` or ``.png``."""

    picture: str


class MatchRecord(BaseModel):
    """A record as ``GET /sessions/{id}/record`` gives it; what is wrong with one, its own reader says."""

    model_config = ConfigDict(extra="allow")


class Rematch(Strict):
    """``swap``: each side begins with the other's formation, and the players change seats."""

    swap: bool = False


class LanguagePath(Strict):
    """A language of the catalogue."""

    lang: str


class SetMagnets(Strict):
    """What to change: a pole to put on a cell, null to take the magnet away."""

    set: dict[CellName, PoleName | None] = Field(
        max_length=144, json_schema_extra={"additionalProperties": False, "examples": [{"G3": "S", "F1": None}]}
    )


class OperateControls(Strict):
    """What virtual hands do, in this order: turn the knob (to the right is positive), press it, press a button."""

    turn: Annotated[int, Field(ge=-MAX_STEPS, le=MAX_STEPS)] = 0
    press: Literal["short", "long"] | None = None
    button: Literal[1, 2] | None = None


Share = Annotated[float, Field(ge=0, le=1)]


class BadCable(Strict):
    """Which share of the packets, in either direction, each fault happens to; the same seed gives the same luck."""

    seed: Whole = 0
    split: Share = 0.0
    delay: Share = 0.0
    loss: Share = 0.0
    garbage: Share = 0.0
    stall: Share = 0.0


class HandleCable(Strict):
    """What happens to a virtual cable; what is left out, or null, stays as it is."""

    unplug: bool | None = None
    power: bool = False
    fault: BadCable | None = None
    source: Literal["none", "default", "1.5A", "3.0A"] | None = None


class ChangeBoard(Strict):
    """What people say of a board; what is left out, or null, stays as it is.

    ``masked``: every cell under which it does not feel, as a cell of the table with the board lying as it does after
    this request.
    """

    masked: list[CellName] | None = Field(None, max_length=144)
    orientation: OrientationName | None = None


class HandsOrder(Strict):
    """``build``: virtual hands set the magnets where they belong."""

    do: Literal["build"]


SideFormation = Word | Annotated[dict[str, str], Field(max_length=144)]
"""A formation by its name, or which figure (by its letter) stands on which cell."""


class FormationCells(Strict):
    """What each side sets up."""

    yellow: SideFormation
    blue: SideFormation


class Sheets(Strict):
    """A team of heroes with their sheets, as the game reads them: who keeps the goal, and the heroes by number."""

    keeper: JsonValue
    heroes: list[JsonValue] = Field(max_length=100)


class FormationTeams(Strict):
    """A team for each side; null: the one that comes with the game."""

    yellow: Sheets | None
    blue: Sheets | None


class NewSession(Strict):
    """A match to begin. ``board`` null: it is played on pages only; ``formation`` null: the board is empty, and sides
    set up in the order that the game's options say; in a game of teams they are those that come with it.
    """

    game: Word
    options: dict[str, JsonValue] = Field(default_factory=dict)
    formation: Word | FormationCells | FormationTeams | None
    board: Word | None = "default"
    virtual_hands: bool = True


class CarryOn(Strict):
    """The board where the match is to go on; ``default`` is whichever comes first."""

    board: Word


class MoveCommand(Strict):
    """``S G3-F1!``: letter, from, to, ! when it scores."""

    type: Literal["move"]
    move: Word


class RelocateCommand(Strict):
    """``@V D4-C6``, or ``@-`` to relocate nothing."""

    type: Literal["relocate"]
    move: Word


class ActCommand(Strict):
    """Any act that the game has a notation for: ``+F B5``, ``form yellow wall``, ``ready yellow``, ``@- blue``."""

    type: Literal["act"]
    act: ActText


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
    """Take back the last ``count`` acts of people, all or none."""

    type: Literal["undo"]
    count: Annotated[Whole, Field(ge=1, le=1000)] = 1


class ProposeCommand(Strict):
    """Ask the other side whether the last ``count`` acts may be taken back, its own among them."""

    type: Literal["propose"]
    count: Annotated[Whole, Field(ge=1, le=1000)] = 1


class AgreeCommand(Strict):
    """Take back what the other side has proposed."""

    type: Literal["agree"]


class DisagreeCommand(Strict):
    """Say no to what was proposed, or withdraw it."""

    type: Literal["disagree"]


class OverrideCommand(Strict):
    """An arbiter's word: figures (by id) stand on these cells, null: as the magnets stand now.

    ``to_move`` is on turn then, null: as it was.
    """

    type: Literal["override"]
    cells: dict[str, CellName] | None = Field(None, max_length=144)
    to_move: SideName | None = None


class RedoCommand(Strict):
    """Play again what was taken back last."""

    type: Literal["redo"]


class AbandonCommand(Strict):
    """End the session without a result."""

    type: Literal["abandon"]


AnyCommand = Annotated[
    MoveCommand
    | RelocateCommand
    | ActCommand
    | AnswerCommand
    | ResignCommand
    | ConfirmCommand
    | CancelCommand
    | UndoCommand
    | ProposeCommand
    | AgreeCommand
    | DisagreeCommand
    | RedoCommand
    | OverrideCommand
    | AbandonCommand,
    Field(discriminator="type"),
]


class CommandOrder(Strict):
    """``id`` names this very act (done once); ``revision`` is what the asker saw by this ``view`` (null: whatever it
    is).
    """

    id: CommandId
    revision: Whole | None
    command: AnyCommand
    view: Word = Field(PUBLIC_VIEW, description=VIEW)


def _limited(name: str) -> dict[str, JsonValue]:
    """Describe a setting's limits; the house itself refuses what is beyond them, with a sentence of its own."""
    low, high = LIMITS[name]
    return {"minimum": low, "maximum": high}


class ChangeSettings(Strict):
    """The settings to change; what is left out, or null, stays as it is.

    ``settle_ms``, ``grace_ms`` in ms; ``debounce`` in scans; ``brightness`` in 255ths of full light;
    ``budget_ma`` in mA; ``threshold``, ``hysteresis`` of linear boards in tenths of a millitesla; of these three 0
    goes back to what the board has by itself.
    """

    settle_ms: Number | None = Field(None, json_schema_extra=_limited("settle_ms"))
    grace_ms: Number | None = Field(None, json_schema_extra=_limited("grace_ms"))
    debounce: Number | None = Field(None, json_schema_extra=_limited("debounce"))
    brightness: Number | None = Field(None, json_schema_extra=_limited("brightness"))
    budget_ma: Number | None = Field(None, json_schema_extra={"minimum": 0, "maximum": LIMITS["budget_ma"][1]})
    threshold: Number | None = Field(None, json_schema_extra={"minimum": 0, "maximum": LIMITS["threshold"][1]})
    hysteresis: Number | None = Field(None, json_schema_extra={"minimum": 0, "maximum": LIMITS["hysteresis"][1]})
    takeback: Literal["free", "ask", "never"] | None = None


class ViewQuery(Strict):
    """As whom to look."""

    view: Word = Field(PUBLIC_VIEW, description=VIEW)
    lang: str | None = Field(None, description=LANGUAGE)

    @classmethod
    def model_json_schema(cls, *how: Any, **wishes: Any) -> dict[str, Any]:
        """Return the schema, made once for each kind of query: it is asked for at every request."""
        return super().model_json_schema(*how, **wishes) if how or wishes else _schema_of(cls)


@cache
def _schema_of(query: type[ViewQuery]) -> dict[str, Any]:
    return super(ViewQuery, query).model_json_schema()


class PictureQuery(ViewQuery):
    """``revision`` changes nothing: a page names the one that it has heard of, so that its browser asks anew."""

    revision: Word | None = None


class StreamQuery(ViewQuery):
    """What to hear of. ``after`` stands for the header Last-Event-ID where it cannot be set."""

    session: str | None = Field(None, description="A session's id, or current: whichever is on the board's table.")
    board: str | None = Field(None, description="A board's id, or default; without it, every board.")
    lights: Literal["0", "1"] = Field("0", description="1: magnets and lights of simulated boards too.")
    after: str | None = Field(None, description=AFTER)


class StreamHeader(BaseModel):
    """What a browser sends by itself when it comes back."""

    last_event_id: str | None = Field(None, alias="Last-Event-ID", description=AFTER)
