"""Whatever comes in from outside is read, or refused in one sentence of either language, and nothing else happens."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import Refused
from feldlicht.rules.imman import GAME
from feldlicht.rules.imman.notation import VERBS
from feldlicht.rules.imman.options import Options, options_form
from feldlicht.rules.imman.sheets import teams_form
from feldlicht.rules.imman.shipped import SHIPPED
from feldlicht.rules.imman.state import Match
from feldlicht.texts import LANGUAGES, sentence
from tests.rules.imman.lively import MATCHES, chosen, some_match
from tests.support.samples import samples

ODD: list[object] = [
    None,
    True,
    False,
    0,
    -1,
    21,
    2.5,
    1e300,
    10**400,
    -(10**400),
    "",
    "x",
    "E8",
    "y1",
    "²",
    [],
    {},
    [[]],
]
ANYTHING = st.recursive(
    st.sampled_from(ODD) | st.text(max_size=6) | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def said(refused: Refused) -> None:
    """Look at what people are told: one sentence, in either language, with no code in it."""
    for language in LANGUAGES:
        told = sentence(refused.refusal, language, GAME.name)
        assert told.endswith((".", "!", "?", "…", "“", '"')), told
        assert "\n" not in told
        assert str(refused.refusal.reason) not in told
        assert "{" not in told or "{" in str(refused.refusal.facts)


def broken(chance: Random, form: Any, anything: object) -> Any:
    """A form with one of its parts, however deep, gone or something else."""
    if isinstance(form, dict) and form and chance.random() < 0.9:
        name = chance.choice(sorted(form))
        if chance.random() < 0.1:
            return {key: value for key, value in form.items() if key != name}
        return form | {name: broken(chance, form[name], anything)}
    if isinstance(form, list) and form and chance.random() < 0.8:
        at = chance.randrange(len(form))
        return [*form[:at], broken(chance, form[at], anything), *form[at + 1 :]]
    return anything


@samples(100)
@given(st.integers(0, 2**32), ANYTHING)
def test_teams_with_anything_in_them_are_read_or_refused(seed: int, anything: object) -> None:
    chance = Random(f"{seed} {anything}")
    form = broken(chance, teams_form(SHIPPED), anything)
    try:
        match = GAME.new({}, form)
    except Refused as refused:
        said(refused)
    else:
        assert GAME.from_position(GAME.position(match)) == match


@samples(100)
@given(st.dictionaries(st.sampled_from([*options_form(Options()), "nothing", ""]), ANYTHING, min_size=1, max_size=3))
def test_options_with_anything_in_them_are_read_or_refused(options: dict[str, object]) -> None:
    try:
        match = GAME.new(options, None)
    except Refused as refused:
        said(refused)
    else:
        assert GAME.from_position(GAME.position(match)) == match


def reached(seed: int, options: dict[str, object], most: int = 40) -> Match:
    """A match that has been led for a while."""
    chance = Random(f"{seed} {options}")
    match = some_match(chance, options)
    for _ in range(chance.randint(0, most)):
        acts = GAME.legal(match)
        if not acts:
            break
        done = chosen(chance, match, acts)
        match = GAME.apply(match, done.command, done.faces, done.spent).state
    return match


WORD = st.sampled_from([
    *VERBS, "y1", "y2", "b1", "b6", "y0", "y99", "x1", "E8", "A1", "D16", "A16", "Z9", "yellow", "blue", "left", "0",
    "1", "20", "21", "x", "²", "9" * 5000, "-1", "1e9", "\u2028", "❄",
])  # fmt: skip


@samples(100)
@given(st.integers(0, 2**32), MATCHES, st.lists(WORD, max_size=5) | st.text(max_size=30).map(str.split))
def test_any_words_are_an_act_that_is_done_or_refused_and_then_nothing_has_changed(
    seed: int, options: dict[str, object], words: list[str]
) -> None:
    match = reached(seed, options)
    before = GAME.position(match)
    try:
        command = GAME.parse(match, " ".join(words))
        assert GAME.parse(match, GAME.write(match, command)) == command
        GAME.apply(match, command, (7,))
    except Refused as refused:
        said(refused)
    assert GAME.position(match) == before


@samples(100)
@given(st.integers(0, 2**32), MATCHES, ANYTHING)
def test_a_position_with_anything_in_it_is_read_or_refused(
    seed: int, options: dict[str, object], anything: object
) -> None:
    form = json.loads(GAME.position(reached(seed, options)).partition(" ")[2])
    line = json.dumps(broken(Random(f"{seed} {anything}"), form, anything))
    try:
        read = GAME.from_position(f"im1 {line}")
    except Refused as refused:
        said(refused)
    else:
        assert GAME.from_position(GAME.position(read)) == read
