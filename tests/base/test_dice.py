"""Dice: every face is as likely as any other, and the same chance throws the same."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.dice import thrown

THROWS = 20_000


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_r05_every_face_comes_as_often_as_chance_allows(sides: int) -> None:
    counted = Counter(face for number in range(THROWS // 10) for face in thrown(f"seed {number}", [sides] * 10))
    assert set(counted) == set(range(1, sides + 1))
    sigma = sqrt(THROWS * (1 / sides) * (1 - 1 / sides))
    assert all(abs(count - THROWS / sides) < 4 * sigma for count in counted.values())


@given(st.text(), st.lists(st.integers(1, 100), max_size=20))
def test_the_same_chance_throws_the_same_and_every_face_is_one_of_its_die(chance: str, sides: list[int]) -> None:
    faces = thrown(chance, sides)
    assert faces == thrown(chance, sides)
    assert len(faces) == len(sides)
    assert all(1 <= face <= most for face, most in zip(faces, sides, strict=True))


def test_a_die_has_a_side() -> None:
    with pytest.raises(ValueError, match="one side"):
        thrown("x", [0])
