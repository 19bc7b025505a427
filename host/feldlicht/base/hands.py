"""The unsettled part of a table: what is in the air, previewed, asked or being put right.

Never logged. Pages, LEDs and log share this vocabulary of problems. Source: design, "One direction of flow".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.cells import Cell
from feldlicht.base.figures import FigureId
from feldlicht.base.plans import Hint
from feldlicht.base.reasons import Refusal


class Flag(StrEnum):
    """What is wrong with a cell."""

    MISSING = "missing"
    """A figure should stand here."""
    EXTRA = "extra"
    """A magnet is here that should not be."""
    ILLEGAL = "illegal"
    """A figure was set down where it may not go."""
    NOT_YOUR_TURN = "not_your_turn"
    """A figure of the side that is not on turn was lifted or moved."""
    UNEXPECTED = "unexpected"
    NOISY = "noisy"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One flag on one cell."""

    flag: Flag
    cell: Cell


@dataclass(frozen=True, slots=True)
class Lifted:
    """A figure in the air and the cell it was lifted from."""

    figure: FigureId
    origin: Cell


@dataclass(frozen=True, slots=True)
class Shift:
    """A figure set down elsewhere: not settled yet, or one of a question's choices."""

    figure: FigureId
    origin: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Question:
    """More than one reading, or one that the reader may not take by itself. ``id`` names this very question."""

    id: str
    choices: tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class Guidance:
    """The next magnet to move, and how many are left (this one included).

    ``origin`` None: take one from outside the board; ``target`` None: take it off the board.
    """

    figure: FigureId | None
    origin: Cell | None
    target: Cell | None
    left: int


@dataclass(frozen=True, slots=True)
class Hands:
    """All that is unsettled on one table.

    ``lifted``: figures in the air that may move now; ``targets``: where the only one of them may go; ``preview``: a
    legal act that waits for its settle time, or a relocation that waits for confirmation; ``way_back``: cells to
    which wrongly placed figures return; ``misplaced``: the one figure that was set down where it may not be, and
    ``why`` it may not.
    """

    lifted: tuple[Lifted, ...] = ()
    targets: tuple[tuple[Cell, Hint], ...] = ()
    preview: Shift | None = None
    question: Question | None = None
    guidance: Guidance | None = None
    problems: tuple[Problem, ...] = ()
    way_back: tuple[Cell, ...] = ()
    misplaced: Shift | None = None
    why: Refusal | None = None
    formation_stands: bool = False
    board_present: bool = True
    busy: bool = False
    """Virtual hands are at work on a simulated board."""


IDLE = Hands()
