"""What people want to happen: intents, not results.

Game commands change the game's state and are what a log entry keeps; table commands steer the session around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.cells import Cell
from feldlicht.base.figures import FigureId, Side


@dataclass(frozen=True, slots=True)
class Move:
    """Move one figure from where it stands to ``target``."""

    figure: FigureId
    origin: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Relocate:
    """Give one figure of the formation another cell before the next kick-off."""

    figure: FigureId
    origin: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Decline:
    """Relocate nothing: an explicit act, ``@-`` in notation."""


@dataclass(frozen=True, slots=True)
class Built:
    """The formation that was asked for stands on the table."""


@dataclass(frozen=True, slots=True)
class Resign:
    """``side`` gives the match up."""

    side: Side


GameCommand = Move | Relocate | Decline | Built | Resign


@dataclass(frozen=True, slots=True)
class Confirm:
    """End a phase as it stands on the table (knob press, page button)."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """Drop what is unsettled: a preview or a question."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the open question: its id and the number of the choice, from 0."""

    question: str
    choice: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last ply back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Play the ply that was taken back last once more."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """End the session without a result."""


TableCommand = Confirm | Cancel | Answer | Undo | Redo | Abandon
Command = GameCommand | TableCommand


class CommandType(StrEnum):
    """The word that names a command in the API and in the log."""

    MOVE = "move"
    RELOCATE = "relocate"
    BUILT = "built"
    CONFIRM = "confirm"
    ANSWER = "answer"
    CANCEL = "cancel"
    UNDO = "undo"
    REDO = "redo"
    RESIGN = "resign"
    ABANDON = "abandon"
