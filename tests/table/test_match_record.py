"""A match as a record: given out, read again act by act, and refused at the first act that is wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.entries import Actor
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.rules.master_move import GAME
from feldlicht.table import session as sessions
from feldlicht.table.match_record import match_record, read_record
from feldlicht.table.session import Session, Stamp, open_session
from tests.rules.helpers import OPTION_SETS, random_act
from tests.support.hands import TableInTime, header
from tests.support.samples import samples
from tests.support.secret_game import SecretGame

Record = dict[str, Any]


def played(*acts: str, formation: object = "counting", **options: object) -> Session:
    session = open_session(GAME, header(None, formation=formation, options=options))
    for act in acts:
        session = sessions.act(session, GAME.parse(session.state, act), Stamp(Actor.PAGE, 1))
    return session


def again(record: object) -> Session:
    return read_record(record, lambda _: GAME, "other", 5).session


def reread(session: Session) -> Session:
    return again(json.loads(json.dumps(match_record(session, OWNER))))


SCORED = ("built", "S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-E14", "M C10-C11", "S E14-F16!")


class OneLook(tuple[Any, ...]):
    """Acts that may be looked at one by one only: cutting them at every act makes long records endless."""

    def __getitem__(self, which: Any) -> Any:
        assert not isinstance(which, slice)
        return super().__getitem__(which)


def test_a_record_is_written_in_one_look_at_each_act() -> None:
    session = played(*SCORED)
    assert match_record(replace(session, plies=OneLook(session.plies)), PUBLIC) == match_record(session, PUBLIC)


@given(st.integers(0, 2**32), st.integers(0, 150), st.sampled_from(OPTION_SETS))
@samples(10)
def test_a_record_reads_back_to_the_same_match(seed: int, acts: int, options: dict[str, object]) -> None:
    from random import Random

    dice, session = Random(seed), played(**options)
    while len(session.plies) < acts and GAME.outcome(session.state) is None:
        act = random_act(session.state, dice)
        session = sessions.act(session, act, Stamp(Actor.PAGE, 1, spent=dice.randrange(400)))
    read = reread(session)
    assert read.state == session.state
    assert [ply.notation for ply in read.plies] == [ply.notation for ply in session.plies]
    assert match_record(read, OWNER)["acts"] == match_record(session, OWNER)["acts"]


def test_what_was_taken_back_is_not_in_it() -> None:
    session = sessions.undo(played("built", "T E1-D1"), Stamp(Actor.PAGE, 2))
    acts = match_record(session, PUBLIC)["acts"]
    assert isinstance(acts, list)
    assert [one["act"] for one in acts] == ["built"]


def test_the_37th_act_that_is_illegal_is_named_and_nothing_is_taken_over() -> None:
    there_and_back = ("T E1-D1", "T E16-D16", "T D1-E1", "T D16-E16")
    record = match_record(played("built", *there_and_back * 10), OWNER)
    record["acts"][36]["act"] = "T D1-F1"  # type: ignore[index]
    with pytest.raises(Refused) as refused:
        again(record)
    facts = dict(refused.value.refusal.facts)
    assert refused.value.refusal.reason is Reason.BAD_RECORD
    assert (facts["number"], facts["act"], facts["because"]) == ("37", "T D1-F1", "NO_SUCH_FIGURE")


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("format", "other", "format"),
        ("v", 9, "v"),
        ("game", 3, "game"),
        ("options", [], "options"),
        ("acts", "built", "acts"),
        ("acts", [3], "acts 1"),
        ("acts", [{"act": 3}], "acts 1"),
        ("acts", [{"act": "built", "spent": "1"}], "acts 1"),
        ("acts", [{"act": "built", "dice": [True]}], "acts 1"),
        ("final", "0", "final"),
        ("final", 3, "final"),
    ],
)
def test_what_is_no_record_is_refused_with_the_part_that_is_wrong(name: str, value: object, part: str) -> None:
    with pytest.raises(Refused) as refused:
        again({**match_record(played("built"), OWNER), name: value})
    assert refused.value.refusal.reason is Reason.BAD_RECORD
    assert dict(refused.value.refusal.facts)["part"] == part


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["format", "v", "game", "options", "acts", "act"]), inner, max_size=6)
        ),
        max_leaves=8,
    )
)
@samples(60)
def test_any_json_is_refused_in_words(form: object) -> None:
    with pytest.raises(Refused):
        again(form)


def test_an_arbiters_word_and_an_end_stand_in_it() -> None:
    session = played(*SCORED, "built")
    forced = GAME.forced(session.state, session.state.position, Side.BLUE)
    stamp = Stamp(Actor.PAGE, 3)
    over = sessions.act(sessions.override(session, forced, (), stamp), GAME.parse(forced, "resign blue"), stamp)
    record = match_record(over, OWNER, {"yellow": "Ada"})
    assert record["outcome"] == {"reason": "RESIGNED", "winner": "yellow", "score": [3, 0]}
    assert record["players"] == {"yellow": "Ada"}
    assert "override" in record["acts"][9]  # type: ignore[index,operator]
    assert reread(over).state == over.state


def test_what_is_sealed_and_not_told_yet_is_nobody_elses_record() -> None:
    at = TableInTime(board=None, formation=None, options={"setup": "sealed"})
    blue = Viewer(Role.PLAYER, Side.BLUE)
    at.ask("act", "form blue press", viewer=blue, nonce="b" * 32)
    for viewer in (OWNER, PUBLIC, Viewer(Role.PLAYER, Side.YELLOW)):
        with pytest.raises(Refused) as refused:
            match_record(at.session, viewer)
        assert refused.value.refusal.reason is Reason.NOT_TOLD_YET
    assert match_record(at.session, blue)["acts"]
    assert match_record(at.session, GAME_MASTER)["acts"]
    at.ask("act", "form yellow wall", nonce="a" * 32)
    record = match_record(at.session, PUBLIC)
    assert again(record).state == at.session.state


def test_in_a_game_with_secrets_only_the_game_master_gets_what_tells_of_the_whole_state() -> None:
    at = TableInTime(board=None, formation=None, options={"setup": "sealed"})
    for act in ("form blue press", "form yellow wall"):
        at.ask("act", act, nonce="a" * 32)
    assert match_record(at.session, PUBLIC)["final"] is None
    assert match_record(at.session, GAME_MASTER)["final"] is not None
    forced = sessions.override(at.session, at.session.state, (), Stamp(Actor.PAGE, 3))
    with pytest.raises(Refused):
        match_record(forced, OWNER)
    assert match_record(forced, GAME_MASTER)["acts"]


def test_what_is_hidden_from_somebody_is_left_out_of_his_record_as_if_it_had_not_been() -> None:
    at = TableInTime(board=None, game=SecretGame())
    before = match_record(at.session, PUBLIC)
    at.ask("act", "trap D4", viewer=GAME_MASTER)
    assert match_record(at.session, PUBLIC) == before
    assert match_record(at.session, GAME_MASTER)["acts"] != before["acts"]
