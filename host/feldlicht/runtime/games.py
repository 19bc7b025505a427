"""Which games there are: the entry points of the group ``feldlicht.games``."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from feldlicht.base.reasons import BadInput, Reason
from feldlicht.plugins import Added, Fault, Unfit, added
from feldlicht.rules.contract import broken
from feldlicht.rules.game import Game

GROUP = "feldlicht.games"


@cache
def _installed() -> Added:
    return added(GROUP, _check)


def _check(name: str, found: object) -> None:
    cause = broken(found, name)
    if cause is not None:
        raise Unfit(cause)


def faults() -> tuple[Fault, ...]:
    """Return which packages bring a game that cannot be played; the others go on without it."""
    return _installed().faults


def names() -> tuple[str, ...]:
    """Return the names of every game that can be played, sorted."""
    return tuple(sorted(_installed().found))


def game(name: str) -> Game[Any]:
    """Return the game called ``name``. Raises :class:`BadInput` ``UNKNOWN_GAME``."""
    found = _installed().found.get(name)
    if found is None:
        raise BadInput(Reason.UNKNOWN_GAME, game=name)
    return cast("Game[Any]", found)
