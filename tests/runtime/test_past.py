"""Sessions of the past are played again once, however often somebody looks at them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feldlicht.base.entries import Actor
from feldlicht.rules.master_move import GAME
from feldlicht.runtime import past
from feldlicht.runtime.past import Past
from feldlicht.table import session as sessions
from feldlicht.table.session import Session, Stamp, open_session
from tests.support.hands import header


def match(name: str, *acts: str) -> Session:
    session = open_session(GAME, replace(header(None), id=name))
    for act in acts:
        session = sessions.act(session, GAME.parse(session.state, act), Stamp(Actor.PAGE, 1))
    return session


def test_a_session_that_is_looked_at_again_is_not_played_again() -> None:
    kept, played = Past(), match("one", "built", "V D4-D5")
    first = kept.opened(played.header, played.entries)
    assert first.state == played.state
    assert kept.opened(played.header, played.entries) is first


def test_what_was_added_to_a_log_or_changed_in_its_header_is_seen() -> None:
    kept, played = Past(), match("one", "built")
    kept.opened(played.header, played.entries)
    more = match("one", "built", "V D4-D5")
    assert kept.opened(more.header, more.entries).state == more.state
    moved = replace(more.header, board="other")
    assert kept.opened(moved, more.entries).header == moved
    # Another log of the same length, as after the data folder was exchanged.
    other = match("one", "built", "V D4-C4")
    assert kept.opened(other.header, other.entries).state == other.state


def test_only_so_much_is_kept_but_always_what_was_looked_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "MOST_ENTRIES", 3)
    kept, one, two = Past(), match("one", "built", "V D4-D5"), match("two", "built", "V D4-D5")
    first, second = (kept.opened(each.header, each.entries) for each in (one, two))
    assert kept.opened(two.header, two.entries) is second
    assert kept.opened(one.header, one.entries) is not first
    long = match("long", "built", "V D4-D5", "V D13-D12", "V D5-D6")
    assert kept.opened(long.header, long.entries) is kept.opened(long.header, long.entries)


def test_a_session_that_cannot_be_read_is_tried_again() -> None:
    kept, played = Past(), match("one", "built", "V D4-D5")
    wrong = (*played.entries[:-1], replace(played.entries[-1], notation="V D4-D9"))
    assert kept.opened(played.header, wrong).frozen is not None
    assert kept.opened(played.header, wrong).frozen is not None
    assert kept.opened(played.header, played.entries).state == played.state
