"""Check value 8: whole matches turned round, or mirrored with even and odd swapped, go the same way."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.rules.imman.acts import Throw
from feldlicht.rules.imman.apply import apply
from feldlicht.rules.imman.field import STREET
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.passing import short
from feldlicht.rules.imman.state import Due, Match, Phase, Purpose
from tests.rules.imman.helpers import Played, fresh, team
from tests.rules.imman.lively import OPTIONS
from tests.rules.imman.mirrors import Mirror, reflection, rotation
from tests.support.samples import samples

MOST_ACTS = 250


def begun(seed: int, options: dict[str, object]) -> Match:
    """A match of two different teams after its toss."""
    chance = random.Random(seed)

    def values() -> dict[str, tuple[int, ...]]:
        return {f"_{n}": tuple(chance.randint(4, 19) for _ in range(3)) for n in range(1, 7)}

    match = fresh("ABCDEF", yellow=team("ABCDEF", **values()), blue=team("GHIJKL", **values()), **options)
    return Played(match).throw(*chance.sample(range(1, DIE + 1), 2)).match


def same_way(seed: int, options: dict[str, object], mirror: Mirror, *, swapped: bool) -> None:
    """Lead a match and its mirror image by the same acts: all is the same but for the mirror."""
    chance = random.Random(seed + 1)
    here = begun(seed, options)
    there = mirror.match(here)
    for _ in range(MOST_ACTS):
        acts = legal(here)
        assert {mirror.command(one) for one in acts} == set(legal(there))
        if not acts:
            return
        command = chance.choice(acts)
        image = mirror.command(command)
        if isinstance(command, Throw):
            assert here.due is not None
            face, other = faces(chance, here, here.due, swapped=swapped)
            command, image = Throw(face), Throw(other)
        here, there = apply(here, command).state, apply(there, image).state
        if here.phase is Phase.TOSS:
            return  # yellow throws first, whichever way the field is turned
        assert mirror.match(here) == there


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
@given(st.integers(0, 2**32), OPTIONS)
def test_a_match_turned_by_half_a_turn_with_the_sides_swapped_goes_the_same_way(
    seed: int, options: dict[str, object]
) -> None:
    same_way(seed, options, rotation(STREET), swapped=False)


@samples(5)
@given(st.integers(0, 2**32), OPTIONS)
def test_a_match_mirrored_with_even_and_odd_swapped_goes_the_same_way(seed: int, options: dict[str, object]) -> None:
    same_way(seed, options, reflection(STREET), swapped=True)
