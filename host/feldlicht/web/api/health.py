"""Health: is this host there, and which board does it play on."""

from __future__ import annotations

from flask import Response

from feldlicht.version import VERSION
from feldlicht.web.api import shown
from feldlicht.web.api.answers import answer, blueprint
from feldlicht.web.context import context

api = blueprint("health", "Whether this host is well.")


@api.get("/health", operation_id="get_health", responses={200: shown.Health})
def health() -> Response:
    """Say that this host is well, its version, the default board, and how many streams are open."""
    here = context()
    boards = here.house.boards()
    board = boards[0] if boards else None
    shown = board and {
        "id": board.id,
        "state": str(board.state),
        "simulated": board.simulated,
        "firmware": board.firmware,
        "interpreter": board.interpreter,
        "machine": board.machine,
    }
    return answer({"status": "ok", "version": VERSION, "board": shown, "streams": here.streams.open})
