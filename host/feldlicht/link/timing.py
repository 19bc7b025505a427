"""The times of a conversation with a board."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Times of a conversation in ms, and how often a line is tried."""

    greet: int = 1000
    """Between two requests for hello."""
    silent: int = 3500
    """Without hello for so long: nobody there. A board answers within 3 s."""
    heartbeat: int = 1000
    acknowledge: int = 20
    """Least time between two acknowledgements; the page allows 100."""
    answer: int = 1000
    """An unanswered line is sent again."""
    tries: int = 3
    recheck: int = 200
    """Between two requests for hello after a gap in the board's numbers."""
    doubt: int = 1500
    """Without a snapshot for so long, ask; a board sends one each second."""
    quiet: int = 2500
    """Without a snapshot for so long: lost, or to be restarted if it still speaks otherwise."""
    restart: int = 3000
    """Least time between two restarts of a board at the prompt."""
    refresh: int = 30_000
    """Between two whole scenes when only changes travel."""
    reject: int = 5000
    """Before a scene is tried again that the board did not take."""
