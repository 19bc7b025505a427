"""Says what happened: an event of a match as a sentence, in the words that pages say it with in their log.

Its text is called ``page.event.NAME``, the game's own or the house's. An event may have several wordings,
``page.event.NAME.KIND``: for how it happened (:data:`SAYS_WHICH`), for facts that it may have or not
(:data:`MAY_HAVE`), and ``nobody`` where it is no side's. ``static/js/words.js`` chooses in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feldlicht.base.entries import Event
from feldlicht.texts.catalogue import fill, of_game

SAYS_WHICH = ("purpose", "how", "aim", "result")
"""Facts whose values, joined by ``_``, name a wording; where there is none for all of them, for the first ones."""
MAY_HAVE = (("figure", "what", "targets"), ("what", "targets"))
CALLED = {"from": "origin", "to": "target"}
"""What some facts are called in a text."""
FIGURES = ("figure", "by", "receiver")
SIDES = ("side", "first")
"""Facts that name figures and sides."""


def said(event: Event, language: str, game: str, figures: Mapping[str, str]) -> str | None:
    """Return what an event tells, without the point at its end; None where nobody has a word for it.

    ``figures``: what figures are called, by id; those that are not among them are called by it.
    """
    facts = dict(event.facts)
    texts = (of_game(key, language, game) for key in _keys(event.name, facts))
    found = next((one for one in texts if one is not None), None)
    if found is None:
        return None
    return fill(found, {CALLED.get(name, name): _fact(name, fact, language, figures) for name, fact in facts.items()})


def _keys(name: str, facts: Mapping[str, str]) -> Iterator[str]:
    which = [facts[one] for one in SAYS_WHICH if facts.get(one)]
    yield from (f"page.event.{name}.{'_'.join(which[:count])}" for count in range(len(which), 0, -1))
    for some in MAY_HAVE:
        kind = "_".join(one for one in some if facts.get(one))
        if kind:
            yield f"page.event.{name}.{kind}"
    if not facts.get("side"):
        yield f"page.event.{name}.nobody"
    yield f"page.event.{name}"


def _fact(name: str, fact: str, language: str, figures: Mapping[str, str]) -> str:
    if name in SIDES:
        return of_game(f"page.side.{fact}", language, "") or fact
    return figures.get(fact, fact) if name in FIGURES else fact
