"""Reads the compiled catalogue and fills placeholders."""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the catalogue lives: ``<language>/*.po`` and ``<language>/LC_MESSAGES/messages.mo``."""
DOMAIN = "messages"
LANGUAGES: tuple[str, ...] = ("en", "de")
DEFAULT_LANGUAGE = "en"
PAGE_PREFIX = "page."

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class TextMissing(KeyError):
    """Raised for a key that the catalogue does not have in that language."""


def language_or_default(wanted: str | None) -> str:
    """Return the catalogue's language for a locale name such as ``de_AT.UTF-8``; English for anything else."""
    short = (wanted or "").replace("-", "_").split("_")[0].lower()
    return short if short in LANGUAGES else DEFAULT_LANGUAGE


@lru_cache(maxsize=len(LANGUAGES))
def texts(language: str) -> Mapping[str, str]:
    """Return all texts of ``language`` by key. Raises :class:`TextMissing` for a language that does not exist."""
    if language not in LANGUAGES:
        raise TextMissing(language)
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    # The standard library keeps what it read in this mapping and offers no public way to list it.
    entries: Mapping[object, str] = catalogue._catalog  # type: ignore[attr-defined]
    return {key: found for key, found in entries.items() if isinstance(key, str) and key}


def page_texts(language: str) -> dict[str, str]:
    """Return the texts that pages and their scripts use: all keys beginning with ``page.``."""
    return {key: found for key, found in texts(language).items() if key.startswith(PAGE_PREFIX)}


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


def called(name: str, key: str, language: str) -> str:
    """Return what ``key`` calls something, and ``name`` where the catalogue has nothing: games may be added."""
    return texts(language).get(key, name)
