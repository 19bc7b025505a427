"""Who may do what, route by route: the one table, and the least right that each route needs.

A right is what someone's cookie, token or place at this computer allows. What a *command* may do within a session is
the table's own business (:mod:`feldlicht.table.rights`); which secrets are shown depends on the view
(:mod:`feldlicht.web.viewing`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Right(IntEnum):
    """The rights, each with all that is below it."""

    VIEWER = 1
    """Everyone whom the network lets reach this host: looks on, joins by a code, or says a PIN."""
    SEAT = 2
    """Has a seat at the session that the request is about; where it is about none, at any."""
    GAME_MASTER = 3
    """Leads: came by the one-time link or the PIN."""
    OWNER = 4
    """Runs the program: sits at this computer, or is a program that has the token."""


_API = "/api/v1"
_FORMATIONS = f"{_API}/games/<string:id>/formations"
_ENCOUNTERS = f"{_API}/games/<string:id>/encounters"

NEEDED: Final[dict[tuple[str, str], Right]] = {
    # pages hold no state: their scripts ask the API
    ("GET", "/"): Right.VIEWER,
    ("GET", "/boards/<board_id>"): Right.VIEWER,
    ("GET", "/boards/<board_id>/health"): Right.VIEWER,
    ("GET", "/fight"): Right.VIEWER,
    ("GET", "/imman"): Right.VIEWER,
    ("GET", "/settings"): Right.VIEWER,
    ("GET", "/j"): Right.VIEWER,
    ("GET", "/j/<code>"): Right.VIEWER,
    ("GET", "/gm"): Right.VIEWER,
    ("GET", "/static/<path:filename>"): Right.VIEWER,
    ("GET", "/openapi.json"): Right.VIEWER,
    # looking on
    ("GET", f"{_API}/health"): Right.VIEWER,
    ("GET", f"{_API}/texts/<string:lang>"): Right.VIEWER,
    ("GET", f"{_API}/boards"): Right.VIEWER,
    ("GET", f"{_API}/boards/<string:id>"): Right.VIEWER,
    ("GET", f"{_API}/boards/<string:id>/settings"): Right.VIEWER,
    ("GET", f"{_API}/boards/<string:id>/sim/magnets"): Right.VIEWER,
    ("GET", f"{_API}/boards/<string:id>/sim/lights"): Right.VIEWER,
    ("GET", f"{_API}/games"): Right.VIEWER,
    ("GET", f"{_API}/sessions"): Right.VIEWER,
    ("GET", f"{_API}/sessions/<string:id>"): Right.VIEWER,
    ("GET", f"{_API}/sessions/<string:id>/log"): Right.VIEWER,
    ("GET", f"{_API}/sessions/<string:id>/journal"): Right.VIEWER,
    ("GET", f"{_API}/sessions/<string:id>/record"): Right.VIEWER,
    ("GET", f"{_API}/sessions/<string:id>/pictures/<string:picture>"): Right.VIEWER,
    ("GET", f"{_API}/sessions/<string:id>/seats"): Right.VIEWER,
    ("GET", f"{_API}/games/<string:id>/cards"): Right.VIEWER,
    ("GET", f"{_API}/games/<string:id>/teams/file"): Right.VIEWER,
    ("GET", f"{_API}/settings"): Right.VIEWER,
    ("GET", f"{_API}/stream"): Right.VIEWER,
    ("GET", f"{_API}/me"): Right.VIEWER,
    # coming in
    ("POST", f"{_API}/join"): Right.VIEWER,
    ("POST", f"{_API}/gm/claim"): Right.VIEWER,
    ("POST", f"{_API}/gm/login"): Right.VIEWER,
    # playing
    ("POST", f"{_API}/sessions/<string:id>/commands"): Right.SEAT,
    ("POST", f"{_API}/sessions/<string:id>/seats/leave"): Right.SEAT,
    ("POST", f"{_API}/boards/<string:id>/sim/magnets"): Right.SEAT,
    ("POST", f"{_API}/boards/<string:id>/sim/hands"): Right.SEAT,
    ("GET", _FORMATIONS): Right.SEAT,
    ("POST", _FORMATIONS): Right.SEAT,
    ("POST", f"{_API}/games/<string:id>/check"): Right.SEAT,
    ("POST", f"{_FORMATIONS}/check"): Right.SEAT,
    ("POST", f"{_FORMATIONS}/rename"): Right.SEAT,
    ("POST", f"{_FORMATIONS}/remove"): Right.SEAT,
    ("GET", f"{_FORMATIONS}/file"): Right.SEAT,
    ("POST", f"{_FORMATIONS}/file"): Right.SEAT,
    # leading
    ("POST", f"{_API}/sessions"): Right.GAME_MASTER,
    # Whom a fight is prepared with is what players must not know.
    ("GET", _ENCOUNTERS): Right.GAME_MASTER,
    ("POST", _ENCOUNTERS): Right.GAME_MASTER,
    ("POST", f"{_ENCOUNTERS}/rename"): Right.GAME_MASTER,
    ("POST", f"{_ENCOUNTERS}/remove"): Right.GAME_MASTER,
    ("GET", f"{_ENCOUNTERS}/file"): Right.GAME_MASTER,
    ("POST", f"{_API}/sessions/<string:id>/encounter"): Right.GAME_MASTER,
    ("POST", f"{_API}/sessions/<string:id>/board"): Right.GAME_MASTER,
    ("POST", f"{_API}/sessions/<string:id>/rematch"): Right.GAME_MASTER,
    ("POST", f"{_API}/records"): Right.GAME_MASTER,
    ("POST", f"{_API}/sessions/<string:id>/seats"): Right.GAME_MASTER,
    ("POST", f"{_API}/sessions/<string:id>/seats/free"): Right.GAME_MASTER,
    ("POST", f"{_API}/sessions/<string:id>/invitations"): Right.GAME_MASTER,
    ("GET", f"{_API}/boards/<string:id>/health"): Right.GAME_MASTER,
    ("GET", f"{_API}/boards/<string:id>/field"): Right.GAME_MASTER,
    ("GET", f"{_API}/boards/<string:id>/selftest"): Right.GAME_MASTER,
    ("POST", f"{_API}/boards/<string:id>/selftest"): Right.GAME_MASTER,
    ("POST", f"{_API}/boards/<string:id>/use"): Right.GAME_MASTER,
    ("PATCH", f"{_API}/boards/<string:id>/settings"): Right.GAME_MASTER,
    ("PATCH", f"{_API}/settings"): Right.GAME_MASTER,
    # At a table a knob is turned before everyone's eyes; from a page it would take back what another seat did.
    ("POST", f"{_API}/boards/<string:id>/sim/controls"): Right.GAME_MASTER,
    ("GET", f"{_API}/gm/tries"): Right.GAME_MASTER,
    ("POST", f"{_API}/gm/pin"): Right.GAME_MASTER,
    ("POST", f"{_API}/gm/logout"): Right.GAME_MASTER,
    # trying things out
    ("POST", f"{_API}/boards/<string:id>/sim/cable"): Right.OWNER,
    # the owner's alone
    ("GET", f"{_API}/gm/people"): Right.OWNER,
    ("POST", f"{_API}/gm/people/out"): Right.OWNER,
}
"""Least right by method and route. HEAD counts as GET; OPTIONS tells nothing but the methods, so everyone may."""


def needed(method: str, route: str) -> Right:
    """Return the least right for a request. A route without a row is the owner's alone."""
    if method == "OPTIONS":
        return Right.VIEWER
    return NEEDED.get(("GET" if method == "HEAD" else method, route), Right.OWNER)
