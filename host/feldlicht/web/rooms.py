"""Places for streams: each holds a thread of the server for as long as it is open, so nobody may take them all.

Whoever only looks on shares a part of the places, by cookie and by address; the rest is for the owner, game masters
and whoever has a seat. A browser needs one stream, as its pages share it; without a shared worker, one a page.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.runtime.clock import Clock


class Standing(IntEnum):
    """Whose place it is."""

    LOOKS_ON = 1
    SEATED = 2
    LEADS = 3
    OWNS = 4


@dataclass(frozen=True, slots=True)
class Guest:
    """Who asks for a place: from which address, by which cookie (None: by none), and what they are there."""

    address: str
    person: str | None
    standing: Standing


OWNER_GUEST = Guest("", None, Standing.OWNS)


@dataclass(frozen=True, slots=True)
class Limits:
    """Most streams at once: of all, of all who look on, of those from one address, of strangers from one address, of
    one person. The owner has a limit of all only.
    """

    total: int
    looking_on: int
    one_address: int
    strangers: int
    one_person: int

    @classmethod
    def of(cls, total: int) -> Limits:
        """Return the limits for ``total`` places: of 64, 40 for looking on, 24 and 12 by address, 8 a person."""
        eighth = max(1, total // 8)
        return cls(total, max(1, total * 5 // 8), max(1, total * 3 // 8), max(1, total * 3 // 16), eighth)


def why_full(guest: Guest, taken: Iterable[Guest], limits: Limits) -> Refusal | None:
    """Return ``TOO_MANY_STREAMS`` if ``guest`` gets no place beside those who have one, None if he does.

    Whose own pages are the reason is told how many there are.
    """
    inside = tuple(taken)
    if guest.standing is not Standing.OWNS and guest.person is not None:
        own = sum(one.person == guest.person for one in inside)
        if own >= limits.one_person:
            return Refusal.of(Reason.TOO_MANY_STREAMS, limit=limits.one_person, own=own)
    if guest.standing is Standing.LOOKS_ON:
        lookers = [one for one in inside if one.standing is Standing.LOOKS_ON]
        near = [one for one in lookers if one.address == guest.address]
        if guest.person is None and sum(one.person is None for one in near) >= limits.strangers:
            return Refusal.of(Reason.TOO_MANY_STREAMS, limit=limits.strangers)
        if len(near) >= limits.one_address:
            return Refusal.of(Reason.TOO_MANY_STREAMS, limit=limits.one_address)
        if len(lookers) >= limits.looking_on:
            return Refusal.of(Reason.TOO_MANY_STREAMS, limit=limits.looking_on)
    return Refusal.of(Reason.TOO_MANY_STREAMS, limit=limits.total) if len(inside) >= limits.total else None


class Held(Protocol):
    """What holds a place."""

    def gone(self) -> bool:
        """Whether its reader has hung up, as far as the server knows."""

    def close(self) -> None:
        """End it, and give the place back. Idempotent, from any thread."""


class StreamRoom:
    """The open streams of one server. Every method may be called from any thread."""

    def __init__(self, limit: int, clock: Clock) -> None:
        self.clock = clock
        self._limits = Limits.of(limit)
        self._lock = threading.Condition()
        self._inside: dict[Held, Guest] = {}
        self._closing = False

    @property
    def open(self) -> int:
        """How many streams are open."""
        with self._lock:
            return len(self._inside)

    def enter(self, stream: Held, guest: Guest = OWNER_GUEST) -> None:
        """Give ``stream`` a place. Those whose readers have hung up make room first, where there is none.

        Raises :class:`Refused`: ``TOO_MANY_STREAMS``, or ``CLOSING`` at the end.
        """
        if self._try(stream, guest) is None:
            return
        for held in self._held():
            if held.gone():
                held.close()
        refusal = self._try(stream, guest)
        if refusal is not None:
            raise Refused(refusal)

    def leave(self, stream: Held) -> None:
        """Give the place back. Idempotent."""
        with self._lock:
            self._inside.pop(stream, None)
            self._lock.notify_all()

    def close(self) -> None:
        """Let nobody in any more."""
        with self._lock:
            self._closing = True

    def wait_empty(self, timeout: float) -> bool:
        """Wait until everyone has left; say whether they have."""
        with self._lock:
            return self._lock.wait_for(lambda: not self._inside, timeout)

    def _try(self, stream: Held, guest: Guest) -> Refusal | None:
        with self._lock:
            if self._closing:
                raise Refused(Refusal(Reason.CLOSING))
            refusal = why_full(guest, self._inside.values(), self._limits)
            if refusal is None:
                self._inside[stream] = guest
            return refusal

    def _held(self) -> list[Held]:
        with self._lock:
            return list(self._inside)
