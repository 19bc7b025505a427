"""What comes into a table and what goes out: inputs, effects, and the answer to a request.

Times are host milliseconds since 1970 that never go back (the runtime sees to that).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from feldlicht.base.cells import Cell
from feldlicht.base.commands import CommandType
from feldlicht.base.controls import Button
from feldlicht.base.entries import Actor, Entry
from feldlicht.base.figures import FigureId, Pole, Side
from feldlicht.base.hands import Hands
from feldlicht.base.manners import Orientation, TakebackRule
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Refusal
from feldlicht.base.styles import Scene
from feldlicht.base.viewers import OWNER, Viewer
from feldlicht.board.reading import Timings

# ------------------------------------------------------------------ inputs


@dataclass(frozen=True, slots=True)
class BoardHere:
    """A board answered (again); its next snapshot is the first after a gap. ``simulated`` allows virtual hands."""

    simulated: bool


@dataclass(frozen=True, slots=True)
class BoardAway:
    """The board does not answer any more."""


@dataclass(frozen=True, slots=True)
class Sensed:
    """The board's settled occupancy, and the cells (bits) that changed since the last one, even if back again."""

    occupancy: Occupancy
    touched: int = 0


@dataclass(frozen=True, slots=True)
class Pressed:
    """The knob or confirm button was pressed once."""


@dataclass(frozen=True, slots=True)
class PressedLong:
    """The knob was held down: take the last act back."""


@dataclass(frozen=True, slots=True)
class KnobTurned:
    """The knob was turned by ``steps`` (right is positive): it points at another choice, or another act."""

    steps: int


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A side button was pressed."""

    button: Button


@dataclass(frozen=True, slots=True)
class Tuned:
    """The settings of the house changed, or are told for the first time."""

    timings: Timings
    takeback: TakebackRule = TakebackRule.FREE


@dataclass(frozen=True, slots=True)
class BoardKnown:
    """What is known of this table's board: cells that do not feel (in the table's own cells), how it lies.

    Everything else that the table hears of the board is turned already.
    """

    masked: frozenset[Cell] = frozenset()
    orientation: Orientation = Orientation.UNKNOWN


@dataclass(frozen=True, slots=True)
class HandsAtWork:
    """Virtual hands began (True) or ended (False) to carry something out."""

    busy: bool


@dataclass(frozen=True, slots=True)
class Wake:
    """The deadline that the last step named has come."""


@dataclass(frozen=True, slots=True)
class Override:
    """An arbiter's word: these figures stand on these cells and ``to_move`` is on turn (None: as it was).

    ``cells`` None: as the magnets stand now.
    """

    cells: Mapping[FigureId, Cell] | None = None
    to_move: Side | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A command from a page or a program, as text, so that it is read against the state it meets.

    ``revision`` is the session revision that the asker saw (None: whatever it is); ``text`` the notation for MOVE,
    RELOCATE and ACT, a line each for ACTS, the side for RESIGN ("" = the side to move); ``question``/``choice``
    belong to ANSWER; ``count`` is how many acts UNDO takes back; ``override`` what OVERRIDE forces. ``viewer`` is
    who asks: the revision is the one that this audience counts, and what a seat may not do is refused. ``nonce`` is
    chance for a commitment, if the act is sealed.
    """

    type: CommandType
    text: str = ""
    revision: int | None = None
    command_id: str | None = None
    actor: Actor = Actor.PAGE
    question: str = ""
    choice: int = 0
    count: int = 1
    override: Override | None = None
    viewer: Viewer = OWNER
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class BuildForMe:
    """The one button: virtual hands are to set the magnets where they belong. Only with a simulated board."""


Input = (
    BoardHere
    | BoardAway
    | BoardKnown
    | Sensed
    | Pressed
    | PressedLong
    | KnobTurned
    | ButtonPressed
    | Tuned
    | HandsAtWork
    | Wake
    | Request
    | BuildForMe
)

# ------------------------------------------------------------------ effects, in the order they must be carried out


@dataclass(frozen=True, slots=True)
class Append:
    """Write this entry to the log; on disk before anything after it is carried out."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Accepted:
    """The request was carried out (or had been before: same command id); the session stands at ``revision``."""

    revision: int


@dataclass(frozen=True, slots=True)
class Declined:
    """The request was not carried out. ``refusal.reason`` STALE_REVISION, TABLE_BUSY and HANDS_BUSY are conflicts."""

    refusal: Refusal
    revision: int


@dataclass(frozen=True, slots=True)
class HandsChanged:
    """The unsettled part changed: tell the pages."""

    hands: Hands


@dataclass(frozen=True, slots=True)
class Show:
    """The board is to show this scene."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class MagnetStep:
    """One carry: take the magnet off ``origin`` (None: from outside), put it on ``target`` (None: away)."""

    pole: Pole
    origin: Cell | None
    target: Cell | None


@dataclass(frozen=True, slots=True)
class CarryOut:
    """Virtual hands are to do these steps one after another at human pace."""

    steps: tuple[MagnetStep, ...]


@dataclass(frozen=True, slots=True)
class LetGo:
    """What virtual hands were asked for is not wanted any more: they stop after the magnet in their hand."""


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """People said how the board lies: keep that, and report everything accordingly from now on."""

    orientation: Orientation


Effect = Append | Accepted | Declined | HandsChanged | Show | CarryOut | LetGo | TurnBoard
