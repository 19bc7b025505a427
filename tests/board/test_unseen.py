"""What cannot be seen is asked about: masked cells, shared cells, and which way the board lies."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import CELLS, cell
from feldlicht.base.figures import Pole, Side
from feldlicht.base.hands import About, Meaning
from feldlicht.base.manners import Orientation
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.plans import Build, Moves
from feldlicht.board.turned import turned, turned_cell
from feldlicht.table.messages import BoardAway, BoardKnown, KnobTurned, Pressed, Sensed, TurnBoard
from tests.support.answers import answer, ways
from tests.support.hands import TableInTime, kicked_off
from tests.support.toy_game import at_table, standing, targets

NORTH = Pole.NORTH


@pytest.fixture
def table() -> TableInTime:
    return kicked_off()


def mask(table: TableInTime, *names: str) -> None:
    table.give(BoardKnown(frozenset(cell(name) for name in names)))


# ------------------------------------------------------------------ masked cells


def test_a_masked_cell_is_not_missed(table: TableInTime) -> None:
    mask(table, "E8")
    table.lift("E8")
    table.wait(10_000)
    assert not table.hands.problems
    table.move("E6", "G4")
    table.wait(300)
    assert table.notations == ["built", "F E6-G4"]


def test_a_figure_that_leaves_a_masked_cell_is_asked_about(table: TableInTime) -> None:
    mask(table, "C7")
    table.magnets.pop(cell("C7"))
    table.place("C5", NORTH)
    table.wait(10_000)
    assert table.notations == ["built"]
    assert table.hands.question is not None
    assert table.hands.question.about is About.MASKED
    answer(table, "C7-C5")
    assert table.notations == ["built", "M C7-C5"]


def test_a_figure_in_the_air_may_have_gone_to_a_masked_cell(table: TableInTime) -> None:
    mask(table, "C5")
    table.lift("C7")
    table.wait(10_000)
    assert table.notations == ["built"]
    assert table.hands.lifted  # or it is still in the hand
    answer(table, "C7-C5")
    assert table.notations == ["built", "M C7-C5"]
    assert not table.hands.problems


def test_a_masked_figure_that_may_have_gone_there_too_is_asked_about() -> None:
    plan = Moves(Side.YELLOW, targets(yA1="D5 D6", yA2="D5"))
    table = at_table(standing(yA1="D4", yA2="B2", bA1="F12"), plan)
    mask(table, "B2")
    table.lift("D4")
    table.wait(1_000)
    table.place("D5", NORTH)  # by the one from B2; the other is still in the hand
    table.wait(1_000)
    assert table.notations == []
    assert ways(table) == ["D4-D5", "B2-D5"]


def test_a_second_thought_from_and_to_masked_cells_is_asked_about(table: TableInTime) -> None:
    mask(table, "C7")
    table.magnets.pop(cell("C7"))
    table.place("C6", NORTH)
    table.wait(300)
    answer(table, "C7-C6")
    table.lift("C6")
    table.wait(300)
    assert ways(table) == ["C6-C7"]
    answer(table, "C6-C7")
    assert table.notations == ["built", "M C7-C6", "undo"]


def test_a_formation_with_a_masked_cell_is_confirmed_by_people() -> None:
    table = TableInTime()
    table.connect()
    mask(table, "E1")
    table.build()
    assert table.notations == []
    assert table.hands.question is not None
    assert [one.meaning for one in table.hands.question.choices] == [Meaning.STANDS]
    table.give(Pressed())
    assert table.notations == ["built"]


def test_lifting_the_scorer_takes_no_goal_back_when_the_cell_it_came_from_is_masked() -> None:
    table = kicked_off()
    for move in ("D8-E10", "C10-C11", "E10-D12", "C11-C10", "D12-C14", "C10-C11"):
        table.move(*move.split("-"))
        table.wait(300)
    mask(table, "C14")
    table.magnets.pop(cell("C14"))
    table.place("D16", NORTH)
    table.wait(300)
    answer(table, "C14-D16")
    log = table.notations
    assert log[-1] == "S C14-D16!"
    table.wait(1_000)
    table.lift("D16")  # the first motion of rebuilding
    table.wait(1_000)
    assert table.notations == log


# ------------------------------------------------------------------ which way the board lies


def sense_turned(table: TableInTime) -> None:
    table.give(Sensed(turned(Occupancy.of(table.magnets))))


def test_e11_figures_that_stand_turned_are_asked_about_and_never_guessed() -> None:
    table = TableInTime()
    table.connect()
    formation = table.session.state.formation
    table.magnets = {turned_cell(c): figure.side.pole for c, figure in formation.items()}
    table.sense()
    table.wait(10_000)
    assert table.notations == []
    question = table.hands.question
    assert question is not None
    assert question.about is About.TURNED
    table.effects.clear()
    answer(table, "turn")
    assert [one for one in table.effects if isinstance(one, TurnBoard)] == [TurnBoard(Orientation.TURNED)]
    # The board is read the other way round from now on.
    table.give(BoardKnown(orientation=Orientation.TURNED))
    sense_turned(table)
    table.wait(300)
    assert table.notations == ["built"]


def test_e11_a_turned_board_with_a_dead_cell_is_asked_about_too() -> None:
    table = TableInTime()
    formation = table.session.state.formation
    dead = turned_cell(sorted(formation)[3])
    table.give(BoardKnown(frozenset({dead})))
    table.connect()
    table.magnets = {turned_cell(c): figure.side.pole for c, figure in formation.items() if turned_cell(c) != dead}
    table.sense()
    table.wait(5_000)
    assert table.hands.question is not None
    assert table.hands.question.about is About.TURNED


def test_e11_the_board_shows_which_way_is_marked() -> None:
    table = TableInTime()
    table.connect()
    formation = table.session.state.formation
    table.magnets = {turned_cell(c): figure.side.pole for c, figure in formation.items()}
    table.sense()
    table.wait(300)
    before = table.table.scene
    table.give(KnobTurned(1))
    assert table.hands.question is not None
    assert table.hands.question.marked == 1
    assert table.table.scene != before


def test_e11_a_board_that_lies_right_all_the_same_keeps_its_guidance() -> None:
    table = TableInTime()
    table.connect()
    formation = table.session.state.formation
    table.magnets = {turned_cell(c): figure.side.pole for c, figure in formation.items()}
    table.sense()
    table.wait(300)
    answer(table, "keep")
    assert table.hands.question is None
    assert table.hands.guidance is not None
    table.build()
    assert table.notations == ["built"]


def test_e11_a_formation_that_looks_the_same_from_both_ends_is_asked_about_once() -> None:
    formation = standing(yA1="A1", yA2="I16")
    table = at_table(formation, lambda state: Build(formation) if not state.done else Moves(Side.YELLOW, {}))
    table.wait(10_000)
    assert table.notations == []
    assert ways(table) == ["keep", "turn"]
    answer(table, "keep")
    table.give(BoardKnown(orientation=Orientation.AS_MARKED))
    table.wait(300)
    assert table.notations == ["built"]


def test_e11_a_turned_table_in_mid_match_is_asked_about_too(table: TableInTime) -> None:
    table.move("C7", "C6")
    table.wait(300)
    table.give(BoardAway())
    table.connect()
    sense_turned(table)
    table.wait(200)
    assert table.hands.question is None  # magnets may still be on their way
    table.wait(100)
    assert table.hands.question is not None
    assert table.hands.question.about is About.TURNED


def test_turning_twice_is_nothing() -> None:
    for c in CELLS:
        assert turned_cell(turned_cell(c)) == c
        one = Occupancy(north=1 << c)
        assert turned(one) == Occupancy(north=1 << turned_cell(c))
        assert turned(turned(one)) == one


# ------------------------------------------------------------------ shared cells


def test_leaving_a_shared_cell_is_a_place_without_a_lift_that_was_seen() -> None:
    start = standing(yA1="D4", bA1="D9")
    plan = Moves(Side.YELLOW, targets(yA1="D5 D6"), wildcards=frozenset({cell("D4")}))
    table = at_table(start, plan)
    table.magnets.pop(cell("D4"))  # nothing certain is read there anyway
    table.place("D6", NORTH)
    table.wait(300)
    assert table.notations == ["yA1 D4-D6"]


@pytest.mark.parametrize("reading", [Pole.NORTH, Pole.SOUTH, None])
def test_whatever_a_shared_cell_reads_is_no_fault(reading: Pole | None) -> None:
    start = standing(yA1="D4", yA2="B2")
    plan = Moves(Side.YELLOW, targets(yA1="D5", yA2="B3"), wildcards=frozenset({cell("D4")}))
    table = at_table(start, plan)
    table.magnets.pop(cell("D4"))
    if reading is not None:
        table.magnets[cell("D4")] = reading
    table.sense()
    table.wait(10_000)
    assert not table.hands.problems
    assert not table.hands.question
    table.move("B2", "B3")
    table.wait(300)
    assert table.notations == ["yA2 B2-B3"]


def test_which_of_two_figures_left_a_shared_cell_is_asked() -> None:
    start = standing(yA1="D4", yA2="E4")
    both = frozenset({cell("D4"), cell("E4")})
    table = at_table(start, Moves(Side.YELLOW, targets(yA1="D5", yA2="D5"), wildcards=both))
    table.place("D5", NORTH)
    table.wait(10_000)
    assert table.notations == []
    assert ways(table) == ["D4-D5", "E4-D5"]
    answer(table, "E4-D5")
    assert table.notations == ["yA2 E4-D5"]
