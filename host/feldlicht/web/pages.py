"""The pages: dashboard, virtual board, settings, and where people come in. Their scripts get all from the API."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import Final

from flask import Blueprint, render_template

from feldlicht.texts import LANGUAGES, text
from feldlicht.web.languages import viewer_language

SCRIPTS: Final = {
    "dashboard": "js/dashboard.js",
    "play": "js/play.js",
    "settings": "js/settings.js",
    "health": "js/health.js",
    "join": "js/join.js",
    "gm": "js/gm.js",
    "fight": "js/fight.js",
    "imman": "js/imman.js",
}

_HERE: Final = Path(__file__).parent


def build_of(scripts: Path) -> str:
    """Return 16 hex digits that name what the scripts in a folder are: others after an upgrade."""
    found = hashlib.sha256()
    for path in sorted(scripts.rglob("*.js")):
        found.update(f"{path.relative_to(scripts).as_posix()}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


BUILD: Final = build_of(_HERE / "static" / "js")
"""Build of the pages that this program serves; their worker goes by it."""

pages = Blueprint("pages", __name__, static_folder="static", static_url_path="/static", template_folder="templates")


def _page(template: str, page: str, board: str | None = None, code: str | None = None) -> str:
    language = viewer_language()
    return render_template(
        template,
        page=page,
        board=board,
        code=code,
        script=SCRIPTS[page],
        build=BUILD,
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


@pages.get("/boards/<board_id>/health")
def health(board_id: str) -> str:
    """How a board is doing; its script says so if there is none of that name, or if one may not see it."""
    return _page("health.html", "health", board_id)


@pages.get("/fight")
def fight() -> str:
    """A fight on the timeline, by whatever view: the game master's, a player's, everyone's."""
    return _page("fight.html", "fight")


@pages.get("/imman")
def imman() -> str:
    """A match of Imman on its hexes, by whatever view."""
    return _page("imman.html", "imman")


@pages.get("/settings")
def settings() -> str:
    """What people change while it runs: patience, light, the takeback rule."""
    return _page("settings.html", "settings")


@pages.get("/j/<code>")
def join(code: str) -> str:
    """Follow an invitation. Whether the code is good is only said once a name goes with it."""
    return _page("join.html", "join", code=code)


@pages.get("/j")
def enter_code() -> str:
    """Type the code that somebody was told."""
    return _page("join.html", "join")


@pages.get("/gm")
def game_master() -> str:
    """Come in as game master; the secret of the link stands behind the # and reaches no server log."""
    return _page("gm.html", "gm")
