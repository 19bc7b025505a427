"""Makes PNG of SVG, as a process of its own: ``python -m feldlicht.runtime.svg_to_png`` reads two documents as JSON.

What draws holds the interpreter for a few tenths of a second. In the host's own process hands would be read late
meanwhile, whoever asked for the picture.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Final

import resvg_py

ZOOM: Final = 2
"""Pixels for each unit of a picture: sharp on a phone and on paper."""
_NICE: Final = 10
_PROBE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="#fff"/>'
    "<text x='4' y='16' font-size='14' font-family=\"{fonts}\">{letter}</text></svg>"
)


def to_png(strokes: str, text: str | None, fonts: str) -> bytes:
    """Return a document as PNG, :data:`ZOOM` times as large as it says.

    ``strokes`` needs no font. ``text`` is the same with text in ``fonts``; it is drawn where it is given and this
    computer has a font.
    """
    if text is not None and has_fonts(fonts):
        return resvg_py.svg_to_bytes(svg_string=text, zoom=ZOOM)
    return resvg_py.svg_to_bytes(svg_string=strokes, zoom=ZOOM, skip_system_fonts=True)


def has_fonts(fonts: str) -> bool:
    """Return whether a letter leaves a trace on this computer."""
    blank, lettered = (
        resvg_py.svg_to_bytes(svg_string=_PROBE.format(fonts=fonts, letter=letter)) for letter in (" ", "H")
    )
    return blank != lettered


def main() -> None:
    """Read what to draw from standard input, and write it to standard output."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    asked = json.load(sys.stdin.buffer)
    sys.stdout.buffer.write(to_png(asked["strokes"], asked["text"], asked["fonts"]))


if __name__ == "__main__":
    main()
