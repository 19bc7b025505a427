"""Dice thrown by chance that somebody else provides: the same chance throws the same faces, so a replay does too.

Every face is equally likely: what would favour low ones is thrown again. Source: design, decision 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

_BITS = 32


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was thrown: how many sides it has, and the face that it shows, from 1."""

    sides: int
    face: int


def thrown(chance: str, sides: Sequence[int]) -> tuple[int, ...]:
    """Return a face, 1 to its number of sides, for each die. ``chance``: any text; whoever knows it knows the faces.

    Raises ``ValueError`` for a die without sides.
    """
    numbers = _numbers(chance)
    return tuple(_face(numbers, one) for one in sides)


def _face(numbers: Iterator[int], sides: int) -> int:
    if sides < 1:
        raise ValueError("a die has one side at least")
    even = 2**_BITS - 2**_BITS % sides
    return next(number for number in numbers if number < even) % sides + 1


def _numbers(chance: str) -> Iterator[int]:
    """Yield whole numbers below 2^32 without end."""
    for turn in count():
        digest = hashlib.sha256(f"{turn} {chance}".encode()).digest()
        for at in range(0, len(digest), _BITS // 8):
            yield int.from_bytes(digest[at : at + _BITS // 8], "big")
