"""The text catalogue: every sentence for people, in English and German.

Keys are stable names (``reason.BLOCKED``, ``page.title``); the texts live in ``<language>/*.po``, one file a subject,
and are compiled into one ``<language>/LC_MESSAGES/messages.mo`` by ``python -m feldlicht.texts.compile``. API, pages,
page scripts and the command line all read the compiled catalogue. Placeholders are written ``{name}``.
"""

from __future__ import annotations

from feldlicht.texts.catalogue import (
    DEFAULT_LANGUAGE,
    LANGUAGES,
    USUAL_GAME,
    TextMissing,
    called,
    faults,
    language_or_default,
    page_texts,
    text,
)
from feldlicht.texts.sentences import sentence

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "USUAL_GAME",
    "TextMissing",
    "called",
    "faults",
    "language_or_default",
    "page_texts",
    "sentence",
    "text",
]
