"""As whom a page looks and acts: the view that it asks for, never above what its asker may.

``view`` is ``public`` (everyone's, the default), ``gm``, or ``seat:<seat>``. It stands in the query, or in the body
of a command. So a game master's computer can drive the screen on the wall without a byte that is not for everyone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from flask import request

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Viewer
from feldlicht.runtime.events import CURRENT, DEFAULT
from feldlicht.runtime.seats import seats_at
from feldlicht.web import persons
from feldlicht.web.api.terms import PUBLIC_VIEW
from feldlicht.web.context import context
from feldlicht.web.rights import Right

if TYPE_CHECKING:
    from feldlicht.runtime.house import House

GAME_MASTER_VIEW: Final = "gm"
SEAT_VIEW: Final = "seat:"
PARAMETER: Final = "view"


@dataclass(frozen=True, slots=True)
class Look:
    """A view that someone asked for, and who that is; can be judged again later, also outside of a request."""

    house: House
    view: str
    right: Right
    person: str | None

    def viewer(self, session: str | None) -> Viewer:
        """Return who looks at ``session`` by this view.

        Raises :class:`Refused`: ``NOT_ALLOWED`` if the view is above the right, or not any more; ``NO_SUCH_SEAT``,
        ``NO_SUCH_SESSION``.
        """
        if self.view == PUBLIC_VIEW:
            return OWNER if self.right is Right.OWNER else PUBLIC
        if self.view == GAME_MASTER_VIEW:
            if not self.leads:
                raise Refused(Refusal(Reason.NOT_ALLOWED))
            return GAME_MASTER
        if not self.view.startswith(SEAT_VIEW):
            raise Refused(Refusal.of(Reason.BAD_REQUEST, where=PARAMETER, problem=self.view))
        if session is None:
            raise Refused(Refusal(Reason.NOT_ALLOWED))
        return self._seated(session, self.view.removeprefix(SEAT_VIEW))

    @property
    def leads(self) -> bool:
        """Whether the asker may know everything, just now."""
        return self.right is Right.OWNER or self.house.access.masters.leads(self.person)

    def _seated(self, session: str, seat: str) -> Viewer:
        access, match = self.house.access, self.house.session(session).session
        viewer = access.seat(match, seat)
        sits = access.seats.at(session).get(seat)
        mine = sits is not None and sits.person == self.person
        # The owner plays whichever seat is free; one that is taken is its player's, also at this computer.
        if mine or (sits is None and self.right is Right.OWNER) or (self.leads and self.right is not Right.OWNER):
            return viewer
        # That there is such a seat may be a secret by itself.
        known = seat in seats_at(match, PUBLIC)
        raise Refused(Refusal(Reason.NOT_ALLOWED) if known else Refusal.of(Reason.NO_SUCH_SEAT, seat=seat))


def look() -> Look:
    """Return the view that the request at hand asks for."""
    return Look(context().house, _asked(), persons.right(), persons.person())


def viewer() -> Viewer:
    """Return who looks, or acts, in the request at hand. Raises :class:`Refused` as :meth:`Look.viewer` does."""
    return look().viewer(session_at_hand())


def session_at_hand() -> str | None:
    """Return the id of the session that the request is about: of the address, the query, or the board."""
    route = "" if request.url_rule is None else request.url_rule.rule
    named = (request.view_args or {}).get("id")
    if "/sessions/" in route:
        return named
    if "/boards/" in route:
        return _at_board(str(named))
    asked = request.args.get("session")
    return _at_board(request.args.get("board", DEFAULT)) if asked == CURRENT else asked


def _at_board(board: str) -> str | None:
    house = context().house
    try:
        return house.board(board).session
    except Refused:
        return None


def _asked() -> str:
    asked: object = request.args.get(PARAMETER)
    if asked is None and request.is_json:
        body = request.get_json(silent=True)
        asked = body.get(PARAMETER) if isinstance(body, dict) else None
    return asked if isinstance(asked, str) else PUBLIC_VIEW
