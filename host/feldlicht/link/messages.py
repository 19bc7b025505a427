"""What the lines of the serial line mean: one frozen class a message. Pure. Source: ``docs/protocol.md``.

Every class validates its own values (``ValueError``) and writes itself as fields, so that :func:`parse` and
:func:`encode_message` are each other's inverse.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feldlicht.link.from_board import PROTOCOL, Answer, Cause, Fault, Hello, RowField, Snapshot, State, Supply, Word
from feldlicht.link.from_host import (
    AskField,
    AskHello,
    AskSnapshot,
    AskState,
    Configure,
    DefineStyle,
    Heartbeat,
    Keep,
    Release,
    SetLamps,
    SetZero,
)
from feldlicht.link.lines import BadCause, Line, encode

__all__ = [
    "PROTOCOL",
    "Answer",
    "AskField",
    "AskHello",
    "AskSnapshot",
    "AskState",
    "Bad",
    "Cause",
    "Configure",
    "DefineStyle",
    "Fault",
    "FromBoard",
    "FromHost",
    "Heartbeat",
    "Hello",
    "Keep",
    "Message",
    "Release",
    "RowField",
    "SetLamps",
    "SetZero",
    "Snapshot",
    "State",
    "Supply",
    "Word",
    "encode_message",
    "parse",
]

FromBoard = Hello | Snapshot | Answer | State | RowField | Fault
FromHost = (
    AskHello
    | AskSnapshot
    | AskState
    | AskField
    | SetZero
    | Keep
    | Release
    | Heartbeat
    | DefineStyle
    | SetLamps
    | Configure
)
Message = FromBoard | FromHost


@dataclass(frozen=True, slots=True)
class Bad:
    """A line that is whole but means nothing: an unknown type, or fields that do not fit it."""

    cause: BadCause
    line: Line


_PARSERS: dict[str, Callable[[Line], Message]] = {
    one.TYPE: one.parse
    for one in (Hello, Snapshot, Answer, State, RowField, Fault, Heartbeat, DefineStyle, SetLamps, Configure)
}
_BARE: dict[str, Message] = {
    one.TYPE: one for one in (AskHello(), AskSnapshot(), AskState(), AskField(), SetZero(), Keep(), Release())
}


def parse(line: Line) -> Message | Bad:
    """Return what a line means; :class:`Bad` for an unknown type or fields that do not fit. Never raises."""
    if not line.fields and line.type in _BARE:
        return _BARE[line.type]
    if line.type in _BARE and line.type not in _PARSERS:
        return Bad(BadCause.FIELD, line)
    parser = _PARSERS.get(line.type)
    if parser is None:
        return Bad(BadCause.TYPE, line)
    try:
        return parser(line)
    except (ValueError, KeyError):
        # Too few or too many fields unpack as ValueError, a missing named one is a KeyError.
        return Bad(BadCause.FIELD, line)


def encode_message(sequence: int, message: Message) -> bytes:
    """Return the line that carries ``message`` under this number, newline included."""
    return encode(message.TYPE, sequence, message.fields())
