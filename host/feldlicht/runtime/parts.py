"""What a station is put together from: the link to a board, and for a simulated one the board itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from feldlicht.base.cables import CableFault, Source
from feldlicht.base.cells import Cell
from feldlicht.base.controls import Operation
from feldlicht.base.figures import Pole
from feldlicht.base.styles import Scene
from feldlicht.board.facing import Facing
from feldlicht.link.events import LinkEvent
from feldlicht.link.health import Health
from feldlicht.link.messages import AskField, Configure, Keep, SetZero
from feldlicht.runtime.events import Colour, Lights


class Link(Protocol):
    """What a station needs of :class:`feldlicht.link.link.BoardLink`."""

    def start(self) -> None:
        """Begin to look for the board."""

    def show(self, scene: Scene) -> None:
        """Show this scene."""

    def configure(self, settings: Configure) -> None:
        """Have these settings on the board."""

    def order(self, order: AskField | SetZero | Keep) -> None:
        """Have the board carry this out, once."""

    def health(self) -> Health:
        """Tell how the link is doing."""

    def close(self) -> None:
        """End."""


MakeLink = Callable[[Callable[[LinkEvent], None]], Link]
"""Makes the link that delivers its events to the given callable."""


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

    def operate(self, operation: Operation) -> None:
        """Turn and press the controls."""

    @property
    def plugged(self) -> bool:
        """Whether the cable is plugged in."""

    def plug(self) -> None:
        """Plug the cable in."""

    def unplug(self) -> None:
        """Pull the cable."""

    def reboot(self) -> None:
        """Cut the power and give it back."""

    def feed_from(self, source: Source) -> None:
        """Hang it on another source."""

    @property
    def source(self) -> Source:
        """What it hangs on."""

    def disturb(self, fault: CableFault) -> None:
        """Have a cable as bad as this."""

    @property
    def fault(self) -> CableFault:
        """How bad the cable is."""

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
