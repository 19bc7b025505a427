"""Two thousand short matches that people play entirely by hand: the log is what they meant, never another move."""

from __future__ import annotations

import pytest

from tests.support.matches import prove_match

CHUNKS = 20
MATCHES = 100


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_hundred_matches_by_hand_are_logged_as_they_were_meant(chunk: int) -> None:
    # Seeds of their own, so that these are not the matches of the short test again.
    for seed in range(10_000 + chunk * MATCHES, 10_000 + (chunk + 1) * MATCHES):
        prove_match(seed, plies=60 if seed % 10 == 0 else 6 + seed % 30)
