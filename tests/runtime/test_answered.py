"""A command sent twice is applied once and answered the same, whatever it led to; an id stands for one command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import CommandType
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.answered import Answered
from feldlicht.runtime.house import House
from feldlicht.store.store import Store
from feldlicht.table.messages import Accepted, BoardHere, Declined, Request, Sensed
from feldlicht.table.session import open_session
from tests.runtime.workbench import TableAtWork
from tests.support.hands import header

BUILD = Request(CommandType.CONFIRM, command_id="build")


@pytest.fixture
def table(store: Store) -> Iterator[TableAtWork]:
    made = TableAtWork(store)
    yield made
    made.owner.close()


def reason(reply: Accepted | Declined) -> Reason:
    assert isinstance(reply, Declined)
    return reply.refusal.reason


def test_a_move_sent_again_later_is_answered_with_the_revision_it_led_to(table: TableAtWork) -> None:
    table.kick_off()
    assert table.move("F B5-A4", command_id="one") == Accepted(2)
    assert table.move("F B12-A11", command_id="two") == Accepted(3)
    assert table.move("F B5-A4", command_id="one") == Accepted(2)
    assert len(table.store.entries("match")) == 3


def test_virtual_hands_are_sent_once_by_one_command(table: TableAtWork) -> None:
    table.owner.put(BoardHere(simulated=True))
    table.owner.begin(lambda: open_session(table.game, replace(header("sim", virtual_hands=True), id="match")))
    table.owner.put(Sensed(Occupancy()))
    first = table.owner.ask(BUILD)
    assert isinstance(first, Accepted)
    assert table.owner.ask(BUILD) == first
    table.owner.sync()
    assert len(table.board.carried) == 1


def test_a_refused_command_stays_refused_under_its_id_even_if_it_could_be_done_by_now(table: TableAtWork) -> None:
    table.kick_off()
    early = table.move("F B12-A11", command_id="early")
    assert reason(early) is Reason.NOT_YOUR_TURN
    table.move("F B5-A4")
    assert table.move("F B12-A11", command_id="early") == early
    assert table.move("F B12-A11", command_id="late") == Accepted(3)


@pytest.mark.parametrize("other", [{"text": "F B5-A5"}, {"revision": 1}, {"type": CommandType.UNDO}])
def test_an_id_that_was_used_for_another_command_is_refused_and_nothing_is_done(
    table: TableAtWork, other: dict[str, object]
) -> None:
    table.kick_off()
    request = Request(CommandType.MOVE, "F B5-A4", command_id="one")
    assert table.owner.ask(request) == Accepted(2)
    assert reason(table.owner.ask(replace(request, **other))) is Reason.COMMAND_ID_REUSED  # type: ignore[arg-type]
    assert len(table.store.entries("match")) == 2
    assert table.owner.ask(request) == Accepted(2)


def test_the_same_id_in_two_sessions_names_two_commands(table: TableAtWork) -> None:
    table.kick_off()
    table.owner.ask(Request(CommandType.ABANDON, command_id="one"))
    table.owner.begin(table.session("second"))
    table.owner.put(Sensed(Occupancy.standing(dict(GAME.standing(table.state).placed))))
    table.owner.sync()
    assert table.move("F B5-A4", command_id="one") == Accepted(2)


def test_after_a_restart_the_log_knows_what_was_applied(make_house: Callable[..., House]) -> None:
    first = make_house(simulate=False)
    first.start()
    session = first.create_session("master_move", {}, "counting", None).id
    move = Request(CommandType.MOVE, "F B5-A4", command_id="one")
    assert first.request(session, move) == Accepted(2)
    assert first.request(session, Request(CommandType.MOVE, "F B12-A11")) == Accepted(3)
    first.close()
    second = make_house(simulate=False)
    second.start()
    assert second.request(session, move) == Accepted(2)
    assert len(second.log(session)) == 3


def test_what_ended_a_session_on_pages_is_answered_the_same_after_its_table_is_gone(
    make_house: Callable[..., House],
) -> None:
    house = make_house(simulate=False)
    house.start()
    session = house.create_session("master_move", {}, "counting", None).id
    end = Request(CommandType.RESIGN, "blue", command_id="end")
    late = Request(CommandType.MOVE, "F B5-A4", command_id="late")
    assert house.request(session, end) == Accepted(2)
    refused = house.request(session, late)
    assert reason(refused) is Reason.GAME_OVER
    assert house.request(session, Request(CommandType.UNDO)) == Accepted(3)
    assert house.request(session, end) == Accepted(2)
    assert house.request(session, late) == refused
    assert reason(house.request(session, replace(end, text="yellow"))) is Reason.COMMAND_ID_REUSED


@given(st.lists(st.integers(0, 9), max_size=40), st.integers(1, 5))
def test_exactly_the_newest_answers_are_remembered(ids: list[int], limit: int) -> None:
    answered = Answered(limit)
    session = open_session(GAME, header(None))
    kept: list[int] = []
    for revision, number in enumerate(ids):
        request = Request(CommandType.CANCEL, command_id=str(number))
        known = answered.recall(session, request)
        assert (known is not None) == (number in kept)
        if known is None:
            answered.note(session.header.id, request, Accepted(revision))
            kept = [*kept, number][-limit:]
