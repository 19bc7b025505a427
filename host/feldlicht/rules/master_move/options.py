"""What can be chosen about a match: the white zone, who kicks off, and the Anti-Patt reading.

Source: readings M1, M9 and M13 of the rules page. Options come from outside as JSON and go back out the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.master_move.geometry import GOAL_CELLS, mirrored

W = TypeVar("W", bound=StrEnum)


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
    """The options of one match, checked. ``zone`` holds the white cells of both ends, whatever they came from."""

    zone: frozenset[Cell] = ZONES[ZonePreset.FRONT3]
    kick_off: Side = Side.YELLOW
    anti_patt: AntiPatt = AntiPatt.DIRECTED

    @property
    def zone_text(self) -> str:
        """The zone in one word: its preset's name, or its cells joined by ``,``."""
        for preset, cells in ZONES.items():
            if cells == self.zone:
                return preset.value
        return ",".join(cell_name(which) for which in sorted(self.zone))

    def as_json(self) -> dict[str, object]:
        """Return what :func:`read_options` reads back."""
        text = self.zone_text
        zone: object = text if text in set(ZonePreset) else text.split(",")
        return {"zone": zone, "kick_off": self.kick_off.value, "anti_patt": self.anti_patt.value}


def read_options(given: Mapping[str, object]) -> Options:
    """Read options as the API takes them; what is not given has its default.

    ``zone``: a preset's name or a list of cell names (the mask, both ends); ``kick_off``: ``yellow`` or ``blue``;
    ``anti_patt``: a value of :class:`AntiPatt`. Raises :class:`BadInput` (``BAD_OPTION`` with ``option`` and
    ``value``, or ``UNKNOWN_CELL``).
    """
    known = {"zone", "kick_off", "anti_patt"}
    for name in given:
        if name not in known:
            raise BadInput(Reason.BAD_OPTION, option=name, allowed=", ".join(sorted(known)))
    return Options(
        zone=_read_zone(given.get("zone", ZonePreset.FRONT3.value)),
        kick_off=_read_word(Side, "kick_off", given.get("kick_off", Side.YELLOW.value)),
        anti_patt=_read_word(AntiPatt, "anti_patt", given.get("anti_patt", AntiPatt.DIRECTED.value)),
    )


def _read_word(words: type[W], option: str, given: object) -> W:
    if isinstance(given, str):
        for word in words:
            if word.value == given:
                return word
    raise BadInput(Reason.BAD_OPTION, option=option, value=given, allowed=", ".join(words))


def _read_zone(given: object) -> frozenset[Cell]:
    if isinstance(given, str):
        return ZONES[_read_word(ZonePreset, "zone", given)]
    if not isinstance(given, list | tuple):
        raise BadInput(Reason.BAD_OPTION, option="zone", value=given, allowed=", ".join(ZonePreset))
    cells: set[Cell] = set()
    for name in given:
        if not isinstance(name, str):
            raise BadInput(Reason.BAD_OPTION, option="zone", value=name, allowed=", ".join(ZonePreset))
        which = cell(name)
        if which in GOAL_CELLS:
            # A white goal cell could never be entered, and the keeper could not stand on it.
            raise BadInput(Reason.BAD_OPTION, option="zone", value=name, cell=name)
        cells.add(which)
    return frozenset(cells)
