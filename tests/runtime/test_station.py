"""A board at work, told by a link of our own what a real one would tell: who it is, what it feels, when it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from feldlicht.base.cells import Cell, cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Scene
from feldlicht.board.layout import FINGERPRINTS
from feldlicht.link.events import (
    BoardAnswered,
    BoardFound,
    BoardLost,
    BoardRefused,
    BoardSnapshot,
    LinkEvent,
    Loss,
    PortOpened,
)
from feldlicht.link.events import BoardState as BoardSaid
from feldlicht.link.health import Health, LinkState
from feldlicht.link.messages import PROTOCOL, Configure, Hello, Keep, Snapshot, State, Word
from feldlicht.runtime.advice import shipped
from feldlicht.runtime.events import BoardChanged, Hub, Interest
from feldlicht.runtime.pictures import BoardState
from feldlicht.runtime.registry import Registry
from feldlicht.runtime.station import Station
from feldlicht.store.store import Store
from feldlicht.table.messages import (
    BoardAway,
    BoardHere,
    BoardKnown,
    Input,
    KnobTurned,
    Pressed,
    PressedLong,
    Sensed,
)


class Line:
    """A link that tells what the test says."""

    def __init__(self, deliver: Callable[[LinkEvent], None]) -> None:
        self.tell = deliver
        self.scenes: list[Scene] = []
        self.state = LinkState.SEARCHING
        self.orders: list[object] = []
        self.says: tuple[Hello, State] | None = None

    def start(self) -> None:
        self.state = LinkState.CONNECTING

    def show(self, scene: Scene) -> None:
        self.scenes.append(scene)

    def configure(self, settings: Configure) -> None:
        self.settings = settings

    def order(self, order: object) -> None:
        self.orders.append(order)

    def health(self) -> Health:
        hello, state = self.says or (None, None)
        return Health(self.state, path="/dev/board", hello=hello, board_state=state)

    def close(self) -> None:
        self.state = LinkState.AWAY


class Inbox:
    """A table that only keeps what it is told."""

    picture = None

    def __init__(self) -> None:
        self.noise: dict[Cell, int] = {}
        self.inputs: list[Input] = []
        self.outlet: object = None

    def put(self, what: Input) -> None:
        self.inputs.append(what)

    def attach(self, outlet: object) -> None:
        self.outlet = outlet


def felt(magnets: dict[str, Pole]) -> Occupancy:
    return Occupancy.of({cell(name): pole for name, pole in magnets.items()})


def touched(*names: str) -> int:
    return sum(1 << cell(name) for name in names)


class BoardAtTest:
    """A station between such a link and such tables."""

    def __init__(self, store: Store) -> None:
        self.hub = Hub()
        self.registry = Registry(store)
        self.ms = 0
        self.news = self.hub.subscribe(Interest())
        self.tables: dict[str, Inbox] = {}
        self.lines: list[Line] = []
        self.station = Station(None, self.make_line, self.hub, self.adopt, self.registry)
        self.station.start()

    def make_line(self, deliver: Callable[[LinkEvent], None]) -> Line:
        self.lines.append(Line(deliver))
        return self.lines[0]

    def adopt(self, station: Station, board: str) -> None:
        table = self.tables.setdefault(board, Inbox())
        station.move_to(board, table)  # type: ignore[arg-type]

    def hello(self, board: str = "ab", boot: int = 1) -> None:
        self.lines[0].state = LinkState.LIVE
        self.lines[0].tell(BoardFound(Hello(1, "0.1.0", "1.29.0", board, "00000000", boot, machine="rp2")))

    def snapshot(self, press: int = 0, magnets: dict[str, Pole] | None = None, **more: int) -> None:
        self.ms += 1
        self.lines[0].tell(BoardSnapshot(Snapshot(1, self.ms, felt(magnets or {}), press=press, **more), self.ms))

    def presses(self, board: str = "ab") -> int:
        return sum(isinstance(one, Pressed) for one in self.tables[board].inputs)


@pytest.fixture
def board(store: Store) -> BoardAtTest:
    return BoardAtTest(store)


def test_a_board_takes_its_table_when_it_says_who_it_is(board: BoardAtTest) -> None:
    assert board.station.info().id == "unknown"
    board.hello("ab")
    assert board.tables["ab"].outlet is board.station
    assert board.tables["ab"].inputs == [BoardKnown(), BoardHere(simulated=False)]
    info = board.station.info()
    assert (info.id, info.state, info.firmware, info.interpreter, info.port) == (
        "ab",
        BoardState.LIVE,
        "0.1.0",
        "MicroPython 1.29.0 (rp2)",
        "/dev/board",
    )
    assert board.news.get(0) == BoardChanged(info)


def test_another_board_on_the_same_port_gets_its_own_table_and_the_first_ones_is_left(board: BoardAtTest) -> None:
    board.hello("ab")
    board.lines[0].tell(BoardLost(Loss.GONE))
    board.hello("cd")
    board.snapshot()
    assert board.tables["ab"].inputs == [BoardKnown(), BoardHere(simulated=False), BoardAway(), BoardAway()]
    assert board.tables["ab"].outlet is None
    assert board.tables["cd"].inputs == [BoardKnown(), BoardHere(simulated=False), Sensed(Occupancy())]


def test_every_snapshot_reaches_the_table(board: BoardAtTest) -> None:
    board.hello()
    board.snapshot(magnets={"A1": Pole.NORTH})
    assert board.tables["ab"].inputs[-1] == Sensed(Occupancy.of({cell("A1"): Pole.NORTH}))


def test_presses_count_by_the_difference_so_a_doubled_line_presses_nothing(board: BoardAtTest) -> None:
    board.hello()
    for press in (4, 4, 5, 5, 7):
        board.snapshot(press)
    assert board.presses() == 3


def test_presses_from_before_the_board_was_found_are_nobodys_wish(board: BoardAtTest) -> None:
    board.hello()
    board.snapshot(press=9)
    board.lines[0].tell(BoardLost(Loss.GONE))
    board.hello()
    board.snapshot(press=12)
    assert board.presses() == 0
    board.snapshot(press=13)
    assert board.presses() == 1


def test_a_restarted_board_counts_presses_from_nought_again(board: BoardAtTest) -> None:
    board.hello(boot=1)
    board.snapshot(press=5)
    board.lines[0].tell(BoardLost(Loss.RESTARTED))
    board.hello(boot=2)
    board.snapshot(press=0)
    board.snapshot(press=1)
    assert board.presses() == 1


def test_turns_and_long_presses_reach_the_table_after_what_was_felt_with_them(board: BoardAtTest) -> None:
    board.hello()
    board.snapshot(turn=5, long_press=2)
    board.snapshot(turn=3, long_press=3, magnets={"A1": Pole.NORTH})
    assert board.tables["ab"].inputs[-3:] == [Sensed(felt({"A1": Pole.NORTH})), KnobTurned(-2), PressedLong()]


def test_a_lost_board_is_said_once_to_table_and_people(board: BoardAtTest) -> None:
    board.hello()
    board.news.get(0)
    board.lines[0].state = LinkState.AWAY
    board.lines[0].tell(BoardLost(Loss.SILENT))
    assert board.tables["ab"].inputs[-1] == BoardAway()
    event = board.news.get(0)
    assert isinstance(event, BoardChanged)
    assert event.board.state is BoardState.AWAY
    assert board.news.get(0) is None


def test_a_refused_board_says_why_until_it_is_found(board: BoardAtTest) -> None:
    refusal = Refusal.of(Reason.LAYOUT_MISMATCH, board="1", host="2")
    board.lines[0].tell(BoardRefused(refusal))
    board.lines[0].tell(BoardRefused(refusal))
    assert (board.station.info().state, board.station.info().refusal) == (BoardState.REFUSED, refusal)
    assert isinstance(board.news.get(0), BoardChanged)
    assert board.news.get(0) is None
    board.hello()
    assert board.station.info().refusal is None


def test_a_real_board_has_no_magnets_or_lights_to_ask_for(board: BoardAtTest) -> None:
    for ask in (board.station.magnets, board.station.lights, lambda: board.station.set_magnets({})):
        with pytest.raises(Refused) as caught:
            ask()
        assert caught.value.refusal.reason is Reason.NOT_FOUND


def test_a_port_that_is_open_is_said_before_a_board_has_answered_there(board: BoardAtTest) -> None:
    board.lines[0].state = LinkState.CONNECTING
    board.lines[0].tell(PortOpened("/dev/board"))
    event = board.news.get(0)
    assert isinstance(event, BoardChanged)
    assert event.board.state is BoardState.CONNECTING
    # Every further try says nothing new.
    board.lines[0].tell(PortOpened("/dev/board"))
    assert board.news.get(0) is None


def test_a_port_on_which_no_board_ever_answered_is_refused_as_silent(board: BoardAtTest) -> None:
    board.lines[0].state = LinkState.REFUSED
    board.lines[0].tell(BoardRefused(Refusal.of(Reason.PORT_SILENT, port="/dev/board")))
    info = board.station.info()
    assert info.state is BoardState.REFUSED
    assert info.refusal is not None


def test_a_board_that_was_there_and_answers_no_more_is_away_and_not_refused(board: BoardAtTest) -> None:
    board.hello()
    board.lines[0].tell(BoardLost(Loss.SILENT))
    board.lines[0].state = LinkState.REFUSED
    board.lines[0].tell(BoardRefused(Refusal.of(Reason.PORT_SILENT, port="/dev/board")))
    info = board.station.info()
    assert (info.state, info.refusal) == (BoardState.AWAY, None)


def test_a_missing_port_is_searched_for_and_said_until_it_is_there(board: BoardAtTest) -> None:
    refusal = Refusal.of(Reason.PORT_MISSING, port="USB")
    board.lines[0].state = LinkState.SEARCHING
    board.lines[0].tell(BoardRefused(refusal))
    info = board.station.info()
    assert (info.state, info.refusal) == (BoardState.SEARCHING, refusal)
    board.lines[0].state = LinkState.CONNECTING
    board.lines[0].tell(PortOpened("/dev/board"))
    info = board.station.info()
    assert (info.state, info.refusal) == (BoardState.CONNECTING, None)


def test_settings_that_a_board_has_by_itself_are_kept_by_one_that_comes_later(board: BoardAtTest) -> None:
    board.station.configure(Configure(threshold=90))
    before = len(board.lines[0].orders)
    board.hello()
    assert board.lines[0].orders[before:] == [Keep()]


def test_what_a_board_says_of_itself_and_of_its_settings_is_advised_at_once(board: BoardAtTest) -> None:
    def findings() -> list[str]:
        newest = None
        while (event := board.news.get(0)) is not None:
            newest = event
        assert isinstance(newest, BoardChanged)
        return [str(one.finding) for one in newest.board.advice]

    line = board.lines[0]
    hello = Hello(PROTOCOL, shipped(), "1.29.0", "ab", FINGERPRINTS[0], machine="rp2")
    calm = State(200, 0, 0, 100, False, 100_000, budget_ma=400)
    line.says = hello, calm
    line.state = LinkState.LIVE
    line.tell(BoardFound(hello))
    assert findings() == []
    for state, found in ((replace(calm, limited=True), ["supply"]), (calm, [])):
        line.says = hello, state
        line.tell(BoardSaid(state))
        assert findings() == found
    for word, found in ((Word.FAILED, ["unkept"]), (Word.OK, [])):
        line.tell(BoardAnswered(Keep(), word))
        assert findings() == found
