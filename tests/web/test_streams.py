"""The stream of news: nothing lost, nothing doubled, over any reconnect; places and subscriptions given back."""

from __future__ import annotations

import json
import random
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.commands import CommandType
from feldlicht.base.figures import Pole
from feldlicht.base.reasons import Reason, Refused
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.events import HandsMoved
from feldlicht.runtime.pictures import BoardState
from feldlicht.table.messages import Request
from feldlicht.web.event_text import event_id, revision_of
from feldlicht.web.rooms import StreamRoom
from feldlicht.web.streams import EventStream, StreamWish
from tests.support.samples import samples
from tests.web.double import HouseDouble

THERE_AND_BACK = ("S D8-E10", "S D9-E7", "S E10-D8", "S E7-D9")


@dataclass(frozen=True)
class Heard:
    name: str
    data: dict[str, Any]
    id: str | None


def parsed(chunk: bytes) -> Heard:
    assert chunk.endswith(b"\n\n")
    fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
    return Heard(fields["event"], json.loads(fields["data"]), fields.get("id"))


class SteadyClock:
    """Monotonic seconds that pass only when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(house: HouseDouble, room: StreamRoom | None = None, **wish: Any) -> EventStream:
    return EventStream(house, StreamWish(**wish), room or StreamRoom(8, Clock()))  # type: ignore[arg-type]


def until(stream: Iterator[bytes], name: str) -> Heard:
    ticks = 0
    while ticks < 5:
        heard = parsed(next(stream))
        if heard.name == name:
            return heard
        ticks += heard.name == "tick"
    raise AssertionError(f"no {name} in five ticks")


def begin(house: HouseDouble) -> str:
    """A match that is played on: on pages only, so that no formation has to be built."""
    return house.create_session("master_move", {}, "counting", None, False).id


def play(house: HouseDouble, session: str, count: int) -> None:
    """Add ``count`` entries: a move, then taking it back and playing it again for ever."""
    for _ in range(count):
        can = house.session(session).session
        kind = CommandType.REDO if can.can_redo else CommandType.UNDO if can.can_undo else CommandType.MOVE
        text = THERE_AND_BACK[0] if kind is CommandType.MOVE else ""
        house.request(session, Request(kind, text, command_id=str(uuid.uuid4())))


# ------------------------------------------------------------------ what comes first


def test_a_new_reader_gets_a_snapshot_with_an_id_and_every_board(double: HouseDouble) -> None:
    session = begin(double)
    stream = opened(double, session=session)
    snapshot = until(stream, "snapshot")
    revision = double.session(session).revision
    assert snapshot.data["session"]["id"] == session
    assert snapshot.id == event_id(double.epoch, session, revision)
    assert until(stream, "board").data["id"] == "sim"
    stream.close()


def test_without_a_running_match_the_current_session_is_null(double: HouseDouble) -> None:
    stream = opened(double, session="current")
    assert until(stream, "snapshot").data == {"session": None}
    stream.close()


def test_a_match_that_begins_at_the_board_is_the_current_one_at_once(double: HouseDouble) -> None:
    stream = opened(double, session="current", board="default")
    until(stream, "snapshot")
    name = double.create_session("master_move", {}, "counting", "default", True).id
    assert until(stream, "snapshot").data["session"]["id"] == name
    stream.close()


@pytest.mark.parametrize(
    ("wish", "reason"),
    [({"session": "nope"}, Reason.NO_SUCH_SESSION), ({"board": "nope"}, Reason.NO_SUCH_BOARD)],
)
def test_who_asks_for_what_is_not_there_is_refused_and_takes_no_place(
    double: HouseDouble, wish: dict[str, str], reason: Reason
) -> None:
    room = StreamRoom(1, Clock())
    for _ in range(3):
        with pytest.raises(Refused) as refused:
            opened(double, room, **wish)
        assert refused.value.refusal.reason is reason
    assert room.open == 0


# ------------------------------------------------------------------ reconnecting


@given(
    st.text(),
    st.text(alphabet="abcdef0123456789", min_size=1),
    st.text(alphabet="abcdef0123456789", min_size=1),
    st.integers(0, 10**9),
)
def test_an_event_id_is_read_back_by_its_own_session_only(junk: str, epoch: str, session: str, revision: int) -> None:
    made = event_id(epoch, session, revision)
    assert revision_of(made, epoch, session) == revision
    assert revision_of(made, epoch + "0", session) is None
    assert revision_of(made, epoch, session + "0") is None
    assert revision_of(junk, epoch, session + "x") is None


def test_an_event_id_with_endless_digits_is_no_id() -> None:
    assert revision_of(event_id("e", "s", 1) + "9" * 5000, "e", "s") is None


def test_whatever_goes_wrong_at_the_door_the_place_is_given_back(
    double: HouseDouble, room: StreamRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: EventStream) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(EventStream, "_greet", broken)
    with pytest.raises(ZeroDivisionError):
        opened(double, room)
    assert room.open == 0


def test_who_comes_back_gets_exactly_the_entries_missed_and_no_snapshot(double: HouseDouble) -> None:
    session = begin(double)
    stream = opened(double, session=session)
    known = until(stream, "snapshot").id
    stream.close()
    play(double, session, 3)
    back = opened(double, session=session, after=known)
    first = double.session(session).revision - 3
    entries = [until(back, "entry").data["entry"]["revision"] for _ in range(3)]
    assert entries == [first + 1, first + 2, first + 3]
    back.close()


@pytest.mark.parametrize("known", ["other.s1-1", "e1.s2-1", "e1.s1-999", "e1.s1-", "e1.s1--1", "no", "e1.s1-1٣"])
def test_an_id_of_another_life_session_or_future_gets_a_snapshot(double: HouseDouble, known: str) -> None:
    session = begin(double)
    assert session == "s1"
    play(double, session, 2)
    stream = opened(double, session=session, after=known)
    heard = [parsed(next(stream)).name for _ in range(2)]
    assert heard == ["tick", "snapshot"]
    stream.close()


@samples(25)
@given(st.integers(0, 2**32), st.integers(1, 40), st.floats(0.0, 0.6))
def test_random_reconnects_lose_nothing_and_double_nothing(seed: int, count: int, drop: float) -> None:
    house = HouseDouble()
    session = begin(house)
    dice = random.Random(seed)
    start = house.session(session).revision
    heard: list[int] = []
    last: str | None = None
    snapshots = 0
    writer = threading.Thread(target=play, args=(house, session, count), name="writer")
    writer.start()
    revision = start
    while revision < start + count:
        stream = opened(house, session=session, after=last)
        try:
            while revision < start + count:
                event = parsed(next(stream))
                if event.name == "snapshot":
                    # Only ever the first time: every later connection is caught up from the log.
                    snapshots += 1
                    revision = event.data["session"]["revision"]
                    heard = list(range(start + 1, revision + 1))
                if event.name == "entry":
                    revision = event.data["entry"]["revision"]
                    heard.append(revision)
                last = event.id or last
                if dice.random() < drop:
                    break
        finally:
            stream.close()
    writer.join()
    assert heard == list(range(start + 1, start + count + 1))
    # A reader that drops before its first event has no id yet and starts again.
    assert snapshots >= 1
    house.close()


# ------------------------------------------------------------------ following


def test_w08_a_lost_event_is_answered_by_a_snapshot_never_by_the_next_entry(double: HouseDouble) -> None:
    session = begin(double)
    stream = opened(double, session=session)
    until(stream, "snapshot")
    double.forget_events = 1
    play(double, session, 2)
    heard = [parsed(next(stream)) for _ in range(4)]
    assert "entry" not in [one.name for one in heard]
    snapshot = next(one for one in heard if one.name == "snapshot")
    assert snapshot.data["session"]["revision"] == double.session(session).revision
    stream.close()


def test_a_reader_that_is_too_slow_gets_a_snapshot_and_then_goes_on(double: HouseDouble) -> None:
    double.queue_limit = 4
    session = begin(double)
    stream = opened(double, session=session)
    until(stream, "snapshot")
    play(double, session, 20)
    assert until(stream, "snapshot").data["session"]["revision"] == double.session(session).revision
    play(double, session, 1)
    revision = 0
    while revision < double.session(session).revision:
        heard = parsed(next(stream))
        assert heard.name != "tick", "nothing more came"
        revision = int((heard.id or "-0").rpartition("-")[2])
    stream.close()


def test_entries_of_another_match_are_not_told(double: HouseDouble) -> None:
    mine, other = begin(double), begin(double)
    stream = opened(double, session=mine)
    until(stream, "snapshot")
    play(double, other, 2)
    play(double, mine, 1)
    entry = until(stream, "entry")
    assert entry.data["session"]["id"] == mine
    stream.close()


def test_hands_and_boards_come_without_an_id(double: HouseDouble) -> None:
    session = begin(double)
    stream = opened(double, session=session)
    until(stream, "board")
    picture = double.session(session)
    double.hub.publish(HandsMoved(session, replace(picture, hands=replace(picture.hands, busy=True))))
    assert until(stream, "hands").id is None
    double.change_board(replace(double.board("sim"), state=BoardState.AWAY))
    away = until(stream, "board")
    assert (away.data["state"], away.id) == ("away", None)
    stream.close()


def test_hands_that_a_reader_has_already_are_not_sent_again(double: HouseDouble) -> None:
    session = begin(double)
    stream = opened(double, session=session)
    until(stream, "board")
    double.hub.publish(HandsMoved(session, double.session(session)))
    play(double, session, 1)
    assert parsed(next(stream)).name == "entry"
    double.change_board(replace(double.board("sim"), state=BoardState.AWAY))
    assert parsed(next(stream)).name == "board"
    stream.close()


def test_a_tick_comes_when_nothing_else_does(double: HouseDouble) -> None:
    steady = SteadyClock()
    stream = EventStream(double, StreamWish(), StreamRoom(1, Clock()), steady)  # type: ignore[arg-type]
    assert [parsed(next(stream)).name for _ in range(2)] == ["tick", "board"]
    steady.now += 2.0
    assert parsed(next(stream)).name == "tick"
    stream.close()


def test_lights_come_at_most_fifteen_times_a_second_and_the_newest_wins(double: HouseDouble) -> None:
    steady = SteadyClock()
    wish = StreamWish(board="sim", lights=True)
    stream = EventStream(double, wish, StreamRoom(1, Clock()), steady)  # type: ignore[arg-type]
    assert [parsed(next(stream)).name for _ in range(4)] == ["tick", "board", "magnets", "lights"]
    double.shine("sim", 1)
    assert parsed(next(stream)).data["ring"].startswith("010000")
    told: list[str] = []

    def read() -> None:
        told.append(parsed(next(stream)).data["ring"][:6])

    for level in range(2, 30):
        double.shine("sim", level)
    reader = threading.Thread(target=read, name="reader")
    reader.start()
    double.shine("sim", 30)
    assert told == []
    steady.now += 0.1
    double.shine("sim", 31)
    reader.join(10)
    assert told in (["1e0000"], ["1f0000"])
    stream.close()


def test_lights_and_magnets_come_only_when_asked_for(double: HouseDouble) -> None:
    stream = opened(double, board="sim")
    assert [parsed(next(stream)).name for _ in range(2)] == ["tick", "board"]
    double.shine("sim", 9)
    double.set_magnets("sim", {cell("A1"): Pole.NORTH})
    double.change_board(replace(double.board("sim"), bad_lines=1))
    assert parsed(next(stream)).name == "board"
    stream.close()


# ------------------------------------------------------------------ ending


def test_everyone_hears_goodbye_and_then_nothing(double: HouseDouble) -> None:
    stream = opened(double, session="current")
    double.close()
    until(stream, "bye")
    with pytest.raises(StopIteration):
        next(stream)
    stream.close()


def test_a_stream_gives_its_place_back_once_even_if_nobody_ever_read_it(double: HouseDouble) -> None:
    room = StreamRoom(2, Clock())
    one, two = opened(double, room), opened(double, room)
    with pytest.raises(Refused) as refused:
        opened(double, room)
    assert refused.value.refusal.reason is Reason.TOO_MANY_STREAMS
    one.close()
    one.close()
    assert room.open == 1
    opened(double, room).close()
    two.close()
    assert room.wait_empty(1)


def test_nobody_is_let_in_while_closing(double: HouseDouble) -> None:
    room = StreamRoom(2, Clock())
    room.close()
    with pytest.raises(Refused) as refused:
        opened(double, room)
    assert refused.value.refusal.reason is Reason.CLOSING


def test_changed_settings_are_told_to_everyone_and_again_after_a_gap(double: HouseDouble) -> None:
    stream = opened(double, board="sim")
    until(stream, "board")
    double.tune({"brightness": 38})
    told = until(stream, "settings")
    assert (told.data["brightness"]["value"], told.id) == (38, None)
    double.gap()
    assert until(stream, "settings").data == told.data
    stream.close()
