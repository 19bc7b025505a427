"""What a playthrough is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Script:
    """What is played: options, formation and the acts as people type them, refused ones among them.

    ``S D8-E10 ~5000``: done after the running clock has run for 5000 ms. ``throw #17``: that die is thrown by the
    house.
    """

    title: str
    options: Mapping[str, object]
    formation: object
    acts: Sequence[str]
