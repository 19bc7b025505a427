"""A table at work in a test: its thread, a real store, a board that keeps what it is told, and a listener."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from feldlicht.base.commands import CommandType
from feldlicht.base.manners import Orientation
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Scene
from feldlicht.board.reading import Timings
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.events import CURRENT, Event, Hub, Interest, Subscription
from feldlicht.runtime.hand_journal import HandJournals
from feldlicht.runtime.pictures import SessionPicture
from feldlicht.runtime.tables import TableOwner
from feldlicht.store.store import Store
from feldlicht.table.messages import Accepted, BoardHere, Declined, MagnetStep, Request, Sensed
from feldlicht.table.session import Session, open_session
from tests.runtime.conftest import eventually
from tests.support.hands import header


class Board:
    """The board at the table: keeps what it is to show and to carry."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.carried: list[tuple[MagnetStep, ...]] = []
        self.turned: list[Orientation] = []
        self.let_go_of = 0
        self.matches: list[str | None] = []
        self.seen: Callable[[], None] = lambda: None

    def show(self, scene: Scene) -> None:
        self.scenes.append(scene)
        self.seen()

    def match(self, running: SessionPicture | None) -> None:
        self.matches.append(None if running is None else running.id)

    def carry_out(self, steps: tuple[MagnetStep, ...]) -> None:
        self.carried.append(steps)

    def turn(self, orientation: Orientation) -> None:
        self.turned.append(orientation)

    def let_go(self) -> None:
        self.let_go_of = len(self.carried)


class Faulty:
    """Master Move, until it is told to fail in one of its functions."""

    def __init__(self) -> None:
        self.fails = ""

    def __getattr__(self, name: str) -> Any:
        if name == self.fails:
            return self._fail
        return getattr(GAME, name)

    def _fail(self, *_: object) -> Any:
        raise ZeroDivisionError("a fault in the game")


class TableAtWork:
    """A table with its thread, a store, a board and a listener."""

    def __init__(self, store: Store, timings: Timings | None = None, journals: HandJournals | None = None) -> None:
        self.store = store
        self.hub = Hub()
        self.hub.default_board = "sim"
        self.board = Board()
        self.game: Any = Faulty()
        self.owner = TableOwner("sim", "sim", Clock(), store, self.hub, timings or Timings(0, 0, 0), None, journals)
        self.owner.start()
        self.owner.attach(self.board)
        self.news: Subscription = self.hub.subscribe(Interest(CURRENT))

    def session(self, name: str = "match") -> Callable[[], Session]:
        def make() -> Session:
            return open_session(self.game, replace(header("sim"), id=name))

        return make

    def kick_off(self) -> None:
        """Seat a session and put the formation on the board."""
        self.owner.put(BoardHere(simulated=True))
        picture = self.owner.begin(self.session())
        self.owner.put(Sensed(Occupancy.standing(dict(GAME.standing(picture.state).placed))))
        eventually(lambda: self.revision == 1, "the kick-off")

    @property
    def revision(self) -> int:
        assert self.owner.picture is not None
        return self.owner.picture.revision

    @property
    def state(self) -> Any:
        assert self.owner.picture is not None
        return self.owner.picture.state

    def move(self, text: str, **more: Any) -> Accepted | Declined:
        return self.owner.ask(Request(CommandType.MOVE, text, **more))

    def heard(self) -> list[Event]:
        """Return the news so far."""
        self.owner.sync()
        news: list[Event] = []
        while (event := self.news.get(0)) is not None:
            news.append(event)
        return news


class FullDisk(Store):
    """A store whose disk is full until it is not."""

    full = False
    writes_left = 1_000_000
    """So many transactions fit on it."""

    def append(self, session_id: str, *entries: Any, lifecycle: str | None = None) -> None:
        self._check()
        super().append(session_id, *entries, lifecycle=lifecycle)

    def add_session(self, *args: Any, **more: Any) -> None:
        self._check()
        super().add_session(*args, **more)

    def _check(self) -> None:
        self.writes_left -= 1
        if self.full or self.writes_left < 0:
            raise Refused(Refusal.of(Reason.DATA_FOLDER_UNUSABLE, problem="full"))
