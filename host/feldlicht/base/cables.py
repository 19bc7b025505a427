"""How bad a virtual cable is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

DELAY_MS = 200
"""A delayed packet waits up to so long, and all behind it."""
STALL_MS = 1000
"""A line that stalls stands still for so long."""
PIECE_MS = 20
"""The second piece of a split packet comes up to so long after the first."""


@dataclass(frozen=True, slots=True)
class CableFault:
    """How bad the cable is: which share of the packets (0-1), in either direction, each fault happens to.

    ``split``: arrives in two pieces. ``delay``: waits up to :data:`DELAY_MS`. ``loss``: never arrives. ``garbage``:
    up to 64 bytes of noise arrive before it, never Ctrl-C, which is no noise but an order. ``stall``: the line stands
    still for :data:`STALL_MS`. Packets keep their order. Raises ``ValueError`` for a share beyond 0-1.
    """

    seed: int = 0
    split: float = 0.0
    delay: float = 0.0
    loss: float = 0.0
    garbage: float = 0.0
    stall: float = 0.0

    def __post_init__(self) -> None:
        for one in fields(self):
            if one.name != "seed" and not 0 <= getattr(self, one.name) <= 1:
                raise ValueError(f"{one.name} is no share of the packets")


NO_FAULT = CableFault()


class Source(StrEnum):
    """What a USB-C source says on the CC line it can give; ``NONE``: nothing, as where no such line is wired."""

    NONE = "none"
    DEFAULT = "default"
    MEDIUM = "1.5A"
    HIGH = "3.0A"

    @property
    def millivolts(self) -> int:
        """What is on the line then, against 5.1 kΩ (USB Type-C Specification, CC voltages on the sink side)."""
        return {Source.NONE: 0, Source.DEFAULT: 410, Source.MEDIUM: 920, Source.HIGH: 1680}[self]
