"""A sample of what `make prove` does at length: short matches that people play entirely by hand, in virtual time."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.matches import prove_match

CHUNKS = 10
MATCHES = 10


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_matches_by_hand_are_logged_as_they_were_meant(chunk: int) -> None:
    for seed in range(chunk * MATCHES, (chunk + 1) * MATCHES):
        prove_match(seed, plies=3 + seed % 8)


def test_the_people_who_play_them_do_all_that_people_do() -> None:
    done: Counter[str] = Counter()
    for seed in (7, 11, 23):
        done += prove_match(seed, plies=30).counted
    for what in ("stops", "amended", "taken back", "nudges", "wrong cells", "typed", "hurried", "relocations"):
        assert done[what], what
