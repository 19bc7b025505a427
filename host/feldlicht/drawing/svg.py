"""A picture as a value, and that value as SVG text. Pure.

Only what every reader of SVG 1.1 draws is used, by presentation attributes: no style sheet, no script, nothing from
elsewhere. Text is from outside and is escaped; signs that XML forbids are left out.
Source: SVG 1.1 (second edition); XML 1.0, "Characters".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape

from feldlicht.drawing.letters import drawable, strokes

FONTS = "'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', 'Noto Sans', 'Liberation Sans', sans-serif"
"""Fonts that computers have; which one is there does not matter to where things stand."""

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STROKE_SHARE = {"normal": 0.085, "bold": 0.13}
"""How thick the strokes of drawn letters are, as a share of the size."""


class Anchor(StrEnum):
    """Which end of a text stands at its place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Letters(StrEnum):
    """How text is written: as text, or as strokes where nobody can be sure of a font."""

    TEXT = "text"
    STROKES = "strokes"


@dataclass(frozen=True, slots=True)
class Shape:
    """One element: its tag, its attributes in order, and what is in it."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    inside: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text whose baseline is at ``x``, ``y``; ``size`` in picture units."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Anchor = Anchor.START
    bold: bool = False


Node = Shape | Words


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture, in units of a pixel; title and description are for those who do not see it."""

    width: int
    height: int
    title: str
    description: str
    body: tuple[Node, ...]


def shape(tag: str, *inside: Node, **attributes: object) -> Shape:
    """Build a shape; an underscore in an attribute's name stands for a hyphen (``data_cell``, ``stroke_width``)."""
    return Shape(
        tag, tuple((name.rstrip("_").replace("_", "-"), number(one)) for name, one in attributes.items()), inside
    )


def number(value: object) -> str:
    """Return a number with at most two digits behind its point; anything else as text."""
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


def write(picture: Picture, letters: Letters = Letters.TEXT) -> str:
    """Return ``picture`` as a document of its own."""
    root = shape(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=picture.width,
        height=picture.height,
        viewBox=f"0 0 {picture.width} {picture.height}",
        role="img",
        aria_labelledby="title description",
        font_family=FONTS,
    )
    said = (
        f'<title id="title">{_escaped(picture.title)}</title>'
        f'<desc id="description">{_escaped(picture.description)}</desc>'
    )
    lines = "\n".join(_node(one, letters) for one in picture.body)
    return f"{_opening(root)}>\n{said}\n{lines}\n</svg>\n"


def _node(node: Node, letters: Letters) -> str:
    if isinstance(node, Words):
        return _words(node) if letters is Letters.TEXT else _node(_stroked(node), letters)
    inside = "".join(_node(one, letters) for one in node.inside)
    return f"{_opening(node)}>{inside}</{node.tag}>" if inside else f"{_opening(node)}/>"


def _opening(node: Shape) -> str:
    return "".join([f"<{node.tag}", *(f' {name}="{_escaped(value)}"' for name, value in node.attributes)])


def _words(words: Words) -> str:
    more = {"text_anchor": words.anchor.value} if words.anchor is not Anchor.START else {}
    weight = {"font_weight": "bold"} if words.bold else {}
    tag = shape("text", x=words.x, y=words.y, font_size=words.size, fill=words.fill, **more, **weight)
    return f"{_opening(tag)}>{_escaped(words.text)}</text>"


def _stroked(words: Words) -> Shape:
    """Return text drawn by lines; who cannot see it still finds it as the label."""
    path, width = strokes(words.text, words.size)
    start = {Anchor.START: 0.0, Anchor.MIDDLE: width / 2, Anchor.END: width}[words.anchor]
    return shape(
        "path",
        d=path,
        transform=f"translate({number(words.x - start)} {number(words.y)})",
        fill="none",
        stroke=words.fill,
        stroke_width=words.size * _STROKE_SHARE["bold" if words.bold else "normal"],
        stroke_linecap="round",
        stroke_linejoin="round",
        aria_label=words.text,
    )


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("", text)


def _escaped(text: str) -> str:
    return escape(_clean(text))


def group(inside: Sequence[Node], **attributes: object) -> Shape:
    """Build a group of shapes."""
    return shape("g", *inside, **attributes)


def all_drawable(picture: Picture) -> bool:
    """Return whether no text of ``picture`` needs a font."""

    def texts(nodes: Sequence[Node]) -> bool:
        return all(drawable(one.text) if isinstance(one, Words) else texts(one.inside) for one in nodes)

    return texts(picture.body)
