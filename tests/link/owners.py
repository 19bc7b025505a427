"""Who owns a link in these tests, and what a board shows it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from feldlicht.base.cells import cell
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Refusal
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.board.layout import FINGERPRINTS
from feldlicht.link.events import (
    BoardFound,
    BoardLost,
    BoardRefused,
    BoardSnapshot,
    LinkEvent,
    Loss,
)
from feldlicht.link.link import BoardLink
from feldlicht.link.messages import Snapshot
from feldlicht.link.port import OpenPort
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights

FIRMWARE = Path(__file__).parents[2] / "firmware"
PATIENCE_S = 20.0
"""A limit for something to happen; not a measure of how fast it should."""


def wait_for(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)


class Owner:
    """Who owns a link: keeps what it is told."""

    def __init__(self, open_: OpenPort, *layouts: str) -> None:
        self.events: list[LinkEvent] = []
        self.link = BoardLink("test", open_, layouts or FINGERPRINTS, self.events.append)

    def of(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def found(self) -> list[BoardFound]:
        return [event for event in self.events if isinstance(event, BoardFound)]

    def losses(self) -> list[Loss]:
        return [event.reason for event in self.events if isinstance(event, BoardLost)]

    def refusals(self) -> list[Refusal]:
        return [event.refusal for event in self.events if isinstance(event, BoardRefused)]

    def occupancy(self) -> Occupancy | None:
        snapshots = self.snapshots()
        return snapshots[-1].occupancy if snapshots else None

    def snapshots(self) -> list[Snapshot]:
        return [event.snapshot for event in self.events if isinstance(event, BoardSnapshot)]


Owners = Callable[..., Owner]
SCENE = Scene(
    {cell("C3"): Style((Colour.GREEN,))},
    {0: Style((Colour.RED, Colour.OFF), Pattern.BLINK, 10_000)},
    {5: Style((Colour.BLUE,))},
)


def lit(lights: Lights) -> set[object]:
    lamps = {("ring", n) for n, rgb in enumerate(lights.ring) if any(rgb)}
    lamps |= {("strip", n) for n, rgb in enumerate(lights.strip) if any(rgb)}
    return lamps | {c for c, rgb in lights.cells.items() if any(rgb)}


def shows_scene(board: SimulatedBoard) -> bool:
    # The ring's lamp blinks: half of the time it is dark.
    return lit(board.lights()) - {("ring", 0)} == {cell("C3"), ("strip", 5)}
