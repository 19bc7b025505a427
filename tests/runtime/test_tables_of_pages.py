"""Sessions without a board: each has its table while it runs and is played, and none is left behind."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from feldlicht.base.commands import CommandType
from feldlicht.base.reasons import Reason, Refused
from feldlicht.runtime.events import SessionChanged
from feldlicht.runtime.house import House
from feldlicht.table.messages import Accepted, Declined, Request
from feldlicht.table.session import Lifecycle

MakeHouse = Callable[..., House]


@pytest.fixture
def house(make_house: MakeHouse) -> House:
    made = make_house(simulate=False)
    made.start()
    return made


def begin(house: House) -> str:
    return house.create_session("master_move", {}, "counting", None).id


def threads_of_sessions() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name.startswith("table-session")}


BEFORE: set[threading.Thread] = set()
"""Threads of a house that other tests of this process share: they are not this house's."""


@pytest.fixture(autouse=True)
def nobody_elses() -> None:
    BEFORE.clear()
    BEFORE.update(threads_of_sessions())


def tables() -> int:
    return len(threads_of_sessions() - BEFORE)


@pytest.mark.parametrize("end", [CommandType.RESIGN, CommandType.ABANDON])
def test_a_match_that_ended_on_pages_leaves_no_thread(house: House, end: CommandType) -> None:
    for _ in range(30):
        assert isinstance(house.request(begin(house), Request(end)), Accepted)
    assert tables() == 0
    assert len(house.sessions()) == 30


def test_a_match_that_ended_on_pages_is_still_shown_and_says_that_it_is_over(house: House) -> None:
    session = begin(house)
    house.request(session, Request(CommandType.RESIGN, "blue"))
    picture = house.session(session)
    assert (picture.lifecycle, picture.revision) == (Lifecycle.OVER, 2)
    late = house.request(session, Request(CommandType.MOVE, "F B5-A4"))
    assert isinstance(late, Declined)
    assert late.refusal.reason is Reason.GAME_OVER
    assert tables() == 0


def test_taking_the_end_back_brings_the_match_back_and_everyone_hears_of_it(house: House) -> None:
    session = begin(house)
    house.request(session, Request(CommandType.RESIGN, "blue"))
    with house.subscribe(session=session) as news:
        assert house.request(session, Request(CommandType.UNDO)) == Accepted(3)
        assert isinstance(news.get(0), SessionChanged)
    assert house.session(session).lifecycle is Lifecycle.RUNNING
    assert house.request(session, Request(CommandType.MOVE, "F B5-A4")) == Accepted(4)
    assert tables() == 1


def test_looking_at_running_matches_after_a_restart_needs_no_thread(make_house: MakeHouse, house: House) -> None:
    sessions = [begin(house) for _ in range(5)]
    house.close()
    again = make_house(simulate=False)
    again.start()
    assert [again.session(one).lifecycle for one in sessions] == [Lifecycle.RUNNING] * 5
    assert tables() == 0
    assert again.request(sessions[0], Request(CommandType.MOVE, "F B5-A4")) == Accepted(2)
    assert tables() == 1


def test_a_request_that_comes_while_its_table_is_put_away_finds_the_next_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(house)
    (table,) = house._homes._tables.values()
    ask = table.ask

    def ask_too_late(what: Request) -> object:
        house._homes.put_away(table)
        return ask(what)

    monkeypatch.setattr(table, "ask", ask_too_late)
    assert house.request(session, Request(CommandType.MOVE, "F B5-A4")) == Accepted(2)
    house.close()
    with pytest.raises(Refused):
        house.request(session, Request(CommandType.MOVE, "F B12-A11"))


def test_eight_who_end_and_revive_one_match_at_once_all_get_an_answer_and_the_log_has_no_gap(house: House) -> None:
    session = begin(house)
    replies: list[object] = []

    def quarrel() -> None:
        for _ in range(6):
            for kind, text in ((CommandType.RESIGN, "blue"), (CommandType.UNDO, "")):
                try:
                    replies.append(house.request(session, Request(kind, text)))
                except Refused as refused:
                    replies.append(refused)

    threads = [threading.Thread(target=quarrel, name=f"asker-{n}") for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [reply for reply in replies if not isinstance(reply, Accepted | Declined)] == []
    assert len(replies) == 96
    entries = house.log(session)
    assert [entry.revision for entry in entries] == list(range(1, len(entries) + 1))
    assert len(entries) == 1 + sum(isinstance(reply, Accepted) for reply in replies)
    house.request(session, Request(CommandType.RESIGN, "blue"))
    assert tables() == 0


def test_a_session_that_cannot_be_begun_leaves_no_table(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise Refused(refusal)

    with pytest.raises(Refused) as caught:
        house.session("nobody")
    refusal = caught.value.refusal
    monkeypatch.setattr(house._store, "add_session", full)
    with pytest.raises(Refused):
        begin(house)
    assert tables() == 0


def test_a_refused_undo_of_an_ended_match_brings_nothing_back(house: House) -> None:
    session = begin(house)
    house.request(session, Request(CommandType.RESIGN, "blue"))
    stale = house.request(session, Request(CommandType.UNDO, revision=0))
    assert isinstance(stale, Declined)
    assert stale.refusal.reason is Reason.STALE_REVISION
    assert house.session(session).lifecycle is Lifecycle.OVER
    assert tables() == 0
