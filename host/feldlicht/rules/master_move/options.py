"""What can be chosen about a match, checked: white zone, lots, orders, ends, help.

Source: readings M1, M9–M11, M13 and M17 of the rules page. Options come from outside as JSON and go back out the same
way; :mod:`feldlicht.rules.master_move.option_words` reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.figures import Side
from feldlicht.rules.master_move.geometry import mirrored


class AntiPatt(StrEnum):
    """What the Anti-Patt rule counts (M13); the keeper is always exempt."""

    DIRECTED = "directed"
    """The same figure from the same cell to the same cell: twice between two kick-offs."""
    PAIR = "pair"
    """The same figure between the same two cells, either way: four times between two kick-offs."""
    CONSECUTIVE = "consecutive"
    """As ``directed``, but only while the figure goes there and back without another move of its own."""
    OFF = "off"


class ZonePreset(StrEnum):
    """Named white zones (M1)."""

    FRONT3 = "front3"
    FRONT5 = "front5"
    FRONT3X2 = "front3x2"
    RING = "ring"
    NONE = "none"


class SetupOrder(StrEnum):
    """In which order sides set up where no formation was given beforehand (M10)."""

    SEQUENTIAL = "sequential"
    """Yellow sets up and confirms, then blue."""
    ALTERNATING = "alternating"
    """One figure each in turn, yellow first."""
    SEALED = "sealed"
    """Each on its own page; both are told together."""


class RelocationOrder(StrEnum):
    """In which order sides relocate after a Move (M11)."""

    SCORER_FIRST = "scorer_first"
    SEALED = "sealed"
    """Each on its own page; both are told together."""


class Level(StrEnum):
    """What an end by plies or by time means while both have the same number of Moves (M17)."""

    DRAWN = "drawn"
    NEXT_MOVE = "next_move"
    """Play goes on until the next Move."""


class OverrideCounts(StrEnum):
    """What an arbiter's word does to the counts of the Anti-Patt rule (M13)."""

    KEEP = "keep"
    RESET = "reset"


class Help(StrEnum):
    """What the board shows a side of its own accord while it is on turn."""

    OFF = "off"
    """Nothing: not even where a lifted figure may go."""
    MOVES = "moves"
    """Where a lifted figure may go."""
    THREATS = "threats"
    """Also which of the opponent's figures could score now."""
    SCORING = "scoring"
    """Also the own figures that could score now, and where."""


_YELLOW_END: dict[ZonePreset, tuple[str, ...]] = {
    ZonePreset.FRONT3: ("D2", "E2", "F2"),
    ZonePreset.FRONT5: ("C2", "D2", "E2", "F2", "G2"),
    ZonePreset.FRONT3X2: ("D2", "E2", "F2", "D3", "E3", "F3"),
    ZonePreset.RING: ("C1", "C2", "D2", "E2", "F2", "G2", "G1"),
    ZonePreset.NONE: (),
}


def _both_ends(yellow_end: tuple[str, ...]) -> frozenset[Cell]:
    cells = [cell(name) for name in yellow_end]
    return frozenset(cells) | frozenset(mirrored(which) for which in cells)


ZONES: dict[ZonePreset, frozenset[Cell]] = {preset: _both_ends(end) for preset, end in _YELLOW_END.items()}
"""The white cells of each preset, both ends."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one match, checked. ``zone`` holds the white cells of both ends, whatever they came from.

    ``kick_off``: who begins, also where a coin said so; ``coin``: the number it was thrown with, None if it was
    chosen. ``ply_cap``: after how many plies the match ends, 0 = never. ``side_seconds`` and ``match_seconds``: the
    time of each side and of the whole match, 0 = not timed; ``increment_seconds``: what a ply adds to its side's.
    ``help``: of yellow and blue; ``hints``: how often each side may ask to be shown more.
    """

    zone: frozenset[Cell] = ZONES[ZonePreset.FRONT3]
    kick_off: Side = Side.YELLOW
    anti_patt: AntiPatt = AntiPatt.DIRECTED
    coin: int | None = None
    setup: SetupOrder = SetupOrder.SEQUENTIAL
    relocation: RelocationOrder = RelocationOrder.SCORER_FIRST
    ply_cap: int = 0
    side_seconds: int = 0
    increment_seconds: int = 0
    match_seconds: int = 0
    level: Level = Level.DRAWN
    override_counts: OverrideCounts = OverrideCounts.KEEP
    help: tuple[Help, Help] = (Help.MOVES, Help.MOVES)
    hints: int = 0

    def help_of(self, side: Side) -> Help:
        """Return what ``side`` is shown."""
        return self.help[0] if side is Side.YELLOW else self.help[1]

    @property
    def zone_text(self) -> str:
        """The zone in one word: its preset's name, or its cells joined by ``,``."""
        for preset, cells in ZONES.items():
            if cells == self.zone:
                return preset.value
        return ",".join(cell_name(which) for which in sorted(self.zone))

    def as_json(self) -> dict[str, object]:
        """Return what :func:`~feldlicht.rules.master_move.option_words.read_options` reads back."""
        text = self.zone_text
        zone: object = text if text in set(ZonePreset) else text.split(",")
        begins: dict[str, object] = {"kick_off": self.kick_off.value}
        if self.coin is not None:
            begins = {"kick_off": COIN, "coin": self.coin}
        return {
            "zone": zone,
            **begins,
            "anti_patt": self.anti_patt.value,
            "setup": self.setup.value,
            "relocation": self.relocation.value,
            "ply_cap": self.ply_cap,
            "side_seconds": self.side_seconds,
            "increment_seconds": self.increment_seconds,
            "match_seconds": self.match_seconds,
            "level": self.level.value,
            "override_counts": self.override_counts.value,
            "help": {side.value: self.help_of(side).value for side in Side},
            "hints": self.hints,
        }


COIN = "coin"
"""``kick_off`` by lot."""
