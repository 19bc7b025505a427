"""Every reason of this game has its sentence, and a test that it is given for."""

from __future__ import annotations

from pathlib import Path

import pytest

from feldlicht.base.reasons import BadInput, Reason, Refusal
from feldlicht.rules.imman.options import options_form, read_options
from feldlicht.rules.imman.sheets import hero_form, read_hero, read_team, team_form
from feldlicht.rules.imman.teams import Team, faults
from feldlicht.rules.imman.why import Why
from feldlicht.texts import LANGUAGES, sentence
from feldlicht.texts.catalogue import placeholders, texts
from tests.rules.imman.helpers import hero, team

HERE = Path(__file__).parent
SHOWN = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", list(Why))
def test_every_reason_has_a_sentence_with_and_without_facts(why: Why, language: str) -> None:
    own = {key: words for key, words in texts(language).items() if key.startswith(f"imman.reason.{why}")}
    assert f"imman.reason.{why}" in own
    names = set().union(*(placeholders(words) for words in own.values()))
    bare = sentence(Refusal(why), language, "imman")
    full = sentence(Refusal.of(why, **dict.fromkeys(names, "E8")), language, "imman")
    for made in (bare, full):
        assert made[0].isupper() or not made[0].isalpha()
        assert made.endswith(".")
        assert str(why) not in made
    assert not names or "E8" in full


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_left_over_from_a_reason_that_went(language: str) -> None:
    codes = {key.split(".")[2] for key in texts(language) if key.startswith("imman.reason.")}
    assert codes == {str(why) for why in Why} | {str(Reason.BAD_NOTATION)}


@pytest.mark.parametrize("why", list(Why))
def test_every_reason_is_given_in_a_test(why: Why) -> None:
    assert f'"{why}"' in SHOWN


@pytest.mark.parametrize(
    "given",
    [
        {"exactly_six": 3}, {"exactly_six": True}, {"lanes": "both"}, {"field": "moon"}, {"size": 6}, {"rounds": -1},
        {"minutes": 0}, {"nothing": 1}, {"stopping": 7},
    ],
)  # fmt: skip
def test_an_option_that_there_is_not_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadInput) as refused:
        read_options(given)
    assert refused.value.refusal.reason is Reason.BAD_OPTION


def test_options_read_back() -> None:
    given = read_options({"field": "large", "size": 11, "rounds": 30, "cap": 5, "opens": "taker_first"})
    assert read_options(options_form(given)) == given
    assert given.ground.name == "large"


def test_teams_read_back_and_what_is_no_sheet_is_refused() -> None:
    side = team("Ada", _1=(12, 9, 8))
    assert read_team(team_form(side)) == side
    for broken in ({"kind": "ogre"}, {"kl": "x"}, {"raises": [1, "x"]}, {"points": None, "passing": None}):
        with pytest.raises(BadInput):
            read_hero(hero_form(side.heroes[0]) | broken)


def test_a_team_whose_sheets_do_not_add_up_or_without_its_keeper_cannot_play() -> None:
    assert faults(team("ABCDEF"), 5) == []
    assert len(faults(Team((), 1), 5)) == 2
    assert faults(Team(team("ABCDEF").heroes, keeper=6), 5)
    wrong = hero("Ada").raised(2, hero("Ada", passing=13).points)
    assert faults(Team((wrong,)), 5) == ["the sheet of Ada adds up"]
