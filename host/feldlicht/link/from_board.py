"""Messages from the board. Pure. Source: ``docs/protocol.md``, "From the board"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from feldlicht.base.cells import CELL_COUNT, COLUMNS, ROWS
from feldlicht.base.occupancy import Occupancy
from feldlicht.link.fields import decimal, hexadecimal, named, need
from feldlicht.link.lines import SEQUENCES, Line

PROTOCOL = 1
BOARD_MS_WRAP = 1 << 30

_OCCUPANCY_DIGITS = CELL_COUNT * 2 // 4
_TOUCHED_DIGITS = CELL_COUNT // 4
_FIELD_LIMIT = 10_000
"""Of a field, in hundredths of a millitesla: more than a sensor can measure."""


class Cause(StrEnum):
    """Why the board last started."""

    POWER = "power"
    RESET = "reset"
    WATCHDOG = "watchdog"
    SOFT = "soft"


class Supply(StrEnum):
    """Where the board's budget comes from: what the USB-C source says on CC, or ``SET`` by a host."""

    NONE = "none"
    DEFAULT = "default"
    MEDIUM = "1.5A"
    HIGH = "3.0A"
    SET = "set"


class Word(StrEnum):
    """How the board answers a line."""

    OK = "ok"
    FIELD = "field"
    RELEASED = "released"
    UNABLE = "unable"
    OCCUPIED = "occupied"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the board is. ``board_id`` is lower-case hex, ``layout`` the fingerprint (8 hex digits), ``machine`` the
    kind of machine (``rp2``, ``unix``, ``cpython``). ``safe``: it ended badly too often and has started with its link
    only. A board of another protocol need not say more than its protocol.
    """

    TYPE: ClassVar[str] = "H"
    protocol: int
    firmware: str = ""
    micropython: str = ""
    board_id: str = ""
    layout: str = ""
    boot: int = 0
    cause: Cause = Cause.POWER
    machine: str = ""
    safe: bool = False

    def __post_init__(self) -> None:
        need(0 <= self.protocol < 10**6 and 0 <= self.boot < 2**32, "a number is out of range")
        if self.protocol == PROTOCOL:
            texts = (self.firmware, self.micropython, self.machine)
            need(all(re.fullmatch(r"[!-~]+", text) for text in texts), "a text is missing or has a space")
            need(re.fullmatch("[0-9a-f]{1,64}", self.board_id) is not None, "the board id is not lower-case hex")
            need(re.fullmatch("[0-9a-f]{8}", self.layout) is not None, "the layout is not 8 lower-case hex digits")

    @property
    def simulated(self) -> bool:
        """Whether this is a simulated board."""
        return self.machine in ("unix", "cpython")

    @property
    def interpreter(self) -> str:
        """What runs the firmware: name, version and kind of machine."""
        name = "Python" if self.machine == "cpython" else "MicroPython"
        return f"{name} {self.micropython} ({self.machine})"

    def fields(self) -> list[str]:
        """Return the fields in the page's order."""
        return [
            f"proto={self.protocol}",
            f"fw={self.firmware}",
            f"mpy={self.micropython}",
            f"id={self.board_id}",
            f"layout={self.layout}",
            f"boot={self.boot}",
            f"cause={self.cause}",
            f"machine={self.machine}",
            f"safe={int(self.safe)}",
        ]

    @classmethod
    def parse(cls, line: Line) -> Hello:
        """Read the fields in any order; unknown ones are ignored."""
        given = named(line.fields)
        protocol = decimal(given["proto"], 0, 10**6 - 1)
        if protocol != PROTOCOL:
            return cls(protocol)
        return cls(
            protocol,
            given["fw"],
            given["mpy"],
            given["id"],
            given["layout"],
            decimal(given["boot"], 0, 2**32 - 1),
            Cause(given["cause"]),
            given["machine"],
            decimal(given.get("safe", "0"), 0, 1) == 1,
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole table at one moment of the board's clock (``board_ms``, wraps at 2³⁰).

    ``touched`` holds the cells (bit n = cell n) whose reading changed since the last snapshot that the host
    acknowledged; the counters are cumulative since boot. ``sequence`` is the line's own number, which the host's
    heartbeat quotes.
    """

    TYPE: ClassVar[str] = "S"
    sequence: int
    board_ms: int
    occupancy: Occupancy
    touched: int = 0
    turn: int = 0
    press: int = 0
    long_press: int = 0
    button_1: int = 0
    button_2: int = 0

    def __post_init__(self) -> None:
        need(0 <= self.sequence < SEQUENCES and 0 <= self.board_ms < BOARD_MS_WRAP, "a number is out of range")
        cells = (self.touched, self.occupancy.north, self.occupancy.south)
        need(all(0 <= bits < 1 << CELL_COUNT for bits in cells), "a cell is not on the table")
        need(abs(self.turn) < 2**31, "the knob is out of range")
        counters = (self.press, self.long_press, self.button_1, self.button_2)
        need(all(0 <= counter < 2**31 for counter in counters), "a counter is out of range")

    def fields(self) -> list[str]:
        """Return the fields in the page's order."""
        pairs = 0
        touched = 0
        for cell in range(CELL_COUNT):
            north, south = self.occupancy.north >> cell & 1, self.occupancy.south >> cell & 1
            pairs = pairs << 2 | north << 1 | south
            touched = touched << 1 | self.touched >> cell & 1
        counters = (self.turn, self.press, self.long_press, self.button_1, self.button_2)
        return [
            str(self.board_ms),
            f"{pairs:0{_OCCUPANCY_DIGITS}X}",
            f"{touched:0{_TOUCHED_DIGITS}X}" if touched else "-",
            *map(str, counters),
        ]

    @classmethod
    def parse(cls, line: Line) -> Snapshot:
        """Read the fields of an ``S`` line."""
        board_ms, occupancy, touched, turn, *counters = line.fields
        need(len(counters) == 4, "a snapshot has eight fields")
        north, south = _occupancy(hexadecimal(occupancy, _OCCUPANCY_DIGITS))
        return cls(
            line.sequence,
            decimal(board_ms, 0, BOARD_MS_WRAP - 1),
            Occupancy(north, south),
            0 if touched == "-" else _reversed(hexadecimal(touched, _TOUCHED_DIGITS)),
            decimal(turn, -(2**31) + 1, 2**31 - 1),
            *(decimal(counter, 0, 2**31 - 1) for counter in counters),
        )


def _occupancy(pairs: int) -> tuple[int, int]:
    # Cell 0 stands in the two highest bits: read as text, the north poles are every other digit, in cell order.
    digits = f"{pairs:0{CELL_COUNT * 2}b}"
    return int(digits[-2::-2], 2), int(digits[-1::-2], 2)


def _reversed(bits: int) -> int:
    return int(f"{bits:0{CELL_COUNT}b}"[::-1], 2)


@dataclass(frozen=True, slots=True)
class Answer:
    """The board's answer to the host's line number ``to``."""

    TYPE: ClassVar[str] = "A"
    to: int
    word: Word

    def __post_init__(self) -> None:
        need(0 <= self.to < SEQUENCES, "no such line number")

    def fields(self) -> list[str]:
        """Return the fields in the page's order."""
        return [str(self.to), self.word]

    @classmethod
    def parse(cls, line: Line) -> Answer:
        """Read the fields of an ``A`` line."""
        to, word = line.fields
        return cls(decimal(to, 0, SEQUENCES - 1), Word(word))


@dataclass(frozen=True, slots=True)
class State:
    """How the board is doing: scans per second, lines dropped, scans missed, estimated LED current in mA after
    limiting, whether the current budget limits, free heap in bytes, whether it runs with its link only, what lights
    and hub may draw together in mA, and who says so (None: firmware from before there was a choice), and in one word
    what is wrong with its sensors (``ok``, ``chain:12``, ``chain:?``, ``dead:8``); of a linear board, from where on a
    magnet is there and how far it must fall below to be gone, in tenths of a millitesla; frames of light shown in a
    second (None: firmware from before it counted them).
    """

    TYPE: ClassVar[str] = "I"
    scan: int
    bad: int
    missed: int
    milliamperes: int
    limited: bool
    free_memory: int
    safe: bool = False
    budget_ma: int | None = None
    supply: Supply | None = None
    sensors: str = "ok"
    threshold: int | None = None
    hysteresis: int | None = None
    frames: int | None = None

    def __post_init__(self) -> None:
        numbers = (self.scan, self.bad, self.missed, self.milliamperes, self.free_memory)
        more = (self.budget_ma or 0, self.frames or 0)
        need(all(0 <= number < 2**40 for number in (*numbers, *more)), "a number is out of range")
        need(re.fullmatch(r"[!-~]+", self.sensors) is not None, "a text is missing or has a space")
        tuned = (self.threshold, self.hysteresis)
        need(all(value is None or 0 <= value < 2**16 for value in tuned), "a number is out of range")

    def fields(self) -> list[str]:
        """Return the fields in the page's order."""
        return [
            f"scan={self.scan}",
            f"bad={self.bad}",
            f"missed={self.missed}",
            f"ma={self.milliamperes}",
            f"limited={int(self.limited)}",
            f"mem={self.free_memory}",
            f"sensors={self.sensors}",
            f"safe={int(self.safe)}",
            *([] if self.budget_ma is None else [f"budget={self.budget_ma}"]),
            *([] if self.supply is None else [f"supply={self.supply}"]),
            *([] if self.threshold is None else [f"threshold={self.threshold}"]),
            *([] if self.hysteresis is None else [f"hysteresis={self.hysteresis}"]),
            *([] if self.frames is None else [f"frames={self.frames}"]),
        ]

    @classmethod
    def parse(cls, line: Line) -> State:
        """Read the fields of an ``I`` line in any order; unknown ones are ignored."""
        given = named(line.fields)
        scan, bad, missed, milliamperes, limited, memory = (
            decimal(given[name], 0, 2**40 - 1) for name in ("scan", "bad", "missed", "ma", "limited", "mem")
        )
        need(limited in (0, 1), "limited is 0 or 1")
        need(given.get("supply") != "", "a text is missing")
        return cls(
            scan,
            bad,
            missed,
            milliamperes,
            limited == 1,
            memory,
            decimal(given.get("safe", "0"), 0, 1) == 1,
            _optional(given, "budget", 2**40 - 1),
            Supply(given["supply"]) if given.get("supply") in {*Supply} else None,
            given.get("sensors", "ok"),
            _optional(given, "threshold", 2**16 - 1),
            _optional(given, "hysteresis", 2**16 - 1),
            _optional(given, "frames", 2**40 - 1),
        )


def _optional(given: Mapping[str, str], name: str, high: int) -> int | None:
    return decimal(given[name], 0, high) if name in given else None


@dataclass(frozen=True, slots=True)
class RowField:
    """The field in the cells of one row (0 = A) from column 1 on, and how far each one's readings lie apart.

    Both in hundredths of a millitesla; a field above 0 is a north pole up; None: there is no sensor that works.
    """

    TYPE: ClassVar[str] = "F"
    row: int
    field: tuple[int | None, ...]
    noise: tuple[int | None, ...]

    def __post_init__(self) -> None:
        need(0 <= self.row < ROWS, "no such row")
        need(len(self.field) == len(self.noise) == COLUMNS, "a row has sixteen cells")
        need(all(value is None or abs(value) < _FIELD_LIMIT for value in self.field), "a field is out of range")
        need(all(value is None or 0 <= value < _FIELD_LIMIT for value in self.noise), "a noise is out of range")

    def fields(self) -> list[str]:
        """Return the fields in the page's order."""
        return [str(self.row), *("x" if value is None else str(value) for value in (*self.field, *self.noise))]

    @classmethod
    def parse(cls, line: Line) -> RowField:
        """Read the fields of an ``F`` line."""
        row, *texts = line.fields
        values = [
            None if text == "x" else decimal(text, -_FIELD_LIMIT if at < COLUMNS else 0, _FIELD_LIMIT)
            for at, text in enumerate(texts)
        ]
        return cls(decimal(row, 0, ROWS - 1), tuple(values[:COLUMNS]), tuple(values[COLUMNS:]))


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault on the board: the task's name, then where (``file.py:12``) and what it was, each without spaces."""

    TYPE: ClassVar[str] = "E"
    where: str
    what: tuple[str, ...]

    def __post_init__(self) -> None:
        need(
            all(re.fullmatch(r"[!-~]+", text) for text in (self.where, *self.what)), "a text is empty or has a space"
        )
        need(bool(self.what), "a fault says what")

    def fields(self) -> list[str]:
        """Return the fields in the page's order."""
        return [self.where, *self.what]

    @classmethod
    def parse(cls, line: Line) -> Fault:
        """Read the fields of an ``E`` line."""
        where, *what = line.fields
        return cls(where, tuple(what))
