"""Who fights: figures of players and of the game master, and what each of them conceals."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.figures import FigureId
from feldlicht.base.styles import Colour

UNKNOWN = "?"
"""Begins the label of every figure that the players do not know: theirs is a list of numbers of its own."""


class Stance(StrEnum):
    """Whether a figure is in the order (I8)."""

    IN = "in"
    WAITING = "waiting"
    """Out of the order until it is recalled, then after its equals."""
    READY = "ready"
    """Out of the order until it is recalled, then before its equals."""
    OUT = "out"
    """Removed; it can be brought back by taking that back only."""


class Kind(StrEnum):
    """Whose figure it is."""

    PLAYERS = "pc"
    """A player's: known, and its INI is public."""
    MASTERS = "npc"
    """The game master's: as a rule known, with a concealed INI."""


class Known(StrEnum):
    """What players know of a figure, the least first."""

    NO = "no"
    """Not that it is there."""
    FIGURE = "figure"
    """That it is there, not its INI nor what follows from it."""
    ALL = "all"
    """Where it stands on the timeline, too."""


FIGURE_COLOURS = (
    Colour.YELLOW,
    Colour.BLUE,
    Colour.GREEN,
    Colour.RED,
    Colour.CYAN,
    Colour.PINK,
    Colour.AMBER,
)
"""Colours of figures. White is the pointer's and violet the game master's, so nobody has these."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """One figure of a fight.

    ``number`` counts who joined and is nobody's to see, as concealed figures count too; ``label`` is what it is
    called and addressed by, ``name`` what it was added as (several may share it), ``public`` the label that it once
    had among those that players know and keeps; ``perception`` and ``advantage`` its values for the probe;
    ``usual`` the VZ of what it mostly does, ``acts`` those of what else it does, by name; ``ini`` None: it is not
    on the timeline; ``tie`` decides on the same INI, higher first (I3); ``rank`` is the game master's word after
    that (I4), lower first; ``equal`` −1, 0 or 1: before or after its equals until its INI changes (I8).
    """

    number: int
    label: FigureId
    name: str
    kind: Kind
    known: Known
    perception: int
    advantage: int
    usual: int
    colour: Colour
    public: FigureId | None = None
    acts: tuple[tuple[str, int], ...] = ()
    ini: int | None = None
    tie: int = 0
    rank: int = 0
    equal: int = 0
    stance: Stance = Stance.IN
    note: str = ""
    conditions: tuple[str, ...] = ()

    @property
    def conceals(self) -> bool:
        """Whether players do not know where it stands."""
        return self.known is not Known.ALL

    @property
    def in_order(self) -> bool:
        """Whether it will be on turn some time."""
        return self.stance is Stance.IN and self.ini is not None

    @property
    def order(self) -> tuple[int, int, int, int, int]:
        """By what figures follow each other: whole numbers, total, never by chance (I4). Only with an INI."""
        assert self.ini is not None
        return (self.ini, self.equal, -self.tie, self.rank, self.number)
