"""What is done in a match of Imman. Every die is an act of its own, so that who throws it sees what it is for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.commands import OwnAct
from feldlicht.base.figures import Side
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.teams import Shirt


class Dive(StrEnum):
    """Where a keeper goes at a 7-metre, facing the field (N23)."""

    LEFT = "left"
    STAY = "stay"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Throw(OwnAct):
    """The W20 that is due is thrown. ``face``: what was thrown at the table, None: the house throws."""

    face: int | None = None


@dataclass(frozen=True, slots=True)
class Put(OwnAct):
    """``figure`` is put on a cell: at the set-up, where its side brings the ball back into play, or out of the area
    before a 7-metre.
    """

    figure: Shirt
    cell: Hex


@dataclass(frozen=True, slots=True)
class Step(OwnAct):
    """``figure`` goes to a cell next to its own."""

    figure: Shirt
    cell: Hex


@dataclass(frozen=True, slots=True)
class PickUp(OwnAct):
    """``figure`` takes the ball that lies on its cell."""

    figure: Shirt


@dataclass(frozen=True, slots=True)
class Tackle(OwnAct):
    """``figure`` goes to the cell of whoever has the ball, if it is not there already, and tries to win it."""

    figure: Shirt


@dataclass(frozen=True, slots=True)
class Pass(OwnAct):
    """``figure`` plays the ball to a cell."""

    figure: Shirt
    cell: Hex


@dataclass(frozen=True, slots=True)
class Foul(OwnAct):
    """``figure`` fouls ``victim``, on its cell or next to it (N25). ``cell``: the victim's, if it goes there
    with a step first; None: from where it stands.
    """

    figure: Shirt
    victim: Shirt
    cell: Hex | None = None


@dataclass(frozen=True, slots=True)
class NameKeeper(OwnAct):
    """``figure`` keeps its side's goal from now on."""

    figure: Shirt


@dataclass(frozen=True, slots=True)
class Enter(OwnAct):
    """``figure`` comes on for somebody who had to leave; cell as for :class:`Swap`."""

    figure: Shirt
    cell: Hex | None = None


@dataclass(frozen=True, slots=True)
class LetPass(OwnAct):
    """``figure``, whose die to stop the ball is due, does not try (N9)."""

    figure: Shirt


@dataclass(frozen=True, slots=True)
class EndTurn(OwnAct):
    """``figure`` does nothing more."""

    figure: Shirt


@dataclass(frozen=True, slots=True)
class Swap(OwnAct):
    """``leaving`` goes off the field and ``entering`` comes on, on ``cell`` of the centre line; before a new set-up
    on none (N20).
    """

    leaving: Shirt
    entering: Shirt
    cell: Hex | None = None


@dataclass(frozen=True, slots=True)
class NoSwap(OwnAct):
    """``side`` leaves its figures as they are."""

    side: Side


@dataclass(frozen=True, slots=True)
class Note(OwnAct):
    """``side``'s keeper notes where he will go (N23). Sealed until the shot."""

    side: Side
    dive: Dive


@dataclass(frozen=True, slots=True)
class Shooter(OwnAct):
    """``figure`` shoots the 7-metre."""

    figure: Shirt
