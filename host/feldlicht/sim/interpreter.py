"""Finding MicroPython's unix port."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from feldlicht.base.reasons import Reason, Refusal, Refused

ENVIRONMENT = "MICROPYTHON"
_QUESTION = "import sys; v = sys.implementation.version; print('.'.join(map(str, v[:3])), v[3] if len(v) > 3 else '')"
_PATIENCE_S = 20


def find_micropython(path: str | None = None) -> str:
    """Return the interpreter: ``path`` if given, else ``$MICROPYTHON``, else the one installed beside Python.

    Raises ``Refused`` (``NO_MICROPYTHON``; the fact ``path`` says where it was looked for).
    """
    wanted = path or os.environ.get(ENVIRONMENT)
    beside = Path(sys.executable).with_name("micropython")
    found = shutil.which(wanted) if wanted else shutil.which(str(beside))
    if found is None:
        raise Refused(Refusal.of(Reason.NO_MICROPYTHON, path=wanted or beside))
    return str(Path(found).absolute())


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
