"""The house on real parts: firmware in MicroPython, pseudo-terminal, link, SQLite, rules."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Actor
from feldlicht.base.figures import Pole
from feldlicht.base.reasons import Reason, Refused
from feldlicht.board.layout import LAYOUT
from feldlicht.config import Settings
from feldlicht.link.port import FoundPort
from feldlicht.runtime import felt
from feldlicht.runtime.events import (
    BoardChanged,
    Closing,
    EntryAdded,
    Event,
    HandsMoved,
    LightsChanged,
    MagnetsChanged,
    SessionChanged,
)
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardState
from feldlicht.sim.board import SimulatedBoard
from feldlicht.table.messages import Accepted, Declined, Request
from feldlicht.table.session import Lifecycle
from tests.runtime.conftest import eventually, kicked_off, live

MakeHouse = Callable[..., House]


def move(house: House, session: str, text: str, **more: object) -> Accepted | Declined:
    return house.request(session, Request(CommandType.MOVE, text, **more))  # type: ignore[arg-type]


def refusal_of(act: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.refusal.reason


def test_virtual_hands_build_the_formation_and_play_begins(house: House) -> None:
    session = kicked_off(house)
    picture = house.session(session)
    standing = picture.game.standing(picture.state)
    assert house.magnets("default") == {c: figure.side.pole for c, figure in standing.items()}
    assert [entry.notation for entry in house.log(session)] == ["built"]


def test_a_figure_moved_by_hand_makes_its_move_and_lights_its_targets(house: House) -> None:
    session = kicked_off(house)
    house.set_magnets("sim", {cell("B5"): None})
    assert [one.origin for one in house.session(session).hands.lifted] == [cell("B5")]
    eventually(lambda: house.lights("sim").cells[cell("A4")] != (0, 0, 0), "the target's light")
    house.set_magnets("sim", {cell("A4"): Pole.NORTH})
    eventually(lambda: house.session(session).revision == 2, "the move")
    entry = house.log(session)[-1]
    assert (entry.notation, entry.actor) == ("F B5-A4", Actor.HANDS)


def test_a_move_from_a_page_is_carried_out_by_virtual_hands(house: House) -> None:
    session = kicked_off(house)
    assert move(house, session, "F B5-A4", command_id="one") == Accepted(2)
    eventually(lambda: house.magnets("sim").get(cell("A4")) is Pole.NORTH, "the hands")
    eventually(lambda: not house.session(session).hands.busy, "the hands' rest")
    assert cell("B5") not in house.magnets("sim")
    assert move(house, session, "F B5-A4", command_id="one") == Accepted(2)
    assert house.session(session).hands.problems == ()


def test_magnets_are_not_to_be_touched_while_virtual_hands_work(make_house: MakeHouse) -> None:
    house = make_house(hands_pace=1.0)
    house.start()
    live(house)
    house.create_session("master_move", {}, "counting")
    house.build("default")
    assert refusal_of(lambda: house.set_magnets("default", {cell("A1"): Pole.NORTH})) is Reason.HANDS_BUSY
    assert refusal_of(lambda: house.build("default")) is Reason.HANDS_BUSY
    assert cell("A1") not in house.magnets("default")


def test_a_board_that_is_away_does_not_answer_for_magnets_but_they_lie_there(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(felt, "SHOWN_WITHIN_S", 0.3)
    simulator = house.simulator("sim")
    assert isinstance(simulator, SimulatedBoard)
    simulator.unplug()
    eventually(lambda: house.board("sim").state is not BoardState.LIVE, "the loss")
    assert refusal_of(lambda: house.set_magnets("sim", {cell("H8"): Pole.SOUTH})) is Reason.BOARD_AWAY
    assert house.magnets("sim") == {cell("H8"): Pole.SOUTH}
    simulator.plug()
    live(house)


def test_a_board_that_comes_back_finds_its_session_and_its_lights(house: House) -> None:
    session = kicked_off(house)
    simulator = house.simulator("sim")
    assert isinstance(simulator, SimulatedBoard)
    with house.subscribe(session=session) as news:
        simulator.reboot()
        present: list[bool] = []
        while present[-2:] != [False, True]:
            event = news.get(20)
            assert event is not None, "no word of the board"
            if isinstance(event, HandsMoved):
                present.append(event.picture.hands.board_present)
    live(house)
    eventually(lambda: any(lamp != (0, 0, 0) for lamp in house.lights("sim").ring), "the light")
    assert house.session(session).revision == 1
    assert move(house, session, "F B5-A4") == Accepted(2)


def test_a_table_has_one_running_session(house: House) -> None:
    first = house.create_session("master_move", {}, "counting").id
    assert refusal_of(lambda: house.create_session("master_move", {}, "counting")) is Reason.TABLE_BUSY
    assert isinstance(house.request(first, Request(CommandType.ABANDON)), Accepted)
    second = house.create_session("master_move", {}, "counting").id
    assert [(one.header.id, one.lifecycle) for one in house.sessions()] == [
        (second, Lifecycle.RUNNING),
        (first, Lifecycle.ABANDONED),
    ]


def test_what_cannot_be_begun_is_refused_with_its_reason_and_leaves_nothing(house: House) -> None:
    assert refusal_of(lambda: house.create_session("chess", {}, "counting")) is Reason.UNKNOWN_GAME
    assert refusal_of(lambda: house.create_session("master_move", {"x": 1}, "counting")) is Reason.BAD_OPTION
    assert refusal_of(lambda: house.create_session("master_move", {}, "flying")) is Reason.UNKNOWN_FORMATION
    assert refusal_of(lambda: house.create_session("master_move", {}, "counting", "x")) is Reason.NO_SUCH_BOARD
    assert house.sessions() == ()
    assert house.current() is None


def test_what_does_not_exist_is_refused_by_name(house: House) -> None:
    assert refusal_of(lambda: house.session("x")) is Reason.NO_SUCH_SESSION
    assert refusal_of(lambda: house.log("x")) is Reason.NO_SUCH_SESSION
    assert refusal_of(lambda: move(house, "x", "F B5-A4")) is Reason.NO_SUCH_SESSION
    assert refusal_of(lambda: house.board("x")) is Reason.NO_SUCH_BOARD
    assert refusal_of(lambda: house.magnets("x")) is Reason.NO_SUCH_BOARD
    assert refusal_of(lambda: house.build("default")) is Reason.NO_SESSION


def test_a_session_without_a_board_is_played_at_a_table_of_its_own(house: House) -> None:
    one, two = (house.create_session("master_move", {}, "counting", None).id for _ in range(2))
    assert house.session(one).revision == 1
    assert move(house, one, "F B5-A4") == Accepted(2)
    assert (house.session(one).revision, house.session(two).revision) == (2, 1)
    assert house.current() is None


def test_a_subscriber_hears_of_everything_that_happens_in_order(house: House) -> None:
    with house.subscribe(board="default", session="current", lights=True) as news:
        session = kicked_off(house)
        move(house, session, "F B5-A4")
        house.close()
        heard: list[Event] = list(news)
    kinds = {type(event) for event in heard}
    assert {SessionChanged, EntryAdded, HandsMoved, BoardChanged, MagnetsChanged, LightsChanged} < kinds
    assert [event.entry.revision for event in heard if isinstance(event, EntryAdded)] == [1, 2]
    assert heard[-1] == Closing()


def test_the_lights_of_the_board_are_the_bytes_that_the_firmware_sent(house: House) -> None:
    lights = house.lights("default")
    assert (len(lights.cells), len(lights.ring), len(lights.strip)) == (144, 24, 6)


def test_a_house_that_is_closed_or_opened_twice_stays_what_it_is(make_house: MakeHouse) -> None:
    house = make_house()
    house.start()
    house.start()
    epoch = house.epoch
    house.close()
    house.close()
    again = make_house()
    again.start()
    assert again.epoch == epoch


def test_closing_waits_neither_for_hands_at_work_nor_for_people_who_read(
    make_house: MakeHouse,
) -> None:
    house = make_house(hands_pace=10.0)
    house.start()
    live(house)
    house.create_session("master_move", {}, "counting")
    news = house.subscribe(session="current")
    house.build("default")
    reader = threading.Thread(target=lambda: list(news), name="reader")
    reader.start()
    simulator = house.simulator("default")
    house.close()
    reader.join()
    # The hands stopped after the figure they were at; waiting for them would have set up all 22.
    assert len(simulator.magnets()) <= 1


def test_a_house_can_be_closed_at_any_moment_of_its_start(make_house: MakeHouse, tmp_path: Path) -> None:
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board")
    board.start()
    for step in range(12):
        # Over a named port the link's thread fetches the table itself, while the house may be closing.
        house = make_house(serial_port=board.port, data=tmp_path / f"data {step}")
        house.start()
        threading.Event().wait(step * 0.01)
        house.close()
    board.close()


def test_a_second_host_on_the_same_folder_is_refused_and_the_first_plays_on(
    house: House, make_house: MakeHouse
) -> None:
    assert refusal_of(make_house().start) is Reason.DATA_FOLDER_LOCKED
    session = kicked_off(house)
    assert move(house, session, "F B5-A4") == Accepted(2)


def test_a_named_port_that_is_not_there_is_said_at_once_and_nothing_is_left(make_house: MakeHouse) -> None:
    assert refusal_of(make_house(serial_port="/dev/no-such-board").start) is Reason.PORT_MISSING
    house = make_house()
    house.start()
    assert house.board("default").simulated


def test_the_host_plays_over_a_named_port_and_knows_the_board_again(make_house: MakeHouse, tmp_path: Path) -> None:
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board", "51b0a2d0000000ff")
    board.start()
    house = make_house(serial_port=board.port)
    house.start()
    eventually(lambda: house.board("default").state is BoardState.LIVE, "the board")
    info = house.board("default")
    assert (info.id, info.simulated, info.port) == ("51b0a2d0000000ff", False, board.port)
    assert refusal_of(lambda: house.magnets("default")) is Reason.NOT_FOUND
    session = house.create_session("master_move", {}, "counting").id
    picture = house.session(session)
    board.set_magnets({c: figure.side.pole for c, figure in picture.state.formation.items()})
    eventually(lambda: house.session(session).revision == 1, "the formation")
    house.close()
    again = make_house(serial_port=board.port)
    again.start()
    # The board behind a port is remembered, so its session is there before it has answered.
    assert again.board("default").id == "51b0a2d0000000ff"
    assert again.session(session).revision == 1
    eventually(lambda: again.session(session).hands.board_present, "the board")
    again.close()
    board.close()


def test_a_port_that_another_host_uses_is_refused_as_busy(make_house: MakeHouse, tmp_path: Path) -> None:
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board")
    board.start()
    house = make_house(serial_port=board.port)
    house.start()
    eventually(lambda: house.board("default").state is BoardState.LIVE, "the board")
    other = House(Settings(tmp_path / "other", serial_port=board.port))
    assert refusal_of(other.start) is Reason.PORT_BUSY
    house.close()
    board.close()


def test_a_real_board_that_appears_while_a_simulated_one_plays_is_offered_and_not_taken(tmp_path: Path) -> None:
    plugged: list[FoundPort] = []
    house = House(Settings(tmp_path, hands_pace=0), find=lambda: plugged)
    house.start()
    live(house)
    with house.subscribe() as news:
        plugged.append(FoundPort("/dev/ttyACM7", "E66123", "Board in FS mode"))
        event = news.get(20)
        while isinstance(event, BoardChanged) and event.board.simulated:
            event = news.get(20)
    assert isinstance(event, BoardChanged)
    assert (event.board.id, event.board.state, event.board.port) == ("e66123", BoardState.OFFERED, "/dev/ttyACM7")
    assert [(one.id, one.state) for one in house.boards()] == [
        ("sim", BoardState.LIVE),
        ("e66123", BoardState.OFFERED),
    ]
    house.close()


def test_without_simulation_the_host_searches_and_pages_can_play(make_house: MakeHouse) -> None:
    house = make_house(simulate=False)
    house.start()
    assert (house.board("default").id, house.board("default").simulated) == ("unknown", False)
    assert refusal_of(lambda: house.create_session("master_move", {}, "counting")) is Reason.BOARD_AWAY
    session = house.create_session("master_move", {}, "counting", None).id
    assert move(house, session, "F B5-A4") == Accepted(2)
