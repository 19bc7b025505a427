"""What a station is put together from: the link to a board, and for a simulated one the board itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Pole
from feldlicht.base.styles import Scene
from feldlicht.board.facing import Facing
from feldlicht.link.health import Health
from feldlicht.link.messages import Configure
from feldlicht.runtime.events import Colour, Lights


class Link(Protocol):
    """What a station needs of :class:`feldlicht.link.link.BoardLink`."""

    def start(self) -> None:
        """Begin to look for the board."""

    def show(self, scene: Scene) -> None:
        """Show this scene."""

    def configure(self, settings: Configure) -> None:
        """Have these settings on the board."""

    def health(self) -> Health:
        """Tell how the link is doing."""

    def close(self) -> None:
        """End."""


class Simulator(Protocol):
    """What a station needs of :class:`feldlicht.sim.board.SimulatedBoard`."""

    @property
    def port(self) -> str:
        """Path of the pseudo-terminal behind which it answers just now."""

    def start(self) -> None:
        """Switch it on. Raises :class:`Refused` ``NO_MICROPYTHON``."""

    def set_magnets(self, changes: Mapping[Cell, Pole | None]) -> None:
        """Put magnets down and take them away."""

    def magnets(self) -> dict[Cell, Pole]:
        """Tell where magnets lie."""

    def lights(self) -> Lights:
        """Tell what the LEDs show."""

    def on_lights(self, callback: Callable[[Lights], None]) -> object:
        """Call back whenever the LEDs show something else."""

    def close(self) -> None:
        """Switch it off."""


@dataclass(frozen=True, slots=True)
class TurnedLights:
    """What the LEDs show, by the table's cells."""

    cells: Mapping[Cell, Colour]
    ring: tuple[Colour, ...]
    strip: tuple[Colour, ...]


def lights_seen(lights: Lights, facing: Facing) -> Lights:
    """Return the board's lights as its table sees them."""
    return TurnedLights(facing.by_cell(lights.cells), lights.ring, lights.strip) if facing.turned else lights
