"""News reach whoever wants them, in order; a reader that is too slow is told that it missed some."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.entries import Actor, Entry, EntryKind
from feldlicht.base.figures import Pole
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.events import (
    BoardChanged,
    Closing,
    EntryAdded,
    Event,
    Gap,
    HandsMoved,
    Hub,
    Interest,
    LightsChanged,
    MagnetsChanged,
    SessionChanged,
)
from feldlicht.runtime.pictures import BoardInfo, BoardState, SessionPicture
from feldlicht.sim.lights import Lights
from feldlicht.table.session import open_session
from tests.support.hands import header


def picture(session: str, board: str | None) -> SessionPicture:
    start = header(board)
    return SessionPicture(open_session(GAME, type(start)(session, start.game, {}, "counting", board, 0)))


ON_SIM = picture("on sim", "sim")
ON_PAGES = picture("on pages", None)
ENTRY = Entry(1, EntryKind.PLY, "x", (), Actor.PAGE, 1, "h", 1)


def board(name: str) -> BoardChanged:
    return BoardChanged(BoardInfo(name, BoardState.LIVE, simulated=True))


ALL: dict[str, Event] = {
    "entry on sim": EntryAdded("on sim", ENTRY, ON_SIM),
    "entry on pages": EntryAdded("on pages", ENTRY, ON_PAGES),
    "hands on sim": HandsMoved("on sim", ON_SIM),
    "session on sim": SessionChanged("sim", ON_SIM),
    "nobody on sim": SessionChanged("sim", None),
    "nobody on other": SessionChanged("other", None),
    "sim": board("sim"),
    "other": board("other"),
    "magnets": MagnetsChanged("sim", {}),
    "lights": LightsChanged("sim", Lights.dark()),
    "closing": Closing(),
}
BOARDS = {"sim", "other", "closing"}
SIM_LIGHTS = {"magnets", "lights"}


@pytest.mark.parametrize(
    ("interest", "wanted"),
    [
        (Interest(), BOARDS),
        (Interest(lights=True), BOARDS | SIM_LIGHTS),
        (Interest(board="default"), {"sim", "closing"}),
        (Interest(board="other", lights=True), {"other", "closing"}),
        (Interest("on pages", "sim"), {"entry on pages", "sim", "closing"}),
        (Interest("on sim", "sim"), {"entry on sim", "hands on sim", "session on sim", "sim", "closing"}),
        (
            Interest("current", "default"),
            {"entry on sim", "hands on sim", "session on sim", "nobody on sim", "sim", "closing"},
        ),
        (Interest("current"), {"entry on sim", "hands on sim", "session on sim", "nobody on sim"} | BOARDS),
        (Interest("current", "other"), {"nobody on other", "other", "closing"}),
    ],
)
def test_a_subscriber_hears_what_it_asked_for_and_nothing_else(interest: Interest, wanted: set[str]) -> None:
    assert {name for name, event in ALL.items() if interest.wants(event, "sim")} == wanted


def test_the_default_board_may_become_another_one_while_people_listen() -> None:
    hub = Hub()
    hub.default_board = "old"
    with hub.subscribe(Interest(board="default")) as subscription:
        hub.default_board = "new"
        hub.publish(board("old"))
        hub.publish(board("new"))
        assert subscription.get(0) == board("new")
        assert subscription.get(0) is None


@given(st.integers(1, 8), st.integers(0, 40), st.lists(st.integers(0, 40), max_size=10))
def test_a_reader_gets_all_events_in_order_or_is_told_of_the_gap(limit: int, count: int, reads: list[int]) -> None:
    hub = Hub()
    subscription = hub.subscribe(Interest(), limit)
    heard: list[Event] = []
    for number in range(count):
        hub.publish(board(str(number)))
        if number in reads:
            heard.append(subscription.get(0) or Gap())
    hub.close()
    heard += list(subscription)
    assert heard.pop() == Closing()
    expected = 0
    for event in heard:
        if isinstance(event, Gap):
            expected = -1
            continue
        assert isinstance(event, BoardChanged)
        number = int(event.board.id)
        assert number == expected or expected < 0
        expected = number + 1
    # Whatever was lost was said to be lost: without a gap, all are there.
    assert expected in (-1, count)


def test_only_the_newest_lights_and_magnets_wait_and_never_push_anything_out() -> None:
    hub = Hub()
    subscription = hub.subscribe(Interest(lights=True), 3)
    hub.publish(board("first"))
    for column in range(1, 17):
        hub.publish(MagnetsChanged("sim", {cell(f"A{column}"): Pole.NORTH}))
        hub.publish(LightsChanged("sim", Lights.dark()))
    assert [subscription.get(0) for _ in range(4)] == [
        board("first"),
        MagnetsChanged("sim", {cell("A16"): Pole.NORTH}),
        LightsChanged("sim", Lights.dark()),
        None,
    ]
    subscription.close()


def test_after_closing_nothing_follows_and_a_late_subscriber_is_told_so_at_once() -> None:
    hub = Hub()
    early = hub.subscribe(Interest())
    hub.close()
    hub.close()
    hub.publish(board("too late"))
    late = hub.subscribe(Interest())
    assert list(early) == list(late) == [Closing()]
    assert early.ended
    assert late.ended


def test_a_reader_that_waits_wakes_up_when_it_is_closed_and_hears_nothing_more() -> None:
    hub = Hub()
    subscription = hub.subscribe(Interest())
    heard: list[Event | None] = []
    reader = threading.Thread(target=lambda: heard.append(subscription.get()), name="reader")
    reader.start()
    subscription.close()
    reader.join(20)
    hub.publish(board("after"))
    assert heard == [None]
    assert subscription.get(0) is None
