"""The gate: every request is checked here, once, before anything else looks at it.

A page of a foreign site can reach this host through a browser in the same house. So the name that the browser used
(Host) must be one that no foreign name server can have made up, and the API and every act need an Origin that is
absent or ours. After that, the route needs its right. Source: design, "Access, from the first day".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from flask import Flask, Response, request

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.web import persons
from feldlicht.web.addresses import is_loopback, own_addresses, split_host
from feldlicht.web.api.terms import API
from feldlicht.web.context import context
from feldlicht.web.problems import problem
from feldlicht.web.rights import Right, needed
from feldlicht.web.viewing import session_at_hand

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_SECURITY_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
GUARDING_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
"""On every answer."""
CROSS_SITE = "cross-site"
"""What a browser says of a request that a page of another site made it send (``Sec-Fetch-Site``)."""
LOOK_AGAIN_S = 3.0
"""How long the computer's own addresses are believed: it may join another network while this runs."""


def is_loopback_host(host: str) -> bool:
    """Say whether a Host header names this computer itself: ``localhost`` or a loopback address, any port."""
    parts = split_host(host)
    return parts is not None and is_loopback(parts[0])


class Hosts:
    """The names under which pages may be opened: this computer's own addresses, and what the settings add.

    No other name: anyone can have a name of theirs lead here, and their page would then count as ours.
    """

    def __init__(
        self,
        lan: bool,
        names: Iterable[str] = (),
        own: Callable[[], list[str]] = own_addresses,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lan = lan
        self._names = frozenset(parts[0] for name in names if (parts := split_host(name)) is not None)
        self._own = own
        self._steady = steady
        self._known: frozenset[str] = frozenset()
        self._looked_at = -LOOK_AGAIN_S

    def know(self, host: str) -> bool:
        """Say whether a Host header names this computer."""
        parts = split_host(host)
        if parts is None:
            return False
        name = parts[0]
        if is_loopback(name):
            return True
        return self._lan and (name in self._names or name in self._own_now())

    def _own_now(self) -> frozenset[str]:
        now = self._steady()
        if now - self._looked_at >= LOOK_AGAIN_S:
            self._known, self._looked_at = frozenset(self._own()), now
        return self._known


def _check(hosts: Hosts) -> Response | None:
    host = request.environ.get("HTTP_HOST", "")
    if not hosts.know(host):
        return problem(Refusal.of(Reason.UNKNOWN_HOST, host=host))
    origin = request.headers.get("Origin")
    guarded = request.path.startswith(API) or request.method not in SAFE_METHODS
    if guarded and origin is not None and origin != f"{request.scheme}://{host}":
        return problem(Refusal.of(Reason.FORBIDDEN_ORIGIN, origin=origin))
    if guarded and request.headers.get("Sec-Fetch-Site") == CROSS_SITE:
        # A picture or a script of another site's page names no Origin: it reads nothing, but would hold a stream.
        return problem(Refusal.of(Reason.FORBIDDEN_ORIGIN, origin=CROSS_SITE))
    if request.url_rule is not None and not _may(needed(request.method, request.url_rule.rule)):
        return problem(Refusal(Reason.NOT_ALLOWED))
    return None


def _may(least: Right) -> bool:
    if persons.right() >= least:
        return True
    if least is not Right.SEAT:
        return False
    session, seats = session_at_hand(), context().house.access.seats
    return seats.sits(persons.person()) if session is None else bool(seats.seats_of(session, persons.person()))


def _headers(response: Response) -> Response:
    response.headers.update(GUARDING_HEADERS)
    if request.path.startswith(API):
        response.headers["Cache-Control"] = "no-store"
    return response


def register(app: Flask, hosts: Hosts) -> None:
    """Guard every request of ``app`` and mark every answer."""

    def check() -> Response | None:
        try:
            return _check(hosts)
        except Refused as refused:
            return problem(refused.refusal)

    app.before_request(check)
    app.after_request(_headers)
