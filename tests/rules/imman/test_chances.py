"""The odds that are told are those of the match itself, played with every face of every die."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Pass, Tackle, Throw
from feldlicht.rules.imman.apply import apply
from feldlicht.rules.imman.chances import of_pass, of_tackle
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.state import Match
from feldlicht.rules.imman.teams import Shirt
from tests.rules.imman.helpers import C, at_play, offered, shirt, team
from tests.rules.imman.test_matches import OPTIONS
from tests.support.samples import samples

Told = tuple[str, str, str]
"""How a pass ended, where, who has the ball."""


def played(match: Match, command: Pass) -> dict[Told, Fraction]:
    """Play a pass with every face of every die; equal states are followed once."""
    found: defaultdict[Told, Fraction] = defaultdict(Fraction)
    waiting: dict[Match, Fraction] = {}

    def follow(match: Match, events: tuple, chance: Fraction) -> None:
        ended = next((dict(one.facts) for one in events if one.name == "ended"), None)
        if ended is None:
            waiting[match] = waiting.get(match, Fraction(0)) + chance
        else:
            found[ended["how"], ended["cell"], ended.get("figure", "")] += chance

    begun = apply(match, command)
    follow(begun.state, begun.events, Fraction(1))
    while waiting:
        state, chance = waiting.popitem()
        for face in range(1, DIE + 1):
            after = apply(state, Throw(face))
            follow(after.state, after.events, chance / DIE)
    return dict(found)


def situation(seed: int, options: dict[str, object]) -> Match:
    """Figures thrown about near yellow's number 2, who has the ball; some who are near may not try."""
    chance = random.Random(seed)

    def values() -> dict[str, tuple[int, ...]]:
        return {f"_{n}": tuple(chance.randint(0, 22) for _ in range(3)) for n in range(1, 6)}

    goals = {"D1", "E1", "F1", "D16", "E15", "F16"}
    cells = chance.sample(sorted(set(C) - goals), 10)
    names = [f"{side}{number}" for side in "yb" for number in range(1, 6)]
    match = at_play(
        "y2", dict(zip(names, cells, strict=True)), ball="y2",
        yellow=team("ABCDE", **values()), blue=team("ABCDE", **values()), **options,
    )  # fmt: skip
    bans = frozenset((Shirt(Side.BLUE, number), shirt("y2")) for number in range(1, 6) if chance.random() < 0.2)
    return replace(match, bans=bans)


@samples(20)
@given(st.integers(0, 2**32), OPTIONS)
def test_the_odds_of_a_pass_are_those_of_the_match_itself(seed: int, options: dict[str, object]) -> None:
    match = situation(seed, options)
    command = random.Random(seed).choice(offered(match, Pass))
    odds = of_pass(match, command)
    assert sum(odds.values()) == 1
    told: defaultdict[Told, Fraction] = defaultdict(Fraction)
    for ended, likely in odds.items():
        side = "y" if ended.how == "received" else "b"
        figure = f"{side}{ended.number}" if ended.number is not None else ""
        told[ended.how.value, match.ground.name_of(ended.where), figure] += likely
    assert dict(told) == played(match, command)


@pytest.mark.parametrize(
    ("standing", "carrier", "tackler", "odds"),
    [
        ({"y2": "E8", "b2": "E9"}, "b2", "y2", None),
        ({"y2": "E12", "b1": "E13"}, "b1", "y2", Fraction(1, 10)),
        ({"b1": "E14", "y2": "E13"}, "y2", "b1", Fraction(9, 10)),
    ],
)
def test_n15_the_odds_of_a_tackle_know_a_keeper_in_his_area(
    standing: dict[str, str], carrier: str, tackler: str, odds: Fraction | None
) -> None:
    values = {"yellow": team(_2=(10, 10, 13)), "blue": team(_2=(10, 10, 8))}
    match = at_play(tackler, standing, ball=carrier, **values)
    told = of_tackle(match, Tackle(shirt(tackler)))
    pairs = [(13 - one, 8 - other) for one in range(1, 21) for other in range(1, 21)]
    wins, losses = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    assert told == (odds if odds is not None else Fraction(wins, wins + losses))
