"""What was answered to which command, so that a command sent twice is applied once and answered the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace

from feldlicht.base.viewers import Viewer
from feldlicht.table.identity import recalled, reused
from feldlicht.table.messages import Accepted, Declined, Request
from feldlicht.table.session import Session

LIMIT = 1024
"""So many answers are remembered, the newest; an asker that heard nothing asks again within seconds."""

Reply = Accepted | Declined


class Answered:
    """The newest answers by session, viewer and command id: an id tells nobody what another did under it.

    Safe from every thread.

    An act with an entry is known for ever by its id in the log; this remembers the others too (cancelled, built,
    refused), and what exactly had been asked.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, Viewer, str], tuple[Request, Reply]] = OrderedDict()

    def recall(self, session: Session, request: Request) -> Reply | None:
        """Return what ``request`` was answered before, None if it is new.

        An id that stands for another command is declined with ``COMMAND_ID_REUSED``.
        """
        if request.command_id is None:
            return None
        with self._lock:
            known = self._known.get((session.header.id, request.viewer, request.command_id))
        if known is not None:
            asked, reply = known
            if asked == _without_chance(request):
                return reply
            return reused(session, request)
        return recalled(session, request)

    def note(self, session_id: str, request: Request, reply: Reply) -> None:
        """Remember an answer; the oldest is forgotten when there are too many."""
        if request.command_id is None:
            return
        with self._lock:
            self._known[(session_id, request.viewer, request.command_id)] = (_without_chance(request), reply)
            while len(self._known) > self._limit:
                self._known.popitem(last=False)


def _without_chance(request: Request) -> Request:
    return replace(request, nonce="")
