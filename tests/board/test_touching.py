"""Taps and picks, with a toy plan: a touch chooses a cell, a short lift chooses a figure."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.commands import GameCommand
from feldlicht.base.figures import FigureId, Pole, Side
from feldlicht.base.hands import Flag, Problem
from feldlicht.base.plans import Moves
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.table.messages import BoardAway
from tests.support.hands import TableInTime
from tests.support.toy_game import ToyGame, ToyState, at_table, standing, targets

PLAN = Moves(
    Side.YELLOW,
    targets(yA1="D5 D6", yA2="B3"),
    taps=frozenset({cell("H8"), cell("H9")}),
    picks=frozenset({FigureId("bA1")}),
)


def table() -> TableInTime:
    return at_table(standing(yA1="D4", yA2="B2", bA1="F12"), PLAN)


def tap(on: TableInTime, name: str, ms: int, pole: Pole = Pole.NORTH) -> None:
    on.place(name, pole)
    on.lift(name, after=ms)


@given(ms=st.integers(120, 1000), pole=st.sampled_from(Pole))
def test_a_magnet_on_a_cell_of_the_plan_for_a_moment_is_a_tap(ms: int, pole: Pole) -> None:
    on = table()
    tap(on, "H8", ms, pole)
    assert on.notations == ["tap H8"]
    assert not on.hands.problems


@given(ms=st.integers(10, 119) | st.integers(1001, 5000))
def test_shorter_is_a_bounce_and_longer_is_a_stray_magnet(ms: int) -> None:
    on = table()
    tap(on, "H8", ms)
    on.wait(5_000)
    assert on.notations == []


def test_a_magnet_that_may_become_a_tap_is_no_fault_yet() -> None:
    on = table()
    on.place("H8", Pole.SOUTH)
    on.wait(900)
    assert not on.hands.problems
    on.wait(200)
    assert on.hands.problems == (Problem(Flag.UNEXPECTED, cell("H8")),)


def test_a_touch_on_any_other_cell_is_none() -> None:
    on = table()
    tap(on, "G8", 400)
    on.wait(5_000)
    assert on.notations == []


def test_a_touch_with_a_figure_in_the_air_is_none() -> None:
    on = table()
    pole = on.lift("D4")
    tap(on, "H8", 300)
    on.place("D4", pole)
    on.wait(5_000)
    assert on.notations == []


def test_a_tap_that_bounces_at_both_ends_is_one_tap() -> None:
    on = table()
    tap(on, "H8", 20)
    on.place("H8", Pole.NORTH, after=15)
    on.lift("H8", after=300)
    on.place("H8", Pole.NORTH, after=10)
    on.lift("H8", after=10)
    on.wait(2_000)
    assert on.notations in (["tap H8"], [])  # never two, never another cell


def test_a_touch_while_the_line_was_gone_is_none() -> None:
    on = table()
    on.place("H8", Pole.NORTH)
    on.give(BoardAway())
    on.magnets.pop(cell("H8"))
    on.wait(200)
    on.connect()
    on.wait(5_000)
    assert on.notations == []


@given(ms=st.integers(120, 1000))
def test_a_figure_of_the_plan_lifted_and_put_back_at_once_is_chosen(ms: int) -> None:
    on = table()
    pole = on.lift("F12")
    on.place("F12", pole, after=ms)
    assert on.notations == ["pick bA1"]


def test_held_longer_than_a_second_it_is_a_cancel() -> None:
    on = table()
    pole = on.lift("F12")
    on.place("F12", pole, after=1_001)
    on.wait(5_000)
    assert on.notations == []


def test_putting_a_figure_back_that_the_plan_does_not_choose_is_a_cancel() -> None:
    on = table()
    pole = on.lift("D4")
    on.place("D4", pole, after=400)
    on.wait(5_000)
    assert on.notations == []


def test_a_move_is_still_a_move_beside_taps_and_picks() -> None:
    on = table()
    on.move("D4", "D6")
    on.wait(300)
    assert on.notations == ["yA1 D4-D6"]


class Stubborn(ToyGame):
    """Its plan allows what it refuses."""

    def why_illegal(self, state: ToyState, command: GameCommand) -> Refusal | None:
        return Refusal.of(Reason.BLOCKED)


def test_what_the_plan_allows_and_the_game_refuses_is_said_and_goes_back() -> None:
    on = TableInTime(game=Stubborn(standing(yA1="D4"), PLAN))
    on.stand()
    on.connect()
    on.move("D4", "D6")
    on.wait(1_000)
    assert on.notations == []
    assert on.hands.why == Refusal.of(Reason.BLOCKED)
    on.move("D6", "D4")
    assert on.hands.why is None
    on.wait(5_000)
    assert on.notations == []
