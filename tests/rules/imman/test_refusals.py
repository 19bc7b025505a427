"""Every reason of this game has its sentence, and a test that it is given for."""

from __future__ import annotations

from pathlib import Path

import pytest

from feldlicht.base.reasons import BadInput, OwnReason, Reason, Refusal
from feldlicht.rules.imman.heroes import SheetFault
from feldlicht.rules.imman.options import options_form, read_options
from feldlicht.rules.imman.teams import TeamFault
from feldlicht.rules.imman.why import Why
from feldlicht.texts import LANGUAGES, sentence
from feldlicht.texts.catalogue import placeholders, texts

WHYS: list[OwnReason] = [*Why, *SheetFault, *TeamFault]
HERE = Path(__file__).parent
SHOWN = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", WHYS)
def test_every_reason_has_a_sentence_with_and_without_facts(why: OwnReason, language: str) -> None:
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
    assert codes == {str(why) for why in WHYS} | {str(Reason.BAD_NOTATION)}


@pytest.mark.parametrize("why", WHYS)
def test_every_reason_is_given_in_a_test(why: OwnReason) -> None:
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
