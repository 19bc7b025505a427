"""The layouts of the one board this project describes: one for each way to read its sensors, and the chosen one."""

from feldlicht.board.layout_generated import LAYOUT, LAYOUTS

__all__ = ["FINGERPRINTS", "LAYOUT", "LAYOUTS", "LINEAR_BOARD", "RING_ONLY"]

FINGERPRINTS = tuple(layout.fingerprint for layout in LAYOUTS.values())
"""Of every board that this host understands, the chosen layout's first: reading sensors is the firmware's affair."""
LINEAR_BOARD = LAYOUTS["linear-mux"]
"""The one that measures fields: what it starts with stands in it."""
RING_ONLY = LAYOUTS["ring"].fingerprint
"""Of the device that has no cells."""
