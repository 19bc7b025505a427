"""The inbox of a table's thread: what is felt, what is asked and waits for its answer, what is to be done there."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.runtime.answered import Reply
from feldlicht.table.messages import BuildForMe, Input, Request, Wake

PATIENCE_S = 20.0
"""How long an asker waits for the table's thread: far longer than a full disk takes to say so."""


class TableClosed(Refused):
    """Raised by a table whose thread has ended, or is about to."""


class Asked:
    """An input whose asker waits for the reply."""

    def __init__(self, what: Request | BuildForMe) -> None:
        self.what = what
        self.reply: Future[Reply] = Future()


class Called:
    """Something to be done in the table's thread, between two steps."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self.done: Future[None] = Future()

    def run(self) -> None:
        """Do it; what goes wrong is raised in the thread of whoever called."""
        try:
            self._act()
        except Exception as error:  # noqa: BLE001 - raised again in the thread of whoever called
            self.done.set_exception(error)
        else:
            self.done.set_result(None)


Item = Input | Asked | Called | None
"""None is the last one."""


class Inbox:
    """A queue that can be closed. Every method may be called from any thread; one thread takes."""

    def __init__(self) -> None:
        self._items: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._handing_over = threading.Lock()
        self._closed = False

    def put(self, what: Input) -> None:
        """Hand an input over and go on."""
        self._items.put(what)

    def ask(self, what: Request | BuildForMe) -> Reply:
        """Hand an input over and return its reply. Raises :class:`TableClosed`, and whatever kept it from a reply."""
        asked = Asked(what)
        self._hand_over(asked)
        return asked.reply.result(PATIENCE_S)

    def call(self, act: Callable[[], None]) -> None:
        """Have ``act`` done in the taking thread; wait for it. Raises :class:`TableClosed`, and what ``act`` does."""
        called = Called(act)
        self._hand_over(called)
        called.done.result(PATIENCE_S)

    def close(self) -> None:
        """Take nothing in any more; what is in it is still taken out. Idempotent."""
        with self._handing_over:
            if not self._closed:
                self._closed = True
                self._items.put(None)

    def take(self, seconds: float | None) -> Item:
        """Return the next item; :class:`Wake` if none comes for ``seconds``, None after the last one."""
        try:
            return self._items.get(timeout=seconds)
        except queue.Empty:
            return Wake()

    def _hand_over(self, item: Asked | Called) -> None:
        with self._handing_over:
            if self._closed:
                raise TableClosed(Refusal.of(Reason.NO_SESSION))
            self._items.put(item)
