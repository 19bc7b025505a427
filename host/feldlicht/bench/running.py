"""A host in a process of its own, with a board on a port as a real one would be, for the groups that need one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE_S = 60.0
_PLAY = ("-c", "from feldlicht.cli import main; main()", "play", "--http-port", "0")


@dataclass(frozen=True, slots=True)
class RunningHost:
    """A host that answers: its process, and its address, which ends with a slash."""

    process: int
    address: str

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """Return what one request below /api/v1 is answered. Raises :class:`OSError` if it is refused."""
        data = None if body is None else json.dumps(body).encode()
        kind = {"Content-Type": "application/json"}
        asked = urllib.request.Request(f"{self.address}api/v1{path}", data=data, method=method, headers=kind)
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            return dict(json.load(answer))


@contextmanager
def running_host(data: Path, port: str) -> Iterator[RunningHost]:
    """Run a host with its board at ``port``, and end it. Raises :class:`RuntimeError` if it does not get so far."""
    command = [sys.executable, *_PLAY, "--port", port, "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        address = next((found[0] for line in process.stdout if (found := re.search(r"http://\S+/", line))), None)
        if address is None:
            raise RuntimeError("the host did not start; nothing was measured")
        host = RunningHost(process.pid, address)
        until(lambda: (host.ask("GET", "/health")["board"] or {}).get("state") == "live")
        yield host
    finally:
        process.terminate()
        process.stdout.close()
        process.wait()


def until(what: Callable[[], bool]) -> None:
    """Wait for something. Raises :class:`RuntimeError` if it does not come."""
    end = time.monotonic() + PATIENCE_S
    while not what():
        if time.monotonic() > end:
            raise RuntimeError("the host did not come so far; nothing was measured")
        time.sleep(0.05)
