"""Reads the compiled catalogue and the texts that games bring along, and fills placeholders.

What belongs to one game has that game's name before its key (``master_move.figure.blue.S``). A package that adds a
game adds texts by an entry point of the group ``feldlicht.texts`` that has the game's name: an object such as
``{"en": {"game": …}, "de": {…}}``, whose keys are the house's, without the name. So it can say anything of its own
game otherwise than the house does, and nothing of another.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from feldlicht.plugins import Added, Fault, Unfit, added

FOLDER = Path(__file__).parent
"""Where the catalogue lives: ``<language>/*.po`` and ``<language>/LC_MESSAGES/messages.mo``."""
DOMAIN = "messages"
LANGUAGES: tuple[str, ...] = ("en", "de")
DEFAULT_LANGUAGE = "en"
PAGE_PREFIX = "page."
GROUP = "feldlicht.texts"
USUAL_GAME = "master_move"
"""Whose words are taken where nobody says which game it is about."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class TextMissing(KeyError):
    """Raised for a key that the catalogue does not have in that language."""


def language_or_default(wanted: str | None) -> str:
    """Return the catalogue's language for a locale name such as ``de_AT.UTF-8``; English for anything else."""
    short = (wanted or "").replace("-", "_").split("_")[0].lower()
    return short if short in LANGUAGES else DEFAULT_LANGUAGE


@lru_cache(maxsize=len(LANGUAGES))
def texts(language: str) -> Mapping[str, str]:
    """Return all texts of ``language`` by key, those of added games with it; the house's own keys come first.

    Raises :class:`TextMissing` for a language that does not exist.
    """
    return _of_games(language) | own_texts(language)


def own_texts(language: str) -> dict[str, str]:
    """Return the house's own texts of ``language``. Raises :class:`TextMissing`."""
    if language not in LANGUAGES:
        raise TextMissing(language)
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    # The standard library keeps what it read in this mapping and offers no public way to list it.
    entries: Mapping[object, str] = catalogue._catalog  # type: ignore[attr-defined]
    return {key: found for key, found in entries.items() if isinstance(key, str) and key}


def _of_games(language: str) -> dict[str, str]:
    """The texts of added games by whole key; what lacks in this language is said in English."""
    found: dict[str, str] = {}
    for game, by_language in _added().found.items():
        for spoken in (DEFAULT_LANGUAGE, language):
            said = cast("Mapping[str, Mapping[str, str]]", by_language).get(spoken, {})
            found |= {f"{game}.{key}": words for key, words in said.items()}
    return found


@cache
def _added() -> Added:
    return added(GROUP, _check)


def _check(_name: str, found: object) -> None:
    whole = isinstance(found, Mapping) and all(
        isinstance(said, Mapping) and all(isinstance(one, str) for pair in said.items() for one in pair)
        for said in found.values()
    )
    if not whole:
        raise Unfit("texts are to be a mapping of languages to mappings of keys to texts")
    if isinstance(found, Mapping) and not set(LANGUAGES) & set(found):
        raise Unfit(f"there are no texts in {' or '.join(LANGUAGES)}")


def faults() -> tuple[Fault, ...]:
    """Return which packages bring texts that cannot be read."""
    return _added().faults


def of_game(key: str, language: str, game: str) -> str | None:
    """Return the text called ``key`` as ``game`` has it, else the house's, None where neither has one."""
    known = texts(language)
    return known.get(f"{game}.{key}", known.get(key))


def page_texts(language: str) -> dict[str, str]:
    """Return the texts that pages and their scripts use: all keys that begin with ``page.``, or with it after the
    name of a game.
    """
    return {key: found for key, found in texts(language).items() if _is_for_pages(key)}


def _is_for_pages(key: str) -> bool:
    return key.startswith(PAGE_PREFIX) or key.partition(".")[2].startswith(PAGE_PREFIX)


def placeholders(template: str) -> frozenset[str]:
    """Return the names of the placeholders in a text."""
    return frozenset(_PLACEHOLDER.findall(template))


def fill(template: str, facts: Mapping[str, str]) -> str:
    """Put facts in the place of ``{name}``; a fact that is not there raises ``KeyError``."""
    return _PLACEHOLDER.sub(lambda match: facts[match.group(1)], template)


def text(key: str, language: str, **facts: object) -> str:
    """Return the text called ``key`` with its placeholders filled. Raises :class:`TextMissing`."""
    found = texts(language).get(key)
    if found is None:
        raise TextMissing(f"{key} ({language})")
    return fill(found, {name: str(fact) for name, fact in facts.items()})


def called(name: str, key: str, language: str, game: str = USUAL_GAME) -> str:
    """Return what ``key`` calls something in ``game``, and ``name`` where nobody has a word for it."""
    return of_game(key, language, game) or name
