"""A table's owner: disk before word before light, and nothing a game does can stop it."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Actor
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.reading import Timings
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.events import EntryAdded, HandsMoved, SessionChanged
from feldlicht.store.store import Store
from feldlicht.table.messages import Accepted, Declined, Pressed, Request, Sensed
from feldlicht.table.session import Lifecycle, Session, open_session
from tests.runtime.conftest import eventually
from tests.runtime.workbench import Board, TableAtWork
from tests.support.samples import samples


@pytest.fixture
def table(store: Store) -> Iterator[TableAtWork]:
    made = TableAtWork(store)
    yield made
    made.owner.close()


def test_an_accepted_command_is_on_disk_when_its_answer_comes(table: TableAtWork) -> None:
    table.kick_off()
    assert table.move("F B5-A4", actor=Actor.PAGE) == Accepted(2)
    assert [entry.notation for entry in table.store.entries("match")] == ["built", "F B5-A4"]


def test_an_entry_is_on_disk_before_news_of_it_and_news_come_before_light(table: TableAtWork) -> None:
    table.kick_off()
    table.heard()
    order: list[str] = []
    append, publish = table.store.append, table.hub.publish
    table.store.append = lambda *a, **k: (append(*a, **k), order.append("disk"))[0]  # type: ignore[method-assign]
    table.hub.publish = lambda event: (publish(event), order.append(type(event).__name__))[0]  # type: ignore[method-assign]
    table.board.seen = lambda: order.append("light")
    table.move("F B5-A4")
    table.owner.sync()
    assert order[:2] == ["disk", "EntryAdded"]
    assert order.index("light") > order.index("EntryAdded")


def test_everyone_hears_of_a_session_its_entries_and_its_hands_with_the_picture_after(table: TableAtWork) -> None:
    table.kick_off()
    table.move("F B5-A4")
    news = table.heard()
    assert isinstance(news[0], SessionChanged)
    added = [event for event in news if isinstance(event, EntryAdded)]
    assert [(event.entry.revision, event.picture.revision) for event in added] == [(1, 1), (2, 2)]
    assert any(isinstance(event, HandsMoved) for event in news)


def test_the_same_command_twice_is_applied_once(table: TableAtWork) -> None:
    table.kick_off()
    assert table.move("F B5-A4", command_id="one") == Accepted(2)
    assert table.move("F B5-A4", command_id="one") == Accepted(2)
    assert len(table.store.entries("match")) == 2


def test_a_refused_command_says_why_and_leaves_nothing(table: TableAtWork) -> None:
    table.kick_off()
    reply = table.move("F B12-A11")
    assert isinstance(reply, Declined)
    assert reply.refusal.reason is Reason.NOT_YOUR_TURN
    assert len(table.store.entries("match")) == 1


def test_a_table_wakes_by_itself_when_a_move_has_settled(store: Store) -> None:
    table = TableAtWork(store, Timings(settle_ms=30, grace_ms=60))
    table.kick_off()
    assert table.owner.picture is not None
    standing = table.owner.picture.game.standing(table.owner.picture.state)
    lifted = {c: figure for c, figure in standing.items() if c != cell("B5")}
    table.owner.put(Sensed(Occupancy.standing(lifted), 1 << cell("B5")))
    placed = {**lifted, cell("A4"): standing[cell("B5")]}
    table.owner.put(Sensed(Occupancy.standing(placed), 1 << cell("A4")))
    eventually(lambda: table.revision == 2, "the settled move")
    entry = store.entries("match")[-1]
    assert (entry.notation, entry.actor) == ("F B5-A4", Actor.HANDS)
    table.owner.close()


def test_a_second_session_is_refused_while_one_runs_and_leaves_nothing(table: TableAtWork) -> None:
    table.kick_off()
    with pytest.raises(Refused) as caught:
        table.owner.begin(table.session("second"))
    assert caught.value.refusal.reason is Reason.TABLE_BUSY
    assert [one.header.id for one in table.store.sessions()] == ["match"]


def test_a_session_that_cannot_be_made_leaves_the_table_as_it_was(table: TableAtWork) -> None:
    def make() -> Session:
        raise Refused(Refusal.of(Reason.UNKNOWN_FORMATION))

    with pytest.raises(Refused):
        table.owner.begin(make)
    assert table.owner.picture is None
    table.kick_off()


def test_the_store_knows_how_a_session_ended(table: TableAtWork) -> None:
    table.kick_off()
    table.owner.ask(Request(CommandType.RESIGN, "yellow"))
    assert table.store.sessions()[0].lifecycle == "over"
    table.owner.ask(Request(CommandType.UNDO))
    assert table.store.sessions()[0].lifecycle == "running"
    table.owner.ask(Request(CommandType.ABANDON))
    assert table.store.sessions()[0].lifecycle == "abandoned"


@pytest.mark.parametrize(
    "fault", ["apply", "why_illegal", "hand_plan", "standing", "scene", "write", "position", "outcome"]
)
def test_a_fault_in_a_game_freezes_its_session_and_the_table_goes_on(
    table: TableAtWork, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    table.kick_off()
    table.game.fails = fault
    reply = table.move("F B5-A4")
    assert isinstance(reply, Declined)
    assert reply.refusal.reason is Reason.SESSION_FROZEN
    assert "session match is frozen" in caplog.text
    assert table.owner.picture is not None
    assert table.owner.picture.lifecycle is Lifecycle.FROZEN
    assert table.store.sessions()[0].lifecycle == "frozen"
    # The log keeps what was settled, further inputs do no harm, and the next request gets the same answer.
    table.owner.put(Sensed(Occupancy()))
    table.owner.put(Pressed())
    assert table.move("F B5-A4") == reply
    assert len(table.store.entries("match")) == 1
    assert isinstance(table.heard()[-1], SessionChanged)
    table.game.fails = ""
    assert table.owner.begin(table.session("next")).lifecycle is Lifecycle.RUNNING
    table.owner.put(Sensed(Occupancy.standing(dict(GAME.standing(table.owner.picture.state).placed))))
    eventually(lambda: table.revision == 1, "play on the same table")


def test_a_fault_while_hands_move_freezes_the_session_too(table: TableAtWork) -> None:
    table.kick_off()
    table.game.fails = "standing"
    table.owner.put(Sensed(Occupancy()))
    table.owner.sync()
    assert table.owner.picture is not None
    assert table.owner.picture.lifecycle is Lifecycle.FROZEN


def test_a_board_that_fails_when_it_is_lit_neither_stops_the_table_nor_takes_the_move_back(
    table: TableAtWork, caplog: pytest.LogCaptureFixture
) -> None:
    table.kick_off()

    def fail() -> None:
        raise OSError("the lamp broke")

    table.board.seen = fail
    assert table.move("F B5-A4") == Accepted(2)
    table.owner.sync()
    assert "the lamp broke" in caplog.text
    table.board.seen = lambda: None
    assert table.move("F B12-A11") == Accepted(3)


def test_a_new_board_at_the_table_is_shown_the_scene_at_once(table: TableAtWork) -> None:
    table.kick_off()
    other = Board()
    table.owner.attach(other)
    assert other.scenes == table.board.scenes[-1:]


def test_eight_askers_at_once_get_one_answer_each_and_the_log_has_no_gap(table: TableAtWork) -> None:
    table.kick_off()
    replies: list[Accepted | Declined] = []

    def ask(moves: Sequence[str]) -> None:
        for text in moves:
            replies.append(table.move(text))  # noqa: PERF401 - each answer is kept as it comes

    threads = [threading.Thread(target=ask, args=(("F B5-A4", "F A4-B5"),), name=f"asker-{n}") for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(replies) == 16
    accepted = [reply.revision for reply in replies if isinstance(reply, Accepted)]
    assert len(accepted) == len(set(accepted)) == table.revision - 1
    assert [entry.revision for entry in table.store.entries("match")] == list(range(1, table.revision + 1))


def test_a_closed_table_answers_nobody_and_holds_nobody_up(store: Store) -> None:
    table = TableAtWork(store)
    table.kick_off()
    table.owner.close()
    table.owner.close()
    with pytest.raises(Refused):
        table.move("F B5-A4")


@samples(12)
@given(
    st.lists(st.tuples(st.sampled_from(["move", "move", "move", "undo", "redo"]), st.integers(0, 999)), max_size=12)
)
def test_whatever_is_played_the_log_on_disk_folds_to_what_people_saw_and_they_heard_each_entry_once(
    acts: list[tuple[str, int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder))
        table = TableAtWork(store)
        table.kick_off()
        for kind, number in acts:
            assert table.owner.picture is not None
            state = table.owner.picture.state
            legal = GAME.legal(state)
            text = GAME.write(state, legal[number % len(legal)]) if kind == "move" else ""
            table.owner.ask(Request(CommandType(kind), text))
        table.owner.close()
        picture = table.owner.picture
        assert picture is not None
        header_read, log = store.load("match")
        store.close()
        again = open_session(GAME, header_read, log)
        assert again.frozen is None
        assert (again.state, again.entries) == (picture.state, picture.session.entries)
        table.hub.close()
        assert [event.entry for event in table.news if isinstance(event, EntryAdded)] == list(log)
