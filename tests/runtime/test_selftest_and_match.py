"""A match that runs and a self-test shut each other out, whatever brings the match to the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from feldlicht.base.commands import CommandType
from feldlicht.base.reasons import Reason, Refused
from feldlicht.runtime import checks
from feldlicht.runtime.checks import Ended, Part, Stage
from feldlicht.runtime.house import House
from feldlicht.store.store import Store
from feldlicht.table.messages import Accepted, Request
from feldlicht.table.session import Lifecycle
from tests.runtime.conftest import eventually, kicked_off, live
from tests.runtime.workbench import Board, TableAtWork


@pytest.fixture(autouse=True)
def short_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing trembles here: a shorter look at the empty table finds the same."""
    monkeypatch.setattr(checks, "EMPTY_S", 0.2)


def asked(house: House, session: str, kind: CommandType, text: str = "") -> None:
    assert isinstance(house.request(session, Request(kind, text)), Accepted)


def walking(house: House, board: str = "default") -> None:
    examiner = house.examiner(board, Part.WALK)
    eventually(lambda: examiner.picture is not None and examiner.picture.stage is Stage.WALKING, "the walk")


def ends_by_the_match(house: House, board: str = "default") -> None:
    examiner = house.examiner(board)
    eventually(lambda: examiner.at_work is None, "the run's end")
    assert examiner.picture is not None
    assert examiner.picture.ended is Ended.MATCH
    is_refused(house, board)


def is_refused(house: House, board: str = "default") -> None:
    for part in Part:
        with pytest.raises(Refused) as refused:
            house.examiner(board, part)
        assert refused.value.refusal.reason is Reason.CHECK_DURING_MATCH


def test_a_match_that_an_undo_brings_back_ends_the_self_test(house: House) -> None:
    session = kicked_off(house)
    asked(house, session, CommandType.RESIGN, "yellow")
    walking(house)
    asked(house, session, CommandType.UNDO)
    assert house.session(session).lifecycle is Lifecycle.RUNNING
    ends_by_the_match(house)
    asked(house, session, CommandType.REDO)
    walking(house)


def test_a_match_that_an_undo_brings_back_from_the_store_ends_the_self_test(
    make_house: Callable[..., House],
) -> None:
    first = make_house()
    first.start()
    live(first)
    session = kicked_off(first)
    asked(first, session, CommandType.RESIGN, "yellow")
    first.close()
    house = make_house()
    house.start()
    live(house)
    assert house.current() is None
    walking(house)
    asked(house, session, CommandType.UNDO)
    ends_by_the_match(house)


def test_a_match_that_a_restart_resumes_allows_no_self_test(make_house: Callable[..., House]) -> None:
    first = make_house()
    first.start()
    live(first)
    kicked_off(first)
    first.close()
    house = make_house()
    house.start()
    is_refused(house)
    live(house)
    is_refused(house)


def test_a_match_that_is_carried_to_another_board_ends_the_self_test_there_and_allows_one_where_it_was(
    make_house: Callable[..., House],
) -> None:
    house = make_house(sim_boards=2)
    house.start()
    live(house)
    eventually(lambda: house.board("sim-2").state == "live", "the second board")
    session = kicked_off(house)
    walking(house, "sim-2")
    house.carry_on(session, "sim-2")
    ends_by_the_match(house, "sim-2")
    walking(house, "sim")


def test_a_zero_is_not_set_for_a_match_that_began_while_the_field_was_measured(
    make_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = make_house(sim_driver="linear-mux")
    house.start()
    live(house)
    examiner = house.examiner("default", Part.ZERO)
    measured = examiner.survey
    zeroed: list[None] = []

    def survey() -> object:
        seen = measured()
        house.create_session("master_move", {}, "counting")
        return seen

    monkeypatch.setattr(examiner, "survey", survey)
    monkeypatch.setattr(examiner, "zero", lambda: zeroed.append(None))
    ends_by_the_match(house)
    assert not zeroed


def test_a_board_is_told_of_the_match_at_its_table_as_it_comes_and_goes(store: Store) -> None:
    table = TableAtWork(store)
    try:
        table.kick_off()
        assert table.board.matches[-1] == "match"
        other = Board()
        table.owner.attach(other)
        assert other.matches == ["match"]
        table.owner.ask(Request(CommandType.RESIGN, "yellow"))
        assert other.matches[-1] is None
        table.owner.ask(Request(CommandType.UNDO))
        assert other.matches[-1] == "match"
        table.owner.give_up("match", lambda: store.move_session("match", "another"))
        assert other.matches[-1] is None
        table.owner.begin(table.session("second"))
        assert other.matches[-1] == "second"
        table.game.fails = "parse"
        table.move("Y1 F1-F2")
        table.owner.sync()
        assert other.matches[-1] is None
    finally:
        table.owner.close()
