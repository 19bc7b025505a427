"""Houses on real parts, and a watch that no test leaves a thread, a child or a descriptor behind."""

from __future__ import annotations

import contextlib
import gc
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feldlicht.config import Settings
from feldlicht.runtime.house import House
from feldlicht.store.store import Store

PATIENCE_S = 20.0
LEFT_S = 5.0


def eventually(true: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
    """Return as soon as ``true`` holds; fail after a generous limit."""
    deadline = time.monotonic() + patience_s
    while not true():
        assert time.monotonic() < deadline, f"still waiting: {what}"
        time.sleep(0.01)


def children() -> set[int]:
    """Return the process ids of this process's children."""
    found: set[int] = set()
    for task in Path("/proc/self/task").iterdir():
        # A thread that has just ended may still be listed.
        with contextlib.suppress(FileNotFoundError):
            found |= {int(pid) for pid in (task / "children").read_text().split()}
    return found


def descriptors() -> dict[str, str]:
    """Return what this process has open, by the number of its descriptor."""
    found: dict[str, str] = {}
    for number in os.listdir("/proc/self/fd"):  # noqa: PTH208 - Path.iterdir would hold one more open while it looks
        # The one by which the folder itself was read is gone by now.
        with contextlib.suppress(FileNotFoundError):
            found[number] = os.readlink(f"/proc/self/fd/{number}")  # noqa: PTH115 - what it leads to is no path
    return found


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread, a child process or a descriptor."""
    threads, processes, files = set(threading.enumerate()), children(), descriptors()
    yield
    deadline = time.monotonic() + LEFT_S
    while len(descriptors()) > len(files) and time.monotonic() < deadline:
        # What an exception's traceback still holds, or a process that is just ending, is not left behind for good.
        gc.collect()
        time.sleep(0.01)
    assert {thread.name for thread in set(threading.enumerate()) - threads} == set()
    assert children() - processes == set()
    now = descriptors()
    assert len(now) <= len(files), sorted(now.items() - files.items())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def make_house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Make houses on one data folder; each is closed at the end."""
    made: list[House] = []

    def make(**settings: object) -> House:
        given: dict[str, object] = {"data": tmp_path / "data", "simulate": True, "hands_pace": 0.0, **settings}
        house = House(Settings(**given), find=lambda: [])  # type: ignore[arg-type]
        made.append(house)
        return house

    yield make
    for house in made:
        house.close()


@pytest.fixture
def house(make_house: Callable[..., House]) -> House:
    """A house with a live simulated board."""
    made = make_house()
    made.start()
    live(made)
    return made


def live(house: House) -> None:
    """Return when the house's board has sent its position."""
    eventually(lambda: house.board("default").state == "live", "the board")
    # A change that the board's own snapshot shows: the table has heard of its position.
    house.set_magnets("default", {})


def kicked_off(house: House) -> str:
    """Begin a session, have the formation built, and return its id once play has begun."""
    session = house.create_session("master_move", {}, "counting").id
    house.build("default")
    eventually(lambda: house.session(session).revision == 1, "the formation")
    eventually(lambda: not house.session(session).hands.busy, "the hands' rest")
    return session
