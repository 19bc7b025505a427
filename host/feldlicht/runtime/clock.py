"""The time that tables are told and entries bear. Who only measures how long something takes reads a steady clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Clock:
    """Milliseconds since 1970 (UTC) that never go back and never stand still, whatever is done to the system's clock.

    When the system's clock is set back, time goes on from where it was at its usual pace.
    """

    def __init__(self, wall: Callable[[], int] = _wall_ms, steady: Callable[[], int] = _steady_ms) -> None:
        self._wall = wall
        self._steady = steady
        self._lock = threading.Lock()
        self._told = wall()
        self._told_at = steady()

    def now(self) -> int:
        """Return the time. Safe from every thread."""
        with self._lock:
            at = self._steady()
            self._told = max(self._wall(), self._told + at - self._told_at)
            self._told_at = at
            return self._told
