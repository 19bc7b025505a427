"""MicroPython's prompt for people as a board shows it when no program runs. Pure.

Only as much of it as a tool or a person meets there: lines are echoed and end with a carriage return (a newline alone
does nothing), Ctrl-C drops the line, Ctrl-D on an empty line restarts the program, Ctrl-A leads to the raw prompt,
behind which a real MicroPython runs whatever a tool sends.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

BANNER = b'Type "help()" for more information.\r\n>>> '
_PROMPT = b">>> "
_ANSWER = b"This simulated board only restarts its program here: press Ctrl-D.\r\n"


class Next(Enum):
    """What comes after what was typed."""

    STAY = auto()
    RESTART = auto()
    """A soft reset: the program starts again."""
    RAW = auto()
    """The raw prompt, for tools."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What the board sends back, what comes next, and what was typed for that (behind a Ctrl-A)."""

    output: bytes
    next: Next = Next.STAY
    rest: bytes = b""


class Prompt:
    """One stay at the prompt, from the end of a program to the start of the next."""

    def __init__(self) -> None:
        self._line = bytearray()

    def feed(self, data: bytes) -> Typed:
        """Take what is typed."""
        output = bytearray()
        for at, byte in enumerate(data):
            if byte == 0x01:
                return Typed(bytes(output), Next.RAW, data[at + 1 :])
            if byte == 0x03:
                output += b"\r\n" + _PROMPT
                self._line.clear()
            elif byte == 0x04 and not self._line:
                return Typed(bytes(output + b"\r\nMPY: soft reboot\r\n"), Next.RESTART)
            elif byte == 0x0D:
                output += b"\r\n" + (_ANSWER if self._line.strip() else b"") + _PROMPT
                self._line.clear()
            elif 0x20 <= byte <= 0x7E:
                self._line.append(byte)
                output.append(byte)
        return Typed(bytes(output))
