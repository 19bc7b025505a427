"""The pages: dashboard, virtual board and settings. They hold no state; their scripts get it from the API."""

from __future__ import annotations

from functools import partial
from typing import Final

from flask import Blueprint, render_template

from feldlicht.texts import LANGUAGES, text
from feldlicht.web.languages import viewer_language

SCRIPTS: Final = {"dashboard": "js/dashboard.js", "play": "js/play.js", "settings": "js/settings.js"}

pages = Blueprint("pages", __name__, static_folder="static", static_url_path="/static", template_folder="templates")


def _page(template: str, page: str, board: str | None = None) -> str:
    language = viewer_language()
    return render_template(
        template,
        page=page,
        board=board,
        script=SCRIPTS[page],
        language=language,
        languages=LANGUAGES,
        say=partial(text, language=language),
    )


@pages.get("/")
def dashboard() -> str:
    """The match live, with everything that can be commanded without hands."""
    return _page("dashboard.html", "dashboard")


@pages.get("/boards/<board_id>")
def board(board_id: str) -> str:
    """The virtual board of one table; its script says so if there is none of that name."""
    return _page("board.html", "play", board_id)


@pages.get("/settings")
def settings() -> str:
    """What people change while it runs: patience, light, the takeback rule."""
    return _page("settings.html", "settings")
