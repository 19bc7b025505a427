"""Magnets on a simulated board lie open, unless the match there keeps it a secret where figures are set."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from feldlicht.base.reasons import Refused
from feldlicht.base.viewers import EVERYONE, Viewer

if TYPE_CHECKING:
    from feldlicht.runtime.house import House


def may_see_magnets(house: House, board: str, viewer: Callable[[str | None], Viewer]) -> bool:
    """Return whether who looks (``viewer`` says so of a session) may see where ``board``'s magnets lie.

    Raises :class:`Refused` ``NO_SUCH_BOARD``.
    """
    session = house.board(board).session
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
