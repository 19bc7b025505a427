"""A name can be seen and told apart, in any script; what cannot is refused."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import Reason, Refused
from feldlicht.runtime.names import LONGEST_NAME, MOST_MARKS, clean_name
from tests.support.samples import samples


def cleaned(name: str) -> str | None:
    """The name as it is kept, None if it is refused as one that cannot be read."""
    try:
        return clean_name(name)
    except Refused as refused:
        return None if refused.refusal.reason is Reason.BAD_NAME else str(refused.refusal)


@pytest.mark.parametrize(
    "name", ["", " ", "a\nb", "a\x00", "x" * 41, "\u202eevil", "a\u2028b", "\ud800", "x" * 10_000]
)
def test_a_name_that_cannot_be_read_is_refused(name: str) -> None:
    assert cleaned(name) is None


@pytest.mark.parametrize(
    "name", ["\u2800", "\u3164", "\u3164\u2800\uffa0", "\u200d", "\u0301", "\ufe0f", "\u00ad", "\u3000"]
)
def test_a_name_of_which_nothing_is_seen_is_refused(name: str) -> None:
    assert cleaned(name) is None
    assert cleaned(f"{name} {name}") is None


@pytest.mark.parametrize(
    ("name", "kept"),
    [("Ada", "Ada"), ("  Zoë  ", "Zoë"), ("x" * 40, "x" * 40), ("李 雷", "李 雷"), ("山田\u3000太郎", "山田 太郎")],
)
def test_a_name_is_kept_trimmed(name: str, kept: str) -> None:
    assert cleaned(name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family
        "\u2764\ufe0f\u200d\U0001f525",  # a heart on fire
        "1\ufe0f\u20e3",  # a key with a one
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
        "\u0915\u094d\u200d\u0937",  # Hindi
        "\u09b0\u200d\u09cd\u09af\u09be\u099a\u09c7\u09b2",  # Bengali, with a mark after the joiner
        "Nguye\u0302\u0303n",  # Vietnamese, in pieces
        "\u0e01\u0e33\u0e1b\u0e31\u0e49\u0e19",  # Thai
    ],
)
def test_joiners_and_marks_stand_where_scripts_and_pictures_need_them(name: str) -> None:
    assert cleaned(name) == name


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
def test_a_joiner_that_joins_nothing_is_refused(joiner: str) -> None:
    for name in (f"{joiner}Ada", f"Ada{joiner}", f"A{joiner}{joiner}da", f"Ada {joiner}L", f"Ada{joiner} L"):
        assert cleaned(name) is None


def test_marks_are_no_tower() -> None:
    assert cleaned("a" + "\u0301" * MOST_MARKS) is not None
    assert cleaned("a" + "\u0301" * (MOST_MARKS + 1)) is None
    assert cleaned("a" + "\u0301\u200d" * 9 + "b") is None
    assert cleaned("Ada \u0301L") is None


@given(
    st.text(
        st.characters(categories=("L", "N", "P", "S"), exclude_characters="\u2800\u3164\u115f\u1160\uffa0"),
        min_size=1,
        max_size=40,
    )
)
@samples(200)
def test_every_name_of_signs_that_are_seen_is_kept_as_it_is(name: str) -> None:
    assert cleaned(name) == name


ANY = st.text(st.one_of(st.characters(), st.sampled_from("a \u0301\u200c\u200d\u2800\u3164\ufe0f")), max_size=50)


@given(ANY)
@samples(300)
def test_what_is_kept_is_seen_and_stays_as_it_is(text: str) -> None:
    name = cleaned(text)
    if name is None:
        return
    assert 1 <= len(name) <= LONGEST_NAME
    assert cleaned(name) == name
    without = [sign for sign in name if unicodedata.category(sign) not in ("Mn", "Me", "Mc", "Cf", "Zs")]
    assert without
    assert all(sign.isprintable() for sign in without)
