"""Finding what runs the firmware: MicroPython's unix port, or CPython where there is none."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.sim import fallback

ENVIRONMENT = "MICROPYTHON"
CPYTHON = "cpython"
"""Instead of a path: the Python that runs this host runs the firmware too."""
HEAP = "120wk"
"""Half of what a Pico has, so that there is head-room. The unix port counts in words."""
_QUESTION = "import sys; v = sys.implementation.version; print('.'.join(map(str, v[:3])), v[3] if len(v) > 3 else '')"
_PATIENCE_S = 20


@dataclass(frozen=True, slots=True)
class Interpreter:
    """What runs the firmware: ``command`` comes before a script, or before ``-c`` and code."""

    command: tuple[str, ...]
    description: str
    """Name and version, e.g. ``MicroPython 1.29.0-preview (unix)``, ``Python 3.11.2 (cpython)``."""


def find(path: str | None = None) -> str:
    """Return what is to run the firmware: ``path``, else ``$MICROPYTHON``, else what is installed beside Python.

    It is :data:`CPYTHON` if that is what was named, or if nothing was and there is no MicroPython. Raises ``Refused``
    (``NO_MICROPYTHON``; the fact ``path`` says where it was looked for) if what was named is not there.
    """
    wanted = path or os.environ.get(ENVIRONMENT)
    if wanted == CPYTHON:
        return CPYTHON
    found = shutil.which(wanted or _beside())
    if found is not None:
        return str(Path(found).absolute())
    if wanted:
        raise Refused(Refusal.of(Reason.NO_MICROPYTHON, path=wanted))
    return CPYTHON


def choose(found: str) -> Interpreter:
    """Return the interpreter for what :func:`find` returned.

    A MicroPython that came with this installation and does not run on this computer is as good as none. Raises
    ``Refused`` (``NO_MICROPYTHON``) if it is another one that does not run as MicroPython does.
    """
    if found == CPYTHON:
        return _cpython()
    try:
        return Interpreter((found, "-X", f"heapsize={HEAP}"), describe(found))
    except Refused:
        if found != _beside():
            raise
        return _cpython()


def _beside() -> str:
    return str(Path(sys.executable).with_name("micropython"))


def _cpython() -> Interpreter:
    # Nothing of this installation is seen by the firmware, and nothing is written beside it.
    command = (sys.executable, "-I", "-S", "-B", "-W", "ignore", str(Path(fallback.__file__)))
    return Interpreter(command, f"Python {platform.python_version()} ({CPYTHON})")


def describe(micropython: str) -> str:
    """Return the interpreter's name and version, e.g. ``MicroPython 1.29.0-preview (unix)``.

    Raises ``Refused`` (``NO_MICROPYTHON``) if what is there does not run as MicroPython does.
    """
    try:
        answer = subprocess.run(
            [micropython, "-c", _QUESTION], capture_output=True, text=True, timeout=_PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise Refused(Refusal.of(Reason.NO_MICROPYTHON, path=micropython)) from error
    version = "-".join(answer.stdout.split())
    return f"MicroPython {version} (unix)"
