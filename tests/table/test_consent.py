"""Taking back by consent (M18): free until the opponent has acted, then only if it agrees."""

from __future__ import annotations

import pytest

from feldlicht.base.figures import FigureId, Side
from feldlicht.base.manners import TakebackRule
from feldlicht.base.reasons import Reason
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.table.messages import Accepted, Declined, Tuned
from feldlicht.table.projection import view
from feldlicht.table.session import open_session
from feldlicht.table.settle import seat
from feldlicht.table.table import new_table
from tests.support.hands import TableInTime, kicked_off
from tests.support.secret_game import SecretGame

YELLOW, BLUE = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)


def both_moved() -> TableInTime:
    at = TableInTime(board=None)
    at.ask("move", "T E1-D1", viewer=YELLOW)
    at.ask("move", "T E16-D16", viewer=BLUE)
    return at


def why(answer: Accepted | Declined) -> Reason | None:
    return answer.refusal.reason if isinstance(answer, Declined) else None


def can(at: TableInTime, viewer: Viewer, what: str) -> object:
    abilities = view(at.session, at.hands, viewer)["can"]
    assert isinstance(abilities, dict)
    return abilities[what]


def test_m18_before_the_opponent_has_acted_taking_back_needs_nobody() -> None:
    at = TableInTime(board=None)
    at.ask("move", "T E1-D1", viewer=YELLOW)
    assert why(at.ask("undo", viewer=YELLOW)) is None


def test_m18_after_that_it_is_proposed_and_the_other_side_agrees() -> None:
    at = both_moved()
    assert why(at.ask("undo", viewer=YELLOW, count=2)) is Reason.NOT_YOUR_ACT
    assert can(at, YELLOW, "propose")
    assert why(at.ask("propose", viewer=YELLOW, count=2)) is None
    assert at.notations == ["built", "T E1-D1", "T E16-D16"]
    assert view(at.session, at.hands, PUBLIC)["hands"]["proposal"] == {"by": "yellow", "count": 2}  # type: ignore[index]
    assert [can(at, one, "agree") for one in (YELLOW, BLUE, PUBLIC, OWNER)] == [False, True, False, True]
    assert why(at.ask("agree", viewer=YELLOW)) is Reason.OTHERS_AGREE
    assert why(at.ask("agree", viewer=BLUE)) is None
    assert at.session.state.ply == 0
    assert at.hands.proposal is None


def test_m18_the_other_side_may_say_no_and_the_own_side_may_withdraw() -> None:
    for viewer in (BLUE, YELLOW, GAME_MASTER):
        at = both_moved()
        at.ask("propose", viewer=YELLOW)
        assert why(at.ask("disagree", viewer=viewer)) is None
        assert at.hands.proposal is None
        assert why(at.ask("agree", viewer=BLUE)) is Reason.NO_PROPOSAL


def test_m18_whatever_is_done_meanwhile_ends_a_proposal() -> None:
    at = both_moved()
    at.ask("propose", viewer=BLUE)
    at.ask("move", "T D1-E1", viewer=YELLOW)
    assert why(at.ask("agree", viewer=YELLOW)) is Reason.NO_PROPOSAL
    assert at.session.state.ply == 3


def test_m18_more_than_was_done_cannot_be_proposed() -> None:
    at = both_moved()
    assert why(at.ask("propose", viewer=YELLOW, count=3)) is Reason.NOTHING_TO_UNDO


@pytest.mark.parametrize("viewer", [PUBLIC, OWNER, Viewer(Role.PLAYER, Side.BLUE, FigureId("bT1"))])
def test_m18_only_a_sides_seat_proposes(viewer: Viewer) -> None:
    assert isinstance(both_moved().ask("propose", viewer=viewer), Declined)


def test_m18_where_nothing_is_ever_taken_back_nothing_is_proposed() -> None:
    at = both_moved()
    at.give(Tuned(at.table.timings, TakebackRule.NEVER))
    assert why(at.ask("propose", viewer=YELLOW)) is Reason.TAKEBACK_NEVER
    assert not can(at, YELLOW, "propose")


def test_m18_what_was_sealed_and_told_is_taken_back_only_by_consent() -> None:
    at = TableInTime(board=None, formation=None, options={"setup": "sealed"})
    at.ask("act", "form blue press", viewer=BLUE)
    at.ask("act", "form yellow wall", viewer=YELLOW)
    assert why(at.ask("undo", viewer=YELLOW)) is Reason.NOT_YOUR_ACT
    assert can(at, YELLOW, "undo_acts") == 0
    at.ask("propose", viewer=YELLOW)
    assert why(at.ask("agree", viewer=BLUE)) is None
    assert not at.session.state.formation


def test_m22_a_confirmed_setup_is_opened_again_by_both() -> None:
    at = TableInTime(board=None, formation=None)
    for act, viewer in (("form yellow wall", YELLOW), ("ready yellow", YELLOW), ("+T E16", BLUE)):
        assert why(at.ask("act", act, viewer=viewer)) is None
    at.ask("propose", viewer=YELLOW, count=2)
    at.ask("agree", viewer=BLUE)
    assert at.session.state.ready == ()


def test_a_proposal_at_a_board_has_the_magnets_follow() -> None:
    at = kicked_off(virtual_hands=True)
    for act, viewer in (("T E1-D1", YELLOW), ("T E16-D16", BLUE)):
        at.ask("move", act, viewer=viewer)
        at.carry_out()
        at.wait(400)
    at.ask("propose", viewer=YELLOW, count=2)
    at.ask("agree", viewer=BLUE)
    at.carry_out()
    at.wait(400)
    assert at.hands.calm
    assert at.session.state.ply == 0


def test_m18_what_nobody_may_notice_leaves_a_proposal_as_it_is() -> None:
    at = TableInTime(board=None, game=SecretGame())
    at.ask("move", "yR1 A2", viewer=YELLOW)
    at.ask("move", "bR1 I3", viewer=BLUE)
    at.ask("propose", viewer=YELLOW, count=2)
    before = view(at.session, at.hands, PUBLIC)
    assert why(at.ask("move", "trap D4", viewer=GAME_MASTER)) is None
    assert view(at.session, at.hands, PUBLIC) == before
    assert why(at.ask("agree", viewer=BLUE)) is None
    assert [ply.notation for ply in at.session.plies] == ["trap D4"]


def test_m18_a_proposal_is_gone_with_the_host_that_heard_it() -> None:
    at = both_moved()
    at.ask("propose", viewer=YELLOW)
    at.take(seat(new_table(), open_session(at.game, at.session.header, at.log), at.now))
    assert at.hands.proposal is None
    assert why(at.ask("agree", viewer=BLUE)) is Reason.NO_PROPOSAL


def test_m18_two_windows_that_both_agree_take_back_once() -> None:
    at = both_moved()
    at.ask("move", "T D1-E1", viewer=YELLOW)
    at.ask("propose", viewer=BLUE, count=1)
    revision = at.session.revision
    assert why(at.ask("agree", viewer=YELLOW, revision=revision)) is None
    assert why(at.ask("agree", viewer=YELLOW, revision=revision)) is Reason.STALE_REVISION
    assert at.session.state.ply == 2
