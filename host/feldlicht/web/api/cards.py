"""How the figures of a game go, for pages that explain it."""

from __future__ import annotations

from flask import Response

from feldlicht.runtime import games
from feldlicht.web.api.answers import answer, blueprint
from feldlicht.web.api.games import GamePath
from feldlicht.web.api.shown_records import CardsShown

api = blueprint("cards", "How each figure of a game goes.")


@api.get("/games/<string:id>/cards", operation_id="get_cards", responses={200: CardsShown})
def cards(path: GamePath) -> Response:
    """Show for each kind of figure where it could go on an empty board."""
    return answer({"cards": games.game(path.id).cards()})
