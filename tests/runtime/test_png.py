"""A picture as PNG: of the right size, and with letters on it whether this computer has fonts or not."""

from __future__ import annotations

import struct
import threading
import time
import zlib

import pytest

from feldlicht.base.reasons import Reason, Refused
from feldlicht.drawing.draw import draw
from feldlicht.drawing.story import Kind
from feldlicht.drawing.svg import FONTS, Letters, Picture, Shape, Words, write
from feldlicht.runtime import png as drawing
from feldlicht.runtime import svg_to_png
from feldlicht.runtime.png import png
from feldlicht.runtime.svg_to_png import ZOOM
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


def paper(width: int, text: str) -> Picture:
    ground = Shape("rect", (("width", str(width)), ("height", "20"), ("fill", "#ffffff")))
    return Picture(width, 20, "", "", (ground, Words(4, 15, text, 14, "#000000")))


def test_every_letter_leaves_its_trace_though_no_font_is_asked_for() -> None:
    blank, *letters = (
        pixels(svg_to_png.to_png(write(paper(20, one), Letters.STROKES), None, FONTS))
        for one in (" ", *"TVMJSABCDEFGHI0123456789:.·äß")
    )
    assert blank not in letters
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("fonts", [True, False])
def test_a_name_in_another_script_is_seen_with_fonts_and_without(
    monkeypatch: pytest.MonkeyPatch, fonts: bool
) -> None:
    """Without a font it is boxes, and all else stays readable."""
    if fonts and not svg_to_png.has_fonts(FONTS):
        pytest.skip("this computer has no font")
    monkeypatch.setattr(svg_to_png, "has_fonts", lambda _: fonts)
    named, other, bare = (
        pixels(svg_to_png.to_png(write(one, Letters.STROKES), write(one), FONTS))
        for one in (paper(120, "Мария Ada"), paper(120, "Мария Eve"), paper(120, ""))
    )
    assert named != other
    assert bare not in (named, other)


def test_where_nothing_is_called_by_these_names_there_is_no_font() -> None:
    assert not svg_to_png.has_fonts("'No such font anywhere'")


def test_hands_are_read_while_a_picture_is_drawn() -> None:
    """Drawing is no work of this interpreter: others run on for as long as it takes."""
    picture = draw(Kind.HEAT, story_of(kicked_off(), names=(str(time.monotonic_ns()), "")))
    drawing = threading.Thread(target=png, args=(picture,))
    drawing.start()
    steps = 0
    while drawing.is_alive():
        steps += 1
        time.sleep(0.001)
    assert steps > 20


def test_who_asks_while_too_many_are_drawn_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "_room", threading.BoundedSemaphore(1))
    with drawing._room, pytest.raises(Refused) as refused:
        png(paper(20, "H"))
    assert refused.value.refusal.reason is Reason.PICTURES_BUSY
    assert png(paper(20, "H")).startswith(b"\x89PNG")


def test_the_same_picture_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = paper(20, "S")
    first = png(picture)
    monkeypatch.setattr(drawing.sys, "executable", "/nowhere")
    assert png(picture) == first
    with pytest.raises(FileNotFoundError):
        png(paper(20, "T"))
