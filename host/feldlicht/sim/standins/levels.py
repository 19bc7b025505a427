"""What the simulated pins are set to, who outside watches them, and what things cost on a virtual clock."""

import time

PINS = 30

levels = bytearray(PINS)
watchers = {}  # pin -> called with the new level when an output changes


def put(pin, level):
    """Set an output."""
    if levels[pin] != level:
        levels[pin] = level
        watcher = watchers.get(pin)
        if watcher is not None:
            watcher(level)


def _pass(us):
    """The real clock runs by itself."""


# A test may bring a clock that only moves when something is done.
spend = getattr(time, "spend", _pass)
