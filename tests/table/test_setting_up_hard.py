"""Setting up and relocating when things go wrong: no board, a killed host, an arbiter, giving up."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.entries import commitment
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason
from feldlicht.base.viewers import OWNER, PUBLIC, Role, Viewer
from feldlicht.rules.master_move.state import EndReason, Phase
from feldlicht.table.messages import Accepted, BoardAway, Declined, Override
from feldlicht.table.projection import abilities, view
from feldlicht.table.session import open_session
from feldlicht.table.settle import seat
from feldlicht.table.table import new_table
from tests.rules.helpers import WALK_TO_GOAL, keeper_step
from tests.support.hands import TableInTime

YELLOW, BLUE = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)


def why(answer: Accepted | Declined) -> Reason | None:
    return answer.refusal.reason if isinstance(answer, Declined) else None


def killed(at: TableInTime) -> TableInTime:
    """The same match at a host that was started again."""
    again = TableInTime(board=at.board, formation=at.formation, options=at.options, now=7)
    again.take(seat(new_table(), open_session(at.game, at.session.header, at.log), again.now))
    assert again.session.frozen is None
    return again


def sealed_setup(board: str | None = None) -> TableInTime:
    at = TableInTime(board=board, formation=None, options={"setup": "sealed"})
    assert why(at.ask("act", "form yellow wall", viewer=YELLOW, nonce="a" * 32)) is None
    return at


def relocating(*, board: str | None = None, **options: object) -> TableInTime:
    at = TableInTime(board=board, options={"relocation": "sealed", **options})
    if board is not None:
        at.connect()
        at.build()
    for act in WALK_TO_GOAL[Side.YELLOW]:
        at.ask("move", act)
        if at.session.state.phase is Phase.PLAY:
            at.ask("move", keeper_step(at.session.state))
    if board is not None:
        at.build()
    assert at.session.state.phase is Phase.RELOCATE
    return at


def adjusting() -> TableInTime:
    at = relocating(board="sim")
    at.ask("act", "@V D4-C6", viewer=YELLOW)
    at.ask("act", "@- blue", viewer=BLUE)
    assert at.session.state.phase is Phase.ADJUST
    return at


def test_m10_with_the_board_away_a_formation_that_is_set_up_is_not_offered_to_be_confirmed() -> None:
    at = TableInTime(formation=None)
    at.connect()
    at.ask("act", "form yellow wall")
    at.stand()
    at.wait(400)
    assert abilities(at.session, at.hands, OWNER)["confirm"] is True
    at.give(BoardAway())
    assert abilities(at.session, at.hands, OWNER)["confirm"] is False
    assert why(at.ask("confirm")) is Reason.BOARD_AWAY
    at.connect()
    at.wait(400)
    assert why(at.ask("confirm")) is None
    assert at.session.state.ready == (Side.YELLOW,)


def test_r10_what_is_sealed_outlives_the_host_and_is_told_when_both_have_sealed() -> None:
    at = killed(sealed_setup())
    assert [side for side, _ in at.session.state.sealed] == [Side.YELLOW]
    assert why(at.ask("act", "form yellow press", viewer=YELLOW)) is Reason.LOCKED
    at.ask("act", "form blue press", viewer=BLUE, nonce="b" * 32)
    assert at.session.state.phase is Phase.PLAY
    told = [dict(event.facts) for entry in at.log for event in entry.events if event.name == "revealed"]
    assert [one["side"] for one in told] == ["yellow", "blue"]
    assert all(one["commitment"] == commitment(one["notation"], one["nonce"]) for one in told)


def test_a_host_that_was_killed_between_the_second_seal_and_the_telling_tells_when_it_is_back() -> None:
    at = sealed_setup()
    at.ask("act", "form blue press", viewer=BLUE)
    until_sealed = at.log[: at.notations.index("reveal")]
    again = TableInTime(board=None, formation=None, options=at.options)
    again.take(seat(new_table(), open_session(at.game, at.session.header, until_sealed), 9))
    assert again.notations == at.notations


@pytest.mark.parametrize("loser", list(Side))
def test_m16_giving_up_with_something_sealed_ends_the_match_in_every_phase(loser: Side) -> None:
    relocation = relocating()
    relocation.ask("act", "@V D4-C6", viewer=YELLOW)
    for at in (sealed_setup(), relocation, adjusting(), killed(adjusting())):
        viewer = YELLOW if loser is Side.YELLOW else BLUE
        assert why(at.ask("resign", loser.value, viewer=viewer)) is None
        outcome = at.session.state.outcome
        assert (outcome.reason, outcome.winner) == (EndReason.RESIGNED, loser.other)
        assert killed(at).session.state == at.session.state
        assert why(at.ask("act", "@- blue", viewer=BLUE)) is Reason.GAME_OVER
        at.ask("undo", viewer=viewer)
        assert at.session.state.outcome is None


def test_m25_an_arbiter_speaks_in_every_phase_after_the_first_kick_off_and_in_none_before() -> None:
    early = TableInTime(board=None, formation=None)
    for at in (early, sealed_setup()):
        assert why(at.ask("override", override=Override({}, Side.BLUE))) is Reason.WRONG_PHASE
    pending = relocating()
    pending.ask("act", "@V D4-C6", viewer=YELLOW)
    for at in (relocating(), pending, adjusting()):
        assert why(at.ask("override", override=Override({}, Side.BLUE))) is None
        state = at.session.state
        assert (state.phase, state.to_move, state.sealed_acts, state.relocating) == (Phase.PLAY, Side.BLUE, (), None)
        assert killed(at).session.state == state
        at.ask("undo")
        assert at.session.state.phase is not Phase.PLAY
        at.ask("redo")
        assert at.session.state == state


def test_m25_an_arbiter_has_it_be_as_the_magnets_stand_while_what_was_relocated_is_set_up() -> None:
    at = adjusting()
    at.stand()
    at.magnets[cell("A8")] = at.magnets.pop(cell("C6"))
    at.sense()
    at.wait(400)
    if at.session.state.phase is Phase.PLAY:
        at.ask("undo")
    assert why(at.ask("override", override=Override(None, Side.BLUE))) is None
    assert at.session.state.phase is Phase.PLAY
    assert at.session.state.position.find("yV1") == cell("A8")  # type: ignore[arg-type]


def test_a_board_that_starts_again_while_a_formation_is_put_up_is_read_again() -> None:
    at = TableInTime(formation=None)
    at.connect()
    for name in ("E1", "D4", "F4"):
        at.place(name, Side.YELLOW.pole)
        at.wait(400)
    assert len(at.session.state.formation) == 3
    at.connect()
    at.wait(400)
    assert at.hands.calm
    assert len(at.session.state.formation) == 3
    at.place("B5", Side.YELLOW.pole)
    at.wait(400)
    assert at.notations[-1] == "+F B5"


def test_a_figure_that_was_put_up_while_the_board_was_away_is_asked_about_or_shown_and_never_lost() -> None:
    at = TableInTime(formation=None)
    at.connect()
    at.place("E1", Side.YELLOW.pole)
    at.wait(400)
    at.give(BoardAway())
    at.magnets[cell("D4")] = Side.YELLOW.pole
    at.connect()
    at.wait(2_000)
    shown = at.hands.preview is not None or at.hands.question is not None or bool(at.hands.problems)
    assert shown or at.notations[-1] == "+V D4"
    if at.notations[-1] != "+V D4":
        at.ask("confirm")
    assert at.notations[-1] == "+V D4"


def test_two_windows_that_seal_for_the_same_side_seal_once() -> None:
    at = sealed_setup()
    assert why(at.ask("act", "form yellow press", viewer=YELLOW, revision=0)) is Reason.STALE_REVISION
    assert why(at.ask("act", "form yellow press", viewer=YELLOW)) is Reason.LOCKED
    assert why(at.ask("act", "form yellow press", viewer=BLUE)) is Reason.NOT_YOUR_SEAT
    assert why(at.ask("act", "form yellow press", viewer=PUBLIC)) is not None


def test_m22_taking_back_over_a_telling_seals_again() -> None:
    at = sealed_setup()
    at.ask("act", "form blue press", viewer=BLUE)
    told = at.session.state
    at.ask("undo", count=2)
    assert (at.session.state.phase, at.session.state.sealed) == (Phase.PLACE, ())
    at.ask("redo")
    assert len(at.session.state.sealed) == 1
    at.ask("redo")
    assert at.session.state == told
    assert killed(at).session.state == told


@pytest.mark.parametrize("viewer", [BLUE, PUBLIC, OWNER])
def test_r10_clocks_and_hands_tell_nothing_of_what_yellow_sealed(viewer: Viewer) -> None:
    shown = []
    for act in ("@V D4-C6", "@F B5-A1", "@- yellow"):
        at = relocating(board="sim", side_seconds=60, match_seconds=600)
        at.ask("act", act, viewer=YELLOW, nonce="a" * 32)
        at.wait(5_000)
        shown.append((view(at.session, at.hands, viewer), at.table.scene, at.session.game.clock(at.session.state)))
        for asked in ("@V F4-C7", "hint blue", "T E16-D16"):
            shown[-1] += (at.ask("act", asked, viewer=viewer),)  # type: ignore[operator]
    assert shown[0] == shown[1] == shown[2]
