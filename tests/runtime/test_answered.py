"""A command sent twice is applied once and answered the same, whatever it led to; an id stands for one command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Actor
from feldlicht.base.figures import Side
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.answered import Answered
from feldlicht.runtime.house import House
from feldlicht.store.store import Store
from feldlicht.table import session as sessions
from feldlicht.table.identity import fingerprint, recalled
from feldlicht.table.messages import Accepted, BoardHere, Declined, Override, Request, Sensed
from feldlicht.table.session import Stamp, open_session
from tests.runtime.workbench import TableAtWork
from tests.support.hands import header
from tests.support.samples import samples
from tests.support.secret_game import SecretGame

BUILD = Request(CommandType.CONFIRM, command_id="build")
YELLOW, BLUE = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)


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


@pytest.mark.parametrize("restarted", [False, True])
def test_an_id_of_an_act_in_the_log_is_its_askers_and_stands_for_that_command_alone(
    make_house: Callable[..., House], restarted: bool
) -> None:
    house = make_house(simulate=False)
    house.start()
    session = house.create_session("master_move", {}, "counting", None).id
    mine = Request(CommandType.MOVE, "F B5-A4", command_id="one", viewer=YELLOW)
    assert house.request(session, mine) == Accepted(2)
    if restarted:
        house.close()
        house = make_house(simulate=False)
        house.start()
    others = [replace(mine, viewer=viewer) for viewer in (BLUE, OWNER, GAME_MASTER, PUBLIC)]
    for request in (
        *others,
        replace(mine, text="F B5-A5"),
        replace(mine, revision=1),
        replace(mine, type=CommandType.UNDO, text=""),
    ):
        refused = house.request(session, request)
        assert refused == Declined(Refusal.of(Reason.COMMAND_ID_REUSED, id="one"), 2), request
    assert house.request(session, replace(mine, nonce="another")) == Accepted(2)
    assert len(house.log(session)) == 2


def test_an_id_of_a_command_that_others_may_not_know_says_nothing_to_them() -> None:
    session = open_session(SecretGame(), header(None))
    trap = Request(CommandType.MOVE, "trap D4", command_id="one", viewer=GAME_MASTER)
    stamp = Stamp(Actor.PAGE, 0, "one", GAME_MASTER, fingerprint=fingerprint(trap))
    session = sessions.act(session, session.game.parse(session.state, "trap D4"), stamp)
    assert recalled(session, trap) == Accepted(1)
    for viewer in (YELLOW, BLUE, OWNER, PUBLIC):
        assert recalled(session, replace(trap, viewer=viewer)) is None


viewers = st.sampled_from([OWNER, GAME_MASTER, PUBLIC, YELLOW, BLUE])
overrides = st.none() | st.builds(
    Override,
    st.none() | st.dictionaries(st.sampled_from(["yF1", "bF1"]), st.sampled_from(CELLS)),
    st.none() | st.sampled_from(Side),
)
requests = st.builds(
    Request,
    st.sampled_from(CommandType),
    st.sampled_from(["", "F B5-A4", "F B5-A5"]),
    st.none() | st.integers(0, 2),
    st.just("one"),
    question=st.sampled_from(["", "q"]),
    choice=st.integers(0, 1),
    count=st.integers(1, 2),
    override=overrides,
    viewer=viewers,
)


@given(requests, requests)
@samples(200)
def test_two_commands_have_one_fingerprint_only_if_the_same_asker_asks_the_same(one: Request, other: Request) -> None:
    assert (fingerprint(one) == fingerprint(other)) == (one == other)
    assert fingerprint(replace(one, nonce="chance")) == fingerprint(one)
    assert fingerprint(replace(one, command_id=None)) == ""
