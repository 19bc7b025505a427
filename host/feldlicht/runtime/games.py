"""Which games there are: the entry points of the group ``feldlicht.games``."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.rules.game import Game
from feldlicht.runtime.pictures import BoardInfo, BoardKind

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


def need_cells(game: Game[Any], board: BoardInfo) -> None:
    """Raise :class:`Refused` ``NO_CELLS`` if the game's figures stand on cells and the board has none."""
    if game.needs_cells and board.kind is BoardKind.RING:
        raise Refused(Refusal.of(Reason.NO_CELLS, board=board.id))
