"""The data folder: made for its owner alone, and used by one host at a time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from feldlicht.base.reasons import BadInput, Reason

LOCK_NAME = "host.lock"


class DataFolder:
    """A locked data folder. The operating system gives the lock back when the process ends, however it ends."""

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self._lock: int | None = lock

    @classmethod
    def take(cls, path: Path) -> DataFolder:
        """Make ``path`` if it is not there, and lock it.

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
        return cls(path, lock)

    def release(self) -> None:
        """Let another host have it. Idempotent."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


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
