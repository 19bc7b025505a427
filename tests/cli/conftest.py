"""The command as people start it: a process of its own with a data folder of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

GENEROUS_S = 90.0
FELDLICHT = (sys.executable, "-c", "from feldlicht.cli import main; main()")


def environment(**more: str) -> dict[str, str]:
    """This process's environment without anything that would set Feldlicht up, in English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FELDLICHT_")}
    return {**kept, "LC_ALL": "C.UTF-8", **more}


def run(*arguments: str, before: Sequence[str] = (), **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, by way of the command ``before`` if given."""
    return subprocess.run(
        [*before, *FELDLICHT, *arguments],
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=GENEROUS_S,
        check=False,
    )


@dataclass
class Playing:
    """A running ``feldlicht play`` and what it has printed so far."""

    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._reader = threading.Thread(target=self._read, name="reader", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(iter(self.process.stdout.readline, ""))

    def wait_for(self, *words: str) -> str:
        """Wait for a line that has all ``words``; return it."""
        end = time.monotonic() + GENEROUS_S
        while time.monotonic() < end:
            for line in list(self.lines):
                if all(word in line for word in words):
                    return line
            assert self.process.poll() is None, f"it ended: {self.text}"
            time.sleep(0.02)
        raise AssertionError(f"no line with {words}: {self.text}")

    @property
    def address(self) -> str:
        """The first address that it printed."""
        line = self.wait_for("http://")
        return next(word for word in line.split() if word.startswith("http://"))

    @property
    def text(self) -> str:
        """Everything printed so far."""
        return "".join(self.lines)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, and return the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(GENEROUS_S)
        self._reader.join(GENEROUS_S)
        return code


Start = Callable[..., Playing]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start ``feldlicht play`` on any free port, with a data folder of its own unless told otherwise."""
    started: list[Playing] = []

    def begin(*arguments: str, data: Path | None = None, before: Sequence[str] = (), **more: str) -> Playing:
        folder = data or tmp_path / f"data{len(started)}"
        process = subprocess.Popen(
            [*before, *FELDLICHT, "play", "--http-port", "0", "--data", str(folder), *arguments],
            env=environment(**more),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(Playing(process))
        return started[-1]

    yield begin
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        if one.process.stdout is not None:
            one._reader.join(GENEROUS_S)
            one.process.stdout.close()
