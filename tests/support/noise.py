"""How often people at a table do what is not the shortest way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Noise:
    """How often (0–1) people do what is not the shortest way; each is drawn anew where it may happen."""

    fidget: float = 0.12
    """Lift some other figure and put it back before the move."""
    hesitate: float = 0.12
    """Lift the figure, put it back, begin again."""
    nudge: float = 0.15
    """Push a third figure off its cell for a moment while the mover is in the air."""
    long_nudge: float = 0.03
    """Hold it for longer than a nudge is."""
    slide: float = 0.3
    """Touch cells on the way."""
    rest: float = 0.15
    """Rest at such a cell so long that it counts."""
    hurry: float = 0.1
    """The opponent lifts something while the move, or a stop on its way, has not settled."""
    span: float = 0.05
    """A third figure is off its cell while the mover is set down."""
    bounce: float = 0.2
    """The sensors flicker at a lift or a place."""
    touch: float = 0.1
    """A cell is reported as touched that reads as before."""
    ghost: float = 0.05
    """A neighbour feels the magnet too for a moment."""
    wrong: float = 0.06
    """Set it down where it may not go, and follow the guidance back."""
    cancel: float = 0.04
    """Cancel what is previewed, put it back, begin again."""
    typed: float = 0.05
    """Make the move on the page and let the hands follow."""
    press: float = 0.08
    """Press the knob instead of waiting."""


QUIET = Noise(**dict.fromkeys(Noise.__dataclass_fields__, 0.0))
LIVELY = Noise()
