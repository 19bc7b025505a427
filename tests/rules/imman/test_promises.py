"""Imman keeps what every game promises the house, and two matches in one process know nothing of each other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.entries import Actor, SessionHeader
from feldlicht.rules.imman import GAME
from feldlicht.rules.imman.options import options_form
from feldlicht.rules.imman.sheets import teams_form
from feldlicht.rules.imman.state import Match
from feldlicht.table.proofs import prove
from feldlicht.table.record import Session, Stamp
from feldlicht.table.session import act, open_session
from tests.rules.imman.lively import MATCHES, chosen, some_match
from tests.support.samples import samples

MOST_ACTS = 150


@samples(2)
@given(MATCHES, st.lists(st.integers(0, 2**16), max_size=20))
def test_a_match_of_any_acts_keeps_every_promise_of_a_game(options: dict[str, object], choices: list[int]) -> None:
    prove(GAME, options, None, choices)


def led(seed: int, options: dict[str, object]) -> Iterator[Session]:
    """Lead a match from its toss, act by act; the house throws by the number of the act."""
    chance = Random(f"{seed} {options}")
    match: Match = some_match(chance, options)
    header = SessionHeader("led", GAME.name, options_form(match.options), teams_form(match.teams), None, 1)
    session = open_session(GAME, header)
    for number in range(MOST_ACTS):
        acts = GAME.legal(session.state)
        if not acts:
            return
        done = chosen(chance, session.state, acts)
        session = act(session, done.command, Stamp(Actor.PAGE, 1, nonce=str(number), spent=done.spent))
        yield session


@samples(5)
@given(st.tuples(st.integers(0, 2**32), MATCHES), st.tuples(st.integers(0, 2**32), MATCHES), st.randoms())
def test_two_matches_interleaved_in_one_process_give_the_logs_that_they_give_alone(
    one: tuple[int, dict[str, object]], other: tuple[int, dict[str, object]], turns: Random
) -> None:
    alone = [list(led(*each))[-1].entries for each in (one, other)]
    running = [led(*one), led(*other)]
    last: list[Session | None] = [None, None]
    left = {0, 1}
    while left:
        which = turns.choice(sorted(left))
        session = next(running[which], None)
        if session is None:
            left.discard(which)
        else:
            last[which] = session
    assert [each.entries for each in last if each is not None] == alone
