"""Material for the link's tests."""

from __future__ import annotations

import random

import pytest


@pytest.fixture(scope="session")
def random_lines() -> list[bytes]:
    """Ten thousand lines of random bytes (no newline, not empty), a third of them printable; none is a good line."""
    dice = random.Random(2)
    lines = []
    for n in range(10_000):
        length = dice.randint(1, 120)
        alphabet = range(0x20, 0x7F) if n % 3 == 0 else [b for b in range(256) if b != 0x0A]
        lines.append(bytes(dice.choices(alphabet, k=length)) + b"~")
    return lines
