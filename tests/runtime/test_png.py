"""A picture as PNG: of the right size, and with letters on it whether this computer has fonts or not."""

from __future__ import annotations

import struct
import zlib

import pytest

from feldlicht.drawing.draw import draw
from feldlicht.drawing.story import Kind
from feldlicht.drawing.svg import Picture, Shape, Words
from feldlicht.runtime import png as drawing
from feldlicht.runtime.png import ZOOM, png
from tests.drawing.pictures import story_of
from tests.rules.helpers import kicked_off


def size(data: bytes) -> tuple[int, int]:
    """Width and height as the file says them. Source: PNG specification, IHDR."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def pixels(data: bytes) -> bytes:
    """The picture's lines as they were packed: enough to see whether two pictures differ."""
    at, packed = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    return zlib.decompress(packed)


@pytest.mark.parametrize("kind", list(Kind))
def test_a_png_is_as_large_as_its_picture_says_twice_over(kind: Kind) -> None:
    picture = draw(kind, story_of(kicked_off()))
    data = png(picture)
    assert size(data) == (picture.width * ZOOM, picture.height * ZOOM)
    assert len(pixels(data)) == size(data)[1] * (1 + 4 * size(data)[0])


def test_every_letter_leaves_its_trace_though_no_font_is_asked_for() -> None:
    ground = Shape("rect", (("width", "20"), ("height", "20"), ("fill", "#ffffff")))
    blank = pixels(png(Picture(20, 20, "", "", (ground,))))
    for letter in "TVFMJS ABCDEFGHI 0123456789 :.·äß":
        drawn = pixels(png(Picture(20, 20, "", "", (ground, Words(4, 15, letter, 14, "#000000")))))
        assert (drawn != blank) is (letter != " "), letter


@pytest.mark.parametrize("has_fonts", [True, False])
def test_a_name_in_another_script_is_seen_with_fonts_and_without(
    monkeypatch: pytest.MonkeyPatch, has_fonts: bool
) -> None:
    """Without a font it is boxes, and all else stays readable."""
    if has_fonts and not drawing._has_fonts():
        pytest.skip("this computer has no font")
    monkeypatch.setattr(drawing, "_has_fonts", lambda: has_fonts)
    ground = Shape("rect", (("width", "120"), ("height", "20"), ("fill", "#ffffff")))
    named, other = (
        pixels(png(Picture(120, 20, "", "", (ground, Words(4, 15, f"Мария {name}", 14, "#000000")))))
        for name in ("Ada", "Eve")
    )
    assert named != other
    assert named != pixels(png(Picture(120, 20, "", "", (ground,))))
