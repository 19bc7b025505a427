"""Who may do what: the owner on this computer, and nobody else's pages.

Everything listens on loopback. A page of a foreign site could still reach it through the owner's own browser, so the
API and every act need an Origin that is absent or ours, and all need a Host that no foreign name server can have made
up. Source: design, "Access, from the first day".
"""

from __future__ import annotations

import ipaddress
import re

from flask import Flask, Response, request

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.web.problems import problem

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
API = "/api/"
CONTENT_SECURITY_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

_HOST = re.compile(r"(?P<name>localhost|[0-9.]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)


def is_loopback_host(host: str) -> bool:
    """Say whether a Host header names this computer itself: ``localhost`` or a loopback address, any port."""
    parts = _HOST.fullmatch(host)
    if parts is None:
        return False
    name = parts["name"].strip("[]")
    if name.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _check() -> Response | None:
    host = request.environ.get("HTTP_HOST", "")
    if not is_loopback_host(host):
        return problem(Refusal.of(Reason.UNKNOWN_HOST, host=host))
    origin = request.headers.get("Origin")
    guarded = request.path.startswith(API) or request.method not in SAFE_METHODS
    if guarded and origin is not None and origin != f"{request.scheme}://{host}":
        return problem(Refusal.of(Reason.FORBIDDEN_ORIGIN, origin=origin))
    return None


def _headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    if request.path.startswith(API):
        response.headers["Cache-Control"] = "no-store"
    return response


def register(app: Flask) -> None:
    """Guard every request of ``app`` and mark every answer."""
    app.before_request(_check)
    app.after_request(_headers)
