"""What a record keeps of sealed acts that were never told, and how one from outside is kept honest."""

from __future__ import annotations

from typing import Any

import pytest

from feldlicht.base.entries import Actor
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.rules.master_move import GAME
from feldlicht.rules.master_move.state import EndReason
from feldlicht.table import session as sessions
from feldlicht.table.match_record import match_record, read_record
from feldlicht.table.session import Lifecycle, Session, Stamp, open_session
from tests.rules.helpers import WALK_TO_GOAL, keeper_step
from tests.support.hands import header

YELLOW, BLUE = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)
STAMP = Stamp(Actor.PAGE, 1, nonce="a" * 32)


def done(session: Session, *acts: str) -> Session:
    for act in acts:
        session = sessions.act(session, GAME.parse(session.state, act), STAMP)
    return session


def opened(*acts: str, formation: object = "counting", **options: object) -> Session:
    return done(open_session(GAME, header(None, formation=formation, options=options)), *acts)


def scored(session: Session, side: Side) -> Session:
    for act in WALK_TO_GOAL[side]:
        if session.state.to_move is not side:
            session = done(session, keeper_step(session.state))
        session = done(session, act)
    return done(session, "built")


def again(record: object) -> Session:
    return read_record(record, lambda _: GAME, "other", 5).session


def refused(call: Any, *arguments: Any) -> tuple[Reason, dict[str, str]]:
    with pytest.raises(Refused) as raised:
        call(*arguments)
    return raised.value.refusal.reason, dict(raised.value.refusal.facts)


def test_r10_what_was_told_once_does_not_tell_the_same_words_when_they_are_sealed_again() -> None:
    first = scored(opened("built", relocation="sealed"), Side.YELLOW)
    second = scored(done(first, "@- yellow", "@- blue", "reveal"), Side.YELLOW)
    for act in ("@- yellow", "@V D4-C6"):
        assert refused(match_record, done(second, act), BLUE)[0] is Reason.NOT_TOLD_YET


def test_r10_what_was_told_and_taken_back_is_a_secret_again() -> None:
    told = done(scored(opened("built", relocation="sealed"), Side.YELLOW), "@- blue", "@V D4-C6", "reveal")
    back = sessions.redo(sessions.undo(told, STAMP), STAMP)
    assert refused(match_record, back, BLUE)[0] is Reason.NOT_TOLD_YET
    assert match_record(done(back, "reveal"), PUBLIC)["acts"] == match_record(told, PUBLIC)["acts"]


@pytest.mark.parametrize("viewer", [PUBLIC, OWNER, BLUE])
def test_m16_a_match_that_ends_with_something_sealed_has_a_record_for_everyone_which_leaves_it_out(
    viewer: Viewer,
) -> None:
    sealed = done(opened(formation=None, setup="sealed"), "form yellow wall")
    over = done(sealed, "resign blue")
    record = match_record(over, viewer)
    assert [one["act"] for one in record["acts"]] == ["resign blue"]  # type: ignore[union-attr,index]
    assert record == match_record(
        done(opened("form yellow press", formation=None, setup="sealed"), "resign blue"), viewer
    )
    outcome = again(record).state.outcome
    assert (outcome.reason, outcome.winner) == (EndReason.RESIGNED, Side.YELLOW)
    whole = [one["act"] for one in match_record(over, GAME_MASTER)["acts"]]  # type: ignore[union-attr,index]
    assert whole[0].startswith("form yellow")


def test_m22_a_setup_that_was_given_up_has_a_record_that_reads_back_as_given_up() -> None:
    left = sessions.abandon(done(opened(formation=None, setup="sealed"), "form yellow wall"), STAMP)
    record = match_record(left, PUBLIC)
    assert (record["state"], record["acts"], record["outcome"]) == ("abandoned", [], None)
    assert again(record).lifecycle is Lifecycle.ABANDONED


def test_m25_a_relocation_that_was_sealed_when_the_arbiter_spoke_is_never_told_by_a_later_telling() -> None:
    pending = done(scored(opened("built", relocation="sealed"), Side.YELLOW), "@V D4-C6")
    forced = GAME.forced(pending.state, pending.state.standing, Side.BLUE)
    after = done(sessions.override(pending, forced, (), STAMP), "T E16-D16", "T E1-D1")
    later = done(scored(after, Side.BLUE), "@- yellow", "@- blue", "reveal")
    for session in (after, later):
        assert refused(match_record, session, BLUE)[0] is Reason.NOT_TOLD_YET
        assert again(match_record(session, GAME_MASTER)).state == session.state


def test_m25_an_arbiters_word_in_a_record_is_one_that_an_arbiter_can_speak() -> None:
    forced = GAME.forced(opened("built").state, opened("built").state.standing, Side.BLUE)
    after = sessions.override(opened("built"), forced, (), STAMP)
    line = str(match_record(after, OWNER)["acts"][1]["override"])  # type: ignore[index]
    for one, other in (("front3", "ring"), ("phase=play", "phase=setup"), ("score=0:0", "score=2:0")):
        assert one in line
        record = match_record(after, OWNER) | {"final": None}
        record["acts"] = [{"act": "built"}, {"override": line.replace(one, other)}]
        reason, facts = refused(again, record)
        assert (reason, facts["number"], facts["act"]) == (Reason.BAD_RECORD, "2", "override")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("outcome", {"reason": "RESIGNED", "winner": "blue", "score": [0, 3]}),
        ("outcome", None),
        ("outcome", "won"),
        ("state", "running"),
        ("state", 3),
    ],
)
def test_r13_a_record_that_says_another_end_than_its_acts_lead_to_is_refused(name: str, value: object) -> None:
    record = match_record(opened("built", "resign blue"), OWNER)
    reason, facts = refused(again, {**record, name: value, "final": None})
    assert (reason, facts["part"]) == (Reason.BAD_RECORD, name)


def test_m17_a_ply_for_which_there_was_no_time_is_refused_by_its_number() -> None:
    record = match_record(opened("built", "T E1-D1", "T E16-D16", side_seconds=60), OWNER)
    for spent in (60_000, 10**9):
        record["acts"][2]["spent"] = spent  # type: ignore[index]
        reason, facts = refused(again, {**record, "final": None})
        assert (reason, facts["number"]) == (Reason.BAD_RECORD, "3")


def test_a_negative_time_is_no_time() -> None:
    record = match_record(opened("built", "T E1-D1", "T E16-D16", side_seconds=60), OWNER)
    record["acts"][2]["spent"] = -5  # type: ignore[index]
    assert refused(again, record)[1]["part"] == "acts 3"
