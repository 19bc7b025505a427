"""Makes the one sentence that people read from a refusal: what is wrong and what to do."""

from __future__ import annotations

import re

from feldlicht.base.figures import Side
from feldlicht.base.reasons import Refusal
from feldlicht.texts.catalogue import fill, placeholders, texts

_FIGURE_ID = re.compile(r"^(?P<side>[yb])(?P<kind>[A-Z])\d+$")
_SIDES = {"y": Side.YELLOW, "b": Side.BLUE}
_LONGEST_FACT = 120
"""Facts may quote what came from outside; a sentence stays a sentence."""


def spoken(fact: str, language: str) -> str:
    """Return a fact as people say it: figure ids and sides by their names, anything else as it is, shortened."""
    known = texts(language)
    figure = _FIGURE_ID.match(fact)
    if figure is not None:
        name = known.get(f"figure.{_SIDES[figure['side']].value}.{figure['kind']}")
        if name is not None:
            return name
    if fact in set(Side):
        return known[f"side.{fact}"]
    fact = " ".join("".join(sign if sign.isprintable() else " " for sign in fact).split())
    return fact if len(fact) <= _LONGEST_FACT else fact[: _LONGEST_FACT - 1] + "…"


def sentence(refusal: Refusal, language: str) -> str:
    """Return what is wrong and what to do, in ``language``.

    The text ``reason.CODE`` is used when the refusal brings every fact it names, else ``reason.CODE.plain``, which
    names none; so a sentence never shows a hole.
    """
    known = texts(language)
    facts = {name: spoken(fact, language) for name, fact in refusal.facts}
    template = known[f"reason.{refusal.reason}"]
    if not placeholders(template) <= facts.keys():
        template = known[f"reason.{refusal.reason}.plain"]
    filled = fill(template, facts)
    return filled[:1].upper() + filled[1:]
