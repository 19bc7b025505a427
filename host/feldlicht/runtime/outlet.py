"""The way out of a table to its board."""

from __future__ import annotations

from typing import Protocol

from feldlicht.base.manners import Orientation
from feldlicht.base.styles import Scene
from feldlicht.runtime.pictures import SessionPicture
from feldlicht.table.messages import CarryOut, LetGo, MagnetStep, Show, TurnBoard
from feldlicht.table.session import Lifecycle


class Outlet(Protocol):
    """The board at a table, as the table's thread drives it. No call waits for the board."""

    def show(self, scene: Scene) -> None:
        """Show this scene."""

    def match(self, running: SessionPicture | None) -> None:
        """Know which match runs at the table from now on, None: that none does. Told again and again."""

    def carry_out(self, steps: tuple[MagnetStep, ...]) -> None:
        """Have virtual hands do these steps; they report back by ``HandsAtWork``."""

    def let_go(self) -> None:
        """Have virtual hands stop after the magnet in their hand; they report back as ever."""

    def turn(self, orientation: Orientation) -> None:
        """Lie so from now on: keep it, and report and show everything accordingly."""


def tell_match(outlet: Outlet | None, picture: SessionPicture | None) -> None:
    """Have the board at the table, if there is one, know which match runs there."""
    if outlet is not None:
        outlet.match(picture if picture is not None and picture.lifecycle is Lifecycle.RUNNING else None)


def drive(outlet: Outlet | None, effect: Show | CarryOut | LetGo | TurnBoard) -> None:
    """Have the board at the table, if there is one, do what a step asks of it."""
    if outlet is None:
        return
    match effect:
        case Show(scene):
            outlet.show(scene)
        case CarryOut(steps):
            outlet.carry_out(steps)
        case LetGo():
            outlet.let_go()
        case TurnBoard(orientation):
            outlet.turn(orientation)
