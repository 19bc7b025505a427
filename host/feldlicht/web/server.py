"""Serves the application on the loopback address, or with ``--lan`` on all, by waitress, from one named thread."""

from __future__ import annotations

import errno
import logging
import socket
import threading
import time
from typing import TYPE_CHECKING

from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.web.addresses import LOOPBACK

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

EVERYWHERE = "0.0.0.0"
SPARE_THREADS = 32
"""Threads beside those that open streams hold: for pages and commands."""
CONNECTION_LIMIT = 900
"""Waitress stops accepting at this many; below the usual limit of 1024 open files."""
HIGH_WATERMARK = 64 * 1024
"""Bytes that may wait for a slow reader before its stream waits too."""
MOST_BYTES = 1024 * 1024
"""A larger body is cut off by waitress itself; what is smaller and still too large gets our own sentence."""
FLUSH_S = 0.4
CLOSE_S = 1.0

_log = logging.getLogger(__name__)


def bind(port: int, lan: bool = False) -> socket.socket:
    """Take a port on the loopback address, or with ``lan`` on every address; 0 for any free one.

    Raises :class:`Refused` ``HTTP_PORT_TAKEN`` if it cannot be had.
    """
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # Else a port that was in use a moment ago could not be taken again for a minute.
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((EVERYWHERE if lan else LOOPBACK, port))
        taken.listen(128)
    except OSError as fault:
        taken.close()
        if fault.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        raise Refused(Refusal.of(Reason.HTTP_PORT_TAKEN, port=port)) from fault
    return taken


class Server:
    """A running web server. ``streams`` is how many threads long-lived answers may hold."""

    def __init__(self, app: WSGIApplication, listening: socket.socket, streams: int) -> None:
        self.port: int = listening.getsockname()[1]
        self._listening = listening
        self._server = create_server(
            app,
            sockets=[listening],
            threads=streams + SPARE_THREADS,
            connection_limit=CONNECTION_LIMIT,
            asyncore_use_poll=True,
            outbuf_high_watermark=HIGH_WATERMARK,
            max_request_body_size=MOST_BYTES,
            ident=None,
        )
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
        deadline = time.monotonic() + FLUSH_S
        while self._unsent() and time.monotonic() < deadline:
            time.sleep(0.01)
        if self._thread.is_alive():
            # Only the server's own loop may close its sockets; with none left the loop ends.
            self._server.trigger.pull_trigger(self._close_all)
            self._thread.join(CLOSE_S)
        else:
            self._close_all()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=CLOSE_S)
        self._listening.close()

    def _unsent(self) -> bool:
        return any(channel.total_outbufs_len > 0 for channel in list(self._server.active_channels.values()))

    def _close_all(self) -> None:
        for channel in list(self._server.active_channels.values()):
            # Wakes a thread that waits for a reader which does not read.
            channel.handle_close()
        self._server.close()
        wasyncore.close_all(self._server._map)
