"""A few of the many kills of `make prove`: whenever a host dies, the match goes on where it was."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.mortal import play_and_kill

KILLS = {1: 3, 2: 2}
"""By the seed of the match; each has a host of its own."""


@pytest.mark.prove
def test_matches_at_hosts_that_are_killed_go_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    with ThreadPoolExecutor(len(KILLS), thread_name_prefix="mortal") as hosts:
        struck = sum(
            hosts.map(lambda seed: play_and_kill(tmp_path / str(seed), seed, KILLS[seed]), KILLS), Counter[str]()
        )
    assert struck.total() == sum(KILLS.values())
