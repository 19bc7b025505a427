"""The arbiter's override (E29) and deeper takebacks: what people settle among themselves, kept in the log."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.entries import EntryKind
from feldlicht.base.figures import FigureId, Pole, Side
from feldlicht.base.reasons import Reason
from feldlicht.table.messages import Accepted, Append, Declined, Override, PressedLong
from feldlicht.table.session import Lifecycle, open_session
from tests.support.hands import TableInTime, kicked_off


@pytest.fixture
def table() -> TableInTime:
    return kicked_off()


def refused(reply: Accepted | Declined) -> Reason:
    assert isinstance(reply, Declined)
    return reply.refusal.reason


def figure_at(table: TableInTime, name: str) -> FigureId:
    return table.session.state.position[cell(name)].id


def override(table: TableInTime, to_move: Side | None = None, **cells: str) -> Accepted | Declined:
    places = {FigureId(named): cell(place) for named, place in cells.items()} if cells else None
    return table.ask("override", override=Override(places, to_move))


# ------------------------------------------------------------------ override


def test_e29_an_arbiter_sets_the_position_as_it_lies_and_play_goes_on(table: TableInTime) -> None:
    striker = figure_at(table, "D8")
    table.move("D8", "D3")  # against the rules, and both players go on from it
    table.wait(5_000)
    assert isinstance(override(table, Side.BLUE), Accepted)
    entry = table.log[-1]
    assert entry.kind is EntryKind.OVERRIDE
    assert dict(entry.events[0].facts) == {"moved": f"{striker} D8-D3", "to_move": "blue"}
    assert not table.hands.problems
    table.move("E11", "G13")
    table.wait(300)
    assert table.notations[-1] == "F E11-G13"
    assert [ply.notation for ply in table.session.plies][-1] == "F E11-G13"


def test_e29_the_record_keeps_a_marked_break_that_folds_again(table: TableInTime) -> None:
    table.move("D8", "D3")
    override(table, Side.BLUE)
    again = open_session(table.session.game, table.session.header, table.log)
    assert again == table.session
    assert again.frozen is None


def test_an_override_may_name_the_cells_and_the_magnets_follow(table: TableInTime) -> None:
    striker = figure_at(table, "D8")
    assert isinstance(override(table, **{striker: "D3"}), Accepted)
    table.wait(3_100)
    guidance = table.hands.guidance
    assert guidance is not None
    assert (guidance.origin, guidance.target) == (cell("D8"), cell("D3"))
    table.move("D8", "D3")
    assert not table.hands.problems
    table.move("E6", "G4")
    table.wait(300)
    assert table.notations[-1] == "F E6-G4"  # yellow is on turn as before


def test_an_override_can_be_taken_back_and_made_again(table: TableInTime) -> None:
    before = table.session.state
    striker = figure_at(table, "D8")
    override(table, **{striker: "D3"})
    after = table.session.state
    table.ask("undo")
    assert table.session.state == before
    table.ask("redo")
    assert table.session.state == after
    assert open_session(table.session.game, table.session.header, table.log) == table.session


def test_what_an_arbiter_cannot_set_is_refused_and_changes_nothing(table: TableInTime) -> None:
    striker, keeper = figure_at(table, "D8"), figure_at(table, "E1")
    before = table.session
    assert refused(override(table, **{striker: "E6"})) is Reason.OCCUPIED
    assert refused(override(table, **{striker: "E16"})) in (Reason.OCCUPIED, Reason.BAD_OVERRIDE)
    assert refused(override(table, **{striker: "D16"})) is Reason.BAD_OVERRIDE
    assert refused(override(table, **{keeper: "E3"})) is Reason.BAD_OVERRIDE
    assert refused(override(table, yX9="E3")) is Reason.NO_SUCH_FIGURE
    assert table.session is before


def test_with_a_figure_missing_the_magnets_cannot_tell_the_position(table: TableInTime) -> None:
    table.lift("D8")
    table.wait(300)
    assert refused(override(table)) is Reason.FIGURES_MISSING
    table.place("D3", Pole.SOUTH)  # the wrong pole is no help
    assert refused(override(table)) is Reason.FIGURES_MISSING


def test_before_the_kick_off_there_is_nothing_to_override() -> None:
    table = TableInTime()
    table.connect()
    assert refused(override(table, yT1="D1")) is Reason.WRONG_PHASE
    assert table.session.lifecycle is Lifecycle.RUNNING


def test_two_figures_may_change_places(table: TableInTime) -> None:
    one, other = figure_at(table, "D8"), figure_at(table, "C7")
    assert isinstance(override(table, **{one: "C7", other: "D8"}), Accepted)
    assert figure_at(table, "C7") == one
    assert not table.hands.problems  # the magnets look alike


def test_an_arbiter_waits_for_virtual_hands() -> None:
    table = kicked_off(virtual_hands=True)
    table.ask("move", "M C7-C6")
    assert refused(override(table)) is Reason.HANDS_BUSY


# ------------------------------------------------------------------ deeper takeback


def played(table: TableInTime, *moves: str) -> None:
    for move in moves:
        table.move(*move.split("-"))
        table.wait(300)


def test_several_acts_are_taken_back_at_once_and_guidance_leads_the_figures_back(table: TableInTime) -> None:
    start = table.session.state
    played(table, "C7-C6", "E11-G13", "C6-C5")
    table.effects.clear()
    assert isinstance(table.ask("undo", count=3), Accepted)
    assert table.session.state == start
    assert [one.entry.notation for one in table.effects if isinstance(one, Append)] == ["undo"] * 3
    table.wait(3_100)
    assert table.hands.guidance is not None
    assert table.hands.guidance.left == 2
    played(table, "C5-C7", "G13-E11")
    assert not table.hands.problems
    played(table, "E6-G4")
    assert table.notations[-1] == "F E6-G4"


def test_more_than_there_is_takes_nothing_back(table: TableInTime) -> None:
    played(table, "C7-C6")
    before = table.session
    assert refused(table.ask("undo", count=2)) is Reason.NOTHING_TO_UNDO
    assert table.session is before


def test_a_command_id_stands_for_the_whole_takeback(table: TableInTime) -> None:
    played(table, "C7-C6", "E11-G13")
    table.ask("undo", count=2, command_id="one")
    assert [entry.command_id for entry in table.log[-2:]] == [None, "one"]
    entries = len(table.log)
    assert isinstance(table.ask("undo", count=2, command_id="one"), Accepted)
    assert len(table.log) == entries


def test_a_long_press_takes_the_last_act_back(table: TableInTime) -> None:
    played(table, "C7-C6")
    table.give(PressedLong())
    assert table.notations[-1] == "undo"
    assert table.hands.guidance is not None or table.hands.lifted == ()


def test_a_long_press_with_nothing_to_take_back_does_nothing(table: TableInTime) -> None:
    before = table.session
    table.give(PressedLong())
    assert table.session is before


def test_a_move_from_a_page_can_be_moved_back_by_hand(table: TableInTime) -> None:
    table.ask("move", "M C7-C6")
    played(table, "C7-C6")  # hands follow
    played(table, "C6-C7")
    assert table.notations == ["built", "M C7-C6", "undo"]


def test_hands_may_take_one_move_back_after_the_other(table: TableInTime) -> None:
    start = table.session.state
    played(table, "C7-C6", "E11-G13")
    played(table, "G13-E11", "C6-C7")
    assert table.notations == ["built", "M C7-C6", "F E11-G13", "undo", "undo"]
    assert table.session.state == start


def test_after_an_undo_the_move_before_is_not_amended(table: TableInTime) -> None:
    played(table, "C7-C6", "E11-G13", "G13-E11")
    played(table, "C6-C5")
    table.wait(5_000)
    assert table.notations == ["built", "M C7-C6", "F E11-G13", "undo"]
