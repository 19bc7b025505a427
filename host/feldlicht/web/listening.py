"""Taking a port, before anything else of the web side is loaded: that it cannot be had is said at once."""

from __future__ import annotations

import errno
import socket

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.web.addresses import LOOPBACK

EVERYWHERE = "0.0.0.0"


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
