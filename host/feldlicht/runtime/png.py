"""A picture as PNG. What draws it is a wheel that brings all it needs but fonts."""

from __future__ import annotations

from functools import cache
from typing import Final

import resvg_py

from feldlicht.drawing.svg import Letters, Picture, Words, all_drawable, shape, write

ZOOM: Final = 2
"""Pixels for each unit of a picture: sharp on a phone and on paper."""


def png(picture: Picture) -> bytes:
    """Return ``picture`` as PNG, twice as wide and high as it says.

    Letters are drawn as strokes, so that they are the same on every computer and need no font. Only text with signs
    that cannot be drawn so, such as a name in another script, is left to the computer's fonts, if it has any.
    """
    if not all_drawable(picture) and _has_fonts():
        return resvg_py.svg_to_bytes(svg_string=write(picture), zoom=ZOOM)
    return resvg_py.svg_to_bytes(svg_string=write(picture, Letters.STROKES), zoom=ZOOM, skip_system_fonts=True)


@cache
def _has_fonts() -> bool:
    """Say whether a letter leaves a trace on this computer."""
    size = 20
    paper = shape("rect", width=size, height=size, fill="#ffffff")
    blank = Picture(size, size, "", "", (paper,))
    lettered = Picture(size, size, "", "", (paper, Words(4, 16, "H", 14, "#000000")))
    one, other = (resvg_py.svg_to_bytes(svg_string=write(picture)) for picture in (blank, lettered))
    return one != other
