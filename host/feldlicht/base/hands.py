"""The unsettled part of a table: what is in the air, previewed, asked or being put right.

Never logged. Pages, LEDs and log share this vocabulary of problems. Source: design, "One direction of flow".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.cells import Cell
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.manners import TakebackRule
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
    """One magnet more is felt than was lifted: a neighbour feels a strong one, or one came from outside."""
    NOISY = "noisy"
    """The cell changes so often that nobody can have done it; it is not looked at until it is calm again."""
    AMBIGUOUS = "ambiguous"
    """Which figure this is, or where it stands, cannot be told; people are asked."""


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
    """A figure set down elsewhere (``origin`` None: from outside): unsettled, or a choice of a question."""

    figure: FigureId
    origin: Cell | None
    target: Cell


class Meaning(StrEnum):
    """What an answer would make of what hands did."""

    MOVE = "move"
    """The figure was moved: a new ply."""
    AMEND = "amend"
    """The figure of the last ply was moved on."""
    TAKE_BACK = "take_back"
    """The last ply was undone."""
    STANDS = "stands"
    """The formation stands, on cells that cannot be seen too."""
    ABANDON = "abandon"
    """Nobody plays on: the session ends without a result."""
    TURN = "turn"
    """The board lies turned by 180 degrees."""
    KEEP = "keep"
    """The board lies as it was taken to lie."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question; ``shift`` where it is about a figure."""

    meaning: Meaning
    shift: Shift | None = None


class About(StrEnum):
    """Why the reader asks instead of deciding."""

    WHICH = "which"
    """Figures that look alike were in the air: nobody saw which of them went where."""
    UNSEEN = "unseen"
    """The line was gone, or the program: what happened meanwhile was not seen."""
    MASKED = "masked"
    """A cell is masked, so what happens on it cannot be seen."""
    TAKE_BACK = "take_back"
    """The rule of the table wants a takeback to be agreed."""
    SWEPT = "swept"
    """The table was cleared: is the session to be abandoned?"""
    TURNED = "turned"
    """The board may lie the other way round."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the reader may not decide by itself. ``id`` names this very question: the same position asks it again.

    ``marked`` is the number of the choice that the board shows and that a press of the knob takes; ``cells`` are lit
    for it, where it is not about a figure.
    """

    id: str
    about: About
    choices: tuple[Choice, ...]
    marked: int = 0
    cells: tuple[Cell, ...] = ()


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
class Proposal:
    """``by`` proposes to take the last ``count`` acts back; made at a session's ``revision`` as
    everyone counts it, and gone after it."""

    by: Side
    count: int
    revision: int


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
    takeback: TakebackRule = TakebackRule.FREE
    """What the table does with moves that are to be taken back: pages offer no more than that."""
    proposal: Proposal | None = None
    """What one side has proposed and the other has not answered yet."""
    pointed: str | None = None
    """The act at which the knob points, in the game's notation."""
    ran: int = 0
    """For how many ms the running clock had run since the last act when it last stood."""
    since: int | None = None
    """Host time (ms) from which the clock has run on since, None while it stands."""

    @property
    def calm(self) -> bool:
        """Whether nothing is lifted, unsettled, wrong or being carried."""
        open_yet = self.lifted or self.preview or self.question or self.guidance or self.problems or self.misplaced
        return not open_yet and not self.busy


IDLE = Hands()
