"""Files that are for whoever runs the program and for nobody else, whatever their folder and the umask allow."""

from __future__ import annotations

import os
from pathlib import Path

OWNER_ONLY = 0o600
OWNER_ONLY_FOLDER = 0o700


def for_the_owner_only(path: str, flags: int) -> int:
    """Open a file, one that is made for its owner alone: an ``opener`` for :func:`open`. Raises :class:`OSError`."""
    return os.open(path, flags, OWNER_ONLY)


def make_for_the_owner(file: Path) -> None:
    """Make an empty ``file`` if it is not there; make one that is there private. Raises :class:`OSError`."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), OWNER_ONLY))
    make_private(file)


def make_private(path: Path) -> None:
    """Take all rights to a file or folder from everyone but its owner. Raises :class:`OSError`.

    Where rights are no bits (Windows) the folder of the person protects it, and nothing is done.
    """
    if os.name != "posix" or not path.stat().st_mode & 0o077:
        return
    path.chmod(OWNER_ONLY_FOLDER if path.is_dir() else OWNER_ONLY)
