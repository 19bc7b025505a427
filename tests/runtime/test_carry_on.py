"""A match goes on at another board: one transaction, one table, and the old board's table is free."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.commands import CommandType
from feldlicht.base.figures import Pole
from feldlicht.base.hands import About
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.layout import LAYOUT
from feldlicht.runtime.events import SessionChanged
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardState
from feldlicht.sim.board import SimulatedBoard
from feldlicht.store.store import Store
from feldlicht.table.messages import Accepted, Request
from feldlicht.table.session import Lifecycle
from tests.runtime.conftest import eventually, kicked_off, live
from tests.support.hands import header

MakeHouse = Callable[..., House]
OLD = "51b0a2d0000000aa"
NEW = "51b0a2d0000000bb"


def reason_of(act: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.refusal.reason


@pytest.fixture
def house(make_house: MakeHouse, tmp_path: Path) -> House:
    """A house with a live simulated board, and a running match whose board is away."""
    (tmp_path / "data").mkdir()
    store = Store.open(tmp_path / "data")
    store.add_session(replace(header(OLD, virtual_hands=True), id="match"))
    store.close()
    made = make_house()
    made.start()
    live(made)
    return made


def test_a_match_whose_board_is_away_goes_on_at_a_board_that_is_there(house: House) -> None:
    with house.subscribe(session="current", board="default") as news:
        picture = house.carry_on("match")
        told = next(one for one in iter(lambda: news.get(5), None) if isinstance(one, SessionChanged))
    assert (picture.id, picture.header.board, told.board) == ("match", "sim", "sim")
    assert house.current() is not None
    assert house.board("default").session == "match"
    house.build("default")
    eventually(lambda: house.session("match").revision == 1, "the formation")


def test_it_is_at_home_there_after_a_restart(house: House, make_house: MakeHouse) -> None:
    house.carry_on("match")
    house.close()
    again = make_house()
    again.start()
    current = again.current()
    assert current is not None
    assert (current.id, current.header.board) == ("match", "sim")


def test_a_match_that_is_there_already_stays_as_it_is(house: House) -> None:
    session = kicked_off(house)
    assert house.carry_on(session).revision == 1
    assert house.current() is not None


def test_what_cannot_be_carried_on_is_refused_with_its_reason_and_stays(house: House) -> None:
    busy = kicked_off(house)
    assert reason_of(lambda: house.carry_on("match")) is Reason.TABLE_BUSY
    assert reason_of(lambda: house.carry_on("x")) is Reason.NO_SUCH_SESSION
    assert reason_of(lambda: house.carry_on("match", "x")) is Reason.NO_SUCH_BOARD
    house.request(busy, Request(CommandType.ABANDON))
    assert reason_of(lambda: house.carry_on(busy)) is Reason.GAME_OVER
    simulator: Any = house.simulator()
    simulator.unplug()
    eventually(lambda: house.board("default").state is BoardState.AWAY, "the board to be away")
    assert reason_of(lambda: house.carry_on("match")) is Reason.BOARD_AWAY
    picture = house.session("match")
    assert (picture.header.board, picture.lifecycle) == (OLD, Lifecycle.RUNNING)


def test_what_the_disk_refuses_has_not_happened(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Refused(Refusal.of(Reason.DATA_FOLDER_UNUSABLE, problem="full"))

    with monkeypatch.context() as patch:
        patch.setattr(house._store, "move_session", full)
        assert reason_of(lambda: house.carry_on("match")) is Reason.DATA_FOLDER_UNUSABLE
    assert house.session("match").header.board == OLD
    assert house.current() is None
    assert house.carry_on("match").header.board == "sim"


def test_a_match_that_was_played_on_pages_goes_on_at_a_board(house: House) -> None:
    session = house.create_session("master_move", {}, "counting", None).id
    assert house.request(session, Request(CommandType.MOVE, "F B5-A4")) == Accepted(2)
    house.carry_on(session)
    picture = house.session(session)
    assert (picture.header.board, picture.revision, picture.hands.board_present) == ("sim", 2, True)
    eventually(lambda: house.session(session).hands.guidance is not None, "the guidance to where figures stand")
    names = {thread.name for thread in threading.enumerate()}
    assert f"table-session {session}" not in names


def test_whoever_commands_while_it_is_carried_is_answered_and_nothing_is_lost(house: House) -> None:
    session = house.create_session("master_move", {}, "counting", None).id
    begun, replies = threading.Event(), list[object]()

    def play() -> None:
        for number in range(60):
            kind = CommandType.MOVE if number == 0 else CommandType.UNDO if number % 2 else CommandType.REDO
            replies.append(house.request(session, Request(kind, "F B5-A4" if number == 0 else "")))
            begun.set()

    player = threading.Thread(target=play, name="player")
    player.start()
    begun.wait()
    house.carry_on(session)
    player.join()
    assert replies == [Accepted(number + 2) for number in range(60)]
    assert [entry.revision for entry in house.log(session)] == list(range(1, 62))


# ------------------------------------------------------------------ two boards, one port


class Port:
    """A place where one of two boards is plugged in."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "board-port"
        self.boards = {name: SimulatedBoard(LAYOUT, firmware_folder(), folder / name, name) for name in (OLD, NEW)}
        for board in self.boards.values():
            board.start()
        self.boards[NEW].unplug()
        self.path.symlink_to(self.boards[OLD].port)

    def swap(self, gone: str, there: str) -> None:
        """Pull one board out and put the other one in."""
        self.boards[gone].unplug()
        self.boards[there].plug()
        self.path.unlink()
        self.path.symlink_to(self.boards[there].port)

    def close(self) -> None:
        for board in self.boards.values():
            board.close()


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    made = Port(tmp_path)
    yield made
    made.close()


def at(house: House, board: str) -> None:
    eventually(lambda: (house.board("default").id, house.board("default").state) == (board, "live"), board)


def asked_about(house: House, session: str) -> About | None:
    question = house.session(session).hands.question
    return None if question is None else question.about


def test_a_board_breaks_while_a_figure_is_lifted_and_the_match_goes_on_at_the_next(
    make_house: MakeHouse, port: Port
) -> None:
    house = make_house(serial_port=str(port.path), settle_ms=50, grace_ms=100)
    house.start()
    at(house, OLD)
    session = house.create_session("master_move", {}, "counting").id
    standing = {c: figure.side.pole for c, figure in house.session(session).state.formation.items()}
    port.boards[OLD].set_magnets(standing)
    eventually(lambda: house.session(session).revision == 1, "the formation")
    port.boards[OLD].set_magnets({cell("D8"): None})
    eventually(lambda: len(house.session(session).hands.lifted) == 1, "the lift")

    port.swap(OLD, NEW)
    at(house, NEW)
    assert not house.session(session).hands.board_present
    assert house.current() is None
    house.carry_on(session)
    assert house.session(session).header.board == NEW
    eventually(lambda: house.session(session).hands.guidance is not None, "where the figures belong")
    # The figure in the air is set down where it was going, on the new board.
    port.boards[NEW].set_magnets({**standing, cell("E10"): Pole.NORTH} | {cell("D8"): None})
    eventually(lambda: asked_about(house, session) is About.UNSEEN, "the question")
    question = house.session(session).hands.question
    assert question is not None
    assert house.session(session).revision == 1
    house.request(session, Request(CommandType.ANSWER, question=question.id, choice=0))
    assert [entry.notation for entry in house.log(session)] == ["built", "S D8-E10"]

    # The old board comes back: it is a board without a match.
    port.swap(NEW, OLD)
    at(house, OLD)
    assert house.current() is None
    other = house.create_session("master_move", {}, "counting").id
    assert house.session(other).header.board == OLD
    house.close()
