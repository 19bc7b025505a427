"""Which language a viewer reads: ``?lang=``, else the cookie ``lang``, else Accept-Language, else the host's.

And which game an answer is about, as each has words of its own for its figures and rules.
"""

from __future__ import annotations

from flask import g, request

from feldlicht.texts import LANGUAGES, USUAL_GAME
from feldlicht.web.context import context

COOKIE = "lang"
PARAMETER = "lang"


def viewer_language() -> str:
    """Return the language of the current request."""
    for wanted in (request.args.get(PARAMETER), request.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    return request.accept_languages.best_match(LANGUAGES) or context().language


def speak_of(game: str) -> None:
    """Let what is refused in the current request be said in the words of ``game``."""
    g.game = game


def spoken_of() -> str:
    """Return the game that the current request is about."""
    return str(g.get("game", USUAL_GAME))
