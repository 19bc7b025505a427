"""What is done in a fight. Figures are named by their labels; VZ and INI are whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.commands import OwnAct
from feldlicht.base.figures import FigureId
from feldlicht.base.styles import Colour
from feldlicht.rules.initiative.figures import Kind, Known, Stance


@dataclass(frozen=True, slots=True)
class Add(OwnAct):
    """``count`` figures join. ``known`` None: as its kind usually is; ``colour`` None: the first that is free."""

    name: str
    kind: Kind
    perception: int = 10
    advantage: int = 0
    usual: int = 8
    acts: tuple[tuple[str, int], ...] = ()
    known: Known | None = None
    colour: Colour | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Roll(OwnAct):
    """``figure`` makes its probe. ``faces``: what was thrown at the table, W20 first, None: the host throws;
    ``successes``: what came of it, where only that is known (I13).
    """

    figure: FigureId
    surprised: bool = False
    faces: tuple[int, ...] | None = None
    successes: int | None = None


@dataclass(frozen=True, slots=True)
class PutAt(OwnAct):
    """``figure`` is at ``ini``: typed instead of rolled (I13), or the game master's correction (I18)."""

    figure: FigureId
    ini: int


@dataclass(frozen=True, slots=True)
class Begin(OwnAct):
    """All who fight have rolled."""


@dataclass(frozen=True, slots=True)
class Next(OwnAct):
    """The next one is on."""


@dataclass(frozen=True, slots=True)
class Act(OwnAct):
    """Who is on turn acts for ``delay`` VZ. ``targets`` None: it was not said whom it affects; ``what``: its name."""

    figure: FigureId
    delay: int
    targets: tuple[FigureId, ...] | None = None
    what: str = ""


@dataclass(frozen=True, slots=True)
class React(OwnAct):
    """``figure`` reacts for ``delay`` VZ to what was done last."""

    figure: FigureId
    delay: int
    what: str = ""


@dataclass(frozen=True, slots=True)
class StandBy(OwnAct):
    """``figure`` leaves the order, ``stance``: waiting or ready (I8)."""

    figure: FigureId
    stance: Stance


@dataclass(frozen=True, slots=True)
class Recall(OwnAct):
    """``figure`` waits no longer."""

    figure: FigureId


@dataclass(frozen=True, slots=True)
class Remove(OwnAct):
    """``figure`` fights no longer."""

    figure: FigureId


@dataclass(frozen=True, slots=True)
class Show(OwnAct):
    """Players know ``known`` of ``figure`` from now on: more, or less."""

    figure: FigureId
    known: Known


@dataclass(frozen=True, slots=True)
class Order(OwnAct):
    """On the same INI and with the same advantage ``figures`` follow each other like this (I4)."""

    figures: tuple[FigureId, ...]


@dataclass(frozen=True, slots=True)
class Mark(OwnAct):
    """Something will be due at ``ini``, ``every`` so much again (0: once)."""

    ini: int
    text: str
    figure: FigureId | None = None
    every: int = 0
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Unmark(OwnAct):
    """A marker is taken away. ``key``: its number among those that whoever does it knows, see the view."""

    key: str


class Value(StrEnum):
    """What of a figure can be changed, each by itself."""

    NAME = "name"
    COLOUR = "colour"
    PERCEPTION = "perception"
    ADVANTAGE = "advantage"
    USUAL = "vz"
    ACTS = "acts"
    NOTE = "note"
    CONDITIONS = "conditions"


@dataclass(frozen=True, slots=True)
class Change(OwnAct):
    """One value of ``figure`` is another. ``new`` is written as in the notation."""

    figure: FigureId
    value: Value
    new: str


@dataclass(frozen=True, slots=True)
class Finish(OwnAct):
    """The fight is over."""
