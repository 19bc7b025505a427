"""How a running command is asked to end: Ctrl-C, SIGTERM, or SIGHUP when its terminal is closed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_HANGUP: signal.Signals | None = getattr(signal, "SIGHUP", None)
"""Windows has none."""


class StopAsked(BaseException):
    """Somebody asked this process to end."""


@contextmanager
def stopping() -> Iterator[None]:
    """Turn SIGINT, SIGTERM and SIGHUP into one :class:`StopAsked`; a second one ends the process at once.

    A terminal that is closed says SIGHUP more than once, so only the first one counts; under ``nohup`` none does.
    """

    def again(_number: int, _frame: FrameType | None) -> None:
        os._exit(130)

    def first(_number: int, _frame: FrameType | None) -> None:
        for one in signals:
            signal.signal(one, signal.SIG_IGN if one is _HANGUP else again)
        raise StopAsked

    signals = [signal.SIGINT, signal.SIGTERM]
    if _HANGUP is not None and signal.getsignal(_HANGUP) is not signal.SIG_IGN:
        signals.append(_HANGUP)
    before = [signal.signal(one, first) for one in signals]
    try:
        yield
    finally:
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)
