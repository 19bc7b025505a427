"""A server-sent event as text, and its id: ``<epoch>.<session>-<revision>``, as its reader counts."""

from __future__ import annotations

import json

from feldlicht.web.json_forms import Json


def event_text(name: str, data: Json, event_id: str | None = None, retry_ms: int | None = None) -> bytes:
    """Return one server-sent event."""
    lines = []
    if retry_ms is not None:
        lines.append(f"retry: {retry_ms}")
    if event_id is not None:
        lines.append(f"id: {event_id}")
    lines.append(f"event: {name}")
    lines.append(f"data: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}")
    return ("\n".join(lines) + "\n\n").encode()


_DIGITS = 15
"""Longer numbers than any log's are no revision; Python itself refuses to read very long ones."""


def event_id(epoch: str, session: str | None, revision: int) -> str:
    """Return the id of a session's state: ``<epoch>.<session>-<revision>``."""
    return f"{epoch}.{session or 'none'}-{revision}"


def revision_of(after: str | None, epoch: str, session: str) -> int | None:
    """Return the revision that an event id names, None if it is of another database or session, or no id at all."""
    head, dash, tail = (after or "").rpartition("-")
    if not dash or head != f"{epoch}.{session}" or not (tail.isascii() and tail.isdigit()) or len(tail) > _DIGITS:
        return None
    return int(tail)
