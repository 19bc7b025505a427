"""Codes by which people join: short, spoken or scanned, and good for ten minutes. Kept in memory only."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from feldlicht.base.reasons import Reason, Refusal, Refused

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without 0, O, 1 and I, which people mistake for each other."""
LENGTH = 8
VALID_MS = 10 * 60_000
LIMIT = 200
"""So many codes wait at once; the oldest goes first."""
KNOWN_MS = 60 * 60_000
"""So long after it was made a code is known as one that was good: who comes late, or second, was no guesser."""
KNOWN = 2000
"""So many of them are known, by their hash; the oldest goes first."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """Who has ``code`` may join ``session`` until ``expires_at`` (ms): at ``seat``, or None to look on.

    ``hand_over``: the seat is taken, and whoever comes gets it. ``used_by``: the person who sits there by it; a code
    for a seat seats one person only.
    """

    code: str
    session: str
    seat: str | None
    expires_at: int
    hand_over: bool = False
    used_by: str | None = None


def spelled(code: str) -> str:
    """Return a code as it is kept: people type small letters, spaces and dashes."""
    return "".join(sign for sign in code.upper() if sign not in " -\u2013")


class Invitations:
    """The codes of one house. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_code: dict[str, Invitation] = {}
        self._made: dict[bytes, int] = {}

    def invite(self, session: str, seat: str | None, now: int, *, hand_over: bool = False) -> Invitation:
        """Return a new invitation."""
        with self._lock:
            self._sweep(now)
            code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
            made = Invitation(code, session, seat, now + VALID_MS, hand_over)
            self._by_code[code] = made
            self._made[_hash(code)] = now + KNOWN_MS
            while len(self._by_code) > LIMIT:
                del self._by_code[next(iter(self._by_code))]
            while len(self._made) > KNOWN:
                del self._made[next(iter(self._made))]
            return made

    def find(self, code: str, now: int) -> Invitation:
        """Return the invitation of ``code``, used or not. Raises ``BAD_CODE``."""
        with self._lock:
            self._sweep(now)
            found = self._by_code.get(spelled(code))
        if found is None:
            raise Refused(Refusal(Reason.BAD_CODE))
        return found

    def redeem(self, code: str, person: str, now: int) -> Invitation:
        """Return the invitation of ``code`` for ``person``; a seat's is for one, who may come again.

        Raises ``BAD_CODE``, and ``CODE_USED`` for one that was good: it seated another, or its time is over.
        """
        with self._lock:
            self._sweep(now)
            found = self._by_code.get(spelled(code))
            if found is None or (found.seat is not None and found.used_by not in (None, person)):
                raise Refused(Refusal(Reason.CODE_USED if _hash(spelled(code)) in self._made else Reason.BAD_CODE))
            used = replace(found, used_by=person)
            self._by_code[found.code] = used
            return used

    def give_back(self, code: str) -> None:
        """Let ``code`` be used after all: nobody was seated by it."""
        with self._lock:
            if code in self._by_code:
                self._by_code[code] = replace(self._by_code[code], used_by=None)

    def seated(self, session: str, seat: str, by: str | None) -> None:
        """Somebody sits at ``seat`` now, by the code ``by`` if by any: a code that seated another is void."""
        self._void(session, seat, lambda one: one.used_by is not None and one.code != by)

    def rename(self, session: str, names: Mapping[str, str]) -> None:
        """Seats have other names now; codes lead there still."""
        with self._lock:
            for code, one in self._by_code.items():
                if one.session == session and one.seat is not None:
                    self._by_code[code] = replace(one, seat=names.get(one.seat, one.seat))

    def freed(self, session: str, seat: str) -> None:
        """``seat`` is free: the code by which somebody sat there leads there no more; new ones do."""
        self._void(session, seat, lambda one: one.used_by is not None)

    def _void(self, session: str, seat: str, which: Callable[[Invitation], bool]) -> None:
        with self._lock:
            there = [one for one in self._by_code.values() if (one.session, one.seat) == (session, seat)]
            for one in there:
                if which(one):
                    del self._by_code[one.code]

    def _sweep(self, now: int) -> None:
        for code in [one.code for one in self._by_code.values() if one.expires_at <= now]:
            del self._by_code[code]
        for hashed in [one for one, until in self._made.items() if until <= now]:
            del self._made[hashed]


def _hash(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
