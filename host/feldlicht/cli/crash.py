"""What people see when something went wrong inside: one sentence, and a file with the details."""

from __future__ import annotations

import logging
import platform
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

from feldlicht.config import default_data_folder
from feldlicht.version import VERSION

LOG_BYTES = 1_000_000
LOG_FILES = 2

_log = logging.getLogger(__name__)


def write_crash_file(fault: BaseException, data: Path | None) -> Path:
    """Write what is known about ``fault`` and return the file: in the data folder, else among temporary files."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    head = f"feldlicht {VERSION}\npython {platform.python_version()} on {platform.platform()}\nat {stamp}\n\n"
    details = head + "".join(traceback.format_exception(fault))
    for folder in (data or default_data_folder(), Path(tempfile.gettempdir())):
        file = folder / f"crash-{stamp}.txt"
        try:
            file.write_text(details, encoding="utf-8")
        except OSError:
            continue
        return file
    return Path("crash.txt")


def keep_quiet() -> None:
    """Let nothing but our own sentences reach the terminal: logs and faults of threads go to the log."""
    logging.getLogger().addHandler(logging.NullHandler())
    threading.excepthook = _thread_fault
    sys.unraisablehook = _unraisable


@contextmanager
def log_to(file: Path) -> Iterator[None]:
    """Keep a bounded log in ``file`` meanwhile."""
    handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
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
