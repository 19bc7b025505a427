"""What follows from each input to a table."""

from __future__ import annotations

import random
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, cell, cell_name
from feldlicht.base.commands import Move
from feldlicht.base.entries import Actor
from feldlicht.base.figures import Pole
from feldlicht.base.plans import Moves
from feldlicht.base.styles import Colour
from feldlicht.rules.master_move import GAME
from feldlicht.table.messages import (
    Accepted,
    Append,
    BoardAway,
    BuildForMe,
    Declined,
    HandsChanged,
    Pressed,
    Sensed,
    Show,
)
from feldlicht.table.session import open_session
from feldlicht.table.settle import seat
from feldlicht.table.step import step
from feldlicht.table.table import new_table
from tests.support.hands import TableInTime, kicked_off
from tests.support.samples import samples


def test_an_entry_goes_to_disk_before_anyone_is_told() -> None:
    table = kicked_off()
    done = table.give_request("move", "M C7-C5")
    kinds = [type(effect) for effect in done.effects]
    assert kinds.index(Append) < kinds.index(Accepted) < kinds.index(HandsChanged) < kinds.index(Show)


def test_the_same_command_id_is_applied_once_and_answered_the_same() -> None:
    table = kicked_off()
    uuid = str(uuid4())
    assert table.ask("move", "M C7-C5", revision=1, command_id=uuid) == Accepted(2)
    assert table.ask("move", "M C7-C5", revision=1, command_id=uuid) == Accepted(2)
    assert table.notations == ["built", "M C7-C5"]


def test_a_stale_revision_is_refused_with_the_current_one() -> None:
    table = kicked_off()
    table.ask("move", "M C7-C5")
    refused = table.ask("move", "M C10-C11", revision=1)
    assert isinstance(refused, Declined)
    assert (refused.refusal.reason, refused.revision) == ("STALE_REVISION", 2)


def test_r01_a_move_of_the_opponents_figure_is_refused_and_changes_nothing() -> None:
    table = kicked_off()
    before = table.session.state
    refused = table.ask("move", "M C10-C11")
    assert isinstance(refused, Declined)
    assert refused.refusal.reason == "NOT_YOUR_TURN"
    assert table.session.state == before


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("move", "nonsense", "BAD_NOTATION"),
        ("move", "M Z7-C5", "UNKNOWN_CELL"),
        ("move", "@-", "BAD_NOTATION"),
        ("move", "resign yellow", "BAD_NOTATION"),
        ("relocate", "M C7-C5", "BAD_NOTATION"),
        ("relocate", "@-", "WRONG_PHASE"),
        ("resign", "green", "WHICH_SIDE"),
        ("built", "", "BAD_REQUEST"),
        ("confirm", "", "NOTHING_TO_CONFIRM"),
        ("cancel", "", "NOTHING_TO_CANCEL"),
        ("answer", "", "NO_QUESTION"),
        ("undo", "", "NOTHING_TO_UNDO"),
        ("redo", "", "NOTHING_TO_REDO"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused_with_its_reason(kind: str, text: str, reason: str) -> None:
    table = kicked_off()
    refused = table.ask(kind, text)
    assert isinstance(refused, Declined)
    assert refused.refusal.reason == reason
    assert table.notations == ["built"]


def test_without_a_session_every_request_says_so() -> None:
    done = step(new_table(), BuildForMe(), 0)
    assert next(effect for effect in done.effects if isinstance(effect, Declined)).refusal.reason == "NO_SESSION"


def test_resigning_without_a_name_is_for_the_side_on_turn() -> None:
    table = kicked_off()
    assert isinstance(table.ask("resign"), Accepted)
    assert table.notations[-1] == "resign yellow"


def test_a_move_from_a_page_waits_for_the_magnets_to_follow() -> None:
    table = kicked_off()
    table.ask("move", "M C7-C5")
    guidance = table.hands.guidance
    assert guidance is not None
    assert (guidance.origin, guidance.target) == (cell("C7"), cell("C5"))
    table.move("C7", "C5")
    assert table.hands.guidance is None
    table.move("E11", "G13")
    table.wait(300)
    assert table.notations == ["built", "M C7-C5", "F E11-G13"]


def test_e07_another_legal_move_is_never_taken_for_the_pending_one() -> None:
    table = kicked_off()
    table.ask("move", "M C7-C5")
    table.move("E6", "G4")
    table.wait(10_000)
    assert table.notations == ["built", "M C7-C5"]
    assert table.hands.problems
    table.move("G4", "E6")
    table.move("C7", "C5")
    assert not table.hands.problems


def test_undo_from_a_page_is_not_read_as_the_move_again() -> None:
    table = kicked_off()
    table.move("C7", "C5")
    table.wait(300)
    table.ask("undo")
    table.wait(10_000)
    assert table.notations == ["built", "M C7-C5", "undo"]
    table.move("C5", "C7")
    table.move("C7", "C6")
    table.wait(300)
    assert table.notations[-1] == "M C7-C6"


def test_resigning_without_a_name_when_nobody_is_on_turn_asks_which_side() -> None:
    table = TableInTime()
    table.connect()
    refused = table.ask("resign")
    assert isinstance(refused, Declined)
    assert refused.refusal.reason == "WHICH_SIDE"
    assert isinstance(table.ask("resign", "blue"), Accepted)


def test_a_session_without_a_board_needs_no_magnets() -> None:
    table = TableInTime(board=None)
    assert table.notations == ["built"]
    table.ask("move", "M C7-C5")
    table.ask("move", "M C10-C11")
    assert table.notations == ["built", "M C7-C5", "M C10-C11"]
    assert not table.hands.problems


def test_a_knob_press_confirms_what_is_previewed() -> None:
    table = kicked_off()
    table.move("C7", "C5")
    table.give(Pressed())
    assert table.notations == ["built", "M C7-C5"]
    table.give(Pressed())
    assert table.notations == ["built", "M C7-C5"]


def test_a_board_that_went_away_is_said_and_the_session_stays() -> None:
    table = kicked_off()
    table.give(BoardAway())
    assert not table.hands.board_present
    assert isinstance(table.ask("move", "M C7-C5"), Accepted)
    table.connect()
    assert table.hands.guidance is not None
    table.move("C7", "C5")
    assert table.hands.guidance is None


def test_a_board_that_comes_back_gets_its_light_again() -> None:
    table = kicked_off()
    table.give(BoardAway())
    table.effects.clear()
    table.connect()
    assert [effect for effect in table.effects if isinstance(effect, Show)]


def test_e13_after_a_restart_the_first_move_is_taken() -> None:
    table = kicked_off()
    table.move("C7", "C5")
    table.wait(300)
    again = TableInTime()
    again.table = new_table()
    again.take(seat(again.table, open_session(GAME, table.session.header, table.log), again.now))
    again.connect()
    again.stand()
    again.wait(300)
    again.move("E11", "G13")
    again.wait(300)
    assert again.notations == ["built", "M C7-C5", "F E11-G13"]


def test_without_a_session_a_magnet_glows_in_its_sides_colour() -> None:
    table = TableInTime()
    table.table = new_table()
    table.connect()
    table.place("C3", Pole.NORTH)
    table.place("C4", Pole.SOUTH)
    shown = {cell_name(c): style.colours for c, style in table.table.scene.cells.items()}
    assert shown == {"C3": (Colour.DIM_YELLOW,), "C4": (Colour.DIM_BLUE,)}


def test_hands_are_marked_as_the_actor_of_what_hands_did() -> None:
    table = kicked_off()
    table.move("C7", "C5")
    table.wait(300)
    table.ask("move", "M C10-C11")
    assert [entry.actor for entry in table.log] == [Actor.TABLE, Actor.HANDS, Actor.PAGE]


@samples(40)
@given(st.integers(0, 2**32))
def test_whatever_way_a_hand_takes_the_move_it_means_is_the_move_in_the_log(seed: int) -> None:
    """Slides over cells, hesitations below the settle time, put-backs and nudges of a third figure, at random."""
    chance = random.Random(seed)
    table = kicked_off()
    meant: list[str] = ["built"]
    for _ in range(6):
        plan = table.table.plan
        if not isinstance(plan, Moves):
            break
        state = table.session.state
        move = chance.choice([command for command in table.session.game.legal(state) if isinstance(command, Move)])
        meant.append(table.session.game.write(state, move))
        _by_a_human(table, cell_name(move.origin), cell_name(move.target), chance)
        table.wait(300)
        assert table.notations == meant
    assert all(entry.notation for entry in table.log)


def _by_a_human(table: TableInTime, origin: str, target: str, chance: random.Random) -> None:
    if chance.random() < 0.3:
        pole = table.lift(origin, after=chance.randrange(20, 400))
        table.place(origin, pole, after=chance.randrange(20, 900))
        table.wait(chance.randrange(0, 500))
    pole = table.lift(origin, after=chance.randrange(20, 200))
    for _ in range(chance.randrange(4)):
        passed = chance.choice(CELLS)
        if passed in table.magnets or cell_name(passed) in (origin, target):
            continue
        table.place(cell_name(passed), pole, after=chance.randrange(10, 150))
        table.lift(cell_name(passed), after=chance.randrange(10, 240))
    if chance.random() < 0.3:
        third = chance.choice([c for c in table.magnets if table.magnets[c] is not pole])
        nudged = table.lift(cell_name(third), after=chance.randrange(10, 100))
        table.place(cell_name(third), nudged, after=chance.randrange(10, 280))
    table.place(target, pole, after=chance.randrange(10, 500))


def test_a_sensed_position_alone_changes_no_session() -> None:
    table = kicked_off()
    entries = table.log
    done = table.give(Sensed(table.table.reader.journal.occupancy))
    assert table.log == entries
    assert not done.effects


def test_a_preview_that_is_not_shown_any_more_cannot_be_confirmed() -> None:
    table = kicked_off()
    table.move("C7", "C5")
    assert table.hands.preview is not None
    table.give(BoardAway())
    assert table.hands.preview is None
    refused = table.ask("confirm")
    assert isinstance(refused, Declined)
    assert refused.refusal.reason == "NOTHING_TO_CONFIRM"
    assert table.notations == ["built"]
