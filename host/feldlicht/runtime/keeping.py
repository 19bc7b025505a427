"""Whether a board has taken and kept the settings that it was sent."""

from __future__ import annotations

import logging
from collections.abc import Callable

from feldlicht.link.events import BoardAnswered, BoardFound, BoardLost, LinkEvent
from feldlicht.link.messages import Configure, Keep, Word

log = logging.getLogger(__name__)


class Keeping:
    """Has a board keep its settings whenever there are some that it would else have by itself, and hears of it.

    ``order`` hands the order to the board's link, where nothing comes of it while the board is away.
    """

    def __init__(self, order: Callable[[Keep], None]) -> None:
        self._order = order
        self._wanted = False  # whether there is anything to keep
        self._open = False  # whether the order to a board that is there was not answered yet
        self._there = False
        self.failed = False
        """Whether the board has not taken or not kept what it was sent last."""

    def configured(self, settings: Configure) -> None:
        """These settings were handed to the link."""
        if settings.keeps:
            self._wanted = True
            self._have_kept()

    def take(self, event: LinkEvent) -> None:
        """Take what the link tells."""
        match event:
            case BoardFound():
                self._there = True
                if self._wanted:
                    self._have_kept()
            case BoardLost():
                # An answer that was still to come does not come any more; the next greeting tries again.
                self.failed = self.failed or self._open
                self._there = self._open = False
            case BoardAnswered(Keep() as order, word) | BoardAnswered(Configure() as order, word):
                self._open = self._open and not isinstance(order, Keep)
                if word is not Word.OK:
                    self.failed = True
                    log.warning("the board's answer to its settings (%s): %s", order.TYPE, word)
                elif isinstance(order, Keep):
                    self.failed = False
            case _:
                pass

    def _have_kept(self) -> None:
        self._open = self._there
        self._order(Keep())
