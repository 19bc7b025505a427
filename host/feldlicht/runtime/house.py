"""The house: boards, tables, sessions and their news, as pages and programs see them."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Iterable, Mapping

from feldlicht.base.cells import Cell
from feldlicht.base.controls import Operation
from feldlicht.base.entries import Entry, SessionHeader
from feldlicht.base.figures import Pole
from feldlicht.base.manners import Orientation
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import Viewer
from feldlicht.config import Settings
from feldlicht.link.health import Health
from feldlicht.link.port import find_ports
from feldlicht.runtime import games
from feldlicht.runtime.access import Access
from feldlicht.runtime.answered import Reply
from feldlicht.runtime.archive import Archive
from feldlicht.runtime.boards import Boards, MakeSimulator, simulators
from feldlicht.runtime.checks import Part
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.collection import Collection
from feldlicht.runtime.data_folder import DataFolder
from feldlicht.runtime.events import DEFAULT, BoardChanged, Hub, Interest, Lights, SettingsChanged, Subscription
from feldlicht.runtime.examiner import Examiner, FieldSeen
from feldlicht.runtime.hand_journal import HandJournals, JournalReading
from feldlicht.runtime.hands import Changes
from feldlicht.runtime.homes import Homes
from feldlicht.runtime.keys import Keys
from feldlicht.runtime.parts import Simulator
from feldlicht.runtime.pictures import BoardInfo, BoardState, SessionPicture, SessionSummary
from feldlicht.runtime.started import started
from feldlicht.runtime.station import Station
from feldlicht.runtime.tuning import Standing, Tuner
from feldlicht.runtime.watch import FindPorts
from feldlicht.store.store import Store
from feldlicht.table.messages import BuildForMe, Declined, Request
from feldlicht.table.session import Lifecycle, open_session

log = logging.getLogger(__name__)


class House:
    """Everything that runs, behind one door. Every method may be called from any thread.

    What cannot be done is raised as :class:`~feldlicht.base.reasons.Refused`.
    """

    def __init__(
        self, settings: Settings, *, make_simulator: MakeSimulator | None = None, find: FindPorts = find_ports
    ) -> None:
        self.settings = settings
        self.hub = Hub()
        self._clock = Clock()
        self._make_simulator = make_simulator or simulators(settings.sim_driver)
        self._find = find
        self._changing = threading.RLock()  # who makes tables, starts or closes
        self._ending = threading.Lock()  # one closes at a time
        self._folder: DataFolder | None = None
        self._store_or_none: Store | None = None
        self._tuner: Tuner | None = None
        self._access: Access | None = None
        self._collection: Collection | None = None
        self._boards: Boards | None = None
        self._homes_or_none: Homes | None = None
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
                self._tuner = Tuner(self.settings, self._store)
                keys = Keys.open(self.settings.data, self._clock.now())
                self._access = Access(keys, self._store, self.hub, self._clock.now)
                self.hub.stepped = self._access.follow
                self._collection = Collection(self._store)
                shared = (self._clock, self._store, self.hub, self._changing)
                journals = HandJournals(self.settings.data)
                self._homes_or_none = Homes(*shared, lambda: self.tuning.tuning.for_tables(), journals)
                self._boards = Boards(
                    self.settings, self.hub, self._store_or_none, self._adopt, self._make_simulator, self._find
                )
                self._boards.configure(self.tuning.tuning.for_boards())
                self._boards.start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Say goodbye to subscribers, then end every thread, port and child. Idempotent."""
        self.hub.close()
        with self._changing:
            self._closed = True
            if self._homes_or_none is not None:
                self._homes_or_none.shut()
        # Not while holding what the threads that end now may be waiting for.
        with self._ending:
            if self._boards is not None:
                self._boards.close()
            if self._homes_or_none is not None:
                self._homes_or_none.close()
            if self._store_or_none is not None:
                self._store_or_none.close()
            if self._folder is not None:
                self._folder.release()

    @property
    def epoch(self) -> str:
        """Names this database's life; event ids carry it."""
        return self._store.epoch

    @property
    def access(self) -> Access:
        """Who is who here: keys, seats, codes, game masters."""
        return started(self._access)

    @property
    def collection(self) -> Collection:
        """The formations that have a name."""
        return started(self._collection)

    # ------------------------------------------------------------------ settings

    @property
    def tuning(self) -> Standing:
        """The settings that people change while it runs, as they hold now."""
        return started(self._tuner).now()

    def tune(self, wanted: Mapping[str, object]) -> Standing:
        """Change settings, by name; every table and board has them when this returns. All of them, or none.

        Raises ``BAD_OPTION``, ``SETTING_LIMITS``, ``SETTING_FIXED``, ``DATA_FOLDER_UNUSABLE``.
        """
        with self._changing:
            before = self.tuning
            if self._tuner is None or self._boards is None or self._closed:
                raise Refused(Refusal(Reason.CLOSING))
            after = self._tuner.change(wanted)
            if after != before:
                self._homes.tell(after.tuning.for_tables())
                self._boards.configure(after.tuning.for_boards())
                self.hub.publish(SettingsChanged(after))
            return after

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

    def health(self, board: str) -> tuple[BoardInfo, Health]:
        """Return how a board that is played on is doing. Raises ``NO_SUCH_BOARD``."""
        station = self._station(board)
        return station.info(), station.health()

    def field(self, board: str) -> tuple[BoardInfo, FieldSeen]:
        """Return what a board measures just now, in its own cells. Raises ``NO_SUCH_BOARD``, ``BOARD_AWAY``."""
        station = self._station(board)
        return station.info(), station.examiner.field()

    def examiner(self, board: str, part: Part | None = None) -> Examiner:
        """Return who leads the self-test of a board, and have this part begin there.

        Raises ``NO_SUCH_BOARD``; for a part as :meth:`Examiner.refusal` says.
        """
        station = self._station(board)
        if part is not None:
            station.examiner.begin(part)
        return station.examiner

    def take_up(self, board: str) -> BoardInfo:
        """Play on a board that is offered, beside the others, and return it. Raises ``NO_SUCH_BOARD``."""
        with self._changing:
            if self._boards is None or self._closed:
                raise Refused(Refusal(Reason.CLOSING))
            return self._boards.take_up(board).info()

    def know_board(
        self, board: str, masked: Iterable[Cell] | None = None, orientation: Orientation | None = None
    ) -> BoardInfo:
        """Keep what people say of a board (None: as it was) and return how it stands then.

        ``masked``: every cell of the table under which it does not feel, as the board lies after this. Raises
        ``NO_SUCH_BOARD``, ``BOARD_AWAY`` while nobody knows which board it is, ``DATA_FOLDER_UNUSABLE``.
        """
        station = self._station(board)
        station.know(masked=masked, orientation=orientation)
        return station.info()

    def magnets(self, board: str) -> dict[Cell, Pole]:
        """Return where a simulated board's magnets lie. Raises ``NO_SUCH_BOARD``; ``NOT_FOUND`` for a real one."""
        return self._station(board).magnets()

    def set_magnets(self, board: str, changes: Changes) -> dict[Cell, Pole]:
        """Move magnets and return where all lie, once the board's own snapshot shows it and its table has read it.

        Raises ``NO_SUCH_BOARD``, ``NOT_FOUND`` (real board), ``HANDS_BUSY``, ``BOARD_AWAY``.
        """
        return self._station(board).set_magnets(changes)

    def operate(self, board: str, operation: Operation) -> None:
        """Turn and press a simulated board's controls; returns once its table knows.

        Raises ``NO_SUCH_BOARD``, ``NOT_FOUND`` (real board), ``BOARD_AWAY``.
        """
        self._station(board).operate(operation)

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
        (nobody knows yet what board it will be), ``NO_CELLS`` where the game needs some, ``TABLE_BUSY``.
        """
        rules = games.game(game)
        formation = self.collection.spelled(rules, formation)
        rules.new(options := rules.drawn(options, secrets.randbits(32)), formation)
        station = None if board is None else self._station(board)
        if station is not None:
            station.fitting.need_cells(rules, station.id)
        header = SessionHeader(
            id=secrets.token_hex(8),
            game=game,
            options=dict(options),
            formation=formation,
            board=None if station is None else station.id,
            created_at=self._clock.now(),
            virtual_hands=virtual_hands,
        )
        table = self._homes.own_table(header.id) if station is None else station.table
        if table is None:
            raise Refused(Refusal.of(Reason.BOARD_AWAY, board=board))
        try:
            if station is not None and table.picture is not None:
                # Before anyone hears of it, so that nobody is without their seat for a moment.
                self.access.carry(table.picture.session, open_session(rules, header))
            table.begin(lambda: open_session(rules, header))
        except BaseException:
            self.access.seats.clear(header.id)
            if station is None:
                self._homes.put_away(table)
            raise
        if station is not None:
            self.hub.publish(BoardChanged(station.info()))
        return header

    def carry_on(self, session_id: str, board: str = DEFAULT) -> SessionPicture:
        """Have a running session go on at another board, where its figures are then read or asked for.

        One that is over by an act lies there as it ended, so that its end can be taken back. Its own board may be
        there or away; that board's table is free afterwards. Raises ``NO_SUCH_SESSION``, ``GAME_OVER``,
        ``SESSION_FROZEN``, ``NO_SUCH_BOARD``, ``BOARD_AWAY`` if that board is not there, ``NO_CELLS``,
        ``TABLE_BUSY`` if another one runs there, ``DATA_FOLDER_UNUSABLE``; then nothing has changed.
        """
        station = self._station(board)
        if station.id is None or station.info().state is not BoardState.LIVE:
            raise Refused(Refusal.of(Reason.BOARD_AWAY, board=board))
        station.fitting.need_cells(self.session(session_id).game, station.id)
        self._homes.carry_on(session_id, station.id)
        self.hub.publish(BoardChanged(station.info()))
        return self.session(session_id)

    def sessions(self) -> tuple[SessionSummary, ...]:
        """Return every session, newest first."""
        return tuple(
            SessionSummary(stored.header, Lifecycle(stored.lifecycle), stored.revision)
            for stored in self._store.sessions()
        )

    def session(self, session_id: str) -> SessionPicture:
        """Return a session as it stands. Raises ``NO_SUCH_SESSION``, ``UNKNOWN_GAME``."""
        return self._homes.picture(session_id)

    def current(self, board: str = DEFAULT) -> SessionPicture | None:
        """Return the session at a board's table, None if there is none. Raises ``NO_SUCH_BOARD``."""
        table = self._station(board).table
        return table.picture if table is not None else None

    @property
    def archive(self) -> Archive:
        """Records of matches, given and taken, and matches played once more."""
        return Archive(self, self._store)

    def log(self, session_id: str) -> tuple[Entry, ...]:
        """Return a session's whole log. Raises ``NO_SUCH_SESSION``."""
        return self._store.load(session_id)[1]

    def journal(self, session_id: str, viewer: Viewer) -> JournalReading:
        """Open a session's hand journal, with all of it by now that ``viewer`` may know. Whoever takes it reads or
        closes it.

        Raises ``NO_SUCH_SESSION``, ``NO_JOURNAL``, ``UNKNOWN_GAME``, ``DATA_FOLDER_UNUSABLE``.
        """
        return self._homes.journal(session_id, viewer)

    def request(self, session_id: str, request: Request) -> Reply:
        """Have a request carried out; the answer comes after its entry is on disk.

        The same request with the same command id is carried out once and answered the same; another one with that id
        is declined with ``COMMAND_ID_REUSED``. Raises ``NO_SUCH_SESSION``; ``DATA_FOLDER_UNUSABLE`` if the disk
        refuses the entry.
        """
        return self._homes.request(session_id, request)

    def subscribe(self, board: str | None = None, session: str | None = None, lights: bool = False) -> Subscription:
        """Return a queue of news.

        ``board``: id, ``default`` or None for all; ``session``: id, ``current`` or None for no session's news;
        ``lights``: magnets and lights of simulated boards too. Names are not checked.
        """
        return self.hub.subscribe(Interest(session, board, lights))

    # ------------------------------------------------------------------ inside

    @property
    def _store(self) -> Store:
        return started(self._store_or_none)

    @property
    def _homes(self) -> Homes:
        return started(self._homes_or_none)

    def _station(self, board: str) -> Station:
        for station in self._boards.stations if self._boards is not None else ():
            if board in (station.id, DEFAULT):
                return station
        raise Refused(Refusal.of(Reason.NO_SUCH_BOARD, board=board))

    def _adopt(self, station: Station, board: str) -> None:
        """Give a board its table, with the session that ran there. Where it hung before, there is none now."""
        stations = self._boards.stations if self._boards is not None else ()
        try:
            table = self._homes.table_for(board)
        except Refused:
            return  # the house is closing, and the board with it
        for other in stations:
            if other is not station and other.table is table:
                other.leave()
        if not stations or station is stations[0]:
            self.hub.default_board = board
        station.move_to(board, table)
