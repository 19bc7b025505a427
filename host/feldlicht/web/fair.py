"""Who waits for a thread of the server: nobody from one address so long that others get none.

A reader who asks and does not read holds the thread that answers. Streams have places of their own (see rooms.py);
this is about everything else.
"""

from __future__ import annotations

import threading
from collections import Counter, defaultdict, deque
from typing import Protocol

from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]

from feldlicht.web.addresses import is_loopback


class Task(Protocol):
    """What waitress has its threads do: answer the next request of a connection, whose peer is ``addr``."""

    addr: tuple[str, int]

    def service(self) -> None:
        """Answer it."""

    def cancel(self) -> None:
        """Let it be."""


class _Counted:
    """A task that says when it is done."""

    def __init__(self, task: Task, dispatcher: FairDispatcher) -> None:
        self._task = task
        self._dispatcher = dispatcher

    def service(self) -> None:
        try:
            self._task.service()
        finally:
            self._dispatcher.done(self._task.addr[0])

    def cancel(self) -> None:
        self._task.cancel()


class FairDispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Gives at most ``share`` of its ``threads`` to one address at a time; this computer's own are not counted."""

    def __init__(self, threads: int, share: int) -> None:
        super().__init__()
        self._share = share
        self._counting = threading.Lock()
        self._running: Counter[str] = Counter()
        self._waiting: defaultdict[str, deque[Task]] = defaultdict(deque)
        self.set_thread_count(threads)

    def add_task(self, task: Task) -> None:
        """Have ``task`` done as soon as its address has its turn."""
        address = task.addr[0]
        if is_loopback(address):
            super().add_task(task)
            return
        with self._counting:
            if self._running[address] >= self._share:
                self._waiting[address].append(task)
                return
            self._running[address] += 1
        super().add_task(_Counted(task, self))

    def done(self, address: str) -> None:
        """Let the next of this address have the thread's place."""
        with self._counting:
            if waiting := self._waiting.get(address):
                task = waiting.popleft()
            else:
                # Kept only for addresses that ask for something just now.
                self._waiting.pop(address, None)
                self._running[address] -= 1
                if not self._running[address]:
                    del self._running[address]
                return
        super().add_task(_Counted(task, self))

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End all threads, and cancel what waits."""
        with self._counting:
            waiting = [task for tasks in self._waiting.values() for task in tasks]
            self._waiting.clear()
        if cancel_pending:
            for task in waiting:
                task.cancel()
        return bool(super().shutdown(cancel_pending, timeout))
