"""Whole matches led at random: whatever is done, some things always hold.

How much of it is tried: in every state of every match, what holds from state to state, that the log leads there
again, and that the position, a line of JSON, reads back; in one of sixty that each act that is offered is accepted
and each one near it refused.

`make test` leads 100 matches, `make prove` 5 000.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.entries import Actor, Event, SessionHeader
from feldlicht.base.viewers import GAME_MASTER
from feldlicht.rules.imman import GAME
from feldlicht.rules.imman.apply import apply, outcome
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.options import options_form
from feldlicht.rules.imman.position import from_position, position
from feldlicht.rules.imman.rolling import Ending
from feldlicht.rules.imman.sheets import teams_form
from feldlicht.rules.imman.state import Match, Phase, Played, Restart
from feldlicht.table.record import Session, Stamp
from feldlicht.table.session import act, open_session, override
from tests.rules.imman.lively import MATCHES, SHORT, chosen, some_match, some_options
from tests.rules.imman.watching import Watch, offers_hold
from tests.support.samples import samples

ENOUGH = 500
GONE_BEHIND = 912
"""The seed of a match in which an attacker plays the ball over the goal line: that is rare."""
MOST_ACTS = 4000
LOOKED_AT = 60
"""Of so many states one has all its offers tried."""

NOW = 1


def begun(match: Match) -> Session:
    """A session with these options and teams, at the toss or where the match stands."""
    options, teams = options_form(match.options), teams_form(match.teams)
    session = open_session(GAME, SessionHeader("random", GAME.name, options, teams, None, NOW))
    if session.state == match:
        return session
    return override(session, match, (), Stamp(Actor.PAGE, NOW, viewer=GAME_MASTER))


def follow(seed: int, options: dict[str, object]) -> None:
    """Lead a match at random to its end, look at everything, and fold its log again."""
    # The same small numbers come again and again, with other options.
    chance = Random(f"{seed} {options}")
    session = begun(some_match(chance, options))
    watch, looked_at = Watch(session.state), chance.randint(0, LOOKED_AT)
    for number in range(MOST_ACTS):
        match: Match = session.state
        acts = legal(match)
        if number % LOOKED_AT == looked_at:
            offers_hold(chance, match, acts)
        if match.phase is Phase.OVER:
            break
        assert acts, "there is always something to do"
        done = chosen(chance, match, acts)
        assert GAME.parse(match, GAME.write(match, done.command)) == done.command
        stamp = Stamp(Actor.PAGE, NOW, nonce="n", spent=done.spent)
        session = act(session, done.command, stamp, done.faces)
        assert session.plies[-1].dice == done.faces
        watch.act(match, done.command, session.entries[-1].events, session.state)
        assert from_position(position(session.state)) == session.state
    assert acts == [], "a match of a few rounds ends, and then nothing is left to do"
    again = open_session(GAME, session.header, session.entries)
    assert again.frozen is None
    assert again.state == session.state
    ended(session.state)


def names(events: Iterable[Event]) -> set[str]:
    """Return what events are called, also with how it came about where they say that."""
    how = {f"{one.name}.{text}" for one in events for name, text in one.facts if name == "how"}
    return how | {one.name for one in events}


def ended(match: Match) -> str:
    """Look at how a match ended, and return why."""
    end = outcome(match)
    assert end is not None
    assert end.score == match.score
    if end.reason == "NO_FIGURES":
        assert match.forfeited is not None
        assert not any(one.side is match.forfeited for one in match.fielded)
    elif end.reason == "FULL_TIME":
        assert match.score[0] != match.score[1]
    else:
        assert match.shoot_out is not None
        assert match.shoot_out.shots[0] == match.shoot_out.shots[1]
        assert match.score[0] == match.score[1]
    return end.reason


@samples(30)
@given(st.integers(0, 2**32), MATCHES)
def test_random_matches_keep_what_always_holds_and_end_and_their_log_leads_to_the_same(
    seed: int, options: dict[str, object]
) -> None:
    follow(seed, options)


@samples(70)
@given(st.integers(0, 2**32), SHORT)
def test_so_do_short_ones(seed: int, options: dict[str, object]) -> None:
    follow(seed, options)


EVERYTHING = {
    *(str(one) for one in Phase), "FULL_TIME", "SHOOT_OUT", "NO_FIGURES",
    *(f"ended.{how}" for how in Ending), *(f"shot.{how}" for how in (Ending.GOAL, Ending.STOPPED, Ending.LIES)),
    *(f"dead.{how}" for how in Restart), *(f"played.{how}" for how in Played),
    "goal", "half_over", "level", "crowd", "yellow_card", "red_card", "exhausted", "keeper", "entered", "swapped",
    "let_pass", "won", "picked_up", "revealed",
}  # fmt: skip


@pytest.mark.prove
@samples(150)
@given(st.integers(0, 2**32), SHORT)
def test_so_do_many_more_that_are_short(seed: int, options: dict[str, object]) -> None:
    follow(seed, options)


@pytest.mark.prove
def test_matches_led_like_that_come_to_everything_that_there_is() -> None:
    met: set[str] = set()
    for seed in (*range(ENOUGH), GONE_BEHIND):
        chance = Random(seed)
        match = some_match(chance, some_options(chance))
        while acts := legal(match):
            done = chosen(chance, match, acts)
            applied = apply(match, done.command, done.faces, done.spent)
            match = applied.state
            met |= names(applied.events) | {str(match.phase)}
        met.add(ended(match))
    assert met >= EVERYTHING, EVERYTHING - met
