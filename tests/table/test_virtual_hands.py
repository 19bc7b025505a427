"""Virtual hands at a simulated board: what they are asked, when, and that it is never read as a person's move."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, cell, cell_name
from feldlicht.base.figures import Pole
from feldlicht.rules.master_move import GAME
from feldlicht.table.messages import (
    Accepted,
    BoardAway,
    BuildForMe,
    CarryOut,
    Declined,
    HandsAtWork,
    LetGo,
)
from feldlicht.table.session import open_session
from feldlicht.table.settle import seat
from tests.support.hands import TableInTime, kicked_off
from tests.support.samples import samples


def test_virtual_hands_carry_a_pages_move_out_on_a_simulated_board() -> None:
    table = kicked_off(virtual_hands=True)
    table.ask("move", "M C7-C5")
    table.carry_out()
    table.wait(300)
    assert table.magnets[cell("C5")] is Pole.NORTH
    assert table.notations == ["built", "M C7-C5"]
    assert table.hands.guidance is None


def test_virtual_hands_that_are_busy_do_the_rest_afterwards() -> None:
    table = kicked_off(virtual_hands=True)
    table.ask("move", "M C7-C5")
    table.give(HandsAtWork(True))
    done = table.give_request("move", "M C10-C11")
    assert not [effect for effect in done.effects if isinstance(effect, CarryOut)]
    table.move("C7", "C5")
    done = table.give(HandsAtWork(False))
    steps = next(effect for effect in done.effects if isinstance(effect, CarryOut)).steps
    assert [(cell_name(s.origin), cell_name(s.target)) for s in steps if s.origin and s.target] == [("C10", "C11")]


def test_what_virtual_hands_still_carry_is_never_read_as_a_persons_move() -> None:
    table = kicked_off(virtual_hands=True)
    table.ask("move", "M C7-C5")
    table.give(HandsAtWork(True))
    table.ask("move", "M C10-C11")
    table.move("C7", "C5")  # the first job's carry; now the position equals that of one ply
    table.ask("undo")
    table.ask("undo")
    assert table.notations == ["built", "M C7-C5", "M C10-C11", "undo", "undo"]
    table.wait(2_000)
    table.give(HandsAtWork(False))
    table.carry_out()
    table.wait(2_000)
    assert table.notations == ["built", "M C7-C5", "M C10-C11", "undo", "undo"]
    assert cell("C7") in table.magnets
    assert table.session.can_redo


def test_virtual_hands_are_busy_from_the_moment_they_are_asked() -> None:
    table = kicked_off(virtual_hands=True)
    table.ask("move", "M C7-C5")
    assert table.hands.busy
    done = table.give_request("undo")  # met before the hands have said that they began
    assert LetGo() in done.effects
    assert not [effect for effect in done.effects if isinstance(effect, CarryOut)]
    table.give(HandsAtWork(True))
    table.move("C7", "C5")
    table.give(HandsAtWork(False))
    table.carry_out()
    table.wait(2_000)
    assert table.notations == ["built", "M C7-C5", "undo"]


def test_abandoning_lets_virtual_hands_go() -> None:
    table = TableInTime(virtual_hands=True)
    table.connect()
    table.ask("confirm")
    done = table.give_request("abandon")
    assert LetGo() in done.effects
    done = table.give(HandsAtWork(False))
    assert not [effect for effect in done.effects if isinstance(effect, CarryOut)]


def test_a_new_session_lets_the_hands_of_the_old_one_go() -> None:
    table = TableInTime(virtual_hands=True)
    table.connect()
    table.ask("confirm")
    table.effects.clear()
    table.take(seat(table.table, open_session(GAME, table.session.header), table.now))
    assert LetGo() in table.effects


def test_virtual_hands_that_put_a_position_right_make_no_move() -> None:
    table = kicked_off(virtual_hands=True)
    table.lift("C7")
    table.place("C2", Pole.NORTH)  # out of reach
    table.give(BuildForMe())
    table.carry_out()
    table.wait(2_000)
    assert table.notations == ["built"]
    assert table.magnets[cell("C7")] is Pole.NORTH


def test_virtual_hands_carry_out_what_was_commanded_while_the_board_was_away() -> None:
    table = kicked_off(virtual_hands=True)
    table.give(BoardAway())
    table.ask("move", "M C7-C5")
    table.effects.clear()
    table.connect()
    table.carry_out()
    assert table.magnets[cell("C5")] is Pole.NORTH
    assert table.hands.guidance is None


def test_virtual_hands_that_end_while_the_board_is_away_do_the_rest_when_it_is_back() -> None:
    table = kicked_off(virtual_hands=True)
    table.ask("move", "M C7-C5")
    table.give(HandsAtWork(True))
    table.ask("move", "M C10-C11")
    table.give(BoardAway())
    table.give(HandsAtWork(False))
    table.effects.clear()
    table.connect()
    table.carry_out()
    assert table.hands.guidance is None
    assert {cell("C5"), cell("C11")} <= table.magnets.keys()


def test_a_real_board_has_no_virtual_hands() -> None:
    table = TableInTime(virtual_hands=True)
    table.connect(simulated=False)
    table.build()
    done = table.give_request("move", "M C7-C5")
    assert not [effect for effect in done.effects if isinstance(effect, CarryOut)]
    refused = [effect for effect in table.give(BuildForMe()).effects if isinstance(effect, Declined)]
    assert [one.refusal.reason for one in refused] == ["NO_VIRTUAL_HANDS"]


def test_one_button_sets_the_formation_up() -> None:
    table = TableInTime(virtual_hands=True)
    table.connect()
    table.give(BuildForMe())
    table.carry_out()
    table.wait(300)
    assert table.notations == ["built"]


@samples(40)
@given(st.integers(0, 2**32))
def test_virtual_hands_can_always_do_what_they_are_asked(seed: int) -> None:
    chance = random.Random(seed)
    table = TableInTime(virtual_hands=True)
    table.connect()
    cells = chance.sample(CELLS, 22)
    table.magnets = {which: chance.choice(list(Pole)) for which in cells}
    table.sense()
    table.give(BuildForMe())
    table.carry_out()
    table.wait(300)
    assert table.notations == ["built"]


def test_confirm_before_the_formation_stands_lets_virtual_hands_build_it() -> None:
    table = TableInTime(virtual_hands=True)
    table.connect()
    assert isinstance(table.ask("confirm"), Accepted)
    table.carry_out()
    table.wait(300)
    assert table.notations == ["built"]


def test_e05_a_pages_move_that_a_player_moves_back_is_undone_and_no_late_order_follows() -> None:
    table = kicked_off(virtual_hands=True)
    table.ask("move", "M C7-C5")
    table.carry_out()
    table.wait(300)
    ring = table.table.scene.ring
    table.ask("move", "M C10-C11")  # the answer comes late: the first move is being thought better of
    table.ask("undo")
    table.give(HandsAtWork(False))
    table.wait(300)
    table.move("C5", "C7")
    table.wait(300)
    assert table.notations == ["built", "M C7-C5", "M C10-C11", "undo", "undo"]
    assert not table.table.busy
    assert not table.hands.guidance
    assert table.table.scene.ring != ring  # yellow is on turn again
    table.move("E6", "G4")
    table.wait(300)
    assert table.notations[-1] == "F E6-G4"
