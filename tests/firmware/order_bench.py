"""The host's lines on a bench: everything that they can change on the board, without the board."""

from __future__ import annotations

import layout_generated as layout
import lines
from outbox import Outbox
from protocol import Host
from snapshot import Table
from styles import Lights, Supply
from survey import Survey

LAMPS = layout.CELLS + layout.RING + layout.STRIP


class Bench:
    """A host's lines, and everything that they can change."""

    def __init__(self) -> None:
        self.table = Table(layout.CELLS, layout.CHAIN_CELL, layout.CHAIN_POLE, layout.ACTIVE_LOW)
        self.table.known = True
        self.outbox = Outbox(self.table, lambda: "0 0 0 0 0")
        self.lights = Lights(layout.LAMP_LED, Supply(200, 200, 200, 0, 0), 255, 5000)
        self.settings: dict[str, int] = {}
        self.kept: dict[str, int] = {}
        self.flash_is_full = False
        self.survey = Survey(None, self.outbox, lambda readings: None)
        self.host = Host(
            LAMPS,
            self.lights,
            self.table,
            self.outbox,
            self.settings.update,
            self.report,
            self.survey.order,
            self.keep,
        )

    def report(self, kind: str) -> None:
        """Stand for the app, which fills the fields in."""
        self.outbox.put(kind, "")

    def keep(self) -> bool:
        """Stand for the flash."""
        if self.flash_is_full:
            return False
        self.kept = dict(self.settings)
        return True

    def take(self, kind: str, seq: int = 0, *fields: str, now_ms: int = 0) -> bool:
        """Give a line to the board."""
        return self.host.take((kind, seq, list(fields)), now_ms)

    def said(self) -> list[tuple[str, list[str]]]:
        """Return the lines that wait, and take them out."""
        waiting = []
        while (data := self.outbox.take(0)) is not None:
            line = lines.parse(data[:-1])
            assert line is not None
            waiting.append((line[0], line[2]))
        return waiting

    def frame(self, now_ms: int = 0) -> bytes:
        """Return what the LEDs show."""
        frame = bytearray(3 * LAMPS)
        self.lights.compose(now_ms, frame, True)
        return bytes(frame)

    def colour(self, lamp: int) -> tuple[int, int, int]:
        """Return red, green, blue of a lamp."""
        led = layout.LAMP_LED[lamp]
        green, red, blue = self.frame()[3 * led : 3 * led + 3]
        return red, green, blue
