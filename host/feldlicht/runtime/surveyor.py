"""Asking one board what its sensors measure, and waiting for it: for whoever asks, in whichever thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from feldlicht.base.cells import ROWS
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.link.events import BoardAnswered, BoardField
from feldlicht.link.messages import AskField, Keep, RowField, SetZero, Word
from feldlicht.selftest.empty import Survey

ANSWER_S = 10.0
"""How long an order may take, its repetitions included."""
AGAIN_S = 1.0
"""Rows that a line lost are asked for again after so long."""
FRESH_S = 0.3
"""Who asks so soon after another is told the same: pages look about once a second, each for itself."""

Order = AskField | SetZero | Keep


class Surveyor:
    """One board's field and zero. Whatever is asked while the board is away is refused ``BOARD_AWAY``."""

    def __init__(self, order: Callable[[Order], None]) -> None:
        """``order`` hands an order to the board's link."""
        self._order = order
        self._asking = threading.Lock()  # one at a time
        self._heard = threading.Condition()
        self._there = False
        self._cut = True  # whether the board has been away since the newest order
        self._rows: dict[int, RowField] = {}
        self._words: list[Word] = []
        self._waits_for: Order | None = None
        self._newest: tuple[float, Survey] | None = None

    def take(self, event: BoardField | BoardAnswered) -> None:
        """Take what the link tells."""
        with self._heard:
            if isinstance(event, BoardField):
                self._rows[event.row.row] = event.row
            elif event.order == self._waits_for:
                self._words.append(event.word)
            self._heard.notify_all()

    def present(self, there: bool) -> None:
        """Take whether the board is there; who waits for one that has gone waits no longer."""
        with self._heard:
            self._there = there
            self._cut = self._cut or not there
            self._newest = None
            self._heard.notify_all()

    def survey(self) -> Survey | None:
        """Return the field in every cell, at most :data:`FRESH_S` old; None if the sensors cannot be read now.

        Its rows come unasked for by number, so one that the cable swallowed is missed by nobody else: all are asked
        for again, and those that came count. A board whose rows are still not all there at the end is not read; it
        is not away.
        """
        with self._asking:
            if self._newest is not None and time.monotonic() - self._newest[0] < FRESH_S:
                return self._newest[1]
            with self._heard:
                self._rows.clear()
                end = time.monotonic() + ANSWER_S
                while len(self._rows) < ROWS:
                    if time.monotonic() >= end or self._ask(AskField()) is not Word.OK:
                        return None
                    self._wait(lambda: len(self._rows) == ROWS, AGAIN_S)
                rows = [self._rows[row] for row in range(ROWS)]
            survey = Survey(
                tuple(value for row in rows for value in row.field),
                tuple(value for row in rows for value in row.noise),
            )
            self._newest = time.monotonic(), survey
            return survey

    def zero(self) -> Word:
        """Have the board take what it reads for no field at all, and keep that; return what came of it."""
        with self._asking, self._heard:
            return self._ask(SetZero())

    def _ask(self, order: Order) -> Word:
        self._words.clear()
        self._waits_for = order
        self._cut = not self._there
        if self._there:
            self._order(order)
        if not self._wait(lambda: bool(self._words), ANSWER_S):
            raise Refused(Refusal(Reason.BOARD_AWAY))
        return self._words.pop()

    def _wait(self, heard: Callable[[], bool], patience_s: float) -> bool:
        """Return whether it was heard in time. Raises ``BOARD_AWAY`` as soon as the board is lost: it forgets."""
        self._heard.wait_for(lambda: heard() or self._cut, patience_s)
        if self._cut and not heard():
            raise Refused(Refusal(Reason.BOARD_AWAY))
        return heard()
