"""Two hundred times `kill -9`, at random moments of matches by hand: nothing that was logged is lost or changed."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.mortal import play_and_kill

CHUNKS = 10
AT_ONCE = 2
KILLS = 10
"""Of each host."""


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_host_killed_at_random_moments_goes_on_as_if_nothing_had_happened(chunk: int, tmp_path: Path) -> None:
    seeds = range(100 + chunk * AT_ONCE, 100 + (chunk + 1) * AT_ONCE)
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="mortal") as hosts:
        struck = sum(hosts.map(lambda seed: play_and_kill(tmp_path / str(seed), seed, KILLS), seeds), Counter[str]())
    assert struck.total() == AT_ONCE * KILLS
    assert struck["Move"], struck
    assert struck["Built"], struck
