"""A command id stands for one command of one asker: what the log keeps of that, and what is answered by it. Pure."""

from __future__ import annotations

import hashlib
import json

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.table.messages import Accepted, Declined, Request
from feldlicht.table.record import Session


def fingerprint(request: Request) -> str:
    """Return 32 hex digits that name what ``request`` asks and who asks it, "" if it has no id.

    The nonce is chance, so it does not count: a command sent again brings another one.
    """
    if request.command_id is None:
        return ""
    viewer, override = request.viewer, request.override
    cells = None if override is None or override.cells is None else sorted(override.cells.items())
    asked = (
        (viewer.role, viewer.side, viewer.figure),
        (request.type, request.actor, request.text, request.revision),
        (request.question, request.choice, request.count),
        None if override is None else (cells, override.to_move),
    )
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:32]


def recalled(session: Session, request: Request) -> Accepted | Declined | None:
    """Return what the log answers to a command that was sent before; None if the asker knows of no act by its id.

    An id that stands for another command, or for one that another asked, is declined with ``COMMAND_ID_REUSED``,
    which tells nothing of that one.
    """
    entry = None if request.command_id is None else session.entry_of(request.command_id, request.viewer)
    if entry is None:
        return None
    if entry.fingerprint != fingerprint(request):
        return reused(session, request)
    return Accepted(session.number_of(entry.revision, request.viewer))


def reused(session: Session, request: Request) -> Declined:
    """Return the answer to a command whose id stands for another one."""
    now = session.revision_for(request.viewer)
    return Declined(Refusal.of(Reason.COMMAND_ID_REUSED, id=request.command_id), now)
