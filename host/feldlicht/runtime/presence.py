"""Who is there just now: whoever has a stream open, or had one a moment ago. Times are told, ms since 1970."""

from __future__ import annotations

import threading
from collections import Counter

GRACE_MS = 5000
"""A page that is loaded anew, a change of views or a short hole in the network is no going away."""


class Presence:
    """Counts the streams of each person. Every method may be called from any thread."""

    def __init__(self, grace_ms: int = GRACE_MS) -> None:
        self._grace_ms = grace_ms
        self._lock = threading.Lock()
        self._streams: Counter[str] = Counter()
        self._left: dict[str, int] = {}

    def enter(self, person: str, now: int) -> bool:
        """Note one more stream of ``person``; say whether they were away."""
        with self._lock:
            was_here = self._here(person, now)
            self._left.pop(person, None)
            self._streams[person] += 1
            return not was_here

    def leave(self, person: str, now: int) -> None:
        """Note one stream less; of the last one :meth:`sweep` tells when its time is over."""
        with self._lock:
            self._streams[person] -= 1
            if self._streams[person] <= 0:
                del self._streams[person]
                self._left[person] = now

    def here(self, person: str, now: int) -> bool:
        """Say whether ``person`` has a stream open, or had one less than the grace ago."""
        with self._lock:
            return self._here(person, now)

    def sweep(self, now: int) -> bool:
        """Say whether somebody is away now who was not at the last sweep."""
        with self._lock:
            away = [person for person in self._left if not self._here(person, now)]
            for person in away:
                del self._left[person]
            return bool(away)

    def _here(self, person: str, now: int) -> bool:
        left = self._left.get(person)
        return self._streams[person] > 0 or (left is not None and now - left < self._grace_ms)
