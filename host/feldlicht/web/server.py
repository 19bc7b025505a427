"""Serves the application on the loopback address, or with ``--lan`` on all, by waitress, from one named thread."""

from __future__ import annotations

import socket
import sys
import threading
import time
from typing import TYPE_CHECKING

from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]

from feldlicht.texts import DEFAULT_LANGUAGE
from feldlicht.web.addresses import LOOPBACK
from feldlicht.web.channels import channel
from feldlicht.web.fair import FairDispatcher

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

SPARE_THREADS = 32
"""Threads beside those that open streams hold: for pages and commands."""
FOR_OTHERS = 24
"""Threads of all that no single address can hold."""
CONNECTION_LIMIT = 900
"""Waitress stops accepting at this many; below the usual limit of 1024 open files."""
HIGH_WATERMARK = 64 * 1024
"""Bytes that may wait for a slow reader before its stream waits too."""
MOST_BYTES = 1024 * 1024
"""A larger body is cut off by waitress itself; what is smaller and still too large gets our own sentence."""
FLUSH_S = 0.4
CLOSE_S = 1.0

LOST_MS = 30_000
"""A phone that went out of reach says no goodbye: what is not acknowledged for so long ends the connection."""
_SOCKET_OPTIONS = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
if sys.platform == "linux":
    _SOCKET_OPTIONS.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_MS))


class Server:
    """A running web server. ``streams`` is how many threads long-lived answers may hold.

    ``language`` is for whoever asks for none in a request that cannot be read.
    """

    def __init__(
        self, app: WSGIApplication, listening: socket.socket, streams: int, language: str = DEFAULT_LANGUAGE
    ) -> None:
        self.port: int = listening.getsockname()[1]
        self._listening = listening
        self._server = create_server(
            app,
            sockets=[listening],
            _dispatcher=FairDispatcher(streams + SPARE_THREADS, streams + SPARE_THREADS - FOR_OTHERS),
            connection_limit=CONNECTION_LIMIT,
            asyncore_use_poll=True,
            outbuf_high_watermark=HIGH_WATERMARK,
            max_request_body_size=MOST_BYTES,
            # So that it hears when the reader of a stream hangs up, and not only when it writes next.
            channel_request_lookahead=1,
            ident=None,
            # Else nobody would see any more who came through a proxy, and is not at this computer (see persons.py).
            clear_untrusted_proxy_headers=False,
            # A phone that went out of reach is no fault.
            log_socket_errors=False,
        )
        self._server.adj.socket_options = _SOCKET_OPTIONS
        self._server.channel_class = channel
        self._server.language = language
        self._thread = threading.Thread(target=self._server.run, name="web-server")
        self._closed = False

    @property
    def address(self) -> str:
        """The address that people open."""
        return f"http://{LOOPBACK}:{self.port}/"

    @property
    def alive(self) -> bool:
        """Whether it still serves."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def close(self) -> None:
        """Let what is written reach its readers, then end every connection and thread. Idempotent."""
        if self._closed:
            return
        self._closed = True
        if self._thread.is_alive():
            # Whoever comes now would be cut off within an answer.
            self._server.trigger.pull_trigger(self._server.del_channel)
        deadline = time.monotonic() + FLUSH_S
        while self._unsent() and time.monotonic() < deadline:
            time.sleep(0.01)
        if self._thread.is_alive():
            self._server.trigger.pull_trigger(self._close_lines)
        # Before the loop ends: a thread that has just answered still tells it so.
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=CLOSE_S)
        if self._thread.is_alive():
            # Only the server's own loop may close its sockets; with none left the loop ends.
            self._server.trigger.pull_trigger(self._close_all)
            self._thread.join(CLOSE_S)
        else:
            self._close_all()
        self._listening.close()

    def _unsent(self) -> bool:
        return any(one.total_outbufs_len > 0 for one in list(self._server.active_channels.values()))

    def _close_lines(self) -> None:
        for one in list(self._server.active_channels.values()):
            # Wakes a thread that waits for a reader which does not read.
            one.handle_close()

    def _close_all(self) -> None:
        self._close_lines()
        self._server.close()
        wasyncore.close_all(self._server._map)
