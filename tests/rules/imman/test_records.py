"""The record of a match of Imman: it reads back to the same match, and says which act is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.entries import Actor
from feldlicht.base.reasons import Refused
from feldlicht.base.viewers import GAME_MASTER
from feldlicht.rules.imman import GAME
from feldlicht.rules.imman.state import Phase
from feldlicht.table import session as sessions
from feldlicht.table.history import happened
from feldlicht.table.match_record import match_record, read_record
from feldlicht.table.record import Session, Stamp
from feldlicht.table.session import state_hash
from tests.rules.imman.helpers import team
from tests.rules.imman.recorded import done, led_session, opened
from tests.rules.imman.test_words import BEGUN
from tests.support.samples import samples

OPTIONS = {"rounds": 6, "fouls": "on", "sprint": "on"}
Record = dict[str, Any]


def record_of(session: Session) -> Record:
    return json.loads(json.dumps(match_record(session, GAME_MASTER)))  # type: ignore[no-any-return]


def reread(record: Record) -> Session:
    return read_record(record, lambda _: GAME, "other", 5).session


def refused(record: Record) -> dict[str, str]:
    with pytest.raises(Refused) as raised:
        reread(record)
    assert raised.value.refusal.reason == "BAD_RECORD"
    return dict(raised.value.refusal.facts)


@given(st.integers(0, 2**32), st.integers(1, 400))
@samples(6)
def test_a_record_reads_back_to_the_same_position_score_and_dice(seed: int, acts: int) -> None:
    session = led_session(seed, OPTIONS, acts)
    if session.state.phase in (Phase.NOTE, Phase.SHOT):
        # What a keeper notes is told with the shot; until then nobody gets a record.
        return
    read = reread(record_of(session))
    assert read.state == session.state
    assert state_hash(GAME, read.state) == state_hash(GAME, session.state)
    assert [(ply.notation, ply.dice) for ply in read.plies] == [(ply.notation, ply.dice) for ply in session.plies]
    assert GAME.outcome(read.state) == GAME.outcome(session.state)
    assert record_of(read)["acts"] == record_of(session)["acts"]


def test_a_record_keeps_the_teams_that_played() -> None:
    teams = team("ABCDEF", _2=(12, 9, 8)), team("GHIJKL")
    session = done(opened({"rounds": 2}, teams), "throw 12", "throw 3", "put y1 E1")
    read = reread(record_of(session))
    assert read.state == session.state
    assert read.state.teams == teams


def test_what_was_taken_back_is_not_in_it() -> None:
    session = done(opened({"rounds": 2}), "throw 12", "throw 3", "put y1 E1")
    back = sessions.undo(session, Stamp(Actor.PAGE, 2))
    assert [one["act"] for one in record_of(back)["acts"]] == ["throw 12", "throw 3"]


@pytest.fixture(scope="module")
def whole() -> Record:
    return record_of(led_session(3, OPTIONS))


def changed(record: Record, number: int, **act: object) -> Record:
    acts = [one | act if one["n"] == number else one for one in record["acts"]]
    return record | {"acts": acts}


def test_an_illegal_37th_act_is_named_with_what_is_wrong(whole: Record) -> None:
    told = refused(changed(whole, 37, act="tackle y9"))
    assert (told["number"], told["act"]) == ("37", "tackle y9")
    assert told["because"]


@pytest.mark.parametrize("dice", [[0], [21], [-3], [3, 4], []])
def test_a_die_that_nobody_can_have_thrown_is_named(whole: Record, dice: list[int]) -> None:
    number = next(one["n"] for one in whole["acts"] if "dice" in one)
    assert refused(changed(whole, number, dice=dice))["number"] == str(number)


def test_a_die_that_is_changed_is_noticed_wherever_it_leads_elsewhere(whole: Record) -> None:
    """To an act that is not legal there, which is named, or to another end than the record says."""
    thrown = [one for one in whole["acts"] if "dice" in one]
    wrong = set()
    for one in thrown:
        other = changed(whole, one["n"], dice=[21 - one["dice"][0]])
        try:
            read = reread(other)
        except Refused as told:
            facts = dict(told.refusal.facts)
            assert int(facts.get("number", one["n"])) >= one["n"]
            wrong |= facts.keys()
        else:
            assert state_hash(GAME, read.state) == whole["final"]
    assert "number" in wrong


def test_a_die_where_none_is_thrown_is_named(whole: Record) -> None:
    number = next(one["n"] for one in whole["acts"] if one["act"].startswith("put"))
    assert refused(changed(whole, number, dice=[7]))["number"] == str(number)


def test_another_score_than_was_played_is_refused(whole: Record) -> None:
    won = whole["outcome"] | {"score": [7, 0]}
    assert refused(whole | {"outcome": won})["part"] == "outcome"


def test_a_sheet_that_does_not_add_up_is_refused_before_the_first_act() -> None:
    session = done(opened({"rounds": 2}, (team("ABCDEF"), team("GHIJKL"))), "throw 12")
    record = record_of(session)
    record["formation"]["blue"]["heroes"][2]["passing"] += 1
    with pytest.raises(Refused) as raised:
        reread(record)
    assert "blue" in dict(raised.value.refusal.facts).values()


def test_what_was_taken_back_is_not_counted() -> None:
    begun = done(opened({"rounds": 4}), *BEGUN)
    back = sessions.undo(begun, Stamp(Actor.PAGE, 2), 3, agreed=True)
    counted = GAME.statistics(back.start, happened(back)).form
    assert counted == GAME.statistics(back.start, happened(done(opened({"rounds": 4}), *BEGUN[:-3]))).form
    assert counted != GAME.statistics(begun.start, happened(begun)).form
