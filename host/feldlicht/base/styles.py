"""Styles of light and scenes made of them.

A style says what a lamp shows and how it lives; the board animates it. A scene gives each lamp its style; lamps that
it does not name are dark. Source: design, decision 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from feldlicht.base.cells import Cell


class Colour(StrEnum):
    """The palette by name. Values on the wire and on pages come from :data:`RGB` only."""

    OFF = "off"
    WHITE = "white"
    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"
    GOLD = "gold"
    RED = "red"
    AMBER = "amber"
    VIOLET = "violet"
    CYAN = "cyan"
    PINK = "pink"
    DIM_YELLOW = "dim_yellow"
    DIM_BLUE = "dim_blue"
    DIM_WHITE = "dim_white"


RGB: dict[Colour, tuple[int, int, int]] = {
    Colour.OFF: (0, 0, 0),
    Colour.WHITE: (120, 120, 120),
    Colour.YELLOW: (150, 110, 0),
    Colour.BLUE: (0, 40, 170),
    Colour.GREEN: (0, 140, 20),
    Colour.GOLD: (200, 120, 0),
    Colour.RED: (190, 0, 0),
    Colour.AMBER: (170, 60, 0),
    Colour.VIOLET: (110, 0, 130),
    Colour.CYAN: (0, 110, 120),
    Colour.PINK: (180, 20, 70),
    Colour.DIM_YELLOW: (24, 18, 0),
    Colour.DIM_BLUE: (0, 8, 32),
    Colour.DIM_WHITE: (14, 14, 14),
}
"""Full-scale LED values (red, green, blue), 0–255, before the board's brightness and current budget."""


class Pattern(StrEnum):
    """How a style lives. Colour is never the only sign, so meanings differ in pattern too."""

    STEADY = "steady"
    BLINK = "blink"
    """First colour for half the period, then the second (or dark)."""
    PULSE = "pulse"
    """Swells and fades between the first colour and the second (or a fifth of the first)."""
    ALTERNATE = "alternate"
    """Every colour of the list in turn, an equal share of the period each."""


@dataclass(frozen=True, slots=True)
class Style:
    """``colours`` (1–4), how they live, one full turn in ``period_ms`` (100–10 000), shifted by ``phase_ms``."""

    colours: tuple[Colour, ...]
    pattern: Pattern = Pattern.STEADY
    period_ms: int = 1000
    phase_ms: int = 0

    def __post_init__(self) -> None:
        if not 1 <= len(self.colours) <= 4:
            raise ValueError("a style has one to four colours")
        if not 100 <= self.period_ms <= 10_000:
            raise ValueError("a style's period is 100 to 10 000 ms")


@dataclass(frozen=True, slots=True)
class Scene:
    """Style of every lit lamp: cells by cell, ring 0–23 (ring[0] = field 1), strip 0–5 (= fields −5 … 0)."""

    cells: Mapping[Cell, Style] = field(default_factory=dict)
    ring: Mapping[int, Style] = field(default_factory=dict)
    strip: Mapping[int, Style] = field(default_factory=dict)


def _going_round(lamps: int, period_ms: int) -> dict[int, Style]:
    # The phase runs backwards, so that the light runs forwards.
    phases = (period_ms - lamp * period_ms // lamps for lamp in range(lamps))
    return {
        lamp: Style((Colour.DIM_BLUE, Colour.OFF), Pattern.PULSE, period_ms, at) for lamp, at in enumerate(phases)
    }


RESTING = Scene(ring=_going_round(24, 6000))
"""A faint light going round: the table is there, and what was on is over."""


@dataclass(frozen=True, slots=True)
class GameScene:
    """A game's own light: ``base`` lies lowest, ``last_move`` above it; hints and errors come from the table."""

    base: Scene = field(default_factory=Scene)
    last_move: Mapping[Cell, Style] = field(default_factory=dict)
