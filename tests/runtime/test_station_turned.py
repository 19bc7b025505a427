"""What people say of a board: it may lie turned, and cells may not feel. Above the station all is the table's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, cell
from feldlicht.base.figures import Pole
from feldlicht.base.manners import Orientation
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.styles import Colour, Scene, Style
from feldlicht.runtime.events import LightsChanged, MagnetsChanged
from feldlicht.runtime.house import House
from feldlicht.runtime.registry import REGISTER, BoardSettings, Registry, form, read
from feldlicht.store.store import Store
from feldlicht.table.messages import BoardHere, BoardKnown, Sensed
from tests.runtime.conftest import eventually, kicked_off, live
from tests.runtime.test_station import BoardAtTest, felt, touched

MakeHouse = Callable[..., House]
LIT = Style((Colour.GREEN,))


@pytest.fixture
def board(store: Store) -> BoardAtTest:
    return BoardAtTest(store)


@given(st.builds(BoardSettings, st.frozensets(st.sampled_from(CELLS)), st.sampled_from(Orientation)))
def test_what_is_kept_of_a_board_is_read_as_it_was(settings: BoardSettings) -> None:
    assert read(form(settings)) == settings


@pytest.mark.parametrize("kept", [7, [], {}, {"masked": 3}, {"masked": ["Z9"]}, {"masked": [], "orientation": "up"}])
def test_what_cannot_be_read_is_told_in_the_log_and_the_board_is_as_usual(
    store: Store, kept: object, caplog: pytest.LogCaptureFixture
) -> None:
    store.set_register(REGISTER, "ab", kept)
    assert Registry(store).settings("ab") == BoardSettings()
    assert "settings of board ab cannot be read" in caplog.text


def test_a_table_hears_what_is_known_of_its_board_before_the_board_itself(board: BoardAtTest) -> None:
    board.registry.keep("ab", BoardSettings(frozenset({cell("A1")}), Orientation.TURNED))
    board.hello()
    board.snapshot(magnets={"A2": Pole.NORTH}, touched=touched("A3"))
    assert board.tables["ab"].inputs == [
        BoardKnown(frozenset({cell("I16")}), Orientation.TURNED),
        BoardHere(simulated=False),
        Sensed(felt({"I15": Pole.NORTH}), touched("I14")),
    ]


def test_a_board_that_is_turned_is_told_and_shown_anew_at_once(board: BoardAtTest) -> None:
    board.hello()
    board.station.show(Scene({cell("A1"): LIT}, {3: LIT}))
    board.snapshot(magnets={"A2": Pole.NORTH}, touched=touched("A2"))
    board.station.turn(Orientation.TURNED)
    assert board.tables["ab"].inputs[-2:] == [
        BoardKnown(frozenset(), Orientation.TURNED),
        Sensed(felt({"I15": Pole.NORTH})),
    ]
    assert board.lines[0].scenes == [Scene({cell("A1"): LIT}, {3: LIT}), Scene({cell("I16"): LIT}, {3: LIT})]
    assert board.registry.settings("ab").orientation is Orientation.TURNED
    # Said once more, it is no news.
    count = len(board.tables["ab"].inputs)
    board.station.turn(Orientation.TURNED)
    assert len(board.tables["ab"].inputs) == count


def test_a_board_that_lies_as_it_was_taken_to_lie_is_felt_and_shown_as_before(board: BoardAtTest) -> None:
    board.hello()
    board.station.show(Scene({cell("A1"): LIT}))
    board.snapshot()
    board.station.turn(Orientation.AS_MARKED)
    assert board.tables["ab"].inputs[-1] == BoardKnown(frozenset(), Orientation.AS_MARKED)
    assert len(board.lines[0].scenes) == 1


def test_a_mask_stays_on_its_sensor_when_the_board_is_turned(board: BoardAtTest) -> None:
    board.hello()
    board.station.know(masked=[cell("D5")])
    board.station.know(orientation=Orientation.TURNED)
    assert board.tables["ab"].inputs[-1] == BoardKnown(frozenset({cell("F12")}), Orientation.TURNED)
    assert board.registry.settings("ab").masked == {cell("D5")}
    board.station.know(masked=[cell("F12"), cell("I16")])
    assert board.registry.settings("ab").masked == {cell("D5"), cell("A1")}
    info = board.station.info()
    assert (info.masked, info.orientation) == ({cell("F12"), cell("I16")}, Orientation.TURNED)


def test_each_board_has_its_own_settings_also_on_one_port(board: BoardAtTest) -> None:
    board.hello("ab")
    board.station.know(masked=[cell("D5")], orientation=Orientation.TURNED)
    board.hello("cd")
    assert board.tables["cd"].inputs[0] == BoardKnown()
    board.hello("ab")
    assert board.tables["ab"].inputs[-2] == BoardKnown(frozenset({cell("D5")}), Orientation.TURNED)


def test_of_a_board_that_nobody_knows_yet_nothing_can_be_said(board: BoardAtTest) -> None:
    with pytest.raises(Refused) as caught:
        board.station.know(masked=[])
    assert caught.value.refusal.reason is Reason.BOARD_AWAY


# ------------------------------------------------------------------ with the firmware


def test_on_a_turned_board_people_and_virtual_hands_see_the_tables_cells_only(house: House) -> None:
    house.know_board("default", orientation=Orientation.TURNED)
    match = kicked_off(house)
    standing = house.session(match).state.formation
    assert house.magnets("default") == {c: figure.side.pole for c, figure in standing.items()}
    own = house.simulator().magnets()
    assert own == {143 - c: pole for c, pole in house.magnets("default").items()}
    house.set_magnets("default", {cell("D8"): None})
    target = cell("E10")
    eventually(lambda: house.lights("default").cells[target][1] > 60, "the legal cell in the table's place")
    assert house.simulator().lights().cells[cell("E7")][1] > 60  # 143 − E10
    house.set_magnets("default", {target: Pole.NORTH})
    eventually(lambda: house.session(match).revision == 2, "the move")


def test_turning_moves_magnets_and_lights_on_every_page_and_is_kept(make_house: MakeHouse) -> None:
    house = make_house()
    house.start()
    live(house)
    house.set_magnets("default", {cell("A1"): Pole.NORTH})
    with house.subscribe(lights=True) as news:
        info = house.know_board("default", masked=[cell("B2")], orientation=Orientation.TURNED)
        assert (info.masked, info.orientation) == ({cell("B2")}, Orientation.TURNED)
        heard = [one for one in iter(lambda: news.get(1), None) if one is not None]
    moved = next(one for one in heard if isinstance(one, MagnetsChanged))
    assert moved.magnets == {cell("I16"): Pole.NORTH}
    assert any(isinstance(one, LightsChanged) for one in heard)
    house.close()
    again = make_house()
    again.start()
    live(again)
    assert again.magnets("default") == {cell("I16"): Pole.NORTH}
    assert (again.board("default").masked, again.board("default").orientation) == ({cell("B2")}, Orientation.TURNED)
