"""Pictures as SVG: valid whatever people are called, and readable without a font."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.drawing.draw import draw
from feldlicht.drawing.letters import drawable, strokes
from feldlicht.drawing.story import Kind
from feldlicht.drawing.svg import Anchor, Letters, Picture, Words, all_drawable, number, write
from feldlicht.texts import LANGUAGES
from feldlicht.texts.catalogue import placeholders, texts
from tests.drawing.pictures import SVG, drawn, story_of, texts_of
from tests.rules.helpers import kicked_off
from tests.support.samples import samples


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_stands_for_itself_with_title_and_description_and_nothing_from_elsewhere(
    kind: Kind, language: str
) -> None:
    document = write(draw(kind, story_of(kicked_off(), language=language)))
    picture = ElementTree.fromstring(document)
    assert picture.tag == f"{SVG}svg"
    said = [picture.find(f"{SVG}{name}") for name in ("title", "desc")]
    assert all(one is not None and one.text for one in said)
    assert re.findall(r"https?:[^\"]+", document) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<(script|style|image|use|foreignObject)|href|\son\w+=", document)
    names = {one.attrib["id"] for one in picture.iter() if "id" in one.attrib}
    assert set(re.findall(r"url\(#([\w-]+)\)", document)) <= names


@given(st.text(max_size=40), st.sampled_from(list(Kind)), st.sampled_from(list(Letters)))
@samples(10)
def test_whatever_people_are_called_the_picture_can_be_read(name: str, kind: Kind, letters: Letters) -> None:
    picture = drawn(kind, story_of(kicked_off(), names=(name, "<script>&\"'")), letters)
    assert picture.find(f"{SVG}title") is not None
    assert not list(picture.iter(f"{SVG}script"))
    if letters is Letters.TEXT:
        assert any("<script>&\"'" in line for line in texts_of(picture))


def test_strokes_leave_no_text_to_fonts() -> None:
    picture = drawn(Kind.POSITION, story_of(kicked_off()), Letters.STROKES)
    assert texts_of(picture) == []
    labels = [one.attrib["aria-label"] for one in picture.iter() if "aria-label" in one.attrib]
    assert {"A", "I", "1", "16", "T", "0 : 0", "Position after ply 0"} <= set(labels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_pictures_can_be_drawn_without_a_font(language: str) -> None:
    said = {key: one for key, one in texts(language).items() if key.startswith(("picture.", "page.side."))}
    assert len(said) > 10
    bare = {key: re.sub(r"\{(" + "|".join(placeholders(one) or {"_"}) + r")\}", "", one) for key, one in said.items()}
    assert [key for key, one in bare.items() if not drawable(one)] == []


@given(st.text(min_size=1, max_size=20), st.floats(4, 60))
@samples(60)
def test_any_text_is_drawn_as_a_path_that_lies_beside_the_base_line(text: str, size: float) -> None:
    path, width = strokes(text, size)
    assert re.fullmatch(r"(?:[MLQhZ]|-?\d+\.\d+|\s)*", path)
    assert width >= 0
    columns = [float(x) for x in re.findall(r"[ML](-?\d+\.\d+) ", path)]
    assert all(-size <= x <= width + size for x in columns)


def test_letters_with_marks_are_drawn_and_other_scripts_are_known_as_such() -> None:
    assert strokes("Ä", 10)[0].startswith(strokes("A", 10)[0])
    assert len(strokes("Ä", 10)[0]) > len(strokes("A", 10)[0])
    assert strokes("Ä", 10)[1] == strokes("A", 10)[1]
    assert drawable("Zoë Müßig, 2:1")
    assert not drawable("Мария")
    picture = Picture(10, 10, "", "", (Words(0, 0, "Мария", 3, "#000"),))
    assert not all_drawable(picture)
    assert strokes("М", 10) == strokes("漢", 10)


@pytest.mark.parametrize(("anchor", "share"), [(Anchor.START, 0.0), (Anchor.MIDDLE, 0.5), (Anchor.END, 1.0)])
def test_drawn_letters_stand_where_text_would(anchor: Anchor, share: float) -> None:
    words = Words(100, 20, "Moves", 10, "#000", anchor)
    (path,) = ElementTree.fromstring(write(Picture(200, 40, "", "", (words,)), Letters.STROKES)).iter(f"{SVG}path")
    width = strokes("Moves", 10)[1]
    assert path.attrib["transform"] == f"translate({number(100 - share * width)} 20)"
