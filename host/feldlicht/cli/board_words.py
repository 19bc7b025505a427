"""Lines of a board in words. Pure but for the catalogue."""

from __future__ import annotations

import re

from feldlicht.base.cells import CELLS, cell_name
from feldlicht.base.occupancy import Occupancy
from feldlicht.link.lines import BadCause, Line, decode
from feldlicht.link.messages import Answer, Bad, Fault, Hello, Snapshot, State, parse
from feldlicht.texts import text

HIDDEN = "•••"
_SECRET = re.compile(
    r"(?i)\b((?:[a-z]*_)?(?:pass(?:word|wort|phrase|wd)?|psk|token|secret|pin|key))\b(\s*[=:]\s*)(\S+)"
)


def clean(data: bytes) -> str:
    """Return a line as it may be shown: nothing that drives a terminal, and nothing that looks like a secret."""
    shown = "".join(chr(byte) if 0x20 <= byte <= 0x7E else f"\\x{byte:02x}" for byte in data)
    return _SECRET.sub(lambda found: f"{found[1]}{found[2]}{HIDDEN}", shown)


class Reader:
    """Says each line of a board in words; a snapshot only says what is new since the one before."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._before: Snapshot | None = None

    def say(self, data: bytes) -> str | None:
        """Return the words for one line (its newline left out); None if there is nothing new in it."""
        if not data.strip():
            return None
        line = decode(data)
        if line is BadCause.FOREIGN or line is BadCause.BYTE:
            return text("board.line.text", self._language, text=clean(data))
        if not isinstance(line, Line):
            return text("board.line.broken", self._language, cause=line, text=clean(data))
        message = parse(line)
        if isinstance(message, Bad):
            return text("board.line.unknown", self._language, text=clean(data))
        if isinstance(message, Snapshot):
            return self._snapshot(message)
        if isinstance(message, Hello):
            self._before = None
            return text(
                "board.line.hello",
                self._language,
                board=message.board_id,
                firmware=message.firmware,
                interpreter=message.interpreter,
                protocol=message.protocol,
                layout=message.layout,
                boot=message.boot,
                cause=message.cause,
            )
        if isinstance(message, State):
            return text(
                "board.line.state.limited" if message.limited else "board.line.state",
                self._language,
                scans=message.scan,
                bad=message.bad,
                missed=message.missed,
                current=message.milliamperes,
                memory=message.free_memory,
            )
        if isinstance(message, Fault):
            return text(
                "board.line.fault", self._language, task=message.where, what=clean(" ".join(message.what).encode())
            )
        if isinstance(message, Answer):
            return text("board.line.answer", self._language, line=message.to, word=message.word)
        return text("board.line.unknown", self._language, text=clean(data))

    def _snapshot(self, now: Snapshot) -> str | None:
        before, self._before = self._before, now
        parts = []
        stands = before.occupancy if before is not None else Occupancy()
        changes = [self._change(stands, now.occupancy, which) for which in CELLS]
        parts += [change for change in changes if change]
        if before is None and not parts:
            parts.append(text("board.line.empty", self._language))
        for name in ("turn", "press", "long_press", "button_1", "button_2"):
            value = getattr(now, name)
            if value != (getattr(before, name) if before is not None else 0):
                parts.append(text(f"board.line.{name}", self._language, value=value))
        if not parts:
            return None
        return text(
            "board.line.snapshot", self._language, seconds=f"{now.board_ms / 1000:.3f}", news=", ".join(parts)
        )

    def _change(self, before: Occupancy, now: Occupancy, which: int) -> str:
        was, is_ = (_poles(one, which) for one in (before, now))
        return "" if was == is_ else f"{cell_name(CELLS[which])} {is_ or '–'}"


def _poles(occupancy: Occupancy, which: int) -> str:
    return "N" * (occupancy.north >> which & 1) + "S" * (occupancy.south >> which & 1)
