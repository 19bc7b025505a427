"""What people want to happen: intents, not results.

The classes are a game's commands, which change its state and are what a log entry keeps. What else may be asked of a
table stands as a word in :class:`CommandType`.
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


@dataclass(frozen=True, slots=True)
class Place:
    """Put a figure that was not on the table on ``target``."""

    figure: FigureId
    target: Cell


@dataclass(frozen=True, slots=True)
class Tap:
    """Choose an empty cell."""

    target: Cell


@dataclass(frozen=True, slots=True)
class Pick:
    """Choose a figure where it stands."""

    figure: FigureId


GameCommand = Move | Relocate | Decline | Built | Resign | Place | Tap | Pick


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
    OVERRIDE = "override"
