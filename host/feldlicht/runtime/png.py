"""A picture as PNG, drawn by a process of its own, one at a time."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from functools import lru_cache
from typing import Final

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.drawing.svg import FONTS, Letters, Picture, all_drawable, write

MOST_WAITING: Final = 8
"""Who asks for a picture while so many are asked for is told to come again."""
PATIENCE_S: Final = 30.0
_KEPT: Final = 16
"""So many pictures are kept: the same one is often asked for by several pages."""

_room = threading.BoundedSemaphore(MOST_WAITING)
_one_at_a_time = threading.Lock()


def png(picture: Picture) -> bytes:
    """Return ``picture`` as PNG, twice as wide and high as it says. May be called from any thread.

    Letters are drawn as strokes, so that they are the same on every computer and need no font. Only text with signs
    that cannot be drawn so, such as a name in another script, is left to the computer's fonts, if it has any.
    Raises :class:`Refused` ``PICTURES_BUSY`` where too many are asked for at once.
    """
    text = None if all_drawable(picture) else write(picture)
    if not _room.acquire(blocking=False):
        raise Refused(Refusal(Reason.PICTURES_BUSY))
    try:
        with _one_at_a_time:
            return _drawn(write(picture, Letters.STROKES), text)
    finally:
        _room.release()


@lru_cache(_KEPT)
def _drawn(strokes: str, text: str | None) -> bytes:
    asked = json.dumps({"strokes": strokes, "text": text, "fonts": FONTS}).encode()
    # Without the folder in which the host was started: no file that lies there is taken for a part of the program.
    command = [sys.executable, "-P", "-m", "feldlicht.runtime.svg_to_png"]
    try:
        done = subprocess.run(command, input=asked, capture_output=True, timeout=PATIENCE_S, check=True)
    except subprocess.TimeoutExpired:
        raise Refused(Refusal(Reason.PICTURES_BUSY)) from None
    return done.stdout
