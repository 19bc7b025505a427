"""As whom a page looks and acts: the view that it asks for, in the query or in the body of a command.

``view`` is ``public`` (the default), ``gm``, or ``seat:<seat>``. The owner at this computer may ask for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import request

from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, Role, Viewer
from feldlicht.web.api.terms import PUBLIC_VIEW

GAME_MASTER_VIEW: Final = "gm"
SEAT_VIEW: Final = "seat:"
PARAMETER: Final = "view"


@dataclass(frozen=True, slots=True)
class Look:
    """A view that someone asked for; can be judged again later, also outside of a request."""

    view: str

    def viewer(self, session: str | None) -> Viewer:
        """Return who looks at ``session`` by this view.

        Raises :class:`Refused`: ``BAD_REQUEST``, ``NO_SUCH_SEAT``.
        """
        del session
        if self.view == PUBLIC_VIEW:
            return OWNER
        if self.view == GAME_MASTER_VIEW:
            return GAME_MASTER
        if not self.view.startswith(SEAT_VIEW):
            raise Refused(Refusal.of(Reason.BAD_REQUEST, where=PARAMETER, problem=self.view))
        seat = self.view.removeprefix(SEAT_VIEW)
        if seat not in {side.value for side in Side}:
            raise Refused(Refusal.of(Reason.NO_SUCH_SEAT, seat=seat))
        return Viewer(Role.PLAYER, Side(seat))


def look() -> Look:
    """Return the view that the request at hand asks for."""
    return Look(_asked())


def viewer() -> Viewer:
    """Return who looks, or acts, in the request at hand. Raises :class:`Refused` as :meth:`Look.viewer` does."""
    return look().viewer((request.view_args or {}).get("id"))


def _asked() -> str:
    asked: object = request.args.get(PARAMETER)
    if asked is None and request.is_json:
        body = request.get_json(silent=True)
        asked = body.get(PARAMETER) if isinstance(body, dict) else None
    return asked if isinstance(asked, str) else PUBLIC_VIEW
