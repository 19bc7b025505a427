"""Every table of the house, and at which of them a session is at home."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from feldlicht.base.commands import CommandType
from feldlicht.base.entries import SessionHeader
from feldlicht.base.hands import IDLE
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.base.viewers import PUBLIC, Viewer
from feldlicht.runtime.answered import Answered, Reply
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.events import Hub
from feldlicht.runtime.hand_journal import HandJournals, JournalReading
from feldlicht.runtime.inbox import TableClosed
from feldlicht.runtime.past import Past
from feldlicht.runtime.pictures import SessionPicture
from feldlicht.runtime.tables import TableOwner
from feldlicht.store.store import Store
from feldlicht.table.messages import Declined, Request, Tuned
from feldlicht.table.recorded_views import journal_for
from feldlicht.table.rights import why_not
from feldlicht.table.session import Lifecycle, Session

log = logging.getLogger(__name__)


class Homes:
    """The tables by name. Every method may be called from any thread.

    ``changing`` is held by whoever makes tables or puts them away; ``tuned`` is what each new one is told first.
    """

    def __init__(
        self,
        clock: Clock,
        store: Store,
        hub: Hub,
        changing: threading.RLock,
        tuned: Callable[[], Tuned],
        journals: HandJournals,
    ) -> None:
        self._clock = clock
        self._store = store
        self._hub = hub
        self._changing = changing
        self._tuned = tuned
        self._journals = journals
        self._tables: dict[str, TableOwner] = {}
        self._answered = Answered()
        self._past = Past()
        self._closed = False

    def shut(self) -> None:
        """Make no table any more."""
        with self._changing:
            self._closed = True

    def close(self) -> None:
        """End every table's thread. Idempotent."""
        for table in tuple(self._tables.values()):
            table.close()

    def tell(self, tuned: Tuned) -> None:
        """Tell every table of changed settings."""
        with self._changing:
            for table in self._tables.values():
                table.put(tuned)

    def own_table(self, session_id: str) -> TableOwner:
        """Return the table of a session that is played on pages only. Raises ``NO_SESSION`` at the end."""
        return self._table(f"session {session_id}", None)

    def picture(self, session_id: str) -> SessionPicture:
        """Return a session as it stands. Raises ``NO_SUCH_SESSION``, ``UNKNOWN_GAME``."""
        for table in tuple(self._tables.values()):
            picture = table.picture
            if picture is not None and picture.id == session_id:
                return picture
        return SessionPicture(self._load_as_noted(session_id), replace(IDLE, board_present=False))

    def journal(self, session_id: str, viewer: Viewer) -> JournalReading:
        """Open a session's hand journal. See :meth:`~feldlicht.runtime.house.House.journal`."""
        header, _ = self._store.load(session_id)
        for table in tuple(self._tables.values()):
            if _is_at(table, session_id):
                with suppress(TableClosed):
                    table.sync()  # what was told of is written
        try:
            reading = self._journals.read(session_id)
        except OSError as error:
            raise Refused(Refusal.of(Reason.DATA_FOLDER_UNUSABLE, problem=error.strerror or error)) from error
        if reading is None:
            raise Refused(Refusal.of(Reason.NO_JOURNAL, session=session_id))
        day = time.strftime("%Y-%m-%d", time.gmtime(header.created_at / 1000))
        reading.name = f"feldlicht-hands-{day}-{session_id}.jsonl"
        try:
            # Read after the journal was opened: it numbers every entry that stands there.
            reading.show = journal_for(self._load(session_id), viewer)
        except BaseException:
            reading.close()
            raise
        return reading

    def request(self, session_id: str, request: Request) -> Reply:
        """Have a request carried out at its session's table. See :meth:`~feldlicht.runtime.house.House.request`."""
        while True:
            try:
                for table in tuple(self._tables.values()):
                    if _is_at(table, session_id):
                        reply = self._ask(table, request)
                        if _is_gone(reply) and not _is_at(table, session_id):
                            break  # It has just been carried to another table.
                        return reply
                else:
                    return self._request_of_past(session_id, request)
            except TableClosed:
                # Its session has just ended on pages; all that it was is in the store.
                if self._closed:
                    raise

    def carry_on(self, session_id: str, board: str) -> None:
        """Have a session go on, or lie as it ended, at this board's table. See
        :meth:`~feldlicht.runtime.house.House.carry_on`.
        """
        with self._changing:
            picture = self.picture(session_id)
            if picture.session.frozen is not None:
                raise Refused(picture.session.frozen)
            if picture.lifecycle is Lifecycle.ABANDONED:
                raise Refused(Refusal.of(Reason.GAME_OVER))
            running, there = picture.lifecycle is Lifecycle.RUNNING, picture.header.board == board
            table = self.table_for(board)
            if _is_at(table, session_id) or (running and there):
                return
            laid_aside = not running and not any(_is_at(one, session_id) for one in self._tables.values())
            if laid_aside:
                self._store.move_session(session_id, board)
            else:
                self._leave(picture.header, board)
            # The disk has given the board to this session: no other can have begun there.
            table.seat(lambda: self._load(session_id))

    def _leave(self, header: SessionHeader, board: str) -> None:
        """Take a session off its table, as it goes on at ``board``."""
        home = self._table_of(header)
        home.give_up(header.id, lambda: self._store.move_session(header.id, board))
        if home.board is None:
            self.put_away(home)

    def put_away(self, table: TableOwner) -> None:
        """End a table that nothing is left to be done at."""
        with self._changing:
            if self._tables.get(table.name) is table:
                del self._tables[table.name]
                table.close()

    def table_for(self, board: str) -> TableOwner:
        """Return a board's table; it may be there without the board."""
        name = f"board {board}"
        with self._changing:
            known = name in self._tables
            table = self._table(name, board)
            if not known:
                self._resume(table, board)
            return table

    # ------------------------------------------------------------------ inside

    def _table(self, name: str, board: str | None) -> TableOwner:
        """Return the table of this name, made and started if there is none."""
        with self._changing:
            if self._closed:
                raise Refused(Refusal.of(Reason.NO_SESSION))
            table = self._tables.get(name)
            if table is None:
                table = TableOwner(
                    board, name, self._clock, self._store, self._hub, None, self._answered, self._journals
                )
                table.put(self._tuned())
                self._tables[name] = table
                table.start()
            return table

    def _ask(self, table: TableOwner, request: Request) -> Reply:
        """Ask a table; one that was only for a session that has ended now is put away."""
        reply = table.ask(request)
        if table.board is None and not _is_running(table):
            with self._changing:
                # Nobody makes another table for this session before this one has finished what it was asked.
                if not _is_running(table):
                    self.put_away(table)
        return reply

    def _table_of(self, header: SessionHeader) -> TableOwner:
        """Return the table where this session is at home; one that ran there is seated again."""
        if header.board is not None:
            return self.table_for(header.board)
        name = f"session {header.id}"
        with self._changing:
            known = name in self._tables
            table = self._table(name, None)
            if not known:
                self._seat_again(table, header.id)
            return table

    def _resume(self, table: TableOwner, board: str) -> None:
        """Seat the session that ran at this board's table; one that froze is tried again, if it was the last."""
        at_board = [one for one in self._store.sessions() if one.header.board == board]
        running = [one for one in at_board if one.lifecycle == Lifecycle.RUNNING]
        last = (running or at_board)[:1]
        if last and last[0].lifecycle in (Lifecycle.RUNNING, Lifecycle.FROZEN):
            self._seat_again(table, last[0].header.id)

    def _seat_again(self, table: TableOwner, session_id: str) -> None:
        """Seat a session from the store; if that fails, it is frozen and the table free."""
        try:
            table.seat(lambda: self._reopen(session_id))
        except BadInput as unknown:
            log.error("session %s cannot be resumed and is frozen: %s", session_id, unknown)
            self._store.set_lifecycle(session_id, Lifecycle.FROZEN.value)
        except Exception:
            # The border to games, which may be faulty.
            log.exception("session %s cannot be resumed and is frozen", session_id)
            self._store.set_lifecycle(session_id, Lifecycle.FROZEN.value)

    def _reopen(self, session_id: str) -> Session:
        """Load a session for a table, and note what the fold made of it."""
        session = self._load(session_id)
        self._store.set_lifecycle(session_id, session.lifecycle.value)
        return session

    def _load(self, session_id: str) -> Session:
        return self._past.opened(*self._store.load(session_id))

    def _load_as_noted(self, session_id: str) -> Session:
        """Load a session; one that froze by a fault in its game stays so until a restart tries it again."""
        session = self._load(session_id)
        if self._store.lifecycle(session_id) != Lifecycle.FROZEN or session.frozen is not None:
            return session
        after = session.revision_for(PUBLIC)
        return replace(session, frozen=Refusal.of(Reason.SESSION_FROZEN, revision=after, cause="fault"))

    def _request_of_past(self, session_id: str, request: Request) -> Reply:
        """Answer a request to a session on no table: a running one, or taking the last ply back, brings it to one."""
        picture = self.picture(session_id)
        known = self._answered.recall(picture.session, request)
        if known is not None:
            return known
        try:
            table = self._table_to_go_on_at(picture, request)
        except TableClosed:
            raise
        except Refused as refused:
            reply = Declined(refused.refusal, picture.session.revision_for(request.viewer))
            self._answered.note(session_id, request, reply)
            return reply
        return self._ask(table, request)

    def _table_to_go_on_at(self, picture: SessionPicture, request: Request) -> TableOwner:
        """Return the table of a session, seated there. Raises ``NOT_ALLOWED``, ``NOT_YOUR_SEAT``, ``SESSION_FROZEN``,
        ``STALE_REVISION``, ``GAME_OVER``, ``TABLE_BUSY``.
        """
        session = picture.session
        not_allowed = why_not(session, request)
        if not_allowed is not None:
            raise Refused(not_allowed)
        if session.frozen is not None:
            raise Refused(session.frozen)
        current = session.revision_for(request.viewer)
        if request.revision is not None and request.revision != current:
            raise Refused(Refusal.of(Reason.STALE_REVISION, asked=request.revision, current=current))
        running = session.lifecycle is Lifecycle.RUNNING
        if not running and not (request.type is CommandType.UNDO and session.to_undo(request.viewer) is not None):
            raise Refused(Refusal.of(Reason.GAME_OVER))
        with self._changing:
            # Where it is at home now: it may have been carried on elsewhere meanwhile.
            table = self._table_of(self.picture(picture.id).header)
            if not _is_at(table, picture.id):
                table.seat(lambda: self._load(picture.id))
        return table


def _is_at(table: TableOwner, session_id: str) -> bool:
    return table.picture is not None and table.picture.id == session_id


def _is_gone(reply: Reply) -> bool:
    return isinstance(reply, Declined) and reply.refusal.reason is Reason.NO_SESSION


def _is_running(table: TableOwner) -> bool:
    return table.picture is not None and table.picture.lifecycle is Lifecycle.RUNNING
