"""Sheets of heroes: values, raises, and the probe on the talent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.rules.imman.heroes import BASE, Action, BaseValues, Hero, HeroType, Points, SheetFault, faults, proved

HERO = Hero("Edda", 11, 10, 12, base=5, points=Points(passing=2, dribbling=3))


def test_check_value_1_base_and_values() -> None:
    assert HERO.basis == 8
    assert [HERO.value(action) for action in (Action.STOPPING, Action.PASSING, Action.DRIBBLING)] == [8, 10, 11]
    assert faults(HERO) == ()


@pytest.mark.parametrize(
    ("attributes", "basis"), [((11, 10, 12), 8), ((10, 10, 10), 8), ((9, 10, 10), 7), ((10, 10, 11), 8)]
)
def test_a_quarter_is_rounded_and_a_half_goes_up(attributes: tuple[int, int, int], basis: int) -> None:
    assert Hero("Edda", *attributes).basis == basis


def test_the_base_of_each_type_of_hero() -> None:
    wanted = {
        "streuner": 2,
        "gaukler": 3,
        "zwerg": -1,
        "krieger": 1,
        "thorwaler": 4,
        "nivese": 1,
        "buerger": 1,
        "magic": -3,
    }
    assert {kind.value: value for kind, value in BASE.items()} == wanted
    assert [kind for kind in HeroType if kind not in BASE] == [
        HeroType.HAENDLER, HeroType.NOVADI, HeroType.MOHA, HeroType.GEWEIHTER, HeroType.OTHER,
    ]  # fmt: skip


@pytest.mark.parametrize("kind", list(HeroType))
def test_a_talent_begins_where_it_does_for_that_kind_of_hero_and_anywhere_for_others(kind: HeroType) -> None:
    begins = BASE.get(kind, 0)
    for base in range(-4, 6):
        hero = replace(HERO, kind=kind, base=base, points=Points(passing=base))
        wrong = base != begins and kind is not HeroType.OTHER
        assert faults(hero) == ((SheetFault.BASE,) if wrong else ())


@pytest.mark.parametrize("kind", list(HeroType))
def test_if_that_is_set_every_talent_begins_at_0(kind: HeroType) -> None:
    for base in range(-4, 6):
        hero = replace(HERO, kind=kind, base=base, points=Points(passing=base))
        assert faults(hero, BaseValues.ZERO) == ((SheetFault.BASE,) if base else ())


def test_points_must_add_up_and_negative_talent_lowers_values() -> None:
    assert faults(replace(HERO, points=Points(passing=2))) == (SheetFault.SUM,)
    poor = Hero("Ulf", 12, 12, 12, HeroType.MAGIC, -3, points=Points(stopping=-3))
    assert faults(poor) == ()
    assert poor.value(Action.STOPPING) == 6


def test_ausdauer_has_limits() -> None:
    assert faults(replace(HERO, stamina=0)) == faults(replace(HERO, stamina=201)) == (SheetFault.STAMINA,)
    assert faults(replace(HERO, stamina=200)) == ()


def test_no_more_than_two_raises_a_level_and_what_was_put_stays() -> None:
    better = HERO.raised(2, Points(stopping=2))
    assert (better.talent, better.points, faults(better)) == (7, Points(2, 2, 3), ())
    assert SheetFault.RAISES in faults(HERO.raised(3, Points(stopping=3)))


@pytest.mark.parametrize("bad", [replace(HERO, name=" "), replace(HERO, name="x" * 41), replace(HERO, courage=31)])
def test_what_no_sheet_may_say_is_named(bad: Hero) -> None:
    assert faults(bad) != ()


@given(st.lists(st.integers(1, 20), min_size=3, max_size=3), st.integers(-5, 20))
def test_a_probe_pays_what_is_over_from_the_talent(dice: list[int], talent: int) -> None:
    over = sum(max(0, die - 10) for die in dice)
    assert proved((10, 10, 10), talent, dice) == (over <= talent)
