"""What hands may do now, as a game tells it to the reader of hands. Source: design, decision 6."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from feldlicht.base.cells import Cell
from feldlicht.base.commands import GameCommand
from feldlicht.base.figures import Figure, FigureId, Formation, Side


class Hint(StrEnum):
    """What a target cell means to the one who may go there; decides its light."""

    MOVE = "move"
    SCORE = "score"
    RELOCATE = "relocate"


Targets = Mapping[FigureId, Mapping[Cell, Hint]]
"""Per liftable figure the cells where it may be set down."""


@dataclass(frozen=True, slots=True)
class Moves:
    """``side`` moves one figure to one of its targets. A figure that cannot move has an empty mapping.

    ``taps``: empty cells that a magnet may touch for a moment to choose them; ``picks``: figures that are chosen by
    lifting them and putting them back at once. ``wildcards``: cells that no comparison looks at, as two figures share
    them; who leaves one is seen only where he arrives. ``closed``: where figures could go if a rule of repetition did
    not forbid it, to be lit as forbidden; ``lit``: whether targets are lit at all.
    """

    side: Side
    targets: Targets
    taps: frozenset[Cell] = frozenset()
    picks: frozenset[FigureId] = frozenset()
    wildcards: frozenset[Cell] = frozenset()
    closed: Mapping[FigureId, frozenset[Cell]] = field(default_factory=dict)
    lit: bool = True


@dataclass(frozen=True, slots=True)
class Build:
    """``formation`` is to stand. With ``slack`` 1, one figure of ``targets`` may stand on one of its cells instead,
    and a confirmation ends the phase; with ``slack`` 0 it ends when the formation stands.
    """

    formation: Formation
    slack: int = 0
    targets: Targets = field(default_factory=dict)
    wildcards: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Free:
    """Any figure may stand wherever ``allowed`` says so: setting up freely.

    ``reserve``: figures that are not on the table yet, in the order in which they are asked for; a magnet that comes
    from outside is the first one of its side. ``confirms``: what it means to confirm what stands, None: nothing.
    """

    allowed: Callable[[Figure, Cell], bool]
    reserve: tuple[Figure, ...] = ()
    wildcards: frozenset[Cell] = frozenset()
    confirms: GameCommand | None = None


@dataclass(frozen=True, slots=True)
class Nothing:
    """Hands mean nothing now."""


Plan = Moves | Build | Free | Nothing
