"""Frames on the socket between the simulator and the stand-ins for ``machine`` and ``rp2``. Pure.

A frame is a type (one byte), the length of what follows (two bytes, big-endian) and the payload.
Simulator to stand-in: ``M`` + the chain's inputs; ``F`` + the field in every cell of a linear board; ``E`` + one
byte: so many of the next bus transfers fail; ``B`` + one byte: where sensors are missing; ``N`` + where readings
tremble: a mask of the chain's inputs, or one byte a cell of a linear board; ``C`` + two bytes: millivolts on the CC
line; ``P`` + three bytes a change of a contact: which, whether it closes, milliseconds until the next may come.
Stand-in to simulator: ``L`` + pin number + bytes on that LED line; ``D`` + two bytes: the watchdog waits so many
milliseconds from now on (0: it is stopped); ``S`` + four bytes: what the scratch register holds.
"""

from __future__ import annotations

MAGNETS = b"M"
FIELD = b"F"
BUS_ERRORS = b"E"
BREAK = b"B"
SOURCE = b"C"
NOISE = b"N"
CONTACTS = b"P"
LAMPS = b"L"
WATCHDOG = b"D"
SCRATCH = b"S"

WHOLE = 255
"""Where sensors are missing when none are."""


def frame(kind: bytes, payload: bytes) -> bytes:
    """Return a frame. ``payload`` is at most 65 535 bytes."""
    return kind + len(payload).to_bytes(2, "big") + payload


class FrameReader:
    """Cuts a stream into frames, however it arrives."""

    def __init__(self) -> None:
        self._partial = b""

    def feed(self, data: bytes) -> list[tuple[bytes, bytes]]:
        """Return the frames that ``data`` finished: (type, payload)."""
        stream = self._partial + data
        frames = []
        at = 0
        while len(stream) >= at + 3 and len(stream) >= (
            end := at + 3 + int.from_bytes(stream[at + 1 : at + 3], "big")
        ):
            frames.append((stream[at : at + 1], stream[at + 3 : end]))
            at = end
        self._partial = stream[at:]
        return frames
