"""Framing of the serial line: bytes in, lines out, and back. Pure: no port, no clock of its own.

Source: ``docs/protocol.md``, "A line". Bytes that are no line are counted by cause; text among them (MicroPython's
banner, a traceback) is kept as the board's own log, and MicroPython's prompt is recognised.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

LINE_BYTES = 600
"""Longest line, newline included."""
IDLE_MS = 250
"""A line that stands unfinished for so long is dropped."""
SEQUENCES = 65536
LOG_LINES = 20
PROMPT = b">>> "

_PRINTABLE = re.compile(rb"[ -~]*")
_FIELD = re.compile(r"[!-~]+")
_SEQUENCE = re.compile(rb"0|[1-9][0-9]{0,4}")
# What only a line of ours (perhaps a damaged one) looks like; everything else is foreign text.
_SHAPE = re.compile(rb"[!-~] .*[0-9A-Fa-f]{4}")


class BadCause(StrEnum):
    """Why bytes were dropped. The first five are found here, the last two by :func:`~.messages.parse`."""

    BYTE = "byte"
    """A byte outside 0x20–0x7E."""
    TOO_LONG = "too_long"
    UNFINISHED = "unfinished"
    """No newline within :data:`IDLE_MS`."""
    CRC = "crc"
    FOREIGN = "foreign"
    """Printable text that is no line at all, or a line with a wrong shape."""
    TYPE = "type"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that arrived whole: its type (one character), sequence number (0–65535) and fields."""

    type: str
    sequence: int
    fields: tuple[str, ...] = ()


def encode(type_: str, sequence: int, fields: Iterable[str] = ()) -> bytes:
    """Return the bytes of a line, newline included.

    Raises ``ValueError`` if the type is not one printable character, the number not 0–65535, a field empty or not
    printable ASCII without spaces, or the whole longer than :data:`LINE_BYTES`.
    """
    parts = [type_, str(sequence), *fields]
    if len(type_) != 1 or not 0 <= sequence < SEQUENCES or not all(map(_FIELD.fullmatch, parts)):
        raise ValueError(f"no line can carry {parts}")
    body = " ".join(parts).encode("ascii")
    line = b"%s %04X\n" % (body, crc_hqx(body, 0xFFFF))
    if len(line) > LINE_BYTES:
        raise ValueError(f"a line of {len(line)} bytes is too long")
    return line


def decode(text: bytes) -> Line | BadCause:
    """Return the line that ``text`` (newline left out) carries, or why it carries none."""
    if len(text) >= LINE_BYTES:
        return BadCause.TOO_LONG
    if not _PRINTABLE.fullmatch(text):
        return BadCause.BYTE
    if not _SHAPE.fullmatch(text):
        return BadCause.FOREIGN
    body, _, check = text.rpartition(b" ")
    if check != b"%04X" % crc_hqx(body, 0xFFFF):
        return BadCause.CRC
    parts = body.split(b" ")
    if (
        len(parts) < 2
        or len(parts[0]) != 1
        or not _SEQUENCE.fullmatch(parts[1])
        or int(parts[1]) >= SEQUENCES
        or b"" in parts
    ):
        return BadCause.FOREIGN
    return Line(parts[0].decode("ascii"), int(parts[1]), tuple(part.decode("ascii") for part in parts[2:]))


class LineReader:
    """Cuts a stream of bytes into lines, whatever comes and however it is cut. Never raises.

    The same bytes give the same lines whether they are fed whole, in pieces or byte by byte.
    """

    def __init__(self) -> None:
        self._partial = bytearray()
        self._skipping = False  # inside a line that is already too long
        self._fed_ms = 0
        self._bad: Counter[BadCause] = Counter()
        self._log: deque[str] = deque(maxlen=LOG_LINES)
        self._prompt = False

    @property
    def bad(self) -> Mapping[BadCause, int]:
        """How many lines were dropped, by cause."""
        return dict(self._bad)

    @property
    def log(self) -> tuple[str, ...]:
        """The newest texts that are no lines (banner, traceback), oldest first; at most :data:`LOG_LINES`."""
        return tuple(self._log)

    @property
    def prompt_seen(self) -> bool:
        """Whether MicroPython's prompt came after the last good line: no program is running."""
        return self._prompt or self._partial.startswith(PROMPT)

    def forget_prompt(self) -> None:
        """Drop what is unfinished and wait for a new prompt: the board has just been told to restart."""
        self._prompt = False
        self._partial.clear()
        self._skipping = False

    def feed(self, data: bytes, now_ms: int) -> list[Line]:
        """Take the bytes that arrived at ``now_ms``; return the lines that they finished, in order.

        Call it with ``b""`` when nothing arrives, so that an unfinished line is dropped in time.
        """
        if (self._partial or self._skipping) and now_ms - self._fed_ms >= IDLE_MS:
            self._drop_unfinished()
        if not data:
            return []
        self._fed_ms = now_ms
        lines = []
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._append(piece)
            if (line := self._end()) is not None:
                lines.append(line)
        self._append(rest)
        return lines

    def _append(self, piece: bytes) -> None:
        if self._skipping:
            return
        # One byte more than a line may have: room for the "\r" that is tolerated before the newline.
        room = LINE_BYTES - len(self._partial)
        self._partial += piece[:room]
        if len(piece) > room:
            self._keep_prompt()
            self._partial.clear()
            self._skipping = True
            self._bad[BadCause.TOO_LONG] += 1

    def _end(self) -> Line | None:
        if self._skipping:
            self._skipping = False
            return None
        self._keep_prompt()
        text = bytes(self._partial)
        self._partial.clear()
        text = text.removesuffix(b"\r")
        if not text:
            return None
        line = decode(text)
        if isinstance(line, Line):
            self._prompt = False
            return line
        self._bad[line] += 1
        self._keep_log(line, text)
        return None

    def _drop_unfinished(self) -> None:
        if self._partial and not self._skipping:
            self._keep_prompt()
            self._bad[BadCause.UNFINISHED] += 1
            self._keep_log(BadCause.FOREIGN, bytes(self._partial))
        self._partial.clear()
        self._skipping = False

    def _keep_prompt(self) -> None:
        if self._partial.startswith(PROMPT):
            self._prompt = True

    def note(self, text: str) -> None:
        """Have the log hold this beside what the board said."""
        self._log.append(text)

    def _keep_log(self, cause: BadCause, text: bytes) -> None:
        if cause is BadCause.FOREIGN and _PRINTABLE.fullmatch(text) and text != PROMPT and not _SHAPE.fullmatch(text):
            self._log.append(text.decode("ascii"))
