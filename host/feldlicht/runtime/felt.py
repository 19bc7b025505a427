"""What a board last felt, in its own cells, and waiting until it feels what was done to it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from feldlicht.base.cells import Cell
from feldlicht.base.controls import Button, Operation, Press
from feldlicht.base.figures import Pole
from feldlicht.link.messages import Snapshot

SHOWN_WITHIN_S = 5.0
"""How long what was done to a board may take until its own snapshot shows it."""

_SLOWLY = 3


class Felt:
    """The newest snapshot of a board that is there. Thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._newest: Snapshot | None = None
        self._closing = False
        self._operating = threading.Lock()  # one hand at the controls at a time

    @property
    def newest(self) -> Snapshot | None:
        """The newest snapshot; None while the board is away."""
        return self._newest

    def take(self, snapshot: Snapshot | None) -> None:
        """Take over a snapshot; None: the board is away."""
        with self._changed:
            self._newest = snapshot
            self._changed.notify_all()

    def close(self) -> None:
        """Let nobody wait any longer."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()

    def wait(
        self, shows: Callable[[Snapshot], bool], only_if_live: bool = False, within_s: float = SHOWN_WITHIN_S
    ) -> bool:
        """Wait until a snapshot shows it; return whether one does. ``only_if_live``: not for a board that is away."""
        deadline = time.monotonic() + within_s
        with self._changed:
            while self._newest is None or not shows(self._newest):
                left = deadline - time.monotonic()
                if left <= 0 or self._closing or (only_if_live and self._newest is None):
                    return False
                self._changed.wait(left)
            return True

    def operated(self, operate: Callable[[Operation], None], operation: Operation) -> bool:
        """Have the controls operated so; return whether the board has felt it, in time."""
        with self._operating:
            # A board that has just said hello has not told of its counters yet.
            if not self.wait(lambda _: True) or (before := self.newest) is None:
                return False
            wanted = after(before, operation)
            operate(operation)
            return self.wait(lambda snapshot: counters(snapshot) == wanted, within_s=patience_s(operation))


def patience_s(operation: Operation) -> float:
    """Return how long to wait for the controls: contacts wait for a firmware that is slow on a busy machine."""
    # Only now: a real board is played on without any part of the simulator.
    from feldlicht.sim.controls import lasting_ms

    return SHOWN_WITHIN_S + _SLOWLY * lasting_ms(operation) / 1000


def after(before: Snapshot, operation: Operation) -> tuple[int, int, int, int, int]:
    """Return what the counters must show when the operation was felt."""
    return (
        before.turn + operation.turn,
        before.press + (operation.press is Press.SHORT),
        before.long_press + (operation.press is Press.LONG),
        before.button_1 + (operation.button is Button.FIRST),
        before.button_2 + (operation.button is Button.SECOND),
    )


def counters(snapshot: Snapshot) -> tuple[int, int, int, int, int]:
    """Return all counters of a snapshot."""
    return snapshot.turn, snapshot.press, snapshot.long_press, snapshot.button_1, snapshot.button_2


def shows(snapshot: Snapshot, changes: Mapping[Cell, Pole | None]) -> bool:
    """Say whether a snapshot shows these magnets, in the board's own cells."""
    return all(snapshot.occupancy.at(which) is pole for which, pole in changes.items())
