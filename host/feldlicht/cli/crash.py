"""What people see when something went wrong inside: one sentence, and a file with the details."""

from __future__ import annotations

import logging
import platform
import sys
import tempfile
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from feldlicht.config import default_data_folder
from feldlicht.store.private import for_the_owner_only, make_for_the_owner
from feldlicht.version import VERSION

EARLY_RECORDS = 500
"""So many records are held until there is a log to write them to."""
LOG_BYTES = 1_000_000
LOG_FILES = 2

_log = logging.getLogger(__name__)
_FORM = logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s")


class _Early(logging.Handler):
    """Holds what is logged before the data folder is ours and a log can be opened in it."""

    def __init__(self) -> None:
        super().__init__()
        self._held: deque[logging.LogRecord] = deque(maxlen=EARLY_RECORDS)
        self.holding = True

    def emit(self, record: logging.LogRecord) -> None:
        """Hold it, as long as there is no log."""
        if self.holding:
            self._held.append(record)

    def hand_over(self, target: logging.Handler) -> None:
        """Give everything to ``target``, which takes all that follows by itself."""
        with self.lock or nullcontext():
            self.holding = False
            while self._held:
                target.handle(self._held.popleft())

    def text(self) -> str:
        """Return what is held, for people."""
        return "".join(f"{_FORM.format(record)}\n" for record in tuple(self._held))


class _PrivateLog(RotatingFileHandler):
    """A bounded log for the owner alone: it names who came from where."""

    def _open(self) -> TextIOWrapper:
        make_for_the_owner(Path(self.baseFilename))
        return super()._open()


_early = _Early()


def write_crash_file(fault: BaseException, data: Path | None) -> Path:
    """Write what is known about ``fault`` and return the file: in the data folder, else among temporary files."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    head = f"feldlicht {VERSION}\npython {platform.python_version()} on {platform.platform()}\nat {stamp}\n\n"
    details = head + _early.text() + "".join(traceback.format_exception(fault))
    for folder in (data or default_data_folder(), Path(tempfile.gettempdir())):
        file = folder / f"crash-{stamp}.txt"
        try:
            with open(file, "w", encoding="utf-8", opener=for_the_owner_only) as written:
                written.write(details)
        except OSError:
            continue
        return file
    return Path("crash.txt")


def keep_quiet() -> None:
    """Let nothing but our own sentences reach the terminal: logs and faults of threads go to the log.

    What is logged before :func:`log_to` is held for it, and for :func:`write_crash_file`.
    """
    root = logging.getLogger()
    root.addHandler(_early)
    root.setLevel(logging.INFO)
    threading.excepthook = _thread_fault
    sys.unraisablehook = _unraisable


@contextmanager
def log_to(file: Path) -> Iterator[None]:
    """Keep a bounded log in ``file`` meanwhile, beginning with what was logged before there was one."""
    handler = _PrivateLog(file, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True)
    handler.setFormatter(_FORM)
    root = logging.getLogger()
    _early.hand_over(handler)
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        handler.close()


def _thread_fault(fault: threading.ExceptHookArgs) -> None:
    name = fault.thread.name if fault.thread is not None else "?"
    _log.error("thread %s ended by a fault", name, exc_info=fault.exc_value)


def _unraisable(fault: sys.UnraisableHookArgs) -> None:
    _log.error("a fault that could not be raised: %s", fault.err_msg, exc_info=fault.exc_value)
