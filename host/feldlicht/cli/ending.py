"""How a running command is asked to end: Ctrl-C, or SIGTERM."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class StopAsked(BaseException):
    """Somebody asked this process to end."""


@contextmanager
def stopping() -> Iterator[None]:
    """Turn SIGINT and SIGTERM into one :class:`StopAsked`; a second one ends the process at once."""

    def again(_number: int, _frame: FrameType | None) -> None:
        os._exit(130)

    def first(_number: int, _frame: FrameType | None) -> None:
        for one in signals:
            signal.signal(one, again)
        raise StopAsked

    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(one, first) for one in signals]
    try:
        yield
    finally:
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)
