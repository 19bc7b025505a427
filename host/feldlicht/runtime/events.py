"""News from the house, fanned out in this process to whoever subscribed.

Queues are bounded: a reader that is too slow loses all it has not read and gets one :class:`Gap` for it; then it asks
for the whole picture again. Lights and magnets are states, so only the newest of each waits.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from feldlicht.base.cells import Cell
from feldlicht.base.entries import Entry
from feldlicht.base.figures import Pole
from feldlicht.runtime.pictures import BoardInfo, SessionPicture
from feldlicht.runtime.tuning import Standing
from feldlicht.table.record import Session

QUEUE_LIMIT = 256
CURRENT = "current"
"""Stands for whichever session is on the subscribed board's table (the default board's, if none was named)."""
DEFAULT = "default"
"""Stands for whichever board comes first."""

Colour = tuple[int, int, int]


class Lights(Protocol):
    """What a simulated board's LEDs show: red, green, blue 0–255 each."""

    @property
    def cells(self) -> Mapping[Cell, Colour]:
        """Every cell."""

    @property
    def ring(self) -> tuple[Colour, ...]:
        """The 24 lamps of the ring."""

    @property
    def strip(self) -> tuple[Colour, ...]:
        """The 6 lamps of the strip."""


@dataclass(frozen=True, slots=True)
class EntryAdded:
    """An entry is on disk; ``picture`` is the session after it (or after later entries of the same act)."""

    session: str
    entry: Entry
    picture: SessionPicture


@dataclass(frozen=True, slots=True)
class HandsMoved:
    """What is unsettled at the session's table changed."""

    session: str
    picture: SessionPicture


@dataclass(frozen=True, slots=True)
class SessionChanged:
    """Another session is on this board's table now (None: none), or the one there froze."""

    board: str | None
    picture: SessionPicture | None


@dataclass(frozen=True, slots=True)
class BoardChanged:
    """A board appeared, went, was refused, …"""

    board: BoardInfo


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """People changed settings of the house; for everyone."""

    standing: Standing


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Someone sat down at a session or got up; ``session`` None: someone came or went, wherever they sit,
    or leads no more; every reader hears of it.
    """

    session: str | None


@dataclass(frozen=True, slots=True)
class MagnetsChanged:
    """A simulated board's magnets stand differently."""

    board: str
    magnets: Mapping[Cell, Pole]


@dataclass(frozen=True, slots=True)
class LightsChanged:
    """A simulated board's LEDs show something else."""

    board: str
    lights: Lights


@dataclass(frozen=True, slots=True)
class Gap:
    """Events were dropped because the reader was too slow: ask for the picture again."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The house closes. Nothing follows."""


Event = (
    EntryAdded
    | HandsMoved
    | SessionChanged
    | BoardChanged
    | SettingsChanged
    | SeatsChanged
    | MagnetsChanged
    | LightsChanged
    | Gap
    | Closing
)


@dataclass(frozen=True, slots=True)
class Interest:
    """What a subscriber wants to hear of.

    ``session``: an id, :data:`CURRENT` (the one at ``board``'s table), or None for no session's events;
    ``board``: an id, :data:`DEFAULT`, or None for every board; ``lights``: magnets and lights too.
    """

    session: str | None = None
    board: str | None = None
    lights: bool = False

    def wants(self, event: Event, default: str | None) -> bool:
        """Return whether ``event`` is for this subscriber; ``default`` is the id of the default board just now."""
        match event:
            case EntryAdded(picture=picture) | HandsMoved(picture=picture):
                if self.session == CURRENT:
                    return self._at_our_table(picture.header.board, default)
                return picture.id == self.session
            case SessionChanged(board, picture):
                if self.session == CURRENT:
                    return self._at_our_table(board, default)
                return picture is not None and picture.id == self.session
            case BoardChanged(info):
                return self._means(info.id, default)
            case MagnetsChanged(board=board) | LightsChanged(board=board):
                return self.lights and self._means(board, default)
            case SeatsChanged(session):
                # Who came, went, or leads no more concerns every reader: it may be himself.
                return session is None or self.session in (CURRENT, session)
            case SettingsChanged() | Gap() | Closing():
                return True

    def _means(self, board: str, default: str | None) -> bool:
        return self.board is None or board == (default if self.board == DEFAULT else self.board)

    def _at_our_table(self, board: str | None, default: str | None) -> bool:
        return board is not None and board == (default if self.board in (None, DEFAULT) else self.board)


class Subscription:
    """One reader's queue. Iterating ends after :class:`Closing` or :meth:`close`."""

    def __init__(self, interest: Interest, leave: Callable[[Subscription], None], limit: int = QUEUE_LIMIT) -> None:
        self.interest = interest
        self._leave = leave
        self._limit = limit
        self._ready = threading.Condition()
        self._waiting: deque[Event] = deque()
        self._ended = False

    def get(self, timeout: float | None = None) -> Event | None:
        """Return the next event; None when ``timeout`` seconds passed without one, or the subscription has ended."""
        deadline = None if timeout is None else time.monotonic() + timeout
        with self._ready:
            while not self._waiting and not self._ended:
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    return None
                self._ready.wait(left)
            return self._waiting.popleft() if self._waiting else None

    @property
    def ended(self) -> bool:
        """Whether nothing will follow any more."""
        with self._ready:
            return self._ended and not self._waiting

    def __iter__(self) -> Subscription:
        return self

    def __next__(self) -> Event:
        event = self.get()
        if event is None:
            raise StopIteration
        return event

    def close(self) -> None:
        """Leave. Idempotent; a reader that waits in another thread wakes up."""
        self._leave(self)
        with self._ready:
            self._ended = True
            self._waiting.clear()
            self._ready.notify_all()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def put(self, event: Event) -> None:
        """Queue an event for the reader; for :class:`Hub`."""
        with self._ready:
            if self._ended:
                return
            if isinstance(event, MagnetsChanged | LightsChanged):
                self._forget_older(event)
            if len(self._waiting) >= self._limit and not isinstance(event, Closing):
                self._waiting.clear()
                event = Gap()
            self._waiting.append(event)
            self._ended = isinstance(event, Closing)
            self._ready.notify_all()

    def _forget_older(self, event: MagnetsChanged | LightsChanged) -> None:
        for waiting in self._waiting:
            if type(waiting) is type(event) and waiting.board == event.board:
                self._waiting.remove(waiting)
                return


class Hub:
    """Hands every event to every subscription that wants it. Safe from every thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: tuple[Subscription, ...] = ()
        self._closed = False
        self.default_board: str | None = None
        """Id of the default board just now; the house keeps it up to date."""
        self.stepped: Callable[[Session, Session], None] = lambda _before, _after: None
        """Is told of every step of a session in its table's thread, before anybody hears of its entries."""

    def subscribe(self, interest: Interest, limit: int = QUEUE_LIMIT) -> Subscription:
        """Return a new queue; after :meth:`close`, one that holds :class:`Closing` alone."""
        subscription = Subscription(interest, self._forget, limit)
        with self._lock:
            if not self._closed:
                self._subscriptions = (*self._subscriptions, subscription)
                return subscription
        subscription.put(Closing())
        return subscription

    def tell_step(self, before: Session | None, after: SessionPicture | None) -> None:
        """A table has stepped from one state of a session to the next; nothing is to be told where it is another."""
        if before is not None and after is not None and before.header.id == after.id:
            self.stepped(before, after.session)

    def publish(self, event: Event) -> None:
        """Tell everyone who wants to know."""
        with self._lock:
            subscriptions = self._subscriptions
        for one in subscriptions:
            if one.interest.wants(event, self.default_board):
                one.put(event)

    def close(self) -> None:
        """Say :class:`Closing` to everyone. Idempotent."""
        with self._lock:
            self._closed = True
            subscriptions, self._subscriptions = self._subscriptions, ()
        for one in subscriptions:
            one.put(Closing())

    def _forget(self, subscription: Subscription) -> None:
        with self._lock:
            self._subscriptions = tuple(one for one in self._subscriptions if one is not subscription)
