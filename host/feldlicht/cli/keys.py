"""Lines that a person types while something else goes on: asked for now and then, never waited for."""

from __future__ import annotations

import os
import select
import sys


class Keys:
    """The lines of the standard input as they come, from a terminal, a pipe or a file."""

    def __init__(self) -> None:
        self.ended = False
        """Nobody will type any more."""
        self._waiting = b""

    def line(self) -> str | None:
        """Return the next line that was typed, without its end; None if none is whole yet."""
        if sys.platform == "win32":
            import msvcrt

            # A terminal of Windows cannot be asked for a whole line: the first key says that one comes.
            if not sys.stdin.isatty() or msvcrt.kbhit():
                return self._read_line()
            return None
        while b"\n" not in self._waiting and not self.ended and select.select([0], [], [], 0)[0]:
            data = os.read(0, 4096)
            self._waiting += data
            self.ended = not data
        if b"\n" not in self._waiting:
            return None
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def _read_line(self) -> str | None:
        line = sys.stdin.readline()
        self.ended = not line
        return line.strip() if line else None
