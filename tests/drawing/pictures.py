"""Pictures in tests: the course of a match, and what stands in an SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from xml.etree import ElementTree

from feldlicht.base.viewers import PUBLIC
from feldlicht.drawing.draw import draw
from feldlicht.drawing.story import Kind, Story
from feldlicht.drawing.svg import Letters, write
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.pictured import Course, Moment
from feldlicht.texts import text

SVG = "{http://www.w3.org/2000/svg}"
_MOVED = re.compile(r"translate\((\S+) (\S+)\)")


def course_of(*states: MasterMoveState) -> Course:
    """Return the course through ``states``."""
    found = [GAME.pictured(state, PUBLIC) for state in states]
    return tuple(Moment(one) for one in found if one is not None)


def story_of(*states: MasterMoveState, names: tuple[str, str] = ("", ""), language: str = "en") -> Story:
    """Return the story of ``states``."""
    return Story(course_of(*states), partial(text, language=language), names)


def drawn(kind: Kind, story: Story, letters: Letters = Letters.TEXT) -> ElementTree.Element:
    """Return a picture as the elements that a reader of its SVG finds."""
    return ElementTree.fromstring(write(draw(kind, story), letters))


def with_fact(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """Return the elements that bear ``data-name``."""
    return [one for one in picture.iter() if f"data-{name}" in one.attrib]


def place(element: ElementTree.Element) -> tuple[float, float]:
    """Return where an element is moved to."""
    found = _MOVED.match(element.attrib["transform"])
    assert found is not None
    return float(found[1]), float(found[2])


def texts_of(picture: ElementTree.Element) -> list[str]:
    """Return the lines of text of a picture."""
    return [one.text or "" for one in picture.iter(f"{SVG}text")]


def total(elements: Iterable[ElementTree.Element], name: str) -> int:
    """Return the sum of a number that elements bear."""
    return sum(int(one.attrib[f"data-{name}"]) for one in elements)
