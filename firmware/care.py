"""When the watchdog may be fed, and when a board that keeps ending badly starts with its link only. Pure."""

from clock import WRAP, elapsed

SAFE_AFTER = 2  # bad ends in a row
STEADY_MS = 60000  # whoever ran for so long has not ended badly before


class Ticks:
    """Tells whether all tasks went on, by the counters that each of them turns."""

    def __init__(self):
        self._seen = None

    def all_went_on(self, turns):
        """Take the counters (a tuple); return True if each differs from what it was when this was last True."""
        if self._seen is not None and len(turns) == len(self._seen):
            for now, before in zip(turns, self._seen):  # noqa: B905 - MicroPython's zip is never strict
                if now == before:
                    return False
        self._seen = turns
        return True


class Steady:
    """Tells once when the program has run long enough to be trusted again."""

    def __init__(self, now_ms):
        self._started_ms = now_ms
        self._told = False

    def reached(self, now_ms):
        """Return True the first time that the program has run for :data:`STEADY_MS`."""
        if self._told or elapsed(now_ms, self._started_ms) < STEADY_MS:
            return False
        self._told = True
        return True


def turn(counter):
    """Return the counter of a task that went on; it wraps, so that it never allocates."""
    return counter + 1 & WRAP


def bad_ends(cause, before):
    """Return how many bad ends in a row there were, by why the program started and how many were noted ``before``.

    A program that failed has noted its own end before the ``reset``; of one that the ``watchdog`` ended nobody could.
    Cutting the power, or a restart from the prompt, is somebody taking care.
    """
    if cause == "watchdog":
        return before + 1
    return before if cause == "reset" else 0
