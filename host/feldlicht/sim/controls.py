"""Virtual hands on a simulated board's knob and buttons: what their contacts do, bouncing as real ones do. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from feldlicht.base.controls import Button, Operation, Press


class Contact(IntEnum):
    """The contacts, by their number on the way to the stand-ins."""

    KNOB_A = 0
    KNOB_B = 1
    PUSH = 2
    BUTTON_1 = 3
    BUTTON_2 = 4


@dataclass(frozen=True, slots=True)
class Change:
    """A contact closes to ground or opens; the next change comes ``rest_ms`` (0-255) later at the earliest."""

    contact: Contact
    closed: bool
    rest_ms: int = 0


_QUARTER_MS = 1
_KNOB_BOUNCES = 1
_SWITCH_BOUNCES = 3
_BOUNCE_MS = 1
_SHORT_MS = 120
_LONG_MS = 900
_BETWEEN_MS = 120


def changes(operation: Operation) -> tuple[Change, ...]:
    """Return what the contacts do. To the right A closes first."""
    found: list[Change] = []
    first, second = Contact.KNOB_A, Contact.KNOB_B
    if operation.turn < 0:
        first, second = second, first
    for _ in range(abs(operation.turn)):
        for contact, closed in ((first, True), (second, True), (first, False), (second, False)):
            found += _bouncing(contact, closed, _QUARTER_MS, _KNOB_BOUNCES)
    if operation.press is not None:
        found += _held(Contact.PUSH, _SHORT_MS if operation.press is Press.SHORT else _LONG_MS)
    if operation.button is not None:
        found += _held(Contact.BUTTON_1 if operation.button is Button.FIRST else Contact.BUTTON_2, _SHORT_MS)
    return tuple(found)


def lasting_ms(operation: Operation) -> int:
    """Return how long the contacts take for it at least."""
    return sum(change.rest_ms for change in changes(operation))


def _held(contact: Contact, ms: int) -> list[Change]:
    held = _bouncing(contact, True, ms, _SWITCH_BOUNCES)
    return [*held, *_bouncing(contact, False, _BETWEEN_MS, _SWITCH_BOUNCES)]


def _bouncing(contact: Contact, closed: bool, rest_ms: int, times: int) -> list[Change]:
    bounces = [Change(contact, state, _BOUNCE_MS) for _ in range(times) for state in (closed, not closed)]
    rests = [min(255, rest_ms - begun) for begun in range(0, rest_ms, 255)]
    return [*bounces, *(Change(contact, closed, rest) for rest in rests)]


def packed(done: tuple[Change, ...]) -> bytes:
    """Return the changes as the stand-ins take them: contact, closed, milliseconds."""
    return b"".join(bytes((change.contact, change.closed, change.rest_ms)) for change in done)
