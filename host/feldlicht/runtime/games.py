"""Which games there are: the entry points of the group ``feldlicht.games``."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.game import Game

GROUP = "feldlicht.games"


def names() -> tuple[str, ...]:
    """Return the names of every installed game, sorted."""
    return tuple(sorted({one.name for one in entry_points(group=GROUP)}))


@cache
def game(name: str) -> Game[Any]:
    """Return the game called ``name``. Raises :class:`BadInput` ``UNKNOWN_GAME``."""
    for one in entry_points(group=GROUP, name=name):
        found: Game[Any] = one.load()
        return found
    raise BadInput(Reason.UNKNOWN_GAME, game=name)
