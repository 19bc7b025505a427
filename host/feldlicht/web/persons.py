"""Who asks: the person of the cookie, and what they may at the least.

The cookie holds a random person id and when it was given, signed; what that person may is kept by the house. It bears
the instance's id in its name, as browsers send cookies to every port of a computer: two hosts keep theirs apart.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from http import HTTPStatus

from flask import Flask, Response, g, request
from itsdangerous import BadSignature, URLSafeSerializer

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.runtime.keys import BELIEVED_MS, Keys
from feldlicht.web.addresses import is_loopback, split_host
from feldlicht.web.context import context
from feldlicht.web.rights import Right

COOKIE = "feldlicht_"
"""Beginning of the cookie's name; the instance's id follows."""
RENEWED_MS = 24 * 3600 * 1000
"""A cookie older than this is given anew, so that it does not end while someone comes now and then."""
NEVER = -BELIEVED_MS
"""When a cookie was given that no browser has yet: so long ago that it goes with this answer."""
_FORWARDED = re.compile(
    r"Forwarded|Via|X-Forwarded-.+|X-Original-.+|.+-Client-IP|.+-Connecting-IP|X-Real-IP", re.IGNORECASE
)
"""Headers that proxies and tunnels add: whoever comes through one is not at this computer."""

_PERSON = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Pass:
    """What a cookie says: person id and when it was given (ms since 1970)."""

    person: str
    given_at: int


def cookie_name(keys: Keys) -> str:
    """Return the name of this instance's cookie."""
    return f"{COOKIE}{keys.instance}"


def _serializer(secret: str | list[str], keys: Keys) -> URLSafeSerializer:
    return URLSafeSerializer(
        secret,
        salt=f"feldlicht.person.{keys.instance}",
        signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
    )


def sign(one: Pass, keys: Keys, now: int) -> str:
    """Return a cookie's value."""
    made = _serializer(keys.believed(now)[-1], keys).dumps([one.person, one.given_at])
    return made if isinstance(made, str) else made.decode()


def read(value: str, keys: Keys, now: int) -> Pass | None:
    """Return what a cookie says; None if it is forged, of another instance, or too old."""
    try:
        found = _serializer(keys.believed(now), keys).loads(value)
    except BadSignature:
        return None
    match found:
        case [str(person), int(given_at)] if _PERSON.fullmatch(person) and now - given_at < BELIEVED_MS:
            return Pass(person, given_at)
        case _:
            return None


def person() -> str | None:
    """Return the person id of the current request, None for a stranger."""
    found = _pass()
    return None if found is None else found.person


def need_person() -> str:
    """Return the person id of the current request; a stranger gets one, and the cookie with the answer."""
    known = person()
    if known is not None:
        return known
    g.feldlicht_pass = Pass(secrets.token_hex(16), NEVER)
    return str(g.feldlicht_pass.person)


def right() -> Right:
    """Return what the current request may whatever it is about; a seat comes on top of that.

    Raises :class:`Refused` ``NOT_ALLOWED`` for a token that is not ours: a program with a mistake is to learn of it.
    """
    if "feldlicht_right" not in g:
        g.feldlicht_right = _right()
    found: Right = g.feldlicht_right
    return found


def _right() -> Right:
    access = context().house.access
    given = request.headers.get("Authorization")
    if given is not None:
        scheme, _, token = given.partition(" ")
        if scheme.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), access.keys.token.encode()):
            return Right.OWNER
        raise Refused(Refusal(Reason.NOT_ALLOWED))
    if at_this_computer():
        return Right.OWNER
    return Right.GAME_MASTER if access.masters.leads(person()) else Right.VIEWER


def at_this_computer() -> bool:
    """Return whether the current request comes from this computer itself, and not through a proxy on it."""
    host = split_host(request.environ.get("HTTP_HOST", ""))
    return (
        is_loopback(request.remote_addr or "")
        and host is not None
        and is_loopback(host[0])
        and not any(_FORWARDED.fullmatch(name) for name, _ in request.headers)
    )


def _pass() -> Pass | None:
    if "feldlicht_pass" not in g:
        access = context().house.access
        value = request.cookies.get(cookie_name(access.keys))
        g.feldlicht_pass = None if value is None else read(value, access.keys, access.now())
    found: Pass | None = g.feldlicht_pass
    return found


def _give(response: Response) -> Response:
    # Only who was asked for: an answer that needed nobody gives nobody a cookie.
    known: Pass | None = g.get("feldlicht_pass")
    if known is None or (known.given_at == NEVER and response.status_code >= HTTPStatus.BAD_REQUEST):
        # Who is refused stays a stranger: a cookie is for those who came in.
        return response
    access = context().house.access
    now = access.now()
    if now - known.given_at >= RENEWED_MS:
        value = sign(Pass(known.person, now), access.keys, now)
        response.set_cookie(
            cookie_name(access.keys),
            value,
            max_age=BELIEVED_MS // 1000,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    return response


def register(app: Flask) -> None:
    """Give their cookie to those whom a request made known, and renew it in time."""
    app.after_request(_give)
