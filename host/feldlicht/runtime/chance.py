"""Where chance comes from: the computer, for whatever a game throws dice for."""

from __future__ import annotations

import secrets
from dataclasses import replace

from feldlicht.table.messages import Request
from feldlicht.table.session import Session


def with_chance(request: Request, session: Session) -> Request:
    """Return ``request`` with chance of its own if its game throws dice: the journal keeps it, to throw the same."""
    if request.nonce or not session.game.throws:
        return request
    return replace(request, nonce=secrets.token_hex(16))
