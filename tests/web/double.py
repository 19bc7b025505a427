"""A house without threads, disk or firmware: real tables, sessions and news behind the real facade's names.

Only for faults that the real house cannot be brought to on demand (a lost event, a board that goes away in the
middle, an error inside); everything else is tested against the real one.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from feldlicht.base.cells import CELLS, Cell
from feldlicht.base.controls import Operation
from feldlicht.base.entries import Entry, SessionHeader
from feldlicht.base.figures import Pole
from feldlicht.base.manners import Orientation
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import Viewer
from feldlicht.link.health import Health, LinkState
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.access import Access
from feldlicht.runtime.archive import Archive
from feldlicht.runtime.checks import Part
from feldlicht.runtime.collection import Collection
from feldlicht.runtime.events import (
    BoardChanged,
    Colour,
    EntryAdded,
    Gap,
    HandsMoved,
    Hub,
    Interest,
    LightsChanged,
    MagnetsChanged,
    SessionChanged,
    SettingsChanged,
    Subscription,
)
from feldlicht.runtime.examiner import Examiner, FieldSeen
from feldlicht.runtime.hand_journal import JournalReading
from feldlicht.runtime.keys import Keys, new_ring
from feldlicht.runtime.pictures import BoardInfo, BoardState, SessionPicture, SessionSummary
from feldlicht.runtime.tuning import Standing, Value, change, standing
from feldlicht.table.messages import Accepted, Append, Declined, Request
from feldlicht.table.session import Lifecycle, open_session
from feldlicht.table.settle import seat
from feldlicht.table.step import step
from feldlicht.table.table import Table, new_table
from tests.support.registers import RegistersDouble


@dataclass(frozen=True)
class LightsDouble:
    cells: Mapping[Cell, Colour] = field(default_factory=lambda: dict.fromkeys(CELLS, (1, 2, 3)))
    ring: tuple[Colour, ...] = ((4, 5, 6),) * 24
    strip: tuple[Colour, ...] = ((7, 8, 9),) * 6


class HouseDouble:
    def __init__(self, *boards: BoardInfo) -> None:
        known = boards or (BoardInfo("sim", BoardState.LIVE, True, "0.1.0", "MicroPython 1.28.0 (unix)"),)
        self.epoch = "e1"
        self.hub = Hub()
        self.hub.default_board = known[0].id
        self.forget_events = 0
        self.queue_limit = 256
        self._boards = {board.id: board for board in known}
        self._tables: dict[str, Table] = {}
        self._magnets: dict[Cell, Pole] = {}
        self._chosen: dict[str, Value] = {}
        self.operated: list[Operation] = []
        self._lock = threading.RLock()
        self._now = itertools.count(1_000_000, 1000)
        keys = Keys("0123456789ab", "t" * 43, new_ring(0))
        self.time = 1_000_000
        self.access = Access(keys, RegistersDouble(), self.hub, lambda: self.time)
        self.collection = Collection(RegistersDouble())

    # ---- settings

    @property
    def tuning(self) -> Standing:
        return standing({}, self._chosen)

    def tune(self, wanted: Mapping[str, object]) -> Standing:
        self._chosen |= change({}, wanted)
        self._publish(SettingsChanged(self.tuning))
        return self.tuning

    # ---- boards

    def boards(self) -> tuple[BoardInfo, ...]:
        return tuple(self._boards.values())

    def board(self, which: str) -> BoardInfo:
        found = self._boards.get(self.hub.default_board if which == "default" else which)  # type: ignore[arg-type]
        if found is None:
            raise Refused(Refusal.of(Reason.NO_SUCH_BOARD, board=which))
        return found

    def change_board(self, board: BoardInfo) -> None:
        self._boards[board.id] = board
        self._publish(BoardChanged(board))

    def health(self, board: str) -> tuple[BoardInfo, Health]:
        return self.board(board), Health(LinkState.LIVE)

    def field(self, board: str) -> tuple[BoardInfo, FieldSeen]:
        return self.board(board), FieldSeen("digital-chain", 60, 15, None)

    def examiner(self, board: str, part: Part | None = None) -> Examiner:
        self.board(board)
        return Examiner(lambda order: None, lambda scene: None)

    def take_up(self, board: str) -> BoardInfo:
        return self.board(board)

    def know_board(
        self, board: str, masked: Iterable[Cell] | None = None, orientation: Orientation | None = None
    ) -> BoardInfo:
        known = self.board(board)
        known = known if masked is None else replace(known, masked=frozenset(masked))
        self.change_board(known if orientation is None else replace(known, orientation=orientation))
        return self.board(board)

    def magnets(self, board: str) -> dict[Cell, Pole]:
        return dict(self._magnets)

    def set_magnets(self, board: str, changes: Mapping[Cell, Pole | None]) -> dict[Cell, Pole]:
        if self._boards[board].state is not BoardState.LIVE:
            raise Refused(Refusal.of(Reason.BOARD_AWAY, board=board))
        for which, pole in changes.items():
            self._magnets.pop(which, None)
            if pole is not None:
                self._magnets[which] = pole
        self._publish(MagnetsChanged(board, dict(self._magnets)))
        return dict(self._magnets)

    def lights(self, board: str) -> LightsDouble:
        return LightsDouble()

    def shine(self, board: str, level: int) -> None:
        self._publish(LightsChanged(board, LightsDouble(ring=((level, 0, 0),) * 24)))

    def operate(self, board: str, operation: Operation) -> None:
        self.operated.append(operation)

    def build(self, board: str) -> int:
        session = self.board(board).session
        if session is None:
            raise Refused(Refusal.of(Reason.NO_SESSION, board=board))
        return self.session(session).revision

    # ---- sessions

    def create_session(
        self, game: str, options: Mapping[str, object], formation: object, board: str | None, virtual_hands: bool
    ) -> SessionHeader:
        if game != GAME.name:
            raise Refused(Refusal.of(Reason.UNKNOWN_GAME, game=game))
        with self._lock:
            which = None if board is None else self.board(board).id
            running = None if which is None else self._boards[which].session
            if running is not None and self.session(running).lifecycle is Lifecycle.RUNNING:
                raise Refused(Refusal.of(Reason.TABLE_BUSY, session=running))
            name = f"s{len(self._tables) + 1}"
            header = SessionHeader(name, game, dict(options), formation, which, next(self._now), virtual_hands)
            done = seat(new_table(), open_session(GAME, header), next(self._now))
            self._tables[name] = done.table
            if which is not None:
                self._boards[which] = replace(self._boards[which], session=name)
                self._publish(SessionChanged(which, self.session(name)))
            return header

    def carry_on(self, which: str, board: str) -> SessionPicture:
        picture = self.session(which)
        if picture.lifecycle is Lifecycle.ABANDONED:
            raise Refused(Refusal.of(Reason.GAME_OVER))
        if self.board(board).state is not BoardState.LIVE:
            raise Refused(Refusal.of(Reason.BOARD_AWAY, board=board))
        return picture

    def sessions(self) -> tuple[SessionSummary, ...]:
        pictures = [self.session(name) for name in reversed(self._tables)]
        return tuple(SessionSummary(one.header, one.lifecycle, one.revision) for one in pictures)

    def session(self, which: str) -> SessionPicture:
        with self._lock:
            table = self._tables.get(which)
        if table is None or table.session is None:
            raise Refused(Refusal.of(Reason.NO_SUCH_SESSION, session=which))
        return SessionPicture(table.session, table.hands)

    def log(self, which: str) -> tuple[Entry, ...]:
        return self.session(which).session.entries

    def journal(self, which: str, viewer: Viewer) -> JournalReading:
        self.session(which)
        raise Refused(Refusal.of(Reason.NO_JOURNAL, session=which))

    def request(self, which: str, request: Request) -> Accepted | Declined:
        with self._lock:
            self.session(which)
            done = step(self._tables[which], request, next(self._now))
            self._tables[which] = done.table
            for effect in done.effects:
                if isinstance(effect, Append):
                    self._publish(EntryAdded(which, effect.entry, self.session(which)))
            self._publish(HandsMoved(which, self.session(which)))
            return next(one for one in done.effects if isinstance(one, Accepted | Declined))

    @property
    def archive(self) -> Archive:
        return Archive(self, self)  # type: ignore[arg-type]

    def register(self, register: str, key: str) -> object | None:
        return None

    def set_register(self, register: str, key: str, value: object) -> None:
        pass

    def add_session(self, header: SessionHeader, *entries: Entry, lifecycle: str) -> None:
        with self._lock:
            done = seat(new_table(), open_session(GAME, header, entries), next(self._now))
            self._tables[header.id] = done.table

    # ---- news

    def subscribe(
        self, *, board: str | None = None, session: str | None = None, lights: bool = False
    ) -> Subscription:
        return self.hub.subscribe(Interest(session, board, lights), self.queue_limit)

    def close(self) -> None:
        self.hub.close()

    def gap(self) -> None:
        self._publish(Gap())

    def _publish(self, event: object) -> None:
        if self.forget_events and isinstance(event, EntryAdded):
            self.forget_events -= 1
            return
        self.hub.publish(event)  # type: ignore[arg-type]
