"""Hands under a `Build` plan: putting a formation up, rebuilding after a Move, relocating one figure."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Flag, Problem, Shift
from feldlicht.base.plans import Build
from feldlicht.table.messages import Accepted, Declined
from tests.support.hands import TableInTime, kicked_off

GOAL = (
    ("D8", "E10"),
    ("C10", "C11"),
    ("E10", "D12"),
    ("C11", "C10"),
    ("D12", "C14"),
    ("C10", "C11"),
    ("C14", "D16"),
)
"""Yellow's Stürmer leaps into blue's goal while a blue Mittelfeldspieler goes to and fro."""


@pytest.fixture
def rebuilding() -> TableInTime:
    """A table on which yellow has just scored by hand."""
    table = kicked_off()
    for origin, target in GOAL:
        table.move(origin, target)
        table.wait(300)
    assert table.notations[-1] == "S C14-D16!"
    return table


def test_an_empty_board_is_guided_figure_by_figure_with_a_count() -> None:
    table = TableInTime()
    table.connect()
    for left in range(22, 0, -1):
        guidance = table.hands.guidance
        assert guidance is not None
        assert guidance.left == left
        assert guidance.origin is None
        assert guidance.target is not None
        assert guidance.figure == table.session.state.formation[guidance.target].id
        table.place(cell_name(guidance.target), table.session.state.formation[guidance.target].side.pole)
    assert table.hands.guidance is None
    assert table.hands.formation_stands
    assert table.notations == []
    table.wait(300)
    assert table.notations == ["built"]


def test_e10_the_start_is_refused_until_the_formation_stands() -> None:
    table = TableInTime()
    table.connect()
    standing = {c: figure.side.pole for c, figure in table.session.state.formation.items()}
    table.magnets = {c: pole for c, pole in standing.items() if cell_name(c) not in ("E8", "F9")}
    table.magnets[cell("A1")] = Pole.SOUTH
    table.sense()
    table.wait(10_000)
    assert table.notations == []
    flags = {(problem.flag, cell_name(problem.cell)) for problem in table.hands.problems}
    assert flags == {(Flag.MISSING, "E8"), (Flag.MISSING, "F9"), (Flag.EXTRA, "A1")}
    assert table.hands.guidance is not None
    assert table.hands.guidance.left == 2
    refused = table.ask("confirm")
    assert isinstance(refused, Declined)
    assert refused.refusal.reason == "NOT_BUILT"
    assert isinstance(table.ask("abandon"), Accepted)
    assert table.notations == ["abandon"]


def test_a_guided_magnet_in_the_air_keeps_its_target() -> None:
    table = TableInTime()
    table.connect()
    standing = {c: figure.side.pole for c, figure in table.session.state.formation.items()}
    table.magnets = {c: pole for c, pole in standing.items() if cell_name(c) not in ("E8", "D8", "F8")}
    table.magnets |= {cell("E7"): Pole.NORTH, cell("D7"): Pole.NORTH, cell("F7"): Pole.NORTH}
    table.sense()
    first = table.hands.guidance
    assert first is not None
    assert first.origin is not None
    table.lift(cell_name(first.origin))
    assert table.hands.guidance is not None
    assert table.hands.guidance.target == first.target


def test_after_a_move_nothing_is_read_before_the_formation_stands_again(rebuilding: TableInTime) -> None:
    before = len(rebuilding.log)
    rebuilding.move("E9", "D10")  # a move that blue could make in play
    rebuilding.wait(10_000)
    assert len(rebuilding.log) == before
    assert isinstance(rebuilding.table.plan, Build)
    rebuilding.build()
    assert rebuilding.notations[-1] == "built"


def test_the_scoring_figure_straight_back_takes_the_move_back(rebuilding: TableInTime) -> None:
    rebuilding.move("D16", "C14")
    rebuilding.wait(300)
    assert rebuilding.notations[-1] == "undo"
    assert rebuilding.session.plies[-1].notation == "M C10-C11"


def test_a_relocation_waits_for_its_confirmation(rebuilding: TableInTime) -> None:
    rebuilding.build()
    rebuilding.move("D4", "C6")
    rebuilding.wait(10_000)
    assert rebuilding.hands.preview == Shift("yV1", cell("D4"), cell("C6"))
    assert rebuilding.notations[-1] == "built"
    assert isinstance(rebuilding.ask("confirm"), Accepted)
    assert rebuilding.notations[-1] == "@V D4-C6"


def test_a_cancelled_relocation_is_to_go_back_and_another_may_follow(rebuilding: TableInTime) -> None:
    rebuilding.build()
    rebuilding.move("D4", "C6")
    rebuilding.wait(300)
    assert isinstance(rebuilding.ask("cancel"), Accepted)
    assert rebuilding.hands.preview is None
    guidance = rebuilding.hands.guidance
    assert guidance is not None
    assert (guidance.origin, guidance.target, guidance.left) == (cell("C6"), cell("D4"), 1)
    assert isinstance(rebuilding.ask("confirm"), Declined)
    rebuilding.move("C6", "D4")
    rebuilding.move("F4", "G6")
    rebuilding.wait(300)
    assert rebuilding.hands.preview == Shift("yV2", cell("F4"), cell("G6"))


def test_no_relocation_is_confirmed_too_and_then_the_conceding_side_moves(rebuilding: TableInTime) -> None:
    rebuilding.build()
    assert rebuilding.hands.formation_stands
    assert isinstance(rebuilding.ask("confirm"), Accepted)
    rebuilding.wait(10_000)
    assert rebuilding.notations[-1] == "@-"
    assert isinstance(rebuilding.ask("confirm"), Accepted)
    assert rebuilding.notations[-2:] == ["@-", "@-"]
    rebuilding.move("E11", "G13")
    rebuilding.wait(300)
    assert rebuilding.notations[-1] == "F E11-G13"


def test_the_other_sides_figure_cannot_be_relocated_out_of_turn(rebuilding: TableInTime) -> None:
    rebuilding.build()
    rebuilding.move("D13", "C12")  # the scorer, yellow, relocates first
    rebuilding.wait(3_100)
    assert rebuilding.hands.preview is None
    assert Problem(Flag.EXTRA, cell("C12")) in rebuilding.hands.problems
    refused = rebuilding.ask("confirm")
    assert isinstance(refused, Declined)
    assert refused.refusal.reason == "NOT_BUILT"


def test_two_relocated_figures_are_one_too_many(rebuilding: TableInTime) -> None:
    rebuilding.build()
    rebuilding.move("D4", "C6")
    rebuilding.move("F4", "G6")
    rebuilding.wait(300)
    assert rebuilding.hands.preview is None
    assert isinstance(rebuilding.ask("confirm"), Declined)


def test_a_scoring_move_from_a_page_is_not_taken_back_while_its_figure_still_stands_where_it_was() -> None:
    table = kicked_off()
    for move in ("D8-E10", "C10-C11", "E10-D12", "C11-C10", "D12-C14", "C10-C11"):
        table.move(*move.split("-"))
        table.wait(300)
    table.ask("move", "S C14-D16!")
    table.wait(10_000)
    assert table.notations[-1] == "S C14-D16!"
