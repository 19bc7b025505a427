"""What is felt on a board is for everyone, unless the match there keeps it a secret where figures are set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from feldlicht.base.reasons import Refused
from feldlicht.base.viewers import EVERYONE, Viewer
from feldlicht.runtime.pictures import BoardInfo

if TYPE_CHECKING:
    from feldlicht.runtime.house import House

Looks = Callable[[str | None], Viewer]
"""Says who looks at a session. Raises :class:`Refused` if that may not be."""


def may_see_magnets(house: House, board: str, viewer: Looks) -> bool:
    """Return whether who looks may see where ``board``'s magnets lie. Raises :class:`Refused` ``NO_SUCH_BOARD``."""
    return _may_see(house, house.board(board).session, viewer)


def board_as_seen(house: House, board: BoardInfo, viewer: Looks) -> BoardInfo:
    """Return ``board`` as who looks may know it: cells that toggle are cells where something is set."""
    return board if not board.noisy or _may_see(house, board.session, viewer) else replace(board, noisy={})


def _may_see(house: House, session: str | None, viewer: Looks) -> bool:
    if session is None:
        return True
    picture = house.session(session)
    audience = picture.game.hands_audience(picture.state)
    if audience == EVERYONE:
        return True
    try:
        return audience.knows(viewer(session))
    except Refused:
        # Looks at another match, by a seat that he has there.
        return False
