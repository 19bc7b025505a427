"""The command ``feldlicht``.

This file must be readable for older Pythons too, so that they get a sentence and not a traceback.
"""

from __future__ import annotations

import gettext
import os
import sys
from pathlib import Path

OLDEST_PYTHON = (3, 11)
_TEXTS = str(Path(__file__).parent.parent / "texts")


def _refuse_old_python():
    # type: () -> None
    """End with a sentence when this Python is too old; only what every Python 3 has is used."""
    if sys.version_info >= OLDEST_PYTHON:
        return
    wanted = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    language = "de" if wanted.startswith("de") else "en"
    words = gettext.translation("messages", _TEXTS, languages=[language])
    found = ".".join(str(part) for part in sys.version_info[:3])
    sys.stderr.write(words.gettext("host.python_too_old").replace("{version}", found) + "\n")
    sys.exit(2)


def main():
    # type: () -> None
    """Run the command with the words of the command line; ends the process."""
    _refuse_old_python()
    from feldlicht.cli.commands import run

    sys.exit(run(sys.argv[1:]))
