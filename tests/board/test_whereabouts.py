"""Figures that were carried one after the other, with nobody else in the air, are still themselves."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole, Side
from feldlicht.base.hands import About
from feldlicht.table.messages import Accepted, BoardAway, BuildForMe, Override
from tests.support.hands import TableInTime, kicked_off


@pytest.fixture
def table() -> TableInTime:
    return kicked_off()


def on(table: TableInTime, name: str) -> str:
    return table.session.state.position[cell(name)].id


def exchanged(table: TableInTime) -> tuple[str, str]:
    """A winger goes where he may not, and a midfielder on his cell; each of them alone in the air."""
    winger, midfielder = on(table, "B5"), on(table, "C7")
    table.move("B5", "A5")
    table.wait(1_000)
    table.move("C7", "B5")
    table.wait(5_000)
    return winger, midfielder


def test_an_arbiters_word_keeps_who_was_seen_to_go_where(table: TableInTime) -> None:
    winger, midfielder = exchanged(table)
    assert isinstance(table.ask("override", override=Override(None, Side.BLUE)), Accepted)
    assert (on(table, "A5"), on(table, "B5")) == (winger, midfielder)
    assert not table.hands.problems


def test_guidance_names_the_figure_that_was_seen_to_go_there(table: TableInTime) -> None:
    _, midfielder = exchanged(table)
    guidance = table.hands.guidance
    assert guidance is not None
    assert (guidance.figure, guidance.origin, guidance.target) == (midfielder, cell("B5"), cell("C7"))
    assert guidance.left == 2
    table.move("B5", "C7")
    table.move("A5", "B5")
    table.wait(300)
    assert not table.hands.problems
    table.move("E6", "G4")
    table.wait(300)
    assert table.notations == ["built", "F E6-G4"]


def test_two_that_changed_places_one_by_one_are_put_right(table: TableInTime) -> None:
    table.move("B5", "A5")
    table.move("C7", "B5")
    table.move("A5", "C7")
    table.wait(5_000)
    assert table.hands.guidance is not None
    assert table.hands.guidance.left == 2
    assert table.notations == ["built"]


def test_a_figure_known_to_stand_on_anothers_cell_is_wrong_although_somebody_like_it_stands_on_its_own(
    table: TableInTime,
) -> None:
    exchanged(table)
    table.lift("A5")
    pole = table.lift("E6")
    table.place("C7", pole)  # one of these two, nobody saw which
    table.place("E6", pole)
    table.wait(5_000)
    guidance = table.hands.guidance
    assert guidance is not None
    assert (guidance.origin, guidance.target, guidance.left) == (cell("C7"), cell("B5"), 2)


def test_virtual_hands_put_them_right_too() -> None:
    table = kicked_off(virtual_hands=True)
    exchanged(table)
    table.give(BuildForMe())
    table.carry_out()
    table.wait(500)
    assert not table.hands.problems
    assert table.notations == ["built"]


def test_nobody_is_asked_whether_a_figure_went_where_another_is_known_to_stand(table: TableInTime) -> None:
    table.move("B5", "B7")  # a winger may not go there, a midfielder might
    table.wait(1_000)
    table.move("C7", "B5")
    table.wait(1_000)
    assert table.hands.question is None


def test_what_was_in_the_air_together_is_not_known(table: TableInTime) -> None:
    table.lift("C7")
    table.lift("G7")
    table.place("C6", Pole.NORTH, after=300)
    table.place("G6", Pole.NORTH, after=300)
    table.wait(300)
    assert table.hands.question is not None
    assert table.hands.question.about is About.WHICH


def test_after_a_gap_in_the_line_nobody_is_known(table: TableInTime) -> None:
    exchanged(table)
    table.give(BoardAway())
    table.connect()
    table.wait(5_000)
    assert table.hands.guidance is not None
    assert table.hands.guidance.left == 1
