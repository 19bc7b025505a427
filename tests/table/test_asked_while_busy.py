"""What is asked is asked of people who can see it: never while virtual hands carry, never of a position that went."""

from __future__ import annotations

from feldlicht.base.cells import cell_name
from feldlicht.base.hands import About
from feldlicht.base.manners import Orientation
from feldlicht.board.turned import turned_cell
from feldlicht.table.messages import BoardKnown, BuildForMe, CarryOut, HandsAtWork, Pressed, TurnBoard
from tests.support.hands import TableInTime


def hands_carry(table: TableInTime) -> None:
    """Virtual hands carry everything out, and do not let go yet."""
    asked = [effect for effect in table.effects if isinstance(effect, CarryOut)][-1]
    table.give(HandsAtWork(True))
    for one in asked.steps:
        if one.origin is not None:
            table.lift(cell_name(one.origin))
        if one.target is not None:
            table.place(cell_name(one.target), one.pole)


def with_a_masked_cell() -> TableInTime:
    table = TableInTime(virtual_hands=True)
    table.connect()
    table.give(BoardKnown(frozenset({sorted(table.session.state.formation)[3]})))
    return table


def test_a_press_while_hands_still_build_a_formation_with_a_masked_cell_answers_nothing() -> None:
    table = with_a_masked_cell()
    table.give(BuildForMe())
    hands_carry(table)
    assert table.hands.question is None
    table.give(Pressed())
    assert table.notations == []
    table.give(HandsAtWork(False))
    table.wait(300)
    assert table.hands.question is not None
    assert table.hands.question.about is About.MASKED
    table.give(Pressed())
    assert table.notations == ["built"]


def test_that_everything_stands_never_turns_the_board() -> None:
    table = with_a_masked_cell()
    formation = table.session.state.formation
    table.magnets = {turned_cell(c): figure.side.pole for c, figure in formation.items()}
    table.sense()
    table.wait(400)
    assert table.hands.question is not None
    assert table.hands.question.about is About.TURNED
    asked = table.hands.question.id
    table.give(BuildForMe())
    hands_carry(table)
    table.ask("answer", question=asked, choice=0)
    assert table.table.orientation is Orientation.UNKNOWN
    assert not [effect for effect in table.effects if isinstance(effect, TurnBoard)]


def test_cancelling_that_everything_stands_closes_the_question_until_something_changes() -> None:
    table = with_a_masked_cell()
    table.build()
    assert table.hands.question is not None
    table.ask("cancel")
    assert table.hands.question is None
    pole = table.lift("E8")
    table.place("E8", pole)
    table.wait(300)
    assert table.hands.question is not None
