"""Makes the one sentence that people read from a refusal: what is wrong and what to do."""

from __future__ import annotations

import re
from functools import cache

from feldlicht.base.figures import Side
from feldlicht.base.reasons import Refusal
from feldlicht.texts.catalogue import fill, placeholders, texts

_FIGURE_ID = re.compile(r"^(?P<side>[yb])(?P<kind>[A-Z])\d+$")
_SIDES = {"y": Side.YELLOW, "b": Side.BLUE}
_NAMED = ("fault", "setting")
_BECAUSE = "because"
"""A fact that is itself a reason, said in its plainest words."""
_LONGEST_FACT = 120
"""Facts may quote what came from outside; a sentence stays a sentence."""


def spoken(fact: str, language: str, name: str = "") -> str:
    """Return a fact as people say it: figures, sides and faults in words, anything else as it is, shortened.

    ``name`` is what the fact is called; what a ``fault`` or a ``setting`` is called in words stands in the catalogue.
    """
    words = _in_words(fact, language, name)
    if words is not None:
        return words
    fact = " ".join("".join(sign if sign.isprintable() else " " for sign in fact).split())
    return fact if len(fact) <= _LONGEST_FACT else fact[: _LONGEST_FACT - 1] + "…"


def _in_words(fact: str, language: str, name: str) -> str | None:
    """Return what the catalogue calls a fact, None for one that it does not know."""
    known = texts(language)
    if name in _NAMED and f"{name}.{fact}" in known:
        return known[f"{name}.{fact}"]
    if name == _BECAUSE:
        return next((words for words in _wordings(fact, language) if not placeholders(words)), None)
    figure = _FIGURE_ID.match(fact)
    if figure is not None:
        return known.get(f"figure.{_SIDES[figure['side']].value}.{figure['kind']}")
    return known[f"side.{fact}"] if fact in set(Side) else None


@cache
def _wordings(code: str, language: str) -> tuple[str, ...]:
    """Return the wordings of a reason: ``reason.CODE`` and ``reason.CODE.*``, the one that names most facts first."""
    key = f"reason.{code}"
    found = [words for name, words in texts(language).items() if name == key or name.startswith(f"{key}.")]
    return tuple(sorted(found, key=lambda words: -len(placeholders(words))))


def sentence(refusal: Refusal, language: str) -> str:
    """Return what is wrong and what to do, in ``language``.

    A reason may have several wordings, ``reason.CODE`` and ``reason.CODE.*``; the one that names most of the facts at
    hand is taken, and one of them names none, so a sentence never shows a hole.
    """
    facts = {name: spoken(fact, language, name) for name, fact in refusal.facts}
    wordings = _wordings(refusal.reason, language)
    words = next(words for words in wordings if placeholders(words) <= facts.keys())
    filled = fill(words, facts)
    # The catalogue's own words begin a sentence in capitals; a name from outside is written as it is.
    outside = (name for name, fact in refusal.facts if _in_words(fact, language, name) is None)
    if any(words.startswith(f"{{{name}}}") for name in outside):
        return filled
    return filled[:1].upper() + filled[1:]
