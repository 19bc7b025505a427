"""The firmware's modules are no package: its folder and this one are put on the path."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from feldlicht.sim import fallback

HERE = Path(__file__).resolve().parent
for folder in (HERE.parents[1] / "firmware", HERE):
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
sys.modules.setdefault("micropython", fallback.micropython_module())

from harness import Board  # noqa: E402 - needs the path


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    """A board without magnets that has just started."""
    with Board(tmp_path / "flash") as running:
        yield running
