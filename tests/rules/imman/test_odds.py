"""Odds are exact: as if every die were thrown in every way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.rules.imman.field import STREET
from feldlicht.rules.imman.hexes import distance
from feldlicht.rules.imman.odds import at_most, of_duel, of_keepers_duel, of_pass, of_passes
from feldlicht.rules.imman.passing import Path, aside, landing, needed, path, rolled, short
from feldlicht.rules.imman.rolling import Ended, Ending, Man, stops, tries, unstopped
from tests.support.samples import samples

C = STREET.cells
NAMES = sorted(C)


def thrown(
    origin: str, target: str, passing: int, men: tuple[Man, ...], mates: dict[str, int]
) -> dict[Ended, Fraction]:
    """Return the odds as one finds them who throws: each face of each die that is asked for, one after the other."""
    there = {C[name]: number for name, number in mates.items()}

    def play(dice: list[int]) -> Ended | None:
        """Play a pass by these dice; None: another one is needed."""
        left = iter(dice)
        limit = needed(passing, distance(C[origin], C[target]))
        end = C[target]
        try:
            if limit is not None:
                roll = next(left)
                missed = short(roll, limit)
                end = landing(C[origin], C[target], missed, aside(roll)) if missed else end
            return follow(path(STREET, C[origin], end), left)
        except StopIteration:
            return None

    def follow(way: Path, left: Iterator[int]) -> Ended:
        last, tried = way.origin, set[int]()
        for number in stops(STREET, way):
            step = way.steps[number - 1]
            last, _ = rolled(step, (next(left),)) if len(step) == 2 else (step[0], 0)
            for one in tries(way, number, last, men, tried):
                tried.add(one.man.number)
                if next(left) <= one.limit:
                    return Ended(Ending.STOPPED, one.man.where, one.man.number)
        return unstopped(STREET, way, last, there)

    chances: dict[Ended, Fraction] = {}
    waiting: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    while waiting:
        dice, chance = waiting.pop()
        ended = play(dice)
        if ended is not None:
            chances[ended] = chances.get(ended, Fraction(0)) + chance
            continue
        waiting += [([*dice, face], chance / 20) for face in range(1, 21)]
    return chances


SITUATIONS = st.fixed_dictionaries(
    {
        "origin": st.sampled_from(NAMES),
        "steps": st.integers(1, 5),
        "pick": st.integers(0, 200),
        "passing": st.integers(2, 16),
        "men": st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 22), st.booleans()), max_size=2),
        "mate": st.sampled_from([None, *NAMES]),
    }
)


@samples(3)
@given(SITUATIONS)
def test_the_odds_of_a_pass_are_those_of_all_its_dice(situation: dict[str, object]) -> None:
    origin = str(situation["origin"])
    near = [name for name in NAMES if distance(C[name], C[origin]) == situation["steps"]]
    if not near:
        return
    target = near[int(situation["pick"]) % len(near)]  # type: ignore[call-overload]
    men = tuple(
        Man(number, C[where], stopping, barred)
        for number, (where, stopping, barred) in enumerate(situation["men"], 1)  # type: ignore[arg-type, var-annotated]
        if where != origin or barred
    )
    mates = {str(situation["mate"]): 9} if situation["mate"] not in (None, origin) else {}
    passing = int(situation["passing"])  # type: ignore[call-overload]
    odds = of_pass(STREET, C[origin], C[target], passing, men, {C[name]: n for name, n in mates.items()})
    assert sum(odds.values()) == 1
    assert odds == thrown(origin, target, passing, men, mates)


@samples(20)
@given(
    st.sampled_from(NAMES),
    st.one_of(st.none(), st.integers(2, 22)),
    st.lists(st.tuples(st.sampled_from(NAMES), st.integers(-2, 22), st.booleans()), max_size=5),
    st.integers(1, 2),
    st.booleans(),
)
def test_the_odds_of_all_passes_are_those_of_each(
    origin: str, passing: int | None, standing: list[tuple[str, int, bool]], exactly_six: int, one_lane: bool
) -> None:
    men = tuple(Man(number, C[where], value, barred) for number, (where, value, barred) in enumerate(standing, 1))
    near = [where for where in C.values() if 1 <= distance(where, C[origin]) <= 5]
    all_at_once = of_passes(STREET, C[origin], near, passing, men, {}, exactly_six, one_lane=one_lane)
    assert list(all_at_once) == near
    for target, odds in all_at_once.items():
        assert odds == of_pass(STREET, C[origin], target, passing, men, {}, exactly_six, one_lane=one_lane)
        assert sum(odds.values()) == 1


@given(st.integers(-10, 30), st.integers(-10, 30))
def test_the_odds_of_a_duel_are_those_of_all_pairs_of_dice(mine: int, theirs: int) -> None:
    pairs = list(itertools.product(range(1, 21), repeat=2))
    wins = sum(mine - one > theirs - other for one, other in pairs)
    equal = sum(mine - one == theirs - other for one, other in pairs)
    # Equal ones roll again: w + e·w + e²·w …
    assert of_duel(mine, theirs) == Fraction(wins, 400 - equal)
    assert of_duel(mine, theirs) + of_duel(theirs, mine) == 1


def test_n11_a_value_of_twenty_cannot_fail_and_one_below_one_cannot_succeed() -> None:
    assert [at_most(limit) for limit in (-3, 0, 1, 19, 20, 25)] == [0, 0, Fraction(1, 20), Fraction(19, 20), 1, 1]


def test_n15_a_keeper_in_his_area_loses_with_two_faces_only() -> None:
    assert of_keepers_duel() == Fraction(9, 10)
