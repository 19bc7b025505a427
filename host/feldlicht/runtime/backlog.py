"""What a table was told: its board's newest word, and what waits until the disk takes entries again."""

from __future__ import annotations

from collections import deque

from feldlicht.table.messages import BoardAway, BoardHere, BoardKnown, HandsAtWork, Input, Sensed, Tuned

LIMIT = 256
"""So many inputs wait at most. Then the newest word of the board stands for all of them."""


class Presence:
    """The newest word from a table's board: enough to tell a fresh table how it stands."""

    def __init__(self) -> None:
        self._board: BoardHere | BoardAway | None = None
        self._sensed: Sensed | None = None
        self._hands: HandsAtWork | None = None
        self._tuned: Tuned | None = None
        self._known: BoardKnown | None = None

    def note(self, what: Input) -> None:
        """Remember ``what`` if it tells how the board, the hands or the settings of the house stand."""
        match what:
            case BoardHere() | BoardAway():
                self._board, self._sensed = what, None
            case Sensed():
                self._sensed = what
            case HandsAtWork():
                self._hands = what
            case Tuned():
                self._tuned = what
            case BoardKnown():
                self._known = what
            case _:
                pass

    def inputs(self) -> tuple[Input, ...]:
        """Return what a table that knows nothing is to be told, in order."""
        newest = (self._tuned, self._known, self._board, self._hands, self._sensed)
        return tuple(one for one in newest if one is not None)


class Backlog:
    """Inputs in order, each with the time (host ms) at which it came.

    When there are too many, they are forgotten as if the board had been away for that time: what it says now is
    kept, and the table asks about what it cannot know.
    """

    def __init__(self, presence: Presence, limit: int = LIMIT) -> None:
        self._presence = presence
        self._limit = limit
        self._waiting: deque[tuple[Input, int]] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def keep(self, what: Input, at: int) -> None:
        """Put ``what`` at the end."""
        self._waiting.append((what, at))
        if len(self._waiting) > self._limit:
            self._waiting = deque((one, at) for one in self._presence.inputs())

    def take(self) -> tuple[Input, int]:
        """Take the first one."""
        return self._waiting.popleft()

    def next_at(self, otherwise: int) -> int:
        """Return when the first one came, ``otherwise`` if there is none."""
        return self._waiting[0][1] if self._waiting else otherwise

    def put_back(self, what: Input, at: int) -> None:
        """Put ``what`` before all others."""
        self._waiting.appendleft((what, at))

    def clear(self) -> None:
        """Forget everything."""
        self._waiting.clear()
