"""Whether an object is a game: everything that :class:`~feldlicht.rules.game.Game` promises is there. Pure.

It looks at names and at what a method may be called with, as a broken game must be told from a good one before a
match begins; whether the rules hold, :mod:`feldlicht.table.proofs` tries.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator

from feldlicht.rules.game import Game
from feldlicht.rules.offers import Option

_KINDS: dict[str, type] = {
    "name": str,
    "rules_version": int,
    "needs_cells": bool,
    "throws": bool,
    "on_pages": bool,
}
_WORD = set("abcdefghijklmnopqrstuvwxyz0123456789_")


def broken(game: object, name: str) -> str | None:
    """Return in a few words why ``game``, installed as ``name``, is no game; None if it is one.

    What it offers before a match is asked for once; whatever that raises is raised.
    """
    return next(_faults(game, name), None)


def _faults(game: object, name: str) -> Iterator[str]:
    for attribute, kind in _KINDS.items():
        if not isinstance(getattr(game, attribute, None), kind):
            yield f"{attribute} is no {kind.__name__}"
    if getattr(game, "name", None) != name:
        yield f"it calls itself {getattr(game, 'name', None)!r}"
    if not set(name) <= _WORD:
        yield "its name has other signs than a-z, 0-9 and _"
    for method, promised in vars(Game).items():
        if not method.startswith("_") and inspect.isfunction(promised):
            yield from _of_method(game, method, inspect.signature(promised))
    yield from _offers(game)


def _of_method(game: object, method: str, promised: inspect.Signature) -> Iterator[str]:
    found = getattr(game, method, None)
    if not callable(found):
        yield f"it has no {method}()"
        return
    asked = [one for one in promised.parameters.values() if one.name != "self"]
    places = [one for one in asked if one.kind is one.POSITIONAL_OR_KEYWORD]
    names = [one.name for one in asked if one.kind is one.KEYWORD_ONLY]
    signature = inspect.signature(found)
    # As few and as many as the house may give.
    for count in {sum(one.default is one.empty for one in places), len(places)}:
        try:
            signature.bind(*[None] * count, **dict.fromkeys(names))
        except TypeError:
            yield f"{method}() is not called with {', '.join(one.name for one in asked) or 'nothing'}"
            return


def _offers(game: object) -> Iterator[str]:
    options = game.options()  # type: ignore[attr-defined]
    if not all(isinstance(one, Option) for one in options):
        yield "options() gives something else than options"
    elif not all(_is_json(one.default) for one in options):
        yield "options() gives a default that is no JSON"
    cards = game.cards()  # type: ignore[attr-defined]
    if not isinstance(cards, list) or not _is_json(cards):
        yield "cards() gives no list of JSON"
    lineups = game.lineups()  # type: ignore[attr-defined]
    if lineups is not None and not _is_json([dict(lineups.roster()), *map(dict, lineups.shipped().values())]):
        yield "lineups() gives formations that are no JSON"
    teams = game.teams()  # type: ignore[attr-defined]
    if teams is not None and not _is_json(dict(teams)):
        yield "teams() gives teams that are no JSON"
    encounters = game.encounters()  # type: ignore[attr-defined]
    if encounters is not None and not _is_json([*encounters.shipped(str).values()]):
        yield "encounters() gives encounters that are no JSON"


def _is_json(what: object) -> bool:
    try:
        json.dumps(what)
    except (TypeError, ValueError):
        return False
    return True
