"""A session is the fold of its log."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import Built, Decline, Move, Resign
from feldlicht.base.entries import Actor, EntryKind
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason, Refused
from feldlicht.rules.master_move import GAME
from feldlicht.table.session import (
    Lifecycle,
    Session,
    Stamp,
    abandon,
    act,
    amend,
    open_session,
    redo,
    state_hash,
    undo,
)
from tests.support.dice_game import DiceGame
from tests.support.hands import header
from tests.support.samples import samples

STAMP = Stamp(Actor.PAGE, 1)


def begun() -> Session:
    return act(open_session(GAME, header()), Built(), STAMP)


def played(session: Session, text: str) -> Session:
    return act(session, GAME.parse(session.state, text), STAMP)


@samples(30)
@given(st.integers(0, 2**32))
def test_any_log_folds_to_the_state_that_wrote_it(seed: int) -> None:
    chance = random.Random(seed)
    session = begun()
    for _ in range(40):
        match chance.randrange(8):
            case 0 if session.can_undo:
                session = undo(session, STAMP)
            case 1 if session.can_redo:
                session = redo(session, STAMP)
            case _:
                legal = list(GAME.legal(session.state))
                if legal:
                    session = act(session, chance.choice(legal), STAMP)
        again = open_session(GAME, session.header, session.entries)
        assert again == session
        assert again.frozen is None


@samples(30)
@given(st.integers(0, 2**32))
def test_redo_undoes_undo_exactly(seed: int) -> None:
    chance = random.Random(seed)
    session = begun()
    for _ in range(chance.randrange(1, 12)):
        legal = [command for command in GAME.legal(session.state) if isinstance(command, Move)]
        if not legal:
            break
        session = act(session, chance.choice(legal), STAMP)
    states = [session.state]
    while session.can_undo:
        session = undo(session, STAMP)
        states.append(session.state)
    assert session.state == begun().state
    for state in reversed(states[:-1]):
        session = redo(session, STAMP)
        assert session.state == state


def test_revisions_count_without_gaps() -> None:
    session = undo(played(begun(), "M C7-C5"), STAMP)
    assert [entry.revision for entry in session.entries] == [1, 2, 3]


def test_an_amendment_replaces_the_last_ply_in_one_entry() -> None:
    session = played(begun(), "M C7-C6")
    before = session.plies[:-1]
    session = amend(session, GAME.parse(before[-1].after, "M C7-C5"), STAMP)
    assert [ply.notation for ply in session.plies] == ["built", "M C7-C5"]
    assert session.entries[-1].kind is EntryKind.AMEND


def test_the_tables_own_rebuilding_drops_nothing_that_could_be_redone() -> None:
    session = begun()
    for text in ("S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-C14", "M C10-C11", "S C14-D16!"):
        session = played(session, text)
    session = act(session, Built(), STAMP)
    for text in ("@-", "@-", "T E16-D16"):
        session = played(session, text)
    there = session.state
    for _ in range(4):
        session = undo(session, STAMP)
    session = redo(session, STAMP)
    session = act(session, Built(), STAMP)
    for _ in range(3):
        session = redo(session, STAMP)
    assert session.state == there
    assert open_session(GAME, session.header, session.entries) == session


def test_a_new_ply_drops_what_could_be_redone() -> None:
    session = undo(played(begun(), "M C7-C6"), STAMP)
    assert session.can_redo
    session = played(session, "M C7-C5")
    assert not session.can_redo
    with pytest.raises(Refused) as refused:
        redo(session, STAMP)
    assert refused.value.refusal.reason is Reason.NOTHING_TO_REDO


def test_the_kick_off_itself_cannot_be_undone() -> None:
    session = begun()
    assert not session.can_undo
    with pytest.raises(Refused) as refused:
        undo(session, STAMP)
    assert refused.value.refusal.reason is Reason.NOTHING_TO_UNDO


def test_undo_takes_the_rebuilding_along_with_the_move_that_caused_it() -> None:
    session = begun()
    for text in ("S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-C14", "M C10-C11", "S C14-D16!"):
        session = played(session, text)
    session = act(session, Built(), STAMP)
    session = act(session, Decline(), STAMP)
    session = undo(session, STAMP)
    assert session.plies[-1].notation == "built"
    session = undo(session, STAMP)
    assert session.plies[-1].notation == "M C10-C11"


def test_a_log_that_todays_rules_read_otherwise_freezes_the_session() -> None:
    session = played(played(begun(), "M C7-C6"), "M C10-C11")
    entries = list(session.entries)
    entries[1] = replace(entries[1], state_hash="0" * 16)
    frozen = open_session(GAME, session.header, entries)
    assert frozen.lifecycle is Lifecycle.FROZEN
    assert frozen.revision == 1
    with pytest.raises(Refused) as refused:
        act(frozen, GAME.parse(frozen.state, "M C7-C5"), STAMP)
    assert refused.value.refusal.reason is Reason.SESSION_FROZEN


def test_a_log_with_an_illegal_command_freezes_the_session_too() -> None:
    session = played(begun(), "M C7-C6")
    entries = [session.entries[0], replace(session.entries[1], notation="M C7-C1")]
    assert open_session(GAME, session.header, entries).lifecycle is Lifecycle.FROZEN


def test_an_abandoned_session_keeps_its_record_and_takes_no_more() -> None:
    session = abandon(played(begun(), "M C7-C6"), STAMP)
    assert session.lifecycle is Lifecycle.ABANDONED
    assert [ply.notation for ply in session.plies] == ["built", "M C7-C6"]
    for attempt in (undo, redo, abandon):
        with pytest.raises(Refused):
            attempt(session, STAMP)


def test_resigning_ends_the_match_and_can_be_undone() -> None:
    session = act(begun(), Resign(Side.YELLOW), STAMP)
    assert session.lifecycle is Lifecycle.OVER
    assert undo(session, STAMP).lifecycle is Lifecycle.RUNNING


def test_the_state_hash_names_the_state() -> None:
    one, two = begun(), played(begun(), "M C7-C6")
    assert state_hash(GAME, one.state) == one.entries[-1].state_hash
    assert state_hash(GAME, one.state) != state_hash(GAME, two.state)


def test_the_dice_of_a_ply_are_kept_in_its_entry_and_folded_again() -> None:
    game = DiceGame()
    session = open_session(game, header())
    session = act(session, game.parse(session.state, "A2"), STAMP, dice=(3, 4, 6))
    assert session.entries[-1].dice == (3, 4)  # the third was not needed
    assert session.state.eyes == 7
    assert open_session(game, session.header, session.entries) == session


def test_a_redone_ply_uses_the_dice_that_were_thrown_then() -> None:
    game = DiceGame()
    session = open_session(game, header())
    session = act(session, game.parse(session.state, "A2"), STAMP, dice=(5, 1))
    session = redo(undo(session, STAMP), STAMP)
    assert session.state.eyes == 6
    assert session.entries[-1].dice == ()  # they stand in the entry of the ply
    assert open_session(game, session.header, session.entries) == session


def test_other_dice_in_a_log_freeze_the_session() -> None:
    game = DiceGame()
    session = open_session(game, header())
    session = act(session, game.parse(session.state, "A2"), STAMP, dice=(5, 1))
    forged = [replace(session.entries[0], dice=(6, 6))]
    assert open_session(game, session.header, forged).lifecycle is Lifecycle.FROZEN
