"""What people want to happen: intents, not results.

The classes are a game's commands, which change its state and are what a log entry keeps: those that hands can do,
those that the table does by itself (:data:`TABLE_ACTS`), and :class:`OwnAct` for whatever else a game has. What may
be asked of a table besides stands as a word in :class:`CommandType`.
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
    """Relocate nothing: an explicit act. ``side`` says whose it is where both are to act, None: who is on turn."""

    side: Side | None = None


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


@dataclass(frozen=True, slots=True)
class Reveal:
    """What was sealed is told."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """A clock has run out."""


@dataclass(frozen=True, slots=True)
class Proceed:
    """It goes on after a pause that the game wanted."""


@dataclass(frozen=True, slots=True)
class OwnAct:
    """A command that only its game knows: subclasses hold what it says. Hands never do it by themselves."""


GameCommand = Move | Relocate | Decline | Built | Resign | Place | Tap | Pick | Reveal | TimeOut | Proceed | OwnAct

TABLE_ACTS = (Built, Reveal, TimeOut, Proceed)
"""What the table does by itself as soon as it is due; nobody's act, so taken back with the act before it."""


class CommandType(StrEnum):
    """The word that names a command in the API and in the log."""

    MOVE = "move"
    RELOCATE = "relocate"
    ACT = "act"
    """Anything else that the game has a notation for."""
    ACTS = "acts"
    """Several of these, a line each: all of them, or none. The house asks for it, pages and programs do not."""
    BUILT = "built"
    CONFIRM = "confirm"
    ANSWER = "answer"
    CANCEL = "cancel"
    UNDO = "undo"
    PROPOSE = "propose"
    """Ask the other side whether the last acts may be taken back, its own among them."""
    AGREE = "agree"
    DISAGREE = "disagree"
    REDO = "redo"
    RESIGN = "resign"
    ABANDON = "abandon"
    OVERRIDE = "override"
