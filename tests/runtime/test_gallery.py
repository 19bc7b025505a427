"""Pictures by their names, and in the words of their game."""

from __future__ import annotations

import pytest

from feldlicht.base.reasons import BadInput, Reason
from feldlicht.drawing.story import Kind
from feldlicht.rules.game import Outcome
from feldlicht.runtime import gallery
from feldlicht.runtime.gallery import Format, Wanted, wanted
from tests.drawing.pictures import course_of
from tests.rules.helpers import kicked_off


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("ending", list(Format))
def test_every_picture_has_a_name_for_each_kind_of_file(kind: Kind, ending: Format) -> None:
    assert wanted(f"{kind}.{ending}") == Wanted(kind, ending)


@pytest.mark.parametrize(
    "name", ["", ".", "heat", "svg", "heat.svgz", "Heat.svg", "a.heat.svg", "heat.svg.", "heat .png"]
)
def test_any_other_name_is_none_and_is_said(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        wanted(name)
    assert refused.value.refusal.reason is Reason.NO_SUCH_PICTURE


def test_a_picture_speaks_in_the_words_of_its_game_and_in_the_houses_where_it_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ending(reason: str, game: str) -> str:
        return gallery.story(course_of(kicked_off()), ("", ""), Outcome(reason, None, (2, 1)), "en", game).ending

    assert ending("RESIGNED", "master_move") == "Ended 2:1: given up"
    assert ending("RESIGNED", "another") == "Ended 2:1: given up"
    assert ending("CAUGHT", "another") == "Ended 2:1: CAUGHT"
    own = {"picture.end": "{reason} {score}", "page.end.CAUGHT": "The mouse is caught"}
    monkeypatch.setattr(gallery, "of_game", lambda key, language, game: own.get(key) if game == "another" else None)
    assert ending("CAUGHT", "another") == "The mouse is caught 2:1"
