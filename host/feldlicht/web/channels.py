"""What waitress answers by itself, in our own words, and how many connections it takes from one address.

A request that cannot be read (a line that is none, headers or a body without end) never reaches the application; its
answer is made here, with the same sentence and headers as every other refusal.
"""

from __future__ import annotations

import socket
from typing import Any

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.task import ErrorTask  # type: ignore[import-untyped]
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.texts import LANGUAGES
from feldlicht.web.access import GUARDING_HEADERS
from feldlicht.web.addresses import is_loopback
from feldlicht.web.api.terms import MAX_BODY
from feldlicht.web.problems import MEDIA_TYPE, body_of

ONE_ADDRESS = 150
"""Most connections from one address, so that none takes them all; this computer's own are not counted."""

_REFUSALS = {
    413: Refusal.of(Reason.BODY_TOO_LARGE, limit=MAX_BODY // 1024),
    500: Refusal(Reason.INTERNAL_ERROR),
}


class ProblemTask(ErrorTask):  # type: ignore[misc]
    """Answers what could not be read."""

    def execute(self) -> None:
        """Write the answer and end the connection."""
        fault = self.request.error
        wanted = parse_accept_header(self.request.headers.get("ACCEPT_LANGUAGE"), LanguageAccept)
        language = wanted.best_match(LANGUAGES) or self.channel.server.language
        body = body_of(_REFUSALS.get(fault.code, Refusal(Reason.BAD_REQUEST)), fault.code, fault.reason, language)
        self.status = f"{fault.code} {fault.reason}"
        headers = {**GUARDING_HEADERS, "Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
        self.response_headers.extend(headers.items())
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    error_task_class = ProblemTask


def channel(server: Any, line: socket.socket, address: tuple[str, int], *rest: Any, **more: Any) -> Channel | None:
    """Return the channel of a new connection; close it when its address has :data:`ONE_ADDRESS` already."""
    if not is_loopback(address[0]):
        near = sum(one.addr[0] == address[0] for one in list(server.active_channels.values()))
        if near >= ONE_ADDRESS:
            line.close()
            return None
    return Channel(server, line, address, *rest, **more)
