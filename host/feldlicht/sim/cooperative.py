"""MicroPython's ``asyncio`` for CPython, as much of it as the firmware uses: tasks take turns and never interrupt.

CPython's own loop will not do: it takes Ctrl-C for itself and hands it to one task later, closes tasks that were left
and writes about them on the console. Here, as on a board, Ctrl-C breaks out wherever the program is.
"""

from __future__ import annotations

import heapq
import select
import time
from collections import deque
from collections.abc import Coroutine, Generator
from types import ModuleType
from typing import Any, Protocol

Task = Coroutine[Any, Any, Any]


class Readable(Protocol):
    """What a program can wait for."""

    def fileno(self) -> int:
        """Return its descriptor."""


class _Loop:
    """The tasks that are ready, those that sleep, and those that wait for a descriptor."""

    def __init__(self) -> None:
        self.ready: deque[Task] = deque()
        self._sleeping: list[tuple[int, int, Task]] = []  # due in ns, order of arrival, task
        self._reading: dict[int, Task] = {}
        self._poller = select.poll()
        self._arrived = 0
        self.running: Task | None = None

    def sleep(self, ms: int) -> None:
        """Let the running task go on in so many milliseconds, at 0 behind those that are ready."""
        assert self.running is not None
        self._arrived += 1
        heapq.heappush(self._sleeping, (time.monotonic_ns() + ms * 1_000_000, self._arrived, self.running))

    def read(self, descriptor: int) -> None:
        """Let the running task go on when there is something to read, or the end of it."""
        assert self.running is not None
        self._reading[descriptor] = self.running
        self._poller.register(descriptor, select.POLLIN)

    def run(self, main: Task) -> Any:
        """Run until ``main`` is done; return its result. Whatever it raises comes out, and the others stay behind."""
        self.ready.append(main)
        while True:
            self._wake()
            while self.ready:
                self.running = self.ready.popleft()
                try:
                    self.running.send(None)
                except StopIteration as end:
                    if self.running is main:
                        return end.value

    def _wake(self) -> None:
        """Wait until somebody can go on."""
        now = time.monotonic_ns()
        due = self._sleeping[0][0] if self._sleeping else None
        # Rounded up, so that a sleep is never too short.
        patience = None if due is None else max(0, -((now - due) // 1_000_000))
        for descriptor, _ in self._poller.poll(0 if self.ready else patience):
            self._poller.unregister(descriptor)
            self.ready.append(self._reading.pop(descriptor))
        now = time.monotonic_ns()
        while self._sleeping and self._sleeping[0][0] <= now:
            self.ready.append(heapq.heappop(self._sleeping)[2])


_loop = _Loop()


class _Turn:
    """Awaited, it gives the others their turn; who wakes the task was arranged before."""

    def __await__(self) -> Generator[None, None, None]:
        yield


async def sleep_ms(ms: int) -> None:
    """Let the others run for at least so many milliseconds; 0 is one turn of each."""
    _loop.sleep(max(0, ms))
    await _Turn()


class Event:
    """Something that tasks wait for until it is set."""

    def __init__(self) -> None:
        self._set = False
        self._waiting: list[Task] = []

    def is_set(self) -> bool:
        """Return whether it is set."""
        return self._set

    def set(self) -> None:
        """Wake whoever waits, and make nobody wait until it is cleared."""
        self._set = True
        _loop.ready.extend(self._waiting)
        self._waiting.clear()

    def clear(self) -> None:
        """Make the next one wait."""
        self._set = False

    async def wait(self) -> bool:
        """Wait until it is set."""
        if not self._set:
            assert _loop.running is not None
            self._waiting.append(_loop.running)
            await _Turn()
        return True


class ThreadSafeFlag:
    """Set by an interrupt, waited for by one task, which clears it. Nothing interrupts here."""

    def __init__(self) -> None:
        self._event = Event()

    def set(self) -> None:
        """Wake who waits."""
        self._event.set()

    async def wait(self) -> None:
        """Wait until it is set, and clear it."""
        await self._event.wait()
        self._event.clear()


class StreamReader:
    """The waiting end of a stream."""

    def __init__(self, stream: Readable) -> None:
        self._descriptor = stream.fileno()

    async def read(self, count: int) -> bytes:
        """Wait until there is something to read. It is left there: ``count`` must be 0."""
        if count:
            raise NotImplementedError("only waiting, with read(0)")
        _loop.read(self._descriptor)
        await _Turn()
        return b""


async def gather(*tasks: Task) -> list[Any]:
    """Run tasks side by side; return their results, or raise what the first one raised that failed."""
    results: list[Any] = [None] * len(tasks)
    failures: list[BaseException] = []
    news = Event()
    left = len(tasks)

    async def one(index: int, task: Task) -> None:
        nonlocal left
        try:
            results[index] = await task
        except Exception as error:  # noqa: BLE001 - raised again where all of them are waited for
            failures.append(error)
        left -= 1
        news.set()

    _loop.ready.extend(one(index, task) for index, task in enumerate(tasks))
    while left and not failures:
        news.clear()
        await news.wait()
    if failures:
        raise failures[0]
    return results


def run(main: Task) -> Any:
    """Run a program of tasks until ``main`` ends; return its result. What another one left is forgotten."""
    global _loop
    _loop = _Loop()
    return _loop.run(main)


def module() -> ModuleType:
    """Return this as the module ``asyncio`` of MicroPython."""
    made = ModuleType("asyncio")
    for name in ("Event", "StreamReader", "ThreadSafeFlag", "gather", "run", "sleep_ms"):
        setattr(made, name, globals()[name])
    return made
