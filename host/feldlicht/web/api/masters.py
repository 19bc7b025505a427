"""The game master: comes in once by a link, later by a PIN, and sees who tried to."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, request

from feldlicht.web import persons
from feldlicht.web.api import seating
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.json_forms import leads_json, tries_json

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
    """Choose another PIN: 4 to 64 signs. Only its hash is kept. Every other game master leads no more: ``ended``."""
    ended = context().house.access.set_pin(body.pin, persons.person())
    return answer({"pin": True, "ended": ended})


@api.get("/gm/people", operation_id="list_leads", responses={200: seating.LeadList})
def people() -> Response:
    """Show who is game master: since when, by link or PIN, from which address, and whether they are there."""
    return _people()


@api.post("/gm/people/out", operation_id="end_lead", responses={200: seating.LeadList, **problems(*ACT)})
def put_out(body: seating.OneLead) -> Response:
    """Have a game master be none any more; their pages end. Who knows the PIN comes in again: choose another."""
    context().house.access.put_out(body.id)
    return _people()


def _people() -> Response:
    return answer({"people": leads_json(context().house.access, persons.person())})


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
