"""MicroPython's prompt as a board shows it when no program runs. Pure.

Only as much of it as a tool or a person meets there: lines are echoed and end with a carriage return (a newline alone
does nothing), Ctrl-C drops the line, Ctrl-D on an empty line restarts the program.
"""

from __future__ import annotations

BANNER = b'Type "help()" for more information.\r\n>>> '
_PROMPT = b">>> "
_ANSWER = b"This simulated board only restarts its program here: press Ctrl-D.\r\n"


class Prompt:
    """One stay at the prompt, from the end of a program to the start of the next."""

    def __init__(self) -> None:
        self._line = bytearray()

    def feed(self, data: bytes) -> tuple[bytes, bool]:
        """Take what is typed; return what the board sends back and whether its program starts again (soft reset)."""
        output = bytearray()
        for byte in data:
            if byte == 0x03:
                output += b"\r\n" + _PROMPT
                self._line.clear()
            elif byte == 0x04 and not self._line:
                return bytes(output + b"\r\nMPY: soft reboot\r\n"), True
            elif byte == 0x0D:
                output += b"\r\n" + (_ANSWER if self._line.strip() else b"") + _PROMPT
                self._line.clear()
            elif 0x20 <= byte <= 0x7E:
                self._line.append(byte)
                output.append(byte)
        return bytes(output), False
