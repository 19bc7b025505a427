"""A million lines for either end of the serial line: good, damaged and made up, each with what must become of it.

What is good, damaged or unfit is known from how a line was made, not by asking the program that is tried. The same
seed gives the same lines.
"""

from __future__ import annotations

import random
from binascii import crc_hqx
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

MILLION = 1_000_000
LINE_BYTES = 600
UNFINISHED_MS = 250

Fields = Sequence[str]
Good = tuple[str, Fields]
"""Type and fields of a line."""


class Fate(Enum):
    """What must become of a line."""

    GOOD = "taken, and answered where its type is"
    UNFIT = "whole, but its type or fields do not fit: counted, refused where its type is answered"
    DAMAGED = "counted and dropped"
    EMPTY = "ignored"


@dataclass(frozen=True, slots=True)
class Sent:
    """One line on the wire, newline included unless it was never finished.

    ``type``, ``sequence`` and ``fields`` are those of a whole line; ``pause_ms`` passes after it.
    """

    wire: bytes
    fate: Fate
    type: str = ""
    sequence: int = 0
    fields: tuple[str, ...] = ()
    pause_ms: int = 0


@dataclass(frozen=True)
class Shares:
    """Of so many lines this many are of a kind; what is left is damaged."""

    good: int = 50
    unfit: int = 15
    empty: int = 2
    unfinished: int = 1

    def __post_init__(self) -> None:
        assert self.good + self.unfit + self.empty + self.unfinished < 100


class Lines:
    """Draws lines: ``good`` and ``unfit`` say what may stand in whole ones, in any order."""

    def __init__(self, seed: int, good: Sequence[Good], unfit: Sequence[Good], shares: Shares | None = None) -> None:
        self._dice = random.Random(seed)
        self._good = good
        self._unfit = unfit
        self._shares = shares or Shares()
        self._sequence = 0

    def draw(self, count: int) -> Iterator[Sent]:
        """Yield so many lines."""
        shares, dice = self._shares, self._dice
        kinds = [
            *[self.good] * shares.good,
            *[self.unfit] * shares.unfit,
            *[self._empty] * shares.empty,
            *[self._never_finished] * shares.unfinished,
        ]
        kinds += [self._damaged] * (100 - len(kinds))
        for _ in range(count):
            yield dice.choice(kinds)()

    def numbered(self, type_: str, fields: Fields) -> Sent:
        """Return a line of one's own choice that must be taken, under the next number."""
        sequence = self._sequence
        self.skip()
        return self._whole(Fate.GOOD, sequence, (type_, fields))

    def skip(self) -> None:
        """Leave a number out, as if a good line had been lost."""
        self._sequence = (self._sequence + 1) % 65536

    def good(self) -> Sent:
        """Return a line that must be taken; good ones are numbered one by one."""
        return self.numbered(*self._dice.choice(self._good))

    def unfit(self) -> Sent:
        """Return a whole line that must be refused, under any number."""
        return self._whole(Fate.UNFIT, self._dice.randrange(65536), self._dice.choice(self._unfit))

    def _whole(self, fate: Fate, sequence: int, line: Good) -> Sent:
        type_, fields = line
        end = b"\r\n" if self._dice.random() < 0.02 else b"\n"
        return Sent(_written(type_, sequence, fields) + end, fate, type_, sequence, tuple(fields))

    def _empty(self) -> Sent:
        return Sent(self._dice.choice((b"\n", b"\r\n")), Fate.EMPTY)

    def _never_finished(self) -> Sent:
        line = self._some_line()
        begun = line[: self._dice.randrange(1, len(line) + 1)]
        return Sent(begun, Fate.DAMAGED, pause_ms=self._dice.choice((UNFINISHED_MS, 300, 1000)))

    def _damaged(self) -> Sent:
        while True:
            text = self._dice.choice(_DAMAGES)(self._dice, self._some_line())
            if b"\n" not in text and text not in (b"", b"\r") and not _is_whole(text):
                return Sent(text + b"\n", Fate.DAMAGED)

    def _some_line(self) -> bytes:
        """Return a whole line without its newline; it takes no number, as if it had been lost."""
        type_, fields = self._dice.choice(self._good)
        return _written(type_, self._sequence, fields)


def _written(type_: str, sequence: int, fields: Fields) -> bytes:
    body = " ".join((type_, str(sequence), *fields)).encode("ascii")
    return b"%s %04X" % (body, crc_hqx(body, 0xFFFF))


def _is_whole(text: bytes) -> bool:
    """Say whether damage left a checksum that holds, as about one in 65 536 does: then it is no damage."""
    body, _, check = text.removesuffix(b"\r").rpartition(b" ")
    return len(text) < LINE_BYTES and check == b"%04X" % crc_hqx(body, 0xFFFF)


# ---- what befalls a line on its way

Damage = Callable[[random.Random, bytes], bytes]


def _bit(dice: random.Random, line: bytes) -> bytes:
    at = dice.randrange(len(line))
    return line[:at] + bytes([line[at] ^ 1 << dice.randrange(8)]) + line[at + 1 :]


def _byte(dice: random.Random, line: bytes) -> bytes:
    at = dice.randrange(len(line))
    return line[:at] + dice.randbytes(1) + line[at + 1 :]


def _lost(dice: random.Random, line: bytes) -> bytes:
    at = dice.randrange(len(line))
    return line[:at] + line[at + dice.randint(1, 8) :]


def _inserted(dice: random.Random, line: bytes) -> bytes:
    at = dice.randrange(len(line) + 1)
    return line[:at] + dice.randbytes(dice.randint(1, 4)) + line[at:]


def _doubled(dice: random.Random, line: bytes) -> bytes:
    begin = dice.randrange(len(line))
    end = begin + dice.randint(1, 16)
    return line[:end] + line[begin:]


def _swapped(dice: random.Random, line: bytes) -> bytes:
    at = dice.randrange(len(line) - 1)
    return line[:at] + line[at + 1 : at + 2] + line[at : at + 1] + line[at + 2 :]


def _without_newline(dice: random.Random, line: bytes) -> bytes:
    return line + line


def _small_check(dice: random.Random, line: bytes) -> bytes:
    return line[:-4] + line[-4:].lower()


def _check_of_another(dice: random.Random, line: bytes) -> bytes:
    return line[:-4] + b"%04X" % dice.randrange(65536)


def _bytes(dice: random.Random, line: bytes) -> bytes:
    return dice.randbytes(dice.randint(1, 80)).replace(b"\n", b"")


def _text(dice: random.Random, line: bytes) -> bytes:
    # Not the prompt of MicroPython, which is no damage but news.
    return b"x" + bytes(dice.choices(range(0x20, 0x7F), k=dice.randint(0, 80)))


def _said_by_others(dice: random.Random, line: bytes) -> bytes:
    return dice.choice((b"ATE1", b"AT+GCAP", b"MicroPython v1.29.0", b"Traceback (most recent call last):", b"\x02"))


def _too_long(dice: random.Random, line: bytes) -> bytes:
    kind, _, rest = line.rpartition(b" ")[0].partition(b" ")
    body = kind + b" " + rest + b" x" * dice.randint(LINE_BYTES // 2, LINE_BYTES // 2 + 50)
    return b"%s %04X" % (body, crc_hqx(body, 0xFFFF))


_DAMAGES: tuple[Damage, ...] = (
    *(_bit, _byte, _lost, _inserted, _doubled, _swapped, _small_check, _check_of_another) * 3,
    *(_without_newline, _bytes, _text, _said_by_others) * 2,
    _too_long,
)
