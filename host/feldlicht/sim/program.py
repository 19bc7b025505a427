"""A program of the board (firmware or raw prompt) as a process: start, feed, interrupt, end.

Used by the simulator's one thread only.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from feldlicht.base.layout import Layout
from feldlicht.sim import launch

RESET_CODE = 42
"""Exit code of a program that called ``machine.reset()``."""
SOFT_RESET_CODE = 44
"""Exit code of the raw prompt when a tool asked it for a soft reset."""
RAW_PROMPT = "raw_prompt.py"
"""The stand-in that runs what tools send to a board without a program."""
_PATIENCE_S = 5.0
_ONE_PAGE = 4096


def wiring_folder(firmware: Path, layout: Layout) -> Path:
    """Return the folder with the constants of this layout: the firmware's own, or that of a variant."""
    own = firmware / "layout_generated.py"
    variant = firmware / "layouts" / layout.driver
    if own.is_file() and layout.fingerprint not in own.read_text(encoding="utf-8") and variant.is_dir():
        return variant
    return firmware


@dataclass(frozen=True, slots=True)
class Start:
    """All that a start of the firmware needs but does not change from one to the next."""

    interpreter: tuple[str, ...]
    """What comes before a script, or before ``-c`` and code."""
    firmware: Path
    """The folder with ``main.py``; a board that is installed like a real one has its own flash here."""
    standins: Path
    flash: Path
    board_id: str
    socket_port: int
    wiring: Path | None = None
    """The folder whose layout says how this board is wired, where that is not the firmware's."""
    layout: Path | None = None
    """The folder whose layout the firmware gets, where that is not its own."""

    @property
    def main(self) -> Path:
        """What the board runs when it is switched on."""
        return self.firmware / "main.py"

    @property
    def raw_prompt(self) -> Path:
        """What it runs for a tool."""
        return self.standins / RAW_PROMPT


class Program:
    """One run of a program, from one start to its end. ``stdin`` and ``stdout`` are non-blocking descriptors."""

    def __init__(self, start: Start, cause: str, script: Path | None = None, scratch: int = 0) -> None:
        """Start ``script``, the firmware unless another is named.

        ``cause`` is what it is told of why it started (``power``, ``reset``, ``watchdog``, ``soft``), ``scratch`` is
        what it finds in the register that only a power cut empties.
        """
        folders = [start.standins, *[start.layout] * bool(start.layout), start.firmware, ".frozen"]
        environment = {
            **os.environ,
            "MICROPYPATH": ":".join(map(str, folders)),
            "FELDLICHT_SIM_PORT": str(start.socket_port),
            "FELDLICHT_SIM_ID": start.board_id,
            "FELDLICHT_SIM_CAUSE": cause,
            "FELDLICHT_SIM_SCRATCH": str(scratch),
            "FELDLICHT_SIM_FLASH": str(start.flash),
            "FELDLICHT_SIM_WIRING": str(start.wiring or ""),
        }
        # The folder of a script would come first in the path, and its layout with it.
        program = [str(script or start.main)] if script or not start.layout else ["-c", "import main"]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(launch.__file__)), str(os.getpid()), *start.interpreter, *program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,  # on a board, everything comes out of the one console
            bufsize=0,
            cwd=start.flash,
            env=environment,
            # What the board writes to its flash is the owner's alone, as all that lies in the data folder.
            umask=0o077,
            # Ctrl-C in the terminal of the host is not Ctrl-C on the board's console.
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.stdin: int = self._process.stdin.fileno()
        self.stdout: int = self._process.stdout.fileno()
        for pipe in (self.stdin, self.stdout):
            os.set_blocking(pipe, False)
            if hasattr(fcntl, "F_SETPIPE_SZ"):
                # As little between us and the firmware as there is on USB: then waiting is felt at the other end.
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _ONE_PAGE)

    @property
    def process_id(self) -> int:
        """The process."""
        return self._process.pid

    def interrupt(self) -> None:
        """Ctrl-C on its console."""
        self._process.send_signal(signal.SIGINT)

    def ended(self) -> int:
        """Take leave of a program whose console has closed; return its exit code."""
        try:
            code = self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._close()
        return code

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._process.kill()
        self._process.wait()
        self._close()

    def _close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
