"""What the house tells about itself: frozen pictures of boards and sessions, safe to hand to any thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from feldlicht.base.cells import Cell
from feldlicht.base.entries import SessionHeader
from feldlicht.base.hands import IDLE, Hands
from feldlicht.base.manners import Orientation
from feldlicht.base.reasons import Refusal
from feldlicht.rules.game import Game
from feldlicht.runtime.advice import Diagnosis
from feldlicht.table.session import Lifecycle, Session


class BoardState(StrEnum):
    """How a board stands with the host."""

    SEARCHING = "searching"
    """No port with a board was found so far."""
    CONNECTING = "connecting"
    LIVE = "live"
    REFUSED = "refused"
    """It answers, but must not be used: see the refusal."""
    AWAY = "away"
    """It was there and does not answer any more."""
    OFFERED = "offered"
    """A real board that appeared while another one plays; it is left alone."""


class BoardKind(StrEnum):
    """What a board has."""

    TABLE = "table"
    RING = "ring"
    """Ring, strip, knob and buttons only: no cell."""


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """One board. ``session`` is the session at its table; ``bad_lines`` counts lines that were dropped.

    ``masked``: cells of the table under which it does not feel; ``orientation``: how it lies; ``noisy``: cells
    that toggle faster than any hand, and how often they did; ``machine``: what it says it runs on (``rp2``; if it is
    simulated ``unix``, or ``cpython`` where there is no MicroPython).
    """

    id: str
    state: BoardState
    simulated: bool
    firmware: str | None = None
    interpreter: str | None = None
    port: str | None = None
    session: str | None = None
    refusal: Refusal | None = None
    bad_lines: int = 0
    masked: frozenset[Cell] = frozenset()
    orientation: Orientation = Orientation.UNKNOWN
    noisy: Mapping[Cell, int] = field(default_factory=dict)
    kind: BoardKind = BoardKind.TABLE
    advice: tuple[Diagnosis, ...] = ()
    machine: str | None = None


@dataclass(frozen=True, slots=True)
class SessionPicture:
    """A session as it stands, with what is unsettled at its table (nothing, if it is not on a table).

    :func:`feldlicht.table.projection.view` makes JSON of ``session`` and ``hands``.
    """

    session: Session
    hands: Hands = IDLE

    @property
    def id(self) -> str:
        """The session's id."""
        return self.session.header.id

    @property
    def header(self) -> SessionHeader:
        """What the session started from."""
        return self.session.header

    @property
    def lifecycle(self) -> Lifecycle:
        """Where it stands in its life."""
        return self.session.lifecycle

    @property
    def revision(self) -> int:
        """Number of its last entry."""
        return self.session.revision

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.session.game

    @property
    def state(self) -> Any:
        """The game's state; ``game.view(state, viewer)`` makes JSON of it."""
        return self.session.state


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One line of the list of sessions."""

    header: SessionHeader
    lifecycle: Lifecycle
    revision: int
