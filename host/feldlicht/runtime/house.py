"""The house: boards, tables, sessions and their news, as pages and programs see them."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Mapping
from dataclasses import replace

from feldlicht.base.cells import Cell
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Entry, SessionHeader
from feldlicht.base.figures import Pole
from feldlicht.base.hands import IDLE
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.reading import Timings
from feldlicht.config import Settings
from feldlicht.link.port import find_ports
from feldlicht.runtime import games
from feldlicht.runtime.answered import Answered, Reply
from feldlicht.runtime.boards import Boards, MakeSimulator, default_simulator
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.data_folder import DataFolder
from feldlicht.runtime.events import DEFAULT, BoardChanged, Hub, Interest, Lights, Subscription
from feldlicht.runtime.hands import Changes
from feldlicht.runtime.inbox import TableClosed
from feldlicht.runtime.pictures import BoardInfo, SessionPicture, SessionSummary
from feldlicht.runtime.station import Simulator, Station
from feldlicht.runtime.tables import TableOwner
from feldlicht.runtime.watch import FindPorts
from feldlicht.store.store import Store
from feldlicht.table.messages import BuildForMe, Declined, Request
from feldlicht.table.session import Lifecycle, Session, open_session

log = logging.getLogger(__name__)


class House:
    """Everything that runs, behind one door. Every method may be called from any thread.

    What cannot be done is raised as :class:`~feldlicht.base.reasons.Refused`.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        make_simulator: MakeSimulator = default_simulator,
        find: FindPorts = find_ports,
    ) -> None:
        self.settings = settings
        self.hub = Hub()
        self._clock = Clock()
        self._timings = Timings(settle_ms=settings.settle_ms, grace_ms=settings.grace_ms)
        self._make_simulator = make_simulator
        self._find = find
        self._changing = threading.RLock()  # who makes tables, starts or closes
        self._ending = threading.Lock()  # one closes at a time
        self._folder: DataFolder | None = None
        self._store_or_none: Store | None = None
        self._boards: Boards | None = None
        self._tables: dict[str, TableOwner] = {}
        self._answered = Answered()
        self._closed = False

    # ------------------------------------------------------------------ life

    def start(self) -> None:
        """Take the data folder, open the store, resume what ran, and begin to look for the board. Idempotent.

        Raises :class:`Refused`: ``DATA_FOLDER_LOCKED``, ``DATA_FOLDER_UNUSABLE``, ``DATA_FOLDER_NEWER``,
        ``NO_MICROPYTHON``, and for a serial port that the settings name ``PORT_MISSING``, ``PORT_BUSY``,
        ``PORT_FORBIDDEN``.
        """
        try:
            with self._changing:
                if self._boards is not None or self._closed:
                    return
                self._folder = DataFolder.take(self.settings.data)
                self._store_or_none = Store.open(self.settings.data)
                self._boards = Boards(
                    self.settings, self.hub, self._store_or_none, self._adopt, self._make_simulator, self._find
                )
                self._boards.start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Say goodbye to subscribers, then end every thread, port and child. Idempotent."""
        self.hub.close()
        with self._changing:
            self._closed = True
        # Not while holding what the threads that end now may be waiting for.
        with self._ending:
            if self._boards is not None:
                self._boards.close()
            for table in tuple(self._tables.values()):
                table.close()
            if self._store_or_none is not None:
                self._store_or_none.close()
            if self._folder is not None:
                self._folder.release()

    @property
    def epoch(self) -> str:
        """Names this database's life; event ids carry it."""
        return self._store.epoch

    # ------------------------------------------------------------------ boards

    def boards(self) -> tuple[BoardInfo, ...]:
        """Return every board, the default one first, then those that are offered."""
        return self._boards.infos() if self._boards is not None else ()

    def board(self, board: str) -> BoardInfo:
        """Return one board by id or ``default``. Raises ``NO_SUCH_BOARD``."""
        for info in self.boards():
            if board in (info.id, DEFAULT):
                return info
        raise Refused(Refusal.of(Reason.NO_SUCH_BOARD, board=board))

    def magnets(self, board: str) -> dict[Cell, Pole]:
        """Return where a simulated board's magnets lie. Raises ``NO_SUCH_BOARD``; ``NOT_FOUND`` for a real one."""
        return self._station(board).magnets()

    def set_magnets(self, board: str, changes: Changes) -> dict[Cell, Pole]:
        """Move magnets and return where all lie, once the board's own snapshot shows it and its table has read it.

        Raises ``NO_SUCH_BOARD``, ``NOT_FOUND`` (real board), ``HANDS_BUSY``, ``BOARD_AWAY``.
        """
        return self._station(board).set_magnets(changes)

    def lights(self, board: str) -> Lights:
        """Return what a simulated board's LEDs show. Raises as :meth:`magnets` does."""
        return self._station(board).lights()

    def simulator(self, board: str = DEFAULT) -> Simulator:
        """Return the simulated board itself, to pull its cable and the like. Raises as :meth:`magnets` does."""
        return self._station(board).simulated_board()

    def build(self, board: str) -> int:
        """Have virtual hands set the magnets as the session asks; return its revision.

        Raises ``NO_SUCH_BOARD``, ``NOT_FOUND`` (real board), ``NO_SESSION``, ``HANDS_BUSY``, ``BOARD_AWAY``.
        """
        station = self._station(board)
        station.simulated_board()  # a real board has nobody to do it
        if station.table is None:
            raise Refused(Refusal.of(Reason.NO_SESSION, board=board))
        reply = station.table.ask(BuildForMe())
        if isinstance(reply, Declined):
            raise Refused(reply.refusal)
        return reply.revision

    # ------------------------------------------------------------------ sessions

    def create_session(
        self,
        game: str,
        options: Mapping[str, object],
        formation: object,
        board: str | None = DEFAULT,
        virtual_hands: bool = True,
    ) -> SessionHeader:
        """Begin a session at a board's table, or with ``board`` None at a table of its own.

        Raises ``UNKNOWN_GAME``, the game's own refusals of options and formation, ``NO_SUCH_BOARD``, ``BOARD_AWAY``
        (nobody knows yet which board it will be), ``TABLE_BUSY``.
        """
        rules = games.game(game)
        rules.new(options, formation)
        station = None if board is None else self._station(board)
        header = SessionHeader(
            id=secrets.token_hex(8),
            game=game,
            options=dict(options),
            formation=formation,
            board=None if station is None else station.id,
            created_at=self._clock.now(),
            virtual_hands=virtual_hands,
        )
        table = self._table(f"session {header.id}", None) if station is None else station.table
        if table is None:
            raise Refused(Refusal.of(Reason.BOARD_AWAY, board=board))

        try:
            table.begin(lambda: open_session(rules, header))
        except BaseException:
            if station is None:
                self._put_away(table)
            raise
        if station is not None:
            self.hub.publish(BoardChanged(station.info()))
        return header

    def sessions(self) -> tuple[SessionSummary, ...]:
        """Return every session, newest first."""
        return tuple(
            SessionSummary(stored.header, Lifecycle(stored.lifecycle), stored.revision)
            for stored in self._store.sessions()
        )

    def session(self, session_id: str) -> SessionPicture:
        """Return a session as it stands. Raises ``NO_SUCH_SESSION``, ``UNKNOWN_GAME``."""
        for table in tuple(self._tables.values()):
            picture = table.picture
            if picture is not None and picture.id == session_id:
                return picture
        return SessionPicture(self._load_as_noted(session_id), replace(IDLE, board_present=False))

    def current(self, board: str = DEFAULT) -> SessionPicture | None:
        """Return the session at a board's table, None if there is none. Raises ``NO_SUCH_BOARD``."""
        table = self._station(board).table
        return table.picture if table is not None else None

    def log(self, session_id: str) -> tuple[Entry, ...]:
        """Return a session's whole log. Raises ``NO_SUCH_SESSION``."""
        return self._store.load(session_id)[1]

    def request(self, session_id: str, request: Request) -> Reply:
        """Have a request carried out; the answer comes after its entry is on disk.

        The same request with the same command id is carried out once and answered the same; another one with that id
        is declined with ``COMMAND_ID_REUSED``. Raises ``NO_SUCH_SESSION``; ``DATA_FOLDER_UNUSABLE`` if the disk
        refuses the entry.
        """
        while True:
            try:
                for table in tuple(self._tables.values()):
                    if _is_at(table, session_id):
                        return self._ask(table, request)
                return self._request_of_past(session_id, request)
            except TableClosed:
                # Its session has just ended on pages; all that it was is in the store.
                if self._closed:
                    raise

    def subscribe(self, board: str | None = None, session: str | None = None, lights: bool = False) -> Subscription:
        """Return a queue of news.

        ``board``: id, ``default`` or None for all; ``session``: id, ``current`` or None for no session's news;
        ``lights``: magnets and lights of simulated boards too. Names are not checked.
        """
        return self.hub.subscribe(Interest(session, board, lights))

    # ------------------------------------------------------------------ inside

    @property
    def _store(self) -> Store:
        if self._store_or_none is None:
            raise RuntimeError("the house was not started")
        return self._store_or_none

    def _station(self, board: str) -> Station:
        station = self._boards.station if self._boards is not None else None
        if station is None or board not in (station.id, DEFAULT):
            raise Refused(Refusal.of(Reason.NO_SUCH_BOARD, board=board))
        return station

    def _table(self, name: str, board: str | None) -> TableOwner:
        """Return the table of this name, made and started if there is none."""
        with self._changing:
            if self._closed:
                raise Refused(Refusal.of(Reason.NO_SESSION))
            table = self._tables.get(name)
            if table is None:
                table = TableOwner(board, name, self._clock, self._store, self.hub, self._timings, self._answered)
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
                    self._put_away(table)
        return reply

    def _put_away(self, table: TableOwner) -> None:
        with self._changing:
            if self._tables.get(table.name) is table:
                del self._tables[table.name]
                table.close()

    def _adopt(self, station: Station, board: str) -> None:
        """Give a board its table, with the session that ran there."""
        try:
            table = self._table_for(board)
        except Refused:
            # The house is closing, and the board with it.
            return
        self.hub.default_board = board
        station.move_to(board, table)

    def _table_of(self, header: SessionHeader) -> TableOwner:
        """Return the table where this session is at home; one that ran there is seated again."""
        if header.board is not None:
            return self._table_for(header.board)
        name = f"session {header.id}"
        with self._changing:
            known = name in self._tables
            table = self._table(name, None)
            if not known:
                self._seat_again(table, header.id)
            return table

    def _table_for(self, board: str) -> TableOwner:
        """Return a board's table; it may be there without the board."""
        name = f"board {board}"
        with self._changing:
            known = name in self._tables
            table = self._table(name, board)
            if not known:
                self._resume(table, board)
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
        except Exception:
            # The border to games, which may be faulty, or not installed any more.
            log.exception("session %s cannot be resumed and is frozen", session_id)
            self._store.set_lifecycle(session_id, Lifecycle.FROZEN.value)

    def _reopen(self, session_id: str) -> Session:
        """Load a session for a table, and note what the fold made of it."""
        session = self._load(session_id)
        self._store.set_lifecycle(session_id, session.lifecycle.value)
        return session

    def _load(self, session_id: str) -> Session:
        header, entries = self._store.load(session_id)
        return open_session(games.game(header.game), header, entries)

    def _load_as_noted(self, session_id: str) -> Session:
        """Load a session; one that froze by a fault in its game stays so until a restart tries it again."""
        session = self._load(session_id)
        if self._store.lifecycle(session_id) != Lifecycle.FROZEN or session.frozen is not None:
            return session
        return replace(session, frozen=Refusal.of(Reason.SESSION_FROZEN, revision=session.revision, cause="fault"))

    def _request_of_past(self, session_id: str, request: Request) -> Reply:
        """Answer a request to a session on no table: a running one, or taking the last ply back, brings it to one."""
        picture = self.session(session_id)
        known = self._answered.recall(picture.session, request)
        if known is not None:
            return known
        try:
            table = self._table_to_go_on_at(picture, request)
        except TableClosed:
            raise
        except Refused as refused:
            reply = Declined(refused.refusal, picture.revision)
            self._answered.note(session_id, request, reply)
            return reply
        return self._ask(table, request)

    def _table_to_go_on_at(self, picture: SessionPicture, request: Request) -> TableOwner:
        """Return the table of a session, seated there. Raises ``SESSION_FROZEN``, ``STALE_REVISION``,
        ``GAME_OVER``, ``TABLE_BUSY``.
        """
        session = picture.session
        if session.frozen is not None:
            raise Refused(session.frozen)
        if request.revision is not None and request.revision != session.revision:
            raise Refused(Refusal.of(Reason.STALE_REVISION, asked=request.revision, current=session.revision))
        running = session.lifecycle is Lifecycle.RUNNING
        if not running and not (request.type is CommandType.UNDO and session.can_undo):
            raise Refused(Refusal.of(Reason.GAME_OVER))
        table = self._table_of(picture.header)
        if not _is_at(table, picture.id):
            table.seat(lambda: self._load(picture.id))
        return table


def _is_at(table: TableOwner, session_id: str) -> bool:
    return table.picture is not None and table.picture.id == session_id


def _is_running(table: TableOwner) -> bool:
    return table.picture is not None and table.picture.lifecycle is Lifecycle.RUNNING
