"""What the simulator knows of USB: the size of a packet, and the byte that is an order."""

PACKET = 64
"""Bytes of a packet at most."""
INTERRUPT = b"\x03"
"""Ctrl-C."""
