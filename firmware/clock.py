"""Arithmetic on the board's clock. Pure."""

# MicroPython's millisecond and microsecond ticks on the board count modulo this plus one.
WRAP = 0x3FFFFFFF


def elapsed(now, before):
    """Return how many ticks passed from ``before`` to ``now``, right across the wrap (up to half a turn)."""
    return (now - before) & WRAP
