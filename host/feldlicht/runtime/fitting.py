"""Whether a board has what the match at its table needs."""

from __future__ import annotations

import threading
from typing import Any

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.layout import RING_ONLY
from feldlicht.link.messages import Hello
from feldlicht.rules.game import Game
from feldlicht.runtime.pictures import SessionPicture

HELLO_S = 5.0
"""Who begins a match in the first moments waits so long for the board to say what it is: it does within 3 s."""


class Fitting:
    """What a board said that it has, and what the match that runs needs. Any thread may call every method."""

    def __init__(self) -> None:
        self._said = threading.Condition()
        self._cells: bool | None = None  # None: it has not said hello yet
        self._needed = False

    def greeted(self, hello: Hello | None) -> None:
        """Take what the board says that it is; None: another board is to come."""
        with self._said:
            self._cells = None if hello is None else hello.layout != RING_ONLY
            self._said.notify_all()

    def match(self, running: SessionPicture | None) -> None:
        """Take which match runs at the table."""
        self._needed = running is not None and running.game.needs_cells

    @property
    def fits(self) -> bool:
        """Whether the match can be played at this board; a board that has not said hello yet is given the time."""
        return self._cells is not False or not self._needed

    def refusal(self, board: str | None) -> Refusal | None:
        """Say why the match that runs waits here: ``NO_CELLS``."""
        return None if self.fits else Refusal.of(Reason.NO_CELLS, board=board)

    def need_cells(self, game: Game[Any], board: str | None) -> None:
        """Raise :class:`Refused` ``NO_CELLS`` if the game's figures stand on cells and the board has none,
        ``BOARD_AWAY`` if it does not say so in time.
        """
        if not game.needs_cells:
            return
        with self._said:
            if not self._said.wait_for(lambda: self._cells is not None, HELLO_S):
                raise Refused(Refusal.of(Reason.BOARD_AWAY, board=board))
            if not self._cells:
                raise Refused(Refusal.of(Reason.NO_CELLS, board=board))
