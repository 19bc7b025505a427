"""Material for the link's tests."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feldlicht.board.layout import LAYOUT
from feldlicht.link.port import OpenPort
from feldlicht.sim.board import SimulatedBoard
from tests.link.owners import FIRMWARE, Owner


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


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    one = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)
    one.start()
    yield one
    one.close()


@pytest.fixture
def owners() -> Iterator[Callable[..., Owner]]:
    """Make owners with a running link, and see that no link's thread is left."""
    made: list[Owner] = []

    def make(open_: OpenPort, *layouts: str) -> Owner:
        made.append(Owner(open_, *layouts))
        made[-1].link.start()
        return made[-1]

    yield make
    for owner in made:
        owner.link.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "link-test"]
