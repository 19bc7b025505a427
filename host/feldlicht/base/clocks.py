"""Time in a match: how much each side has left, and whose time runs. Source: reading M17, decision 1."""

from __future__ import annotations

from dataclasses import dataclass

from feldlicht.base.figures import Side


@dataclass(frozen=True, slots=True)
class Clock:
    """What a game says of its clocks after its last act; the table takes off what has passed since.

    All in milliseconds. ``running``: the side on whose time it is now, None while all clocks stand; ``left``: what
    yellow and blue have, None where sides have no time of their own; ``match``: what the match has, None where it is
    not timed. Only what is running goes down: the match's own time runs whenever a side's does.
    """

    running: Side | None
    left: tuple[int, int] | None = None
    match: int | None = None

    def of(self, side: Side) -> int | None:
        """Return what ``side`` has left."""
        if self.left is None:
            return None
        return self.left[0] if side is Side.YELLOW else self.left[1]

    @property
    def runs_out_in(self) -> int | None:
        """How long it takes until something runs out, None if nothing does."""
        if self.running is None:
            return None
        return min((one for one in (self.of(self.running), self.match) if one is not None), default=None)
