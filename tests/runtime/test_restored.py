"""What is over by an act is archived and can be gone on with: at once, after a restart, and from the list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from feldlicht.base.commands import CommandType
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.viewers import GAME_MASTER
from feldlicht.runtime.house import House
from feldlicht.table.messages import Accepted, Request
from feldlicht.table.session import Lifecycle
from tests.runtime.conftest import eventually, live

MakeHouse = Callable[..., House]
FIGHT = ("add Silja pc", "add Wolf npc x2", "add Lurker npc known=no", "put Silja 3", "put Wolf1 5", "begin", "next")


def act(house: House, session: str, *acts: str) -> None:
    for text in acts:
        reply = house.request(session, Request(CommandType.ACT, text, viewer=GAME_MASTER))
        assert isinstance(reply, Accepted), (text, reply)


def fought(house: House, board: str | None = "default") -> str:
    """Begin a fight and end it."""
    session = house.create_session("initiative", {}, None, board).id
    act(house, session, *FIGHT, "end")
    assert house.session(session).lifecycle is Lifecycle.OVER
    return session


def take_back(house: House, session: str) -> None:
    reply = house.request(session, Request(CommandType.UNDO, viewer=GAME_MASTER))
    assert isinstance(reply, Accepted), reply


def before_the_end(house: House, session: str) -> str:
    """The position just before the last act."""
    game = house.session(session).game
    return game.position(house.session(session).session.plies[-2].after)


def goes_on(house: House, session: str, position: str) -> None:
    """The fight is where it was, at its board, and takes acts."""
    picture = house.session(session)
    assert picture.lifecycle is Lifecycle.RUNNING
    assert picture.game.position(picture.state) == position
    act(house, session, "act Silja 8")


def again(house: House, make_house: MakeHouse) -> House:
    house.close()
    restarted = make_house()
    restarted.start()
    live(restarted)
    return restarted


@pytest.mark.parametrize("restart", [False, True])
def test_t14_a_fight_that_was_ended_is_archived_and_its_end_is_taken_back(
    house: House, make_house: MakeHouse, restart: bool
) -> None:
    session = fought(house)
    position, log = before_the_end(house, session), house.log(session)
    if restart:
        house = again(house, make_house)
    assert house.log(session) == log
    assert [one.lifecycle for one in house.sessions()] == [Lifecycle.OVER]
    take_back(house, session)
    goes_on(house, session, position)
    current = house.current()
    assert current is not None
    assert current.id == session


@pytest.mark.parametrize("restart", [False, True])
def test_t14_an_earlier_fight_is_brought_back_from_the_list_to_a_table_that_is_free(
    house: House, make_house: MakeHouse, restart: bool
) -> None:
    session = fought(house)
    position = before_the_end(house, session)
    later = house.create_session("initiative", {}, None).id
    with pytest.raises(Refused) as busy:
        house.carry_on(session)
    assert busy.value.refusal.reason is Reason.TABLE_BUSY
    act(house, later, "end")
    if restart:
        house = again(house, make_house)
    assert [one.header.id for one in house.sessions()] == [later, session]
    picture = house.carry_on(session)
    assert picture.lifecycle is Lifecycle.OVER
    current = house.current()
    assert current is not None
    assert (current.id, house.board("default").session) == (session, session)
    take_back(house, session)
    goes_on(house, session, position)
    # The later one lies there untouched.
    assert house.session(later).lifecycle is Lifecycle.OVER


def test_what_is_over_may_be_asked_back_twice_and_leaves_the_table_free_for_another(house: House) -> None:
    session = fought(house)
    assert house.carry_on(session).lifecycle is house.carry_on(session).lifecycle is Lifecycle.OVER
    assert house.create_session("initiative", {}, None).board == "sim"
    assert house.session(session).lifecycle is Lifecycle.OVER


def test_one_that_was_over_on_pages_goes_on_at_a_board(house: House) -> None:
    session = fought(house, None)
    position = before_the_end(house, session)
    assert house.carry_on(session).header.board == "sim"
    take_back(house, session)
    goes_on(house, session, position)


def test_any_game_that_is_over_by_an_act_comes_back_and_what_was_abandoned_does_not(
    house: House, tmp_path: Path
) -> None:
    match = house.create_session("master_move", {}, "counting", None).id
    assert house.request(match, Request(CommandType.RESIGN, "blue")) == Accepted(house.session(match).revision)
    assert house.carry_on(match).lifecycle is Lifecycle.OVER
    assert isinstance(house.request(match, Request(CommandType.UNDO)), Accepted)
    assert house.session(match).lifecycle is Lifecycle.RUNNING
    house.request(match, Request(CommandType.ABANDON))
    with pytest.raises(Refused) as gone:
        house.carry_on(match)
    assert gone.value.refusal.reason is Reason.GAME_OVER


def test_one_that_lies_over_at_another_board_leaves_that_one_free(make_house: MakeHouse) -> None:
    house = make_house(sim_boards=2)
    house.start()
    eventually(lambda: [one.state for one in house.boards()] == ["live", "live"], "both boards")
    first, second = (one.id for one in house.boards())
    assert first is not None
    assert second is not None
    session = fought(house, second)
    assert house.carry_on(session, first).header.board == first
    assert (house.current(first) is not None, house.current(second)) == (True, None)
