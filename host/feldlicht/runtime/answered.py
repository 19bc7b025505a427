"""What was answered to which command, so that a command sent twice is applied once and answered the same."""

from __future__ import annotations

import threading
from collections import OrderedDict

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.table.messages import Accepted, Declined, Request
from feldlicht.table.session import Session

LIMIT = 1024
"""So many answers are remembered, the newest; an asker that heard nothing asks again within seconds."""

Reply = Accepted | Declined


class Answered:
    """The newest answers by session and command id. Safe from every thread.

    An act with an entry is known for ever by its id in the log; this remembers the others too (cancelled, built,
    refused), and what exactly had been asked.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, str], tuple[Request, Reply]] = OrderedDict()

    def recall(self, session: Session, request: Request) -> Reply | None:
        """Return what ``request`` was answered before, None if it is new.

        An id that stands for another command is declined with ``COMMAND_ID_REUSED``.
        """
        if request.command_id is None:
            return None
        with self._lock:
            known = self._known.get((session.header.id, request.command_id))
        if known is not None:
            asked, reply = known
            if asked == request:
                return reply
            return Declined(Refusal.of(Reason.COMMAND_ID_REUSED, id=request.command_id), session.revision)
        entry = session.entry_of(request.command_id)
        return None if entry is None else Accepted(entry.revision)

    def note(self, session_id: str, request: Request, reply: Reply) -> None:
        """Remember an answer; the oldest is forgotten when there are too many."""
        if request.command_id is None:
            return
        with self._lock:
            self._known[(session_id, request.command_id)] = (request, reply)
            while len(self._known) > self._limit:
                self._known.popitem(last=False)
