"""How a board's link is doing, for the health page: counters, ages and rates."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from feldlicht.base.reasons import Refusal
from feldlicht.link.lines import BadCause
from feldlicht.link.messages import Hello, State

RATE_WINDOW_MS = 5000


class LinkState(StrEnum):
    """Where a link stands."""

    SEARCHING = "searching"
    """There is no such port."""
    CONNECTING = "connecting"
    """The port is open, the board has not said hello yet."""
    LIVE = "live"
    REFUSED = "refused"
    """The port or the board cannot be used; :attr:`Health.refusal` says why."""
    AWAY = "away"
    """The board was there and is not now, or the link is closed."""


@dataclass(frozen=True, slots=True)
class Health:
    """One moment of a link. Counters run since the link was made, over all its connections.

    ``last_line_age_ms`` is the age of the last good line (None before the first); rates are means over the last
    five seconds; ``log`` holds the newest texts of the board that were no lines.
    """

    state: LinkState
    path: str = ""
    hello: Hello | None = None
    board_state: State | None = None
    refusal: Refusal | None = None
    last_line_age_ms: int | None = None
    lines_in: int = 0
    lines_out: int = 0
    snapshots: int = 0
    bad: Mapping[BadCause, int] = field(default_factory=dict)
    resent: int = 0
    rejected: int = 0
    """Lines of ours that the board answered with other than ok."""
    found: int = 0
    lost: int = 0
    restarts: int = 0
    """How often the board was restarted from MicroPython's prompt."""
    lines_per_s: float = 0.0
    snapshots_per_s: float = 0.0
    log: tuple[str, ...] = ()

    @property
    def boot(self) -> int | None:
        """The board's boot counter; None before its first hello."""
        return self.hello.boot if self.hello else None


class Rate:
    """How often something happened lately."""

    def __init__(self) -> None:
        self._times: deque[int] = deque()

    def add(self, now_ms: int) -> None:
        """Count one more."""
        self._times.append(now_ms)

    def per_second(self, now_ms: int) -> float:
        """Return the mean over the last :data:`RATE_WINDOW_MS`."""
        while self._times and self._times[0] <= now_ms - RATE_WINDOW_MS:
            self._times.popleft()
        return len(self._times) * 1000 / RATE_WINDOW_MS


@dataclass(slots=True)
class Counters:
    """What the link's thread counts; other threads see it as :class:`Health` only."""

    lines_in: int = 0
    lines_out: int = 0
    snapshots: int = 0
    resent: int = 0
    rejected: int = 0
    found: int = 0
    lost: int = 0
    restarts: int = 0
    bad: Counter[BadCause] = field(default_factory=Counter)
    lines: Rate = field(default_factory=Rate)
    snapshot_rate: Rate = field(default_factory=Rate)
    last_line_ms: int | None = None
    hello: Hello | None = None
    board_state: State | None = None

    def forget_board(self) -> None:
        """The board is not there any more: what it said of itself is said of nobody."""
        self.hello = self.board_state = None
