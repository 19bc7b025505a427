"""Ten minutes on a bad cable, or as many hours as `make soak` is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.bad_cable import BadCable

SECONDS = float(os.environ.get("SOAK_HOURS") or 1 / 6) * 3600
SEED = int(os.environ.get("SOAK_SEED") or 5)


@pytest.mark.prove
def test_after_every_trouble_on_the_cable_the_host_knows_the_table_and_nothing_grows(tmp_path: Path) -> None:
    """Bytes split, late, lost, stuck or made up; unplugged, back under another name, without power for a moment.

    After each trouble all is quiet until the position is right, every press is counted once and the light is that of
    the newest scene; then all must stay so. The free heap of the board and the objects of the host stay level.
    """
    cable = BadCable(tmp_path, SEED)
    cable.endure(SECONDS)
    assert all(cable.done[what] for what in ("split", "delay", "loss", "garbage", "knob", "under another name"))
    assert cable.done["troubles"] > SECONDS / 60
    assert cable.done["heaps compared"] > SECONDS / 120
