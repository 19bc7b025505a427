"""One table's owner: a named thread with an inbox, the only one that steps the table and writes its log."""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from feldlicht.base.cells import Cell
from feldlicht.base.hands import IDLE
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import OWNER, PUBLIC, Viewer
from feldlicht.board.reading import Timings
from feldlicht.runtime.answered import Answered, Reply
from feldlicht.runtime.backlog import Backlog, Presence
from feldlicht.runtime.chance import with_chance
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.events import EntryAdded, HandsMoved, Hub, SessionChanged
from feldlicht.runtime.hand_journal import HandJournal, HandJournals
from feldlicht.runtime.inbox import Asked, Called, Inbox, Item
from feldlicht.runtime.ledger import After, Ledger, NotWritten
from feldlicht.runtime.outlet import Outlet, drive, tell_match
from feldlicht.runtime.pictures import SessionPicture
from feldlicht.store.store import Store
from feldlicht.table.messages import (
    Accepted,
    Append,
    BuildForMe,
    CarryOut,
    Declined,
    HandsChanged,
    Input,
    LetGo,
    Request,
    Show,
    TurnBoard,
    Wake,
)
from feldlicht.table.projection import view
from feldlicht.table.session import Lifecycle, Session
from feldlicht.table.settle import seat
from feldlicht.table.step import step
from feldlicht.table.table import Step, Table, new_table

log = logging.getLogger(__name__)

RETRY_MS = 1000
"""After the disk refused an entry, the table tries again this much later."""


class TableOwner:
    """Owns one table. Every method may be called from any thread.

    ``board`` is the id of the board whose table it is, None for a session that is played on pages only; ``answered``
    outlives the table.
    """

    def __init__(
        self,
        board: str | None,
        name: str,
        clock: Clock,
        store: Store,
        hub: Hub,
        timings: Timings | None = None,
        answered: Answered | None = None,
        journals: HandJournals | None = None,
    ) -> None:
        self.board = board
        self.name = name
        self._clock = clock
        self._ledger = Ledger(store)
        self._hub = hub
        self._timings = timings or Timings()
        self._answered = answered or Answered()
        self._inbox = Inbox()
        self._thread = threading.Thread(target=self._run, name=f"table-{name}", daemon=True)
        self._picture: SessionPicture | None = None
        # The thread's own from here on.
        self._table = new_table(self._timings, secrets.token_hex(16))
        self._journal = HandJournal(journals)
        self._deadline: int | None = None
        self._outlet: Outlet | None = None
        self._viewed: Session | None = None  # the newest session that could be shown
        self._presence = Presence()
        self._backlog = Backlog(self._presence)  # what the disk has not let happen yet
        self._retry_at = 0  # when that is tried again

    # ------------------------------------------------------------------ for everyone

    def start(self) -> None:
        """Begin to take inputs."""
        self._thread.start()

    def close(self) -> None:
        """Finish what is in the inbox, then end the thread. Idempotent."""
        self._inbox.close()
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def picture(self) -> SessionPicture | None:
        """The session at this table after the last step, None if there is none."""
        return self._picture

    @property
    def noise(self) -> Mapping[Cell, int]:
        """Cells that toggled faster than any hand, and how often, as the last step left it."""
        return self._table.reader.journal.noise.counts

    def put(self, what: Input) -> None:
        """Hand an input over and go on."""
        self._inbox.put(what)

    def ask(self, what: Request | BuildForMe) -> Reply:
        """Have a request carried out and return its reply, after its entry is on disk.

        Raises :class:`Refused` ``DATA_FOLDER_UNUSABLE`` if the entry could not be written, :class:`TableClosed`.
        """
        return self._inbox.ask(what)

    def begin(self, make: Callable[[], Session]) -> SessionPicture:
        """Put the new session that ``make`` returns on the table, and in the store with its first entries.

        ``make`` runs in the table's thread. Raises :class:`Refused` ``TABLE_BUSY`` if a session runs here,
        ``DATA_FOLDER_UNUSABLE``, and whatever ``make`` or the game raises; then nothing is left, on disk neither.
        """
        return self._put_on(make, new=True)

    def seat(self, make: Callable[[], Session]) -> SessionPicture:
        """Put a session that the store knows on the table. Raises as :meth:`begin` does."""
        return self._put_on(make, new=False)

    def give_up(self, session_id: str, move: Callable[[], None]) -> None:
        """Take a session off the table; ``move`` notes on disk where it goes on, between two steps of the table.

        Raises :class:`Refused` ``NO_SESSION`` if another one is here, and what ``move`` raises; then nothing changes.
        """
        self._inbox.call(lambda: self._give_up(session_id, move))

    def _put_on(self, make: Callable[[], Session], *, new: bool) -> SessionPicture:
        seated: list[SessionPicture] = []
        self._inbox.call(lambda: seated.append(self._seat(make, new)))
        return seated[0]

    def attach(self, outlet: Outlet | None) -> None:
        """Drive this board from now on (None: no board); it is shown the table's scene at once."""
        self._inbox.call(lambda: self._attach(outlet))

    def sync(self) -> None:
        """Return when everything that was handed over before has been dealt with."""
        self._inbox.call(lambda: None)

    # ------------------------------------------------------------------ the thread

    def _run(self) -> None:
        while True:
            item = self._inbox.take(self._patience())
            # One time for both, so that a replay knows by the input's time whether the table was woken before it.
            now = self._clock.now()
            self._safely(partial(self._wake_if_due, now))
            self._safely(partial(self._take, item, now), item)
            if item is None:
                self._journal.close()
                return

    def _safely(self, act: Callable[[], None], item: Item = None) -> None:
        try:
            act()
        except Exception as error:
            # The thread's border: this would be a fault of ours, and the table must go on all the same.
            log.exception("%s: %s went wrong", self._thread.name, type(item).__name__)
            if isinstance(item, Asked) and not item.reply.done():
                item.reply.set_exception(error)

    def _take(self, item: Item, now: int) -> None:
        match item:
            case Called():
                item.run()
            case Asked(what=what, reply=reply):
                self._answer(what, reply, now)
            case Wake():
                pass  # what was due has been done
            case None:
                self._last_try()
            case _:
                self._presence.note(item)
                self._sense(item, now)

    def _patience(self) -> float | None:
        due = self._retry_at if self._backlog else self._deadline
        return None if due is None else max(0, due - self._clock.now()) / 1000

    def _wake_if_due(self, now: int) -> None:
        # What was due before this input came is done before it: a move that has settled stays settled.
        if self._backlog and self._retry_at <= now:
            with contextlib.suppress(NotWritten):
                self._catch_up(now)
        if not self._backlog and self._deadline is not None and self._deadline <= now:
            self._deadline = None
            self._sense(Wake(), now)

    def _sense(self, what: Input, now: int) -> None:
        """Step an input that nobody waits for. While the disk takes no entries it waits, and all that come after."""
        if self._backlog:
            self._backlog.keep(what, now)
            return
        try:
            self._step(what, None, now)
        except NotWritten as fault:
            log.error("%s: an entry could not be written: %s", self._thread.name, fault)
            self._backlog.keep(what, now)
            self._retry_at = now + RETRY_MS

    def _catch_up(self, now: int) -> None:
        """Let happen what the disk did not allow before, as of the times at which it came. Raises NotWritten."""
        while self._backlog:
            what, at = self._backlog.take()
            try:
                self._step(what, None, at)
            except NotWritten:
                self._backlog.put_back(what, at)
                self._retry_at = self._clock.now() + RETRY_MS
                raise
            due = self._backlog.next_at(now)
            if self._deadline is not None and self._deadline <= due:
                self._backlog.put_back(Wake(), self._deadline)
                self._deadline = None

    def _last_try(self) -> None:
        try:
            self._catch_up(self._clock.now())
        except NotWritten as fault:
            log.error("%s: what hands did last is lost: %s", self._thread.name, fault)

    def _answer(self, what: Request | BuildForMe, reply: Future[Reply], now: int) -> None:
        try:
            self._catch_up(now)
            session = self._picture.session if self._picture is not None else None
            if session is None or not isinstance(what, Request):
                self._step(what, reply, now)
                return
            what = with_chance(what, session)
            known = self._answered.recall(session, what)
            if known is not None:
                reply.set_result(known)
                return
            frozen = self._frozen(what)
            if frozen is not None:
                reply.set_result(frozen)
                self._answered.note(session.header.id, what, frozen)
                return
            try:
                self._step(what, reply, now)
            finally:
                # Also when the board failed while it was lit: the act has been answered.
                if reply.done() and reply.exception() is None:
                    self._answered.note(session.header.id, what, reply.result())
        except NotWritten as fault:
            log.error("%s: an entry could not be written: %s", self._thread.name, fault)
            reply.set_exception(fault.refused)

    def _step(self, what: Input, reply: Future[Reply] | None, at: int) -> None:
        """Step the table as of ``at``. Raises NotWritten: then nothing has happened."""
        try:
            following = step(self._table, what, at)
            after = self._look(following.table)
        except Exception as error:
            # The border to games: whatever is wrong in one must not stop the table.
            log.exception("%s: %s failed", self._thread.name, type(what).__name__)
            before = self._table
            self._freeze(error, reply, what.viewer if isinstance(what, Request) else OWNER)
            self._journal.stepped(before, what, at, None)
            return
        before = self._table
        self._ledger.write(after.picture, after.lifecycle, following.effects)
        try:
            self._carry_out(following, after, reply)
        finally:
            self._journal.stepped(before, what, at, following)

    def _frozen(self, request: Request) -> Declined | None:
        """The answer to everything while the session that failed is still the one that people see."""
        session = self._picture.session if self._picture is not None else None
        if self._table.session is None and session is not None and session.frozen is not None:
            return Declined(session.frozen, session.revision_for(request.viewer))
        return None

    def _look(self, table: Table) -> After:
        """Ask the game all that is told of the table later: a fault in it shows before anything is written."""
        session = table.session
        if session is None:
            return After(self._picture, None)
        if session is not self._viewed:
            view(session, table.hands, OWNER)
            self._viewed = session
        return After(SessionPicture(session, table.hands), session.lifecycle)

    def _carry_out(self, following: Step, after: After, reply: Future[Reply] | None, opening: bool = False) -> None:
        """Tell of a step that is on disk: news of its entries, then the answer, then hands and light.

        ``opening``: the session has just come to the table.
        """
        before, self._table, self._deadline = self._table.session, following.table, following.deadline
        self._picture = picture = after.picture
        self._hub.tell_step(before, picture)
        tell_match(self._outlet, picture)
        if opening:
            self._hub.publish(SessionChanged(self.board, picture))
        for effect in following.effects:
            match effect:
                case Append(entry):
                    if picture is not None:
                        self._hub.publish(EntryAdded(picture.id, entry, picture))
                case Accepted() | Declined():
                    if reply is not None:
                        reply.set_result(effect)
                case HandsChanged():
                    if picture is not None:
                        self._hub.publish(HandsMoved(picture.id, picture))
                case Show() | CarryOut() | LetGo() | TurnBoard():
                    drive(self._outlet, effect)
        if reply is not None and not reply.done():
            reply.set_result(Accepted(picture.session.revision_for(OWNER) if picture is not None else 0))

    # ------------------------------------------------------------------ done in the thread for others

    def _seat(self, make: Callable[[], Session], new: bool) -> SessionPicture:
        try:
            now = self._clock.now()
            self._catch_up(now)
            if self._table.session is not None and self._table.session.lifecycle is Lifecycle.RUNNING:
                raise Refused(Refusal.of(Reason.TABLE_BUSY, session=self._table.session.header.id))
            before, session = self._table, make()
            seated = seat(before, session, now)
            after = self._look(seated.table)
            self._ledger.forget()
            self._ledger.write(after.picture, after.lifecycle, seated.effects, new)
        except NotWritten as fault:
            raise fault.refused from fault
        self._carry_out(seated, after, None, opening=True)
        self._journal.seated(before, session, seated, now)
        assert self._picture is not None
        return self._picture

    def _give_up(self, session_id: str, move: Callable[[], None]) -> None:
        try:
            self._catch_up(self._clock.now())
        except NotWritten as fault:
            raise fault.refused from fault
        if self._table.session is None or self._table.session.header.id != session_id:
            raise Refused(Refusal.of(Reason.NO_SESSION, board=self.board))
        move()
        self._journal.close()
        if self._table.busy:
            drive(self._outlet, LetGo())
        self._table, self._deadline, self._picture = self._fresh_table(), None, None
        self._hub.publish(SessionChanged(self.board, None))
        self._face()

    def _attach(self, outlet: Outlet | None) -> None:
        self._outlet = outlet
        self._face()

    def _face(self) -> None:
        """Have the board know whether a match runs here, and show what is to be seen."""
        tell_match(self._outlet, self._picture)
        drive(self._outlet, Show(self._table.scene))

    def _freeze(self, error: Exception, reply: Future[Reply] | None, asker: Viewer) -> None:
        session = self._table.session
        self._table, self._deadline = self._fresh_table(), None
        self._backlog.clear()
        if session is None:
            self._face()
            if reply is not None and not reply.done():
                reply.set_exception(error)
            return
        after = session.revision_for(PUBLIC)
        refusal = Refusal.of(Reason.SESSION_FROZEN, revision=after, cause=type(error).__name__)
        hands = replace(IDLE, board_present=self._table.present)
        self._picture = SessionPicture(replace(session, frozen=refusal), hands)
        self._ledger.freeze(session.header.id)
        log.error("%s: session %s is frozen after entry %d", self._thread.name, session.header.id, session.revision)
        if reply is not None and not reply.done():
            reply.set_result(Declined(refusal, session.revision_for(asker)))
        self._hub.publish(SessionChanged(self.board, self._picture))
        self._face()

    def _fresh_table(self) -> Table:
        """A table without a session that knows as much of its board as the old one did."""
        table = new_table(self._timings, self._table.chance)
        for what in self._presence.inputs():
            table = step(table, what, self._clock.now()).table
        return table
