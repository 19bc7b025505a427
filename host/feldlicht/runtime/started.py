"""Parts of the house that are there from its start on."""

from __future__ import annotations

from typing import TypeVar

P = TypeVar("P")


def started(part: P | None) -> P:
    """Return a part of the house. Raises :class:`RuntimeError` where the house was not started."""
    if part is None:
        raise RuntimeError("the house was not started")
    return part
