"""What a session keeps: its header and the entries of its log. Source: design, decision 3."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.viewers import EVERYONE, Audience

OPEN_ENTRY_VERSION = 1
"""Schema version ``v`` of an entry that everyone may know."""
ENTRY_VERSION = 2
"""Schema version ``v`` of an entry with an audience: who does not know of audiences must not read it as open."""


class EntryKind(StrEnum):
    """What an entry does to the record of plies."""

    PLY = "ply"
    """Adds one game command; drops what could be redone."""
    AMEND = "amend"
    """Replaces the last ply: the same figure moved on before the opponent acted."""
    UNDO = "undo"
    REDO = "redo"
    END = "end"
    """Ends the session without a result."""
    OVERRIDE = "override"
    """An arbiter forced the position that the notation names: a break that the record shows."""


class Actor(StrEnum):
    """Through which door an act came."""

    HANDS = "hands"
    PAGE = "page"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened by an entry, e.g. ``Event("scored", (("side", "yellow"),))``."""

    name: str
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SessionHeader:
    """What a session starts from; never changes, but for the board where it goes on.

    ``formation`` is the game's own text for it (name or cells, JSON); ``options`` the game's options as given;
    ``created_at`` UTC milliseconds since 1970; ``board`` None for a session that is played on pages only.
    """

    id: str
    game: str
    options: Mapping[str, object]
    formation: object
    board: str | None
    created_at: int
    virtual_hands: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log.

    ``revision`` counts from 1 without gaps; ``notation`` is the game command in the game's notation, or a plain word
    (``undo``, ``redo``, ``abandon``) for what is not the game's, or the game's position line that an arbiter forced;
    ``dice`` the faces consumed; ``at`` UTC milliseconds; ``command_id`` the client's UUID, if any; ``state_hash``
    names the state after it, so that changed rules are noticed. ``audience`` may know of it; ``nonce`` is what the
    commitment of a sealed act was made with (see :func:`commitment`). ``fingerprint`` names what was asked under the
    client's id, and by whom ("" where nobody gave one); it is nobody's to read. ``spent``: for how many milliseconds
    the running clock had run since the act before, 0 where none runs.
    """

    revision: int
    kind: EntryKind
    notation: str
    events: tuple[Event, ...]
    actor: Actor
    at: int
    state_hash: str
    rules_version: int
    dice: tuple[int, ...] = ()
    command_id: str | None = None
    v: int = OPEN_ENTRY_VERSION
    audience: Audience = EVERYONE
    nonce: str = ""
    fingerprint: str = ""
    spent: int = 0


def commitment(notation: str, nonce: str) -> str:
    """Return 64 hex digits that bind a sealed act without telling it: SHA-256 of nonce, a space and the notation."""
    return hashlib.sha256(f"{nonce} {notation}".encode()).hexdigest()
