"""A line that was sent and waits for its answer."""

from __future__ import annotations

from feldlicht.link.messages import FromHost


class Pending:
    """``sent_ms``: when it was sent last; ``tries``: how often it was sent."""

    def __init__(self, message: FromHost) -> None:
        self.message = message
        self.sent_ms = 0
        self.tries = 0
