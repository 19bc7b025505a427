"""The game master: comes in once by a link, later by a PIN, and sees who tried to."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, request

from feldlicht.web import persons
from feldlicht.web.api import seating
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.json_forms import tries_json

api = blueprint("gm", "Leading: the one-time link and the PIN.")
_GUESS = (*ACT, HTTPStatus.TOO_MANY_REQUESTS)


def _address() -> str:
    return request.remote_addr or ""


@api.post("/gm/claim", operation_id="claim_lead", responses={200: seating.Lead, **problems(*_GUESS)})
def claim(body: seating.Claim) -> Response:
    """Become game master by the secret of the one-time link that the program printed when it started."""
    access = context().house.access
    access.masters.claim(body.secret, persons.need_person(), _address(), access.now())
    return answer({"pin": access.masters.has_pin})


@api.post("/gm/login", operation_id="enter_pin", responses={200: seating.Lead, **problems(*_GUESS)})
def login(body: seating.Pin) -> Response:
    """Become game master by the PIN."""
    access = context().house.access
    access.masters.login(body.pin, persons.need_person(), _address(), access.now())
    return answer({"pin": True})


@api.post("/gm/pin", operation_id="set_pin", responses={200: seating.Lead, **problems(*ACT)})
def pin(body: seating.Pin) -> Response:
    """Choose another PIN: 4 to 64 signs. Only its hash is kept."""
    masters = context().house.access.masters
    masters.set_pin(body.pin)
    return answer({"pin": masters.has_pin})


@api.post("/gm/logout", operation_id="leave_lead", responses={200: seating.Lead, **problems(*ACT)})
def logout(body: seating.Nothing) -> Response:
    """Give the lead up in this browser."""
    del body
    access, known = context().house.access, persons.person()
    if known is not None:
        access.give_up_lead(known)
    return answer({"pin": access.masters.has_pin})


@api.get("/gm/tries", operation_id="list_tries", responses={200: seating.TriesShown})
def tries() -> Response:
    """Show how often a wrong PIN, link or code was tried, and the newest of these tries: when, and from where."""
    return answer(tries_json(context().house.access))
