"""As whom a page looks and acts: the view that it asks for, never above what its asker may.

``view`` is ``public`` (everyone's, the default), ``gm``, or ``seat:<seat>``. It stands in the query, or in the body
of a command. So a game master's computer can drive the screen on the wall without a byte that is not for everyone.
The view of every request to the API is judged before it is carried out (:func:`judge`), whether its answer depends on
it or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from flask import Flask, request

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Viewer
from feldlicht.runtime.events import CURRENT, DEFAULT
from feldlicht.runtime.seats import seats_at
from feldlicht.web import persons
from feldlicht.web.api.terms import API, PUBLIC_VIEW
from feldlicht.web.context import context
from feldlicht.web.rights import Right

if TYPE_CHECKING:
    from feldlicht.runtime.house import House

GAME_MASTER_VIEW: Final = "gm"
SEAT_VIEW: Final = "seat:"
PARAMETER: Final = "view"
COMMANDS: Final = "/commands"
"""End of the route whose body says the view."""


@dataclass(frozen=True, slots=True)
class Look:
    """A view that someone asked for, and who that is; can be judged again later, also outside of a request."""

    house: House
    view: str
    right: Right
    person: str | None

    def viewer(self, session: str | None) -> Viewer:
        """Return who looks at ``session`` by this view; None: at what is of no session.

        Raises :class:`Refused`: ``NOT_ALLOWED`` (with the ``view``) if the view is above the right, or not any more;
        ``NO_SUCH_VIEW``, ``NO_SUCH_SEAT``, ``NO_SUCH_SESSION``.
        """
        if self.view == PUBLIC_VIEW:
            return self._anyone
        if self.view == GAME_MASTER_VIEW:
            if not self.leads:
                raise Refused(self._not_allowed)
            return GAME_MASTER
        seat = self.view.removeprefix(SEAT_VIEW)
        if not seat or not self.view.startswith(SEAT_VIEW):
            raise Refused(Refusal.of(Reason.NO_SUCH_VIEW, view=self.view))
        return self._seated_elsewhere(seat) if session is None else self._seated(session, seat)

    @property
    def _anyone(self) -> Viewer:
        return OWNER if self.right is Right.OWNER else PUBLIC

    @property
    def _not_allowed(self) -> Refusal:
        return Refusal.of(Reason.NOT_ALLOWED, view=self.view)

    @property
    def leads(self) -> bool:
        """Whether the asker may know everything, just now."""
        return self.right is Right.OWNER or self.house.access.masters.leads(self.person)

    def _seated_elsewhere(self, seat: str) -> Viewer:
        """Where nothing is of a session, a seat knows no more than anyone; but it is to be one's own."""
        if self.leads or self.house.access.seats.sits_anywhere(seat, self.person):
            return self._anyone
        raise Refused(self._not_allowed)

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
        raise Refused(self._not_allowed if known else Refusal.of(Reason.NO_SUCH_SEAT, seat=seat))


def look() -> Look:
    """Return the view that the request at hand asks for."""
    return Look(context().house, _asked(), persons.right(), persons.person())


def viewer() -> Viewer:
    """Return who looks, or acts, in the request at hand. Raises :class:`Refused` as :meth:`Look.viewer` does."""
    return look().viewer(session_at_hand())


def judge() -> None:
    """Refuse a request to the API whose view is none, contradicts itself, or is above the right.

    Raises :class:`Refused` as :meth:`Look.viewer` does; ``BAD_REQUEST`` where query and body name two views.
    """
    if request.url_rule is None or not request.path.startswith(API) or request.method == "OPTIONS":
        return
    if len(_all_asked()) > 1:
        raise Refused(Refusal.of(Reason.BAD_REQUEST, where=PARAMETER, problem="two views"))
    viewer()


def register(app: Flask) -> None:
    """Judge the view of every request to ``app``'s API; after the gate for bodies, as a body may name it."""
    app.before_request(judge)


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
    asked = _all_asked()
    # What is no text is for the model of the body to refuse.
    return asked[0] if asked and isinstance(asked[0], str) else PUBLIC_VIEW


def _all_asked() -> list[object]:
    """Return each view that the request names, once; a body has one in a command only."""
    asked: list[object] = list(request.args.getlist(PARAMETER))
    route = "" if request.url_rule is None else request.url_rule.rule
    if request.method == "POST" and route.endswith(COMMANDS) and request.is_json:
        body = request.get_json(silent=True)
        if isinstance(body, dict) and PARAMETER in body:
            asked.append(body[PARAMETER])
    return [one for place, one in enumerate(asked) if one not in asked[:place]]
