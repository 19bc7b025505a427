"""The data folder: for its owner alone, and used by one host at a time."""

from __future__ import annotations

import logging
import os
import stat
import sys
from pathlib import Path

from feldlicht.base.reasons import BadInput, Reason
from feldlicht.store.private import make_private

LOCK_NAME = "host.lock"
OURS = (
    LOCK_NAME,
    "instance",
    "token",
    "running.json*",
    "keys.json*",
    "feldlicht.sqlite3*",
    "feldlicht.log*",
    "crash-*.txt",
    "journals",
    "journals/*",
    "sim",
    "sim/**/*",
    "sim-*",
    "sim-*/**/*",
)
"""What this program keeps there. The folder may be one that people made and keep other things in."""

log = logging.getLogger(__name__)


class DataFolder:
    """A locked data folder. The operating system gives the lock back when the process ends, however it ends."""

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self._lock: int | None = lock

    @classmethod
    def take(cls, path: Path) -> DataFolder:
        """Make ``path`` if it is not there, lock it, and take from others what rights they have to our files in it.

        Raises :class:`BadInput`: ``DATA_FOLDER_LOCKED`` when another host uses it, ``DATA_FOLDER_UNUSABLE`` when it
        cannot be made, read or written.
        """
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Kept open and never deleted: a lock on a file that another process has just deleted locks nothing.
            lock = os.open(path / LOCK_NAME, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError as error:
            problem = error.strerror or str(error)
            raise BadInput(Reason.DATA_FOLDER_UNUSABLE, folder=path, problem=problem) from error
        if not _locked(lock):
            os.close(lock)
            raise BadInput(Reason.DATA_FOLDER_LOCKED, folder=path)
        for pattern in OURS:
            for found in path.glob(pattern):
                _close_to_others(found)
        return cls(path, lock)

    def release(self) -> None:
        """Let another host have it. Idempotent."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def others_may_write(folder: Path) -> bool:
    """Return whether others may exchange files in ``folder``, which may be one that people share on purpose."""
    mode = folder.stat().st_mode
    return os.name == "posix" and bool(mode & 0o022) and not mode & stat.S_ISVTX


def _close_to_others(found: Path) -> None:
    try:
        if not found.is_symlink():
            make_private(found)
    except OSError as error:
        # Of another owner, or on a disk without rights: it works all the same.
        log.warning("%s may be read by others: %s", found.name, error.strerror)


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _locked(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
