"""What a table has on disk: its session's entries and how far that session has come."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from feldlicht.base.reasons import Refused
from feldlicht.runtime.pictures import SessionPicture
from feldlicht.store.store import Store
from feldlicht.table.messages import Append, Effect
from feldlicht.table.session import Lifecycle

log = logging.getLogger(__name__)


class NotWritten(Exception):
    """The disk did not take what a step led to, so that step has not happened."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused))
        self.refused = refused


@dataclass(frozen=True, slots=True)
class After:
    """What will be told of a table once the step that led there is on disk."""

    picture: SessionPicture | None
    lifecycle: Lifecycle | None


class Ledger:
    """Writes for one table, in its thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lifecycle: Lifecycle | None = None  # the one that the store knows

    def forget(self) -> None:
        """Another session comes to the table: what the store knows of it is not known here."""
        self._lifecycle = None

    def write(
        self,
        picture: SessionPicture | None,
        lifecycle: Lifecycle | None,
        effects: Iterable[Effect],
        new: bool = False,
    ) -> None:
        """Have a step's entries on disk, a ``new`` session with them. Raises :class:`NotWritten`."""
        entries = [effect.entry for effect in effects if isinstance(effect, Append)]
        if picture is None or lifecycle is None or not (entries or new):
            return
        try:
            if new:
                self._store.add_session(picture.header, *entries, lifecycle=lifecycle)
            else:
                changed = lifecycle if lifecycle is not self._lifecycle else None
                self._store.append(picture.id, *entries, lifecycle=changed)
        except Refused as refused:
            raise NotWritten(refused) from refused
        self._lifecycle = lifecycle

    def freeze(self, session_id: str) -> None:
        """Note that a session is frozen; if even that cannot be written, the log says so."""
        try:
            self._store.set_lifecycle(session_id, Lifecycle.FROZEN.value)
        except Refused as refused:
            log.error("that session %s is frozen could not be written: %s", session_id, refused)
