"""One table's owner: a named thread with an inbox, the only one that steps the table and writes its log."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Protocol

from feldlicht.base.entries import Entry
from feldlicht.base.hands import IDLE
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Scene
from feldlicht.base.viewers import OWNER
from feldlicht.board.reading import Timings
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.events import EntryAdded, HandsMoved, Hub, SessionChanged
from feldlicht.runtime.pictures import SessionPicture
from feldlicht.store.store import Store
from feldlicht.table.messages import (
    Accepted,
    Append,
    BoardAway,
    BoardHere,
    BuildForMe,
    CarryOut,
    Declined,
    HandsAtWork,
    HandsChanged,
    Input,
    MagnetStep,
    Request,
    Sensed,
    Show,
    Wake,
)
from feldlicht.table.projection import view
from feldlicht.table.session import Lifecycle, Session
from feldlicht.table.settle import seat
from feldlicht.table.step import step
from feldlicht.table.table import Step, Table, new_table

log = logging.getLogger(__name__)

PATIENCE_S = 20.0
"""How long an asker waits for the table's thread: far longer than a full disk takes to say so."""
RETRY_MS = 1000
"""After the disk refused an entry, the table looks again this much later."""

Reply = Accepted | Declined


class Outlet(Protocol):
    """The board at a table, as the table's thread drives it. No call waits for the board."""

    def show(self, scene: Scene) -> None:
        """Show this scene."""

    def carry_out(self, steps: tuple[MagnetStep, ...]) -> None:
        """Have virtual hands do these steps; they report back by ``HandsAtWork``."""


class _Asked:
    """An input whose asker waits for the reply."""

    def __init__(self, what: Request | BuildForMe) -> None:
        self.what = what
        self.reply: Future[Reply] = Future()


class _Called:
    """Something to be done in the table's thread, between two steps."""

    def __init__(self, act: Callable[[], None]) -> None:
        self.act = act
        self.done: Future[None] = Future()


@dataclass(frozen=True, slots=True)
class _After:
    """What will be told of a table once the step that led there is on disk."""

    picture: SessionPicture | None
    lifecycle: Lifecycle | None


class TableOwner:
    """Owns one table. Every method may be called from any thread.

    ``board`` is the id of the board whose table it is, None for a session that is played on pages only.
    """

    def __init__(
        self, board: str | None, name: str, clock: Clock, store: Store, hub: Hub, timings: Timings | None = None
    ) -> None:
        self.board = board
        self._clock = clock
        self._store = store
        self._hub = hub
        self._timings = timings or Timings()
        self._inbox: queue.SimpleQueue[Input | _Asked | _Called | None] = queue.SimpleQueue()
        self._handing_over = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"table-{name}", daemon=True)
        self._picture: SessionPicture | None = None
        # The thread's own from here on.
        self._table = new_table(self._timings)
        self._deadline: int | None = None
        self._outlet: Outlet | None = None
        self._stored: Lifecycle | None = None  # the lifecycle that the store knows
        self._viewed: Session | None = None  # the newest session that could be shown
        self._presence: dict[type, Input] = {}  # newest word from the board, to tell a fresh table

    # ------------------------------------------------------------------ for everyone

    def start(self) -> None:
        """Begin to take inputs."""
        self._thread.start()

    def close(self) -> None:
        """Finish what is in the inbox, then end the thread. Idempotent."""
        with self._handing_over:
            if not self._closed:
                self._closed = True
                self._inbox.put(None)
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def picture(self) -> SessionPicture | None:
        """The session at this table after the last step, None if there is none."""
        return self._picture

    def put(self, what: Input) -> None:
        """Hand an input over and go on."""
        self._inbox.put(what)

    def ask(self, what: Request | BuildForMe) -> Reply:
        """Have a request carried out and return its reply, after its entry is on disk.

        Raises :class:`Refused` ``DATA_FOLDER_UNUSABLE`` if the entry could not be written.
        """
        asked = _Asked(what)
        self._hand_over(asked)
        return asked.reply.result(PATIENCE_S)

    def seat(self, make: Callable[[], Session]) -> SessionPicture:
        """Put the session that ``make`` returns on the table. ``make`` runs in the table's thread.

        Raises :class:`Refused` ``TABLE_BUSY`` if a session runs here, and whatever ``make`` raises.
        """
        seated: list[SessionPicture] = []
        self._call(lambda: seated.append(self._seat(make)))
        return seated[0]

    def attach(self, outlet: Outlet | None) -> None:
        """Drive this board from now on (None: no board); it is shown the table's scene at once."""
        self._call(lambda: self._attach(outlet))

    def sync(self) -> None:
        """Return when everything that was handed over before has been dealt with."""
        self._call(lambda: None)

    def _call(self, act: Callable[[], None]) -> None:
        called = _Called(act)
        self._hand_over(called)
        called.done.result(PATIENCE_S)

    def _hand_over(self, item: _Asked | _Called) -> None:
        with self._handing_over:
            if self._closed:
                raise Refused(Refusal.of(Reason.NO_SESSION))
            self._inbox.put(item)

    # ------------------------------------------------------------------ the thread

    def _run(self) -> None:
        while True:
            try:
                item = self._inbox.get(timeout=self._patience())
            except queue.Empty:
                item = Wake()
            try:
                self._wake_if_due()
                self._take(item)
            except Exception as error:
                # The thread's border: this would be a fault of ours, and the table must go on all the same.
                log.exception("%s: %s went wrong", self._thread.name, type(item).__name__)
                if isinstance(item, _Asked) and not item.reply.done():
                    item.reply.set_exception(error)
            if item is None:
                return

    def _take(self, item: Input | _Asked | _Called | None) -> None:
        if isinstance(item, _Called):
            self._do(item)
        elif isinstance(item, _Asked):
            self._step(item.what, item.reply)
        elif item is not None and not isinstance(item, Wake):
            self._step(item, None)

    def _patience(self) -> float | None:
        if self._deadline is None:
            return None
        return max(0, self._deadline - self._clock.now()) / 1000

    def _wake_if_due(self) -> None:
        # What was due before this input came is done before it: a move that has settled stays settled.
        if self._deadline is not None and self._deadline <= self._clock.now():
            self._deadline = None
            self._step(Wake(), None)

    def _do(self, called: _Called) -> None:
        try:
            called.act()
        except Exception as error:  # noqa: BLE001 - raised again in the thread of whoever called
            called.done.set_exception(error)
        else:
            called.done.set_result(None)

    def _step(self, what: Input, reply: Future[Reply] | None) -> None:
        self._remember(what)
        frozen = self._frozen()
        if frozen is not None and reply is not None and isinstance(what, Request):
            reply.set_result(frozen)
            return
        try:
            following = step(self._table, what, self._clock.now())
            after = self._look(following.table)
        except Exception as error:
            # The border to games: whatever is wrong in one must not stop the table.
            log.exception("%s: %s failed", self._thread.name, type(what).__name__)
            self._freeze(error, reply)
            return
        try:
            self._carry_out(following, after, reply)
        except Refused as refused:
            log.error("%s: an entry could not be written: %s", self._thread.name, refused)
            self._deadline = self._clock.now() + RETRY_MS
            if reply is not None and not reply.done():
                reply.set_exception(refused)

    def _remember(self, what: Input) -> None:
        if isinstance(what, BoardHere | BoardAway):
            self._presence.pop(Sensed, None)
            self._presence[BoardHere] = what
        elif isinstance(what, Sensed | HandsAtWork):
            self._presence[type(what)] = what

    def _frozen(self) -> Declined | None:
        """The answer to everything while the session that failed is still the one that people see."""
        if self._table.session is None and self._picture is not None and self._picture.session.frozen is not None:
            return Declined(self._picture.session.frozen, self._picture.revision)
        return None

    def _look(self, table: Table) -> _After:
        """Ask the game all that is told of the table later: a fault in it shows before anything is written."""
        session = table.session
        if session is None:
            return _After(self._picture, None)
        if session is not self._viewed:
            view(session, table.hands, OWNER)
            self._viewed = session
        return _After(SessionPicture(session, table.hands), session.lifecycle)

    def _carry_out(self, following: Step, after: _After, reply: Future[Reply] | None, opening: bool = False) -> None:
        """Disk first, then the answer and the pages, then the board. Raises :class:`Refused` if the disk fails.

        ``opening``: the session has just come to the table.
        """
        entries = [effect.entry for effect in following.effects if isinstance(effect, Append)]
        self._write(after, entries)
        self._table, self._deadline = following.table, following.deadline
        self._picture = picture = after.picture
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
                case Show(scene):
                    if self._outlet is not None:
                        self._outlet.show(scene)
                case CarryOut(steps):
                    if self._outlet is not None:
                        self._outlet.carry_out(steps)
        if reply is not None and not reply.done():
            reply.set_result(Accepted(picture.revision if picture is not None else 0))

    def _write(self, after: _After, entries: list[Entry]) -> None:
        if after.picture is None or after.lifecycle is None or not entries:
            return
        changed = after.lifecycle if after.lifecycle is not self._stored else None
        self._store.append(after.picture.id, *entries, lifecycle=changed)
        self._stored = after.lifecycle

    # ------------------------------------------------------------------ done in the thread for others

    def _seat(self, make: Callable[[], Session]) -> SessionPicture:
        if self._table.session is not None and self._table.session.lifecycle is Lifecycle.RUNNING:
            raise Refused(Refusal.of(Reason.TABLE_BUSY, session=self._table.session.header.id))
        session = make()
        self._stored = None
        seated = seat(self._table, session, self._clock.now())
        self._carry_out(seated, self._look(seated.table), None, opening=True)
        assert self._picture is not None
        return self._picture

    def _attach(self, outlet: Outlet | None) -> None:
        self._outlet = outlet
        if outlet is not None:
            outlet.show(self._table.scene)

    def _freeze(self, error: Exception, reply: Future[Reply] | None) -> None:
        session = self._table.session
        self._table, self._deadline = self._fresh_table(), None
        if session is None:
            self._show(self._table.scene)
            if reply is not None and not reply.done():
                reply.set_exception(error)
            return
        refusal = Refusal.of(Reason.SESSION_FROZEN, revision=session.revision, cause=type(error).__name__)
        hands = replace(IDLE, board_present=self._table.present)
        self._picture = SessionPicture(replace(session, frozen=refusal), hands)
        try:
            self._store.set_lifecycle(session.header.id, Lifecycle.FROZEN.value)
        except Refused as refused:
            log.error("%s: that the session is frozen could not be written: %s", self._thread.name, refused)
        log.error("%s: session %s is frozen after entry %d", self._thread.name, session.header.id, session.revision)
        if reply is not None and not reply.done():
            reply.set_result(Declined(refusal, session.revision))
        self._hub.publish(SessionChanged(self.board, self._picture))
        self._show(self._table.scene)

    def _fresh_table(self) -> Table:
        """A table without a session that knows as much of its board as the old one did."""
        table = new_table(self._timings)
        for what in self._presence.values():
            table = step(table, what, self._clock.now()).table
        return table

    def _show(self, scene: Scene) -> None:
        if self._outlet is not None:
            self._outlet.show(scene)
