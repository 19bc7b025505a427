"""Which language a viewer reads: ``?lang=``, else the cookie ``lang``, else Accept-Language, else the host's."""

from __future__ import annotations

from flask import request

from feldlicht.texts import LANGUAGES
from feldlicht.web.context import context

COOKIE = "lang"
PARAMETER = "lang"


def viewer_language() -> str:
    """Return the language of the current request."""
    for wanted in (request.args.get(PARAMETER), request.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    return request.accept_languages.best_match(LANGUAGES) or context().language
