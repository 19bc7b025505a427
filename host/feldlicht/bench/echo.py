"""The peer of a board's line: a pseudo-terminal behind which a small program says everything again.

Nothing could answer sooner: no framing, no checks, no other task. What a board's line costs beyond it is the price
of being a board.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tty
from collections.abc import Iterator
from contextlib import contextmanager

import serial

from feldlicht.bench.line import Flow, Talk
from feldlicht.link.port import open_port

PEER = f"pyserial {serial.__version__}, echo"
_ECHO = "import os, sys\nhere = int(sys.argv[1])\nwhile data := os.read(here, 4096): os.write(here, data)\n"


@contextmanager
def echoing() -> Iterator[str]:
    """Return the path of a port that echoes, in a process of its own, for as long as the context is open."""
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        process = subprocess.Popen([sys.executable, "-I", "-S", "-c", _ECHO, str(master)], pass_fds=(master,))
    finally:
        os.close(master)
    try:
        yield os.ttyname(slave)
    finally:
        process.kill()
        process.wait()
        os.close(slave)


def measure(trips: int, windows: int) -> Flow:
    """Measure the echo as a board is measured."""
    with echoing() as path:
        transport = open_port(path)
        try:
            return Talk(transport).flow(trips, windows)
        finally:
            transport.close()
