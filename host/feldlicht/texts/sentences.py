"""Makes the one sentence that people read from a refusal: what is wrong and what to do."""

from __future__ import annotations

import re
from functools import cache

from feldlicht.base.figures import Side
from feldlicht.base.reasons import Refusal
from feldlicht.texts.catalogue import USUAL_GAME, fill, of_game, placeholders, text, texts

_FIGURE_ID = re.compile(r"^(?P<side>[yb])(?P<kind>[A-Z])\d+$")
_SHIRT = re.compile(r"^(?P<side>[yb])(?P<number>[1-9]\d?)$")
"""A figure that has a number and no kind."""
_SIDES = {"y": Side.YELLOW, "b": Side.BLUE}
_NAMED = ("fault", "setting")
_BECAUSE = "because"
"""A fact that is itself a reason, said in its plainest words."""
_LONGEST_FACT = 120
"""Facts may quote what came from outside; a sentence stays a sentence."""


def spoken(fact: str, language: str, name: str = "", game: str = USUAL_GAME) -> str:
    """Return a fact as people say it: figures, sides and faults in words, anything else as it is, shortened.

    ``name`` is what the fact is called; what a ``fault`` or a ``setting`` is called in words stands in the catalogue.
    """
    words = _in_words(fact, language, name, game)
    if words is not None:
        return words
    fact = " ".join("".join(sign if sign.isprintable() else " " for sign in fact).split())
    return fact if len(fact) <= _LONGEST_FACT else fact[: _LONGEST_FACT - 1] + "…"


def _in_words(fact: str, language: str, name: str, game: str) -> str | None:
    """Return what the catalogue calls a fact, None for one that it does not know."""
    known = texts(language)
    if name in _NAMED and f"{name}.{fact}" in known:
        return known[f"{name}.{fact}"]
    if name == _BECAUSE:
        return next((words for words in _wordings(fact, language, game) if not placeholders(words)), None)
    shirt = _SHIRT.match(fact)
    if shirt is not None:
        side = known[f"side.{_SIDES[shirt['side']]}"]
        return text("figure.numbered", language, side=side, number=shirt["number"])
    figure = _FIGURE_ID.match(fact)
    if figure is not None:
        side = _SIDES[figure["side"]]
        named = of_game(f"figure.{side}.{figure['kind']}", language, game)
        # A game that does not name its figures has letters for them.
        return named or text("page.figure.short", language, side=known[f"side.{side}"], letter=figure["kind"])
    return known[f"side.{fact}"] if fact in set(Side) else None


@cache
def _wordings(code: str, language: str, game: str) -> tuple[str, ...]:
    """Return the wordings of a reason: ``reason.CODE`` and ``reason.CODE.*``, the one that names most facts first.

    The game's own come before the house's.
    """
    found: list[str] = []
    for key in (f"{game}.reason.{code}", f"reason.{code}"):
        said = [words for name, words in texts(language).items() if name == key or name.startswith(f"{key}.")]
        found += sorted(said, key=lambda words: -len(placeholders(words)))
    return tuple(found)


def sentence(refusal: Refusal, language: str, game: str = USUAL_GAME) -> str:
    """Return what is wrong and what to do, in ``language``, as ``game`` has it.

    A reason may have several wordings, ``reason.CODE`` and ``reason.CODE.*``; the one that names most of the facts at
    hand is taken, and one of them names none, so a sentence never shows a hole. A game's own reason without any words
    is told by its code.
    """
    facts = {name: spoken(fact, language, name, game) for name, fact in refusal.facts}
    wordings = _wordings(refusal.reason, language, game)
    words = next((words for words in wordings if placeholders(words) <= facts.keys()), None)
    if words is None:
        return text("refused.wordless", language, code=refusal.reason)
    filled = fill(words, facts)
    # The catalogue's own words begin a sentence in capitals; a name from outside is written as it is.
    outside = (name for name, fact in refusal.facts if _in_words(fact, language, name, game) is None)
    if any(words.startswith(f"{{{name}}}") for name in outside):
        return filled
    return filled[:1].upper() + filled[1:]
