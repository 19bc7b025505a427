"""The text catalogue: complete in both languages, compiled, and never with a hole in a sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.texts import LANGUAGES, TextMissing, language_or_default, page_texts, sentence, text
from feldlicht.texts.catalogue import placeholders, texts
from feldlicht.texts.compile import disagreements, main, read_sources


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_sentence_with_and_without_facts(reason: Reason, language: str) -> None:
    known = texts(language)
    names = placeholders(known[f"reason.{reason}"])
    bare = sentence(Refusal(reason), language)
    full = sentence(Refusal.of(reason, **dict.fromkeys(names, "E8")), language)
    for made in (bare, full):
        assert made[0].isupper() or not made[0].isalpha()
        assert made.endswith((".", "!"))
        assert not placeholders(made)
    assert not names or "E8" in full


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_reason_text_is_left_over_from_a_reason_that_went(language: str) -> None:
    codes = {key.split(".")[1] for key in texts(language) if key.startswith("reason.")}
    assert codes == {str(reason) for reason in Reason}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_says_what_the_sources_say(language: str) -> None:
    sources, faults = read_sources(language)
    assert faults == []
    assert texts(language) == sources, "run: python -m feldlicht.texts.compile"


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    assert disagreements({language: read_sources(language)[0] for language in LANGUAGES}) == []


def test_the_compiler_names_a_missing_key_an_empty_text_and_another_placeholder(tmp_path, capsys) -> None:
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    for language, body in (
        ("en", 'msgid "a"\nmsgstr "A {one}"\n\nmsgid "b"\nmsgstr "B"\n\nmsgid "c"\nmsgstr ""\n'),
        ("de", 'msgid "a"\nmsgstr "A {eins}"\n'),
    ):
        (tmp_path / language).mkdir()
        (tmp_path / language / "some.po").write_text(head + body, encoding="utf-8")
    assert main(tmp_path) == 1
    said = capsys.readouterr().err
    assert "de: b is missing" in said
    assert "a has different placeholders" in said
    assert "c in some.po has no text" in said


@given(
    st.sampled_from(list(Reason)),
    st.sampled_from(LANGUAGES),
    st.dictionaries(
        st.sampled_from(["figure", "origin", "target", "by", "cell", "text", "{x}"]), st.text(), max_size=6
    ),
)
def test_any_facts_at_all_give_one_printable_line(reason: Reason, language: str, facts: dict[str, str]) -> None:
    made = sentence(Refusal(reason, tuple(facts.items())), language)
    assert made
    assert made.isprintable()
    assert len(made) < 1000


def test_figures_and_sides_are_named_in_the_readers_language() -> None:
    refusal = Refusal.of(Reason.BLOCKED, figure="yS1", target="E8", by="bV2")
    assert "the blue defender" in sentence(refusal, "en")
    assert "der blaue Verteidiger" in sentence(refusal, "de")


def test_a_sentence_begins_with_a_capital_but_a_name_from_outside_keeps_its_case() -> None:
    assert sentence(Refusal.of(Reason.NOT_ITS_MOVE, figure="yS1"), "en").startswith("The yellow striker does")
    assert sentence(Refusal.of(Reason.SETTING_LIMITS, setting="debounce", low=1, high=10, value=11), "en").startswith(
        "The "
    )
    for language in LANGUAGES:
        assert sentence(Refusal.of(Reason.BAD_JOURNAL, file="nope"), language).startswith("nope ")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("de_AT.UTF-8", "de"),
        ("de", "de"),
        ("DE-ch", "de"),
        ("en_GB", "en"),
        ("C", "en"),
        ("", "en"),
        (None, "en"),
        ("fr", "en"),
    ],
)
def test_a_locale_name_finds_its_language_and_english_is_the_rest(wanted: str | None, language: str) -> None:
    assert language_or_default(wanted) == language


def test_pages_get_page_texts_only() -> None:
    assert (
        set(page_texts("de"))
        == {key for key in texts("de") if re.match(r"((master_move|initiative|imman)\.)?page\.", key)}
        != set()
    )
    assert {"page.title", "master_move.page.figure.S"} <= set(page_texts("de"))
    assert "master_move.figure.blue.S" not in page_texts("de")


def test_an_unknown_key_or_language_is_an_error_and_no_empty_text() -> None:
    with pytest.raises(TextMissing):
        text("page.nothing_like_this", "de")
    with pytest.raises(TextMissing):
        text("page.title", "fr")
