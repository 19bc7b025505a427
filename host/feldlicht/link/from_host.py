"""Messages from the host. Pure. Source: ``docs/protocol.md``, "From the host"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from feldlicht.base.cells import CELL_COUNT, RING_COUNT, STRIP_COUNT
from feldlicht.base.styles import Pattern
from feldlicht.link.fields import decimal, hexadecimal, named, need
from feldlicht.link.lines import SEQUENCES, Line

STYLE_COUNT = 64
"""Style numbers 0–63; 0 is dark and cannot be defined."""
LAMP_COUNT = CELL_COUNT + RING_COUNT + STRIP_COUNT
"""Lamps in wire order: cells, ring, strip."""

_PATTERNS = {Pattern.STEADY: "s", Pattern.BLINK: "b", Pattern.PULSE: "p", Pattern.ALTERNATE: "a"}
_PATTERN_OF = {letter: pattern for pattern, letter in _PATTERNS.items()}

Colours = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class AskHello:
    """Say hello."""

    TYPE: ClassVar[str] = "?"

    def fields(self) -> list[str]:
        """Return no fields."""
        return []


@dataclass(frozen=True, slots=True)
class AskSnapshot:
    """Send a snapshot."""

    TYPE: ClassVar[str] = "G"

    def fields(self) -> list[str]:
        """Return no fields."""
        return []


@dataclass(frozen=True, slots=True)
class AskState:
    """Send the state."""

    TYPE: ClassVar[str] = "I"

    def fields(self) -> list[str]:
        """Return no fields."""
        return []


@dataclass(frozen=True, slots=True)
class AskField:
    """Tell the field and the noise in every cell, as a linear board measures them."""

    TYPE: ClassVar[str] = "F"

    def fields(self) -> list[str]:
        """Return no fields."""
        return []


@dataclass(frozen=True, slots=True)
class SetZero:
    """Take what every cell reads now as no field at all, and keep that; no magnet may be on the table."""

    TYPE: ClassVar[str] = "Z"

    def fields(self) -> list[str]:
        """Return no fields."""
        return []


@dataclass(frozen=True, slots=True)
class Release:
    """Make all pins inputs and all lights dark until reset."""

    TYPE: ClassVar[str] = "R"

    def fields(self) -> list[str]:
        """Return no fields."""
        return []


@dataclass(frozen=True, slots=True)
class Keep:
    """Write the settings as they stand to the board's flash; it is answered when they are there."""

    TYPE: ClassVar[str] = "W"

    def fields(self) -> list[str]:
        """Return no fields."""
        return []


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The host is there, and has taken the snapshot with this number (None = none yet)."""

    TYPE: ClassVar[str] = "K"
    snapshot: int | None = None

    def __post_init__(self) -> None:
        need(self.snapshot is None or 0 <= self.snapshot < SEQUENCES, "no such line number")

    def fields(self) -> list[str]:
        """Return the fields in the page's order."""
        return ["-" if self.snapshot is None else str(self.snapshot)]

    @classmethod
    def parse(cls, line: Line) -> Heartbeat:
        """Read the field of a ``K`` line."""
        (snapshot,) = line.fields
        return cls(None if snapshot == "-" else decimal(snapshot, 0, SEQUENCES - 1))


@dataclass(frozen=True, slots=True)
class DefineStyle:
    """Let style ``number`` (1–63) be this: 1–4 ``colours`` of 3 × 0–255, period 100–10 000 ms, phase 0–65 535 ms."""

    TYPE: ClassVar[str] = "Y"
    number: int
    pattern: Pattern
    period_ms: int
    phase_ms: int
    colours: Colours

    def __post_init__(self) -> None:
        need(1 <= self.number < STYLE_COUNT, "styles 1 to 63 can be defined")
        need(100 <= self.period_ms <= 10_000 and 0 <= self.phase_ms <= 65_535, "a time is out of range")
        need(1 <= len(self.colours) <= 4, "a style has one to four colours")
        need(all(len(c) == 3 and all(0 <= v <= 255 for v in c) for c in self.colours), "a colour is 3 × 0–255")

    def fields(self) -> list[str]:
        """Return the fields in the page's order."""
        colours = ("".join(f"{value:02X}" for value in colour) for colour in self.colours)
        return [f"{self.number:02X}", _PATTERNS[self.pattern], str(self.period_ms), str(self.phase_ms), *colours]

    @classmethod
    def parse(cls, line: Line) -> DefineStyle:
        """Read the fields of a ``Y`` line."""
        number, pattern, period, phase, *colours = line.fields
        rgb = (hexadecimal(colour, 6) for colour in colours)
        return cls(
            hexadecimal(number, 2),
            _PATTERN_OF[pattern],
            decimal(period, 100, 10_000),
            decimal(phase, 0, 65_535),
            tuple((value >> 16, value >> 8 & 255, value & 255) for value in rgb),
        )


@dataclass(frozen=True, slots=True)
class SetLamps:
    """Set lamps (0–173 in wire order) to styles (0–63).

    ``clear`` first makes all lamps dark; with ``more`` nothing is shown until a message without it.
    """

    TYPE: ClassVar[str] = "L"
    lamps: tuple[tuple[int, int], ...] = ()
    clear: bool = False
    more: bool = False

    def __post_init__(self) -> None:
        need(all(0 <= lamp < LAMP_COUNT and 0 <= s < STYLE_COUNT for lamp, s in self.lamps), "no such lamp or style")
        need(bool(self.lamps) or self.clear or self.more, "nothing is set")

    def fields(self) -> list[str]:
        """Return the fields in the page's order."""
        pairs = (f"{lamp:02X}={style:02X}" for lamp, style in self.lamps)
        return [*["!"] * self.clear, *pairs, *["+"] * self.more]

    @classmethod
    def parse(cls, line: Line) -> SetLamps:
        """Read the fields of an ``L`` line."""
        fields = list(line.fields)
        clear = fields[:1] == ["!"]
        more = fields[-1:] == ["+"]
        pairs = [field.partition("=") for field in fields[clear : len(fields) - more]]
        return cls(tuple((hexadecimal(lamp, 2), hexadecimal(style, 2)) for lamp, _, style in pairs), clear, more)


@dataclass(frozen=True, slots=True)
class Configure:
    """Settings of the board; None leaves one as it is. Debounce 1–10 scans, brightness 0–255, budget 50–5 000 mA,
    scan 20–500 per second, threshold 20–200 and hysteresis 5–19 tenths of a millitesla; ``own``: see :attr:`OWN`.
    """

    TYPE: ClassVar[str] = "C"
    LIMITS: ClassVar[dict[str, tuple[int, int]]] = {
        "debounce": (1, 10),
        "brightness": (0, 255),
        "budget": (50, 5000),
        "scan": (20, 500),
        "threshold": (20, 200),
        "hysteresis": (5, 19),
        "own": (1, 7),
    }
    OWN: ClassVar[dict[str, int]] = {"budget": 1, "threshold": 2, "hysteresis": 4}
    """Bits of ``own``: what goes back to what the board has by itself, before the others are set."""
    debounce: int | None = None
    brightness: int | None = None
    budget: int | None = None
    scan: int | None = None
    threshold: int | None = None
    hysteresis: int | None = None
    own: int | None = None

    def __post_init__(self) -> None:
        for name, value in self._given().items():
            low, high = self.LIMITS[name]
            need(low <= value <= high, f"{name} is {low} to {high}")
        need(bool(self._given()), "nothing is set")

    def _given(self) -> dict[str, int]:
        values = {name: getattr(self, name) for name in self.LIMITS}
        return {name: value for name, value in values.items() if value is not None}

    def fields(self) -> list[str]:
        """Return the settings that are given."""
        return [f"{name}={value}" for name, value in self._given().items()]

    @classmethod
    def parse(cls, line: Line) -> Configure:
        """Read the fields of a ``C`` line."""
        given = named(line.fields)
        need(given.keys() <= cls.LIMITS.keys(), "no such setting")
        return cls(**{name: decimal(value, *cls.LIMITS[name]) for name, value in given.items()})

    @property
    def keeps(self) -> bool:
        """Whether it names anything of what a board also has by itself."""
        return self.own is not None or any(getattr(self, name) is not None for name in self.OWN)

    def merged(self, newer: Configure) -> Configure:
        """Return these settings with those that ``newer`` gives in their place."""
        back = newer.own or 0
        held = {name: value for name, value in self._given().items() if not self.OWN.get(name, 0) & back}
        merged = held | newer._given()
        if own := (self.own or 0) | back:
            merged["own"] = own
        return Configure(**merged)
