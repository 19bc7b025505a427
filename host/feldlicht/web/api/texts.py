"""Page texts, so that scripts speak from the same catalogue as everything else."""

from __future__ import annotations

from flask import Response

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.texts import LANGUAGES, page_texts
from feldlicht.web.api import orders, shown
from feldlicht.web.api.answers import answer, blueprint

api = blueprint("texts", "What pages say, by key.")


@api.get("/texts/<string:lang>", operation_id="get_texts", responses={200: shown.Texts})
def texts(path: orders.LanguagePath) -> Response:
    """Return the page texts of a language: ``en`` or ``de``."""
    if path.lang not in LANGUAGES:
        raise Refused(Refusal.of(Reason.NOT_FOUND, language=path.lang))
    return answer(page_texts(path.lang))
