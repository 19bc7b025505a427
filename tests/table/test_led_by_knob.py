"""A fight at a table: led by knob and side buttons, and by a pause that ends itself."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from feldlicht.base.controls import Button
from feldlicht.base.entries import Actor, EntryKind
from feldlicht.base.reasons import Reason
from feldlicht.base.styles import RESTING
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.rules.initiative import GAME
from feldlicht.table.messages import Accepted, ButtonPressed, Declined, KnobTurned, Pressed, PressedLong
from feldlicht.table.projection import view
from feldlicht.table.table import new_table
from tests.rules.initiative.helpers import inis, told, turn
from tests.support.hands import TableInTime

TWO = "add A pc vz=8 · add B pc vz=6 · put A 3 · put B 7"


@dataclass
class Ring(TableInTime):
    """A table with a ring, knob and buttons, at which a fight is on."""

    formation: object = None
    game: object = field(default_factory=lambda: GAME)  # type: ignore[assignment]

    def master(self, text: str) -> None:
        """Do acts on the game master's page, and let it be seen."""
        for line in told(text):
            assert isinstance(self.ask("act", line, viewer=GAME_MASTER), Accepted), line
            self.wait(1_000)

    def knob(self, *inputs: KnobTurned | Pressed | PressedLong | ButtonPressed) -> None:
        for one in inputs:
            self.give(one)
            self.wait(100)

    @property
    def fight(self) -> object:
        return self.session.state


def ring(text: str = TWO, **options: object) -> Ring:
    at = Ring(options=options)
    at.connect()
    at.master(text)
    return at


PRESS, LONG = Pressed(), PressedLong()
FIRST, SECOND = ButtonPressed(Button.FIRST), ButtonPressed(Button.SECOND)


def test_a_fight_is_run_with_the_knob_alone() -> None:
    at = ring()
    at.knob(PRESS, PRESS)
    assert turn(at.session.state) == "A"
    at.knob(PRESS)  # as usual
    assert inis(at.session.state) == {"A": 11, "B": 7}
    at.knob(FIRST, KnobTurned(-2), PRESS)  # B reacts, faster than usual
    assert inis(at.session.state) == {"A": 11, "B": 11}
    at.knob(PRESS, KnobTurned(3), PRESS)
    assert inis(at.session.state) == {"A": 22, "B": 11}
    assert {entry.actor for entry in at.log[-5:]} == {Actor.HANDS}


def test_a_long_press_takes_the_last_act_back() -> None:
    at = ring(TWO + " · begin · next")
    at.knob(KnobTurned(2), PRESS, LONG)
    assert inis(at.session.state) == {"A": 3, "B": 7}
    assert turn(at.session.state) == "A"
    assert at.log[-1].kind is EntryKind.UNDO


def test_what_the_knob_points_at_is_told_and_lit_until_anything_is_done() -> None:
    at = ring(TWO + " · begin · next")
    plain = at.table.scene
    at.knob(KnobTurned(1))
    assert at.table.hands.pointed == "act A 9"
    assert at.table.scene == GAME.dialled(at.session.state, GAME.parse(at.session.state, "act A 9")).base
    shown = view(at.session, at.table.hands, PUBLIC)["hands"]
    assert shown["pointed"] == "act A 9"  # type: ignore[index]
    at.knob(KnobTurned(-100))
    assert at.table.hands.pointed == "act A 0"
    at.knob(SECOND)
    assert at.table.hands.pointed == "act A 8"
    at.master("set B conditions prone")
    assert at.table.hands.pointed is None
    assert at.table.scene == plain


def test_a_secret_act_leaves_what_the_knob_points_at_alone() -> None:
    at = ring(TWO + " · begin · next")
    at.knob(KnobTurned(1))
    at.master("add H npc known=no · put ?H 4")
    assert at.table.hands.pointed == "act A 9"


def test_t16_a_press_that_comes_just_after_a_page_counts_for_nothing() -> None:
    at = ring(TWO + " · begin")
    asked = at.session.revision_for(GAME_MASTER)
    assert isinstance(at.ask("act", "next", viewer=GAME_MASTER, revision=asked), Accepted)
    second = at.ask("act", "next", viewer=GAME_MASTER, revision=asked)
    assert isinstance(second, Declined)
    assert second.refusal.reason is Reason.STALE_REVISION
    at.wait(100)
    at.give(PRESS)  # meant to hand over: that is done
    assert turn(at.session.state) == "A"
    assert inis(at.session.state) == {"A": 3, "B": 7}
    at.wait(500)
    at.give(PRESS)
    assert inis(at.session.state) == {"A": 3, "B": 7}
    at.wait(400)
    at.give(PRESS)
    assert inis(at.session.state) == {"A": 11, "B": 7}


def test_while_a_concealed_figure_is_on_the_knob_does_nothing_at_all() -> None:
    at = ring(TWO + " · add G npc · put G 1 · begin · next")
    before = at.session, at.table.scene, at.table.hands
    at.knob(KnobTurned(4), FIRST, PRESS, LONG)
    assert (at.session, at.table.scene, at.table.hands) == before


def test_in_the_turn_of_an_unknown_figure_a_press_changes_nothing_that_can_be_seen() -> None:
    at = ring(TWO + " · add H npc known=no · put ?H 1 · begin · next")
    assert turn(at.session.state) == "?H"
    before = at.session, at.table.scene, at.table.hands
    at.knob(PRESS)
    assert (at.session, at.table.scene, at.table.hands) == before


@pytest.mark.parametrize("end", ["end", "abandon"])
def test_t20_as_soon_as_the_fight_is_over_nobody_is_lit_and_a_board_that_comes_back_is_shown_that(end: str) -> None:
    at = ring(TWO + " · begin · next")
    kind, text = ("act", "end") if end == "end" else ("abandon", "")
    assert isinstance(at.ask(kind, text, viewer=GAME_MASTER), Accepted)
    assert at.table.scene == RESTING
    at.effects.clear()
    at.connect()
    assert RESTING in [getattr(effect, "scene", None) for effect in at.effects]


# ---------------------------------------------------------------- the pause


def test_the_next_one_is_on_by_itself_after_the_pause_that_is_set() -> None:
    at = ring(TWO, hand_over_seconds=3)
    assert isinstance(at.ask("act", "begin", viewer=GAME_MASTER), Accepted)
    at.wait(2_900)
    assert turn(at.session.state) is None
    at.wait(200)
    assert turn(at.session.state) == "A"
    assert at.log[-1].actor is Actor.TABLE
    assert at.log[-1].notation == "proceed"


def test_a_reaction_meanwhile_begins_the_pause_anew_and_a_secret_does_not() -> None:
    at = ring(TWO, hand_over_seconds=3)
    at.master("begin · next")
    assert isinstance(at.ask("act", "act A 8", viewer=GAME_MASTER), Accepted)
    at.wait(2_000)
    assert isinstance(at.ask("act", "react B 6", viewer=GAME_MASTER), Accepted)
    at.wait(1_500)
    assert isinstance(at.ask("act", "mark 30 Ambush hidden", viewer=GAME_MASTER), Accepted)
    at.wait(1_400)
    assert turn(at.session.state) is None
    at.wait(200)
    assert turn(at.session.state) == "A"


def test_what_the_pause_did_is_taken_back_with_the_act_before_it() -> None:
    at = ring(TWO, hand_over_seconds=1)
    at.master("begin")
    assert isinstance(at.ask("act", "act A 2", viewer=GAME_MASTER), Accepted)
    at.wait(1_500)
    assert turn(at.session.state) == "A"
    assert isinstance(at.ask("undo", viewer=GAME_MASTER), Accepted)
    assert (turn(at.session.state), inis(at.session.state)) == ("A", {"A": 3, "B": 7})
    assert isinstance(at.ask("redo", viewer=GAME_MASTER), Accepted)
    assert inis(at.session.state) == {"A": 5, "B": 7}


def test_nobody_types_what_only_the_pause_does() -> None:
    at = ring(TWO + " · begin")
    declined = at.ask("act", "proceed", viewer=GAME_MASTER)
    assert isinstance(declined, Declined)
    assert declined.refusal.reason is Reason.BAD_NOTATION


# ---------------------------------------------------------------- seats


def test_t23_a_players_commands_are_refused_and_change_nothing() -> None:
    at = ring("add A pc · add B pc vz=6 · put B 7")
    player = Viewer(Role.PLAYER, figure=at.session.state.present[0].label)
    before = at.session
    for line in told("next · begin · put A 2 · roll B · act B 6 · end · set A advantage 9"):
        declined = at.ask("act", line, viewer=player)
        assert isinstance(declined, Declined)
        assert declined.refusal.reason is Reason.NOT_YOUR_SEAT
    assert at.session == before
    assert isinstance(at.ask("act", "roll A 12", viewer=player), Accepted)
    again = at.ask("act", "roll A 3", viewer=player)
    assert isinstance(again, Declined)
    assert again.refusal.reason is Reason.ROLLED_ALREADY


def test_t23_a_player_takes_back_the_own_roll_and_nobody_elses() -> None:
    at = ring("add A pc · add B pc")
    player = Viewer(Role.PLAYER, figure=at.session.state.present[0].label)
    assert isinstance(at.ask("act", "roll A 12", viewer=player), Accepted)
    assert isinstance(at.ask("undo", viewer=player), Accepted)
    at.master("roll B 4")
    declined = at.ask("undo", viewer=player)
    assert isinstance(declined, Declined)
    assert declined.refusal.reason is Reason.NOT_YOUR_ACT


def test_the_owner_leads_a_fight_by_the_game_masters_view_only() -> None:
    at = ring(TWO)
    declined = at.ask("act", "begin", viewer=OWNER)
    assert isinstance(declined, Declined)
    assert declined.refusal.reason is Reason.NOT_ALLOWED


def test_a_table_without_a_session_takes_the_side_buttons_as_nothing() -> None:
    at = TableInTime()
    at.table = new_table()
    before = at.table
    at.give(FIRST)
    assert at.table.session is before.session is None
    assert at.table.pointing is None
