"""Threads of the server: one address takes its share and waits with the rest; nothing is lost, nobody else waits."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.web.fair import FairDispatcher
from tests.support.samples import samples
from tests.web.conftest import wait_until

LIMIT_S = 20


class Answer:
    """Holds its thread until it is let go."""

    def __init__(self, address: str, done: list[str], held: threading.Event | None = None) -> None:
        self.addr = (address, 1)
        self.begun = threading.Event()
        self.cancelled = False
        self._done = done
        self._held = held

    def service(self) -> None:
        self.begun.set()
        if self._held is not None:
            assert self._held.wait(LIMIT_S)
        self._done.append(self.addr[0])

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def threads() -> Iterator[FairDispatcher]:
    made = FairDispatcher(4, 2)
    yield made
    made.shutdown(timeout=LIMIT_S)


def test_who_holds_all_threads_that_an_address_may_have_keeps_nobody_else_waiting(threads: FairDispatcher) -> None:
    done: list[str] = []
    held = threading.Event()
    slow = [Answer("10.0.0.1", done, held) for _ in range(6)]
    for one in slow:
        threads.add_task(one)
    quick = Answer("10.0.0.2", done)
    threads.add_task(quick)
    assert quick.begun.wait(LIMIT_S)
    own = Answer("127.0.0.1", done)
    threads.add_task(own)
    assert own.begun.wait(LIMIT_S)
    assert [one.begun.is_set() for one in slow] == [True, True, False, False, False, False]
    held.set()
    wait_until(lambda: done.count("10.0.0.1") == 6)


def test_this_computers_own_pages_have_all_threads(threads: FairDispatcher) -> None:
    done: list[str] = []
    held = threading.Event()
    own = [Answer("127.0.0.1", done, held) for _ in range(4)]
    for one in own:
        threads.add_task(one)
    assert all(one.begun.wait(LIMIT_S) for one in own)
    held.set()


def test_an_answer_that_fails_gives_its_place_back(threads: FairDispatcher) -> None:
    class Failing(Answer):
        def service(self) -> None:
            raise OSError("the reader went")

    done: list[str] = []
    for _ in range(5):
        threads.add_task(Failing("10.0.0.1", done))
    threads.add_task(Answer("10.0.0.1", done))
    wait_until(lambda: done == ["10.0.0.1"])


def test_what_still_waits_at_the_end_is_cancelled() -> None:
    threads = FairDispatcher(2, 1)
    done: list[str] = []
    held = threading.Event()
    first, second = (Answer("10.0.0.1", done, held) for _ in range(2))
    threads.add_task(first)
    threads.add_task(second)
    assert first.begun.wait(LIMIT_S)
    threading.Timer(0.05, held.set).start()
    threads.shutdown(timeout=LIMIT_S)
    assert (second.cancelled, done) == (True, ["10.0.0.1"])


@given(st.lists(st.sampled_from(["10.0.0.1", "10.0.0.2", "127.0.0.1"]), max_size=60), st.integers(1, 3))
@samples(20)
def test_every_answer_is_given_once_and_no_place_is_lost(addresses: list[str], share: int) -> None:
    threads = FairDispatcher(3, share)
    done: list[str] = []
    for address in addresses:
        threads.add_task(Answer(address, done))
    wait_until(lambda: sorted(done) == sorted(addresses))
    threads.shutdown(timeout=LIMIT_S)
    assert not threads._running
    assert not threads._waiting
