"""Sessions on no table, kept as they were read last: a page that shows one asks for it several times."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final

from feldlicht.base.entries import Entry, SessionHeader
from feldlicht.runtime import games
from feldlicht.table.session import Session, open_session

MOST_ENTRIES: Final = 20_000
"""So many entries of all sessions together are kept; the session that was asked for last always is."""


class Past:
    """Every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, Session] = {}

    def opened(self, header: SessionHeader, entries: Sequence[Entry]) -> Session:
        """Return the session that this log makes; it is played again only if another one was read last.

        Raises ``UNKNOWN_GAME`` and as :func:`~feldlicht.table.session.open_session` does.
        """
        with self._lock:
            known = self._kept.pop(header.id, None)
        if known is None or known.header != header or known.entries != tuple(entries):
            known = open_session(games.game(header.game), header, entries)
        if known.frozen is None:
            self._keep(known)
        return known

    def _keep(self, session: Session) -> None:
        with self._lock:
            self._kept[session.header.id] = session
            count = sum(len(one.entries) for one in self._kept.values())
            for name, one in tuple(self._kept.items())[:-1]:
                if count <= MOST_ENTRIES:
                    break
                del self._kept[name]
                count -= len(one.entries)
