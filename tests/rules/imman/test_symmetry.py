"""Check value 8: whole matches turned round, or mirrored with even and odd swapped, go the same way."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.rules.imman.acts import Throw
from feldlicht.rules.imman.apply import apply
from feldlicht.rules.imman.field import STREET
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.passing import short
from feldlicht.rules.imman.state import Due, Match, Phase, Purpose, Restart
from tests.rules.imman.helpers import Played
from tests.rules.imman.lively import MATCHES, chosen, some_match, some_options
from tests.rules.imman.mirrors import Mirror, reflection, rotation
from tests.support.samples import samples

MOST_ACTS, ENOUGH = 250, 300
GONE_BEHIND = (381, 591)
"""Seeds of matches in which a ball goes over a goal line, turned round: that is rare."""


def same_way(seed: int, options: dict[str, object], mirror: Mirror, *, swapped: bool) -> set[str]:
    """Lead a match and its mirror image by the same acts: all is the same but for the mirror. Return its phases, and
    how dead balls were brought back.
    """
    chance = random.Random(f"{seed} {options}")
    here = some_match(chance, options)
    if here.phase is Phase.TOSS:
        here = tossed(here, *chance.sample(range(1, DIE + 1), 2))
    there, met = mirror.match(here), set[str]()
    for _ in range(MOST_ACTS):
        acts = legal(here)
        assert {mirror.command(one) for one in acts} == set(legal(there))
        if not acts:
            break
        done = chosen(chance, here, acts)
        command, image = done.command, mirror.command(done.command)
        if isinstance(command, Throw):
            assert here.due is not None
            face, other = faces(chance, here, here.due, swapped=swapped)
            command, image = Throw(face), Throw(other)
        here, there = (apply(one, act, (), done.spent).state for one, act in ((here, command), (there, image)))
        if here.phase is Phase.TOSS and here.toss is None:
            # Before a shoot-out yellow throws first, whichever way the field is turned.
            one, other = chance.sample(range(1, DIE + 1), 2)
            here = tossed(here, one, other)
            there = tossed(there, other, one) if mirror.swaps_sides else tossed(there, one, other)
        assert mirror.match(here) == there
        met |= {str(here.phase)} | ({f"dead.{here.dead.how}"} if here.dead is not None else set())
    return met


def tossed(match: Match, yellow: int, blue: int) -> Match:
    """The match after its toss, or that of its shoot-out."""
    return Played(match).throw(yellow, blue).match


def faces(chance: random.Random, match: Match, due: Due, *, swapped: bool) -> tuple[int, int]:
    """A face, and the one that comes to the same thing over there: where right and left are swapped and the die says
    which, one of the other parity that falls as short.
    """
    face = chance.randint(1, DIE)
    if not swapped or due.purpose not in (Purpose.LANE, Purpose.PASS):
        return face, face
    if due.purpose is Purpose.LANE:
        return face, DIE + 1 - face
    assert due.limit is not None
    limit, exactly = due.limit, match.options.exactly_six

    def alike(one: int) -> list[int]:
        missed = short(one, limit, exactly)
        return [o for o in range(1, DIE + 1) if short(o, limit, exactly) == missed and (not missed or (o - one) % 2)]

    face = chance.choice([one for one in range(1, DIE + 1) if alike(one)])
    return face, chance.choice(alike(face))


@samples(5)
@given(st.integers(0, 2**32), MATCHES)
def test_a_match_turned_by_half_a_turn_with_the_sides_swapped_goes_the_same_way(
    seed: int, options: dict[str, object]
) -> None:
    same_way(seed, options, rotation(STREET), swapped=False)


@samples(5)
@given(st.integers(0, 2**32), MATCHES)
def test_a_match_mirrored_with_even_and_odd_swapped_goes_the_same_way(seed: int, options: dict[str, object]) -> None:
    same_way(seed, options, reflection(STREET), swapped=True)


@pytest.mark.prove
@pytest.mark.parametrize("swapped", [False, True])
def test_matches_that_come_to_everything_go_the_same_way(swapped: bool) -> None:
    mirror, met = reflection(STREET) if swapped else rotation(STREET), set[str]()
    for seed in (*range(ENOUGH), *(() if swapped else GONE_BEHIND)):
        met |= same_way(seed, some_options(random.Random(seed)), mirror, swapped=swapped)
    often = {Restart.ROLL_IN, Restart.FREE_KICK, Restart.SEVEN} if swapped else set(Restart)
    assert met >= {str(one) for one in Phase if one is not Phase.TOSS} | {f"dead.{one}" for one in often}
