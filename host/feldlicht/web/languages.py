"""Which language a viewer reads: ``?lang=``, else the cookie ``lang``, else Accept-Language, else English."""

from __future__ import annotations

from flask import has_request_context, request

from feldlicht.texts import DEFAULT_LANGUAGE, LANGUAGES

COOKIE = "lang"
PARAMETER = "lang"


def viewer_language() -> str:
    """Return the language of the current request; English outside of one."""
    if not has_request_context():
        return DEFAULT_LANGUAGE
    for wanted in (request.args.get(PARAMETER), request.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    return request.accept_languages.best_match(LANGUAGES) or DEFAULT_LANGUAGE
