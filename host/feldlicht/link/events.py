"""What a board's link tells its owner. Frozen values, delivered one by one in the order in which they happened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.reasons import Refusal
from feldlicht.link.messages import AskField, Configure, Fault, Hello, Keep, RowField, SetZero, Snapshot, State, Word


class Loss(StrEnum):
    """Why a board that was there is away."""

    GONE = "gone"
    """Unplugged: the port has vanished or was closed at the other end."""
    SILENT = "silent"
    """No good line for too long."""
    STALLED = "stalled"
    """It takes nothing: a write timed out, or lines stayed without answer."""
    STOPPED = "stopped"
    """Its program ended at MicroPython's prompt; it is being restarted."""
    RESTARTED = "restarted"
    """It started again and has forgotten styles and scene; ``BoardFound`` follows at once."""
    CLOSED = "closed"
    """We closed the link."""
    FAILED = "failed"
    """The link itself failed, which is a fault of the program; the link has ended."""


@dataclass(frozen=True, slots=True)
class PortOpened:
    """The port is open at ``path``; whether a board answers there is not known yet."""

    path: str


@dataclass(frozen=True, slots=True)
class BoardFound:
    """A board that fits has said hello. Comes alternately with :class:`BoardLost`."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class BoardSnapshot:
    """The whole table, received at ``at_ms`` of the link's clock (monotonic). Acknowledged once this is delivered."""

    snapshot: Snapshot
    at_ms: int


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The board that was found is away; the link goes on looking for it (except ``CLOSED`` and ``FAILED``)."""

    reason: Loss


@dataclass(frozen=True, slots=True)
class BoardRefused:
    """There is no board to be had: told once for each new refusal, while the link goes on trying.

    Reasons: ``PORT_MISSING``, ``PORT_BUSY``, ``PORT_FORBIDDEN``, ``PORT_SILENT``, ``BOARD_IN_SAFE_MODE``,
    ``LAYOUT_MISMATCH``, ``PROTOCOL_MISMATCH`` (after the last two the board is told to release its pins).
    """

    refusal: Refusal


@dataclass(frozen=True, slots=True)
class BoardState:
    """How the board says it is doing."""

    state: State


@dataclass(frozen=True, slots=True)
class BoardFault:
    """A fault that the board reports."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class BoardField:
    """The field in one row, which was asked for."""

    row: RowField


@dataclass(frozen=True, slots=True)
class BoardAnswered:
    """What came of an order or of settings; see :class:`~feldlicht.link.from_board.Word`."""

    order: AskField | SetZero | Keep | Configure
    word: Word


LinkEvent = (
    PortOpened
    | BoardFound
    | BoardSnapshot
    | BoardLost
    | BoardRefused
    | BoardState
    | BoardField
    | BoardAnswered
    | BoardFault
)
