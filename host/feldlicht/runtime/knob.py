"""Knob and side buttons: from cumulative counters in snapshots to single acts, each of them once.

Source: design, decision 5.
"""

from __future__ import annotations

from feldlicht.base.controls import Button
from feldlicht.link.from_board import BOARD_MS_WRAP
from feldlicht.link.messages import Snapshot
from feldlicht.table.messages import ButtonPressed, KnobTurned, Pressed, PressedLong

Act = KnobTurned | ButtonPressed | Pressed | PressedLong


class Knob:
    """One board's knob, read in one thread."""

    def __init__(self) -> None:
        self._last: Snapshot | None = None

    def forget(self) -> None:
        """Count anew from the next snapshot: the board was away, and what was done meanwhile is nobody's wish now."""
        self._last = None

    def acts(self, snapshot: Snapshot) -> tuple[Act, ...]:
        """Return what was done since the last snapshot: side buttons say of what, turning which, a press takes it.

        A snapshot that comes twice, or late, tells nothing new; one that was lost is made up for by the next.
        """
        last = self._last
        if last is not None and _is_older(snapshot, last):
            return ()
        self._last = snapshot
        if last is None:
            return ()
        steps = snapshot.turn - last.turn
        turned = (KnobTurned(steps),) if steps else ()
        presses = (Pressed(),) * (snapshot.press - last.press)
        first = (ButtonPressed(Button.FIRST),) * (snapshot.button_1 - last.button_1)
        second = (ButtonPressed(Button.SECOND),) * (snapshot.button_2 - last.button_2)
        return (*first, *second, *turned, *presses, *(PressedLong(),) * (snapshot.long_press - last.long_press))


def _is_older(one: Snapshot, other: Snapshot) -> bool:
    """Say whether ``one`` was taken before ``other``, on the board's clock that wraps."""
    return (one.board_ms - other.board_ms) % BOARD_MS_WRAP > BOARD_MS_WRAP // 2
