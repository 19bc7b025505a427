"""Ten thousand short random matches from random formations keep everything that must always hold."""

from __future__ import annotations

import pytest

from tests.support.short_matches import short_match

PARTS = 8
EACH = 10_000 // PARTS


@pytest.mark.prove
@pytest.mark.parametrize("part", range(PARTS))
def test_no_short_match_breaks_an_invariant(part: int) -> None:
    for seed in range(part * EACH, (part + 1) * EACH):
        short_match(seed)
