"""Slows down whoever guesses: a few tries are free, then each failure doubles the wait. Kept over restarts.

Four failures from one address have no consequence; the fifth makes wait a minute, each after it twice as long, up to
an hour. A quiet hour takes one failure back. All addresses together have a longer count of their own, with a wait of
a minute at most, so that many addresses do not help. It holds for addresses that have failed within a day; one that
has not is let try, so that nobody shuts the door for others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.runtime.registers import Registers

REGISTER = "tries"
MINUTE_MS = 60_000
ADDRESSES = 500
"""So many addresses are remembered, those that failed last; when it is full, nobody knows who has never failed."""
REMEMBERED_MS = 24 * 60 * MINUTE_MS
"""How long an address is known as one that failed."""
RECENT = 50
"""So many failures are told one by one."""


class Proof(Enum):
    """What a right try says of the failures before it, from the same address."""

    THE_SECRET = auto()
    """There is one secret: who knows it was no guesser, and is forgiven."""
    ONE_OF_MANY = auto()
    """Who knows one secret may be guessing another; the failures stay."""


@dataclass(frozen=True, slots=True)
class Patience:
    """From which failure on people wait, the longest wait, and how much quiet takes one failure back (ms)."""

    free: int
    longest_ms: int
    forgiven_ms: int


OF_ONE = Patience(free=5, longest_ms=60 * MINUTE_MS, forgiven_ms=60 * MINUTE_MS)
OF_ALL = Patience(free=40, longest_ms=MINUTE_MS, forgiven_ms=MINUTE_MS)


@dataclass(frozen=True, slots=True)
class Tries:
    """Failures that count, when the last one was, and until when the next try has to wait (ms since 1970)."""

    failures: int = 0
    last_at: int = 0
    until: int = 0


def wait_ms(tries: Tries, now: int) -> int:
    """Return how long the next try has to wait, 0 if it need not."""
    return max(0, tries.until - now)


def forgiven(tries: Tries, patience: Patience, now: int) -> int:
    """Return how many failures still count at ``now``."""
    quiet = max(0, now - max(tries.last_at, tries.until))
    return max(0, tries.failures - quiet // patience.forgiven_ms)


def failed(tries: Tries, patience: Patience, now: int) -> Tries:
    """Return how it stands after one more failure."""
    failures = forgiven(tries, patience, now) + 1
    beyond = failures - patience.free
    # 2 ** 12 minutes are longer than any wait.
    wait = 0 if beyond < 0 else min(MINUTE_MS << min(beyond, 12), patience.longest_ms)
    return Tries(failures, now, now + wait)


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed try: when (ms since 1970), and from which address."""

    at: int
    address: str


class Brake:
    """The tries at one lock, e.g. the PIN. One is judged at a time, so trying in parallel does not help either."""

    def __init__(self, name: str, registers: Registers, proof: Proof = Proof.THE_SECRET) -> None:
        self.name = name
        self._registers = registers
        self._proof = proof
        self._lock = threading.Lock()
        self._one, self._all, self._recent, self._total = self._read()

    def attempt(self, address: str, now: int, right: Callable[[], bool]) -> bool:
        """Say whether the try from ``address`` is ``right``, which is only asked if no wait is on.

        ``right`` may raise :class:`Refused` for what was right once: that is no guess, and is taken back. What
        failed before stays.

        Raises :class:`Refused`: ``TOO_MANY_TRIES`` with the ``seconds`` to wait; ``DATA_FOLDER_UNUSABLE`` if a
        failure cannot be kept, so that no one guesses while nothing is counted.
        """
        with self._lock:
            self._sweep(now)
            known, all_before = self._one.get(address), self._all
            wait = self._wait(known, now)
            if wait:
                raise Refused(Refusal.of(Reason.TOO_MANY_TRIES, seconds=-(-wait // 1000)))
            # Noted before it is judged: whoever cuts the line in between has used up a try.
            one = failed(known or Tries(), OF_ONE, now)
            self._note(address, one, failed(self._all, OF_ALL, now), now)
            try:
                if not right():
                    return False
            except Refused:
                self._take_back(address, known, all_before)
                raise
            # Only this try is taken back; of the failures before it the proof decides.
            self._take_back(address, known if self._proof is Proof.ONE_OF_MANY else None, all_before)
            return True

    def _take_back(self, address: str, known: Tries | None, all_before: Tries) -> None:
        """Have the newest try not have been; ``known`` is what counts of the address's failures before it."""
        del self._one[address]
        if known is not None:
            self._one[address] = known
        self._all = all_before
        self._recent = self._recent[:-1]
        self._total -= 1
        self._keep()

    def _wait(self, known: Tries | None, now: int) -> int:
        if known is not None:
            return max(wait_ms(known, now), wait_ms(self._all, now))
        # Of whoever was forgotten for others it cannot be said that he never failed.
        return wait_ms(self._all, now) if len(self._one) >= ADDRESSES else 0

    def _sweep(self, now: int) -> None:
        old = [address for address, tries in self._one.items() if now - tries.last_at >= REMEMBERED_MS]
        for address in old:
            del self._one[address]

    def failures(self) -> tuple[int, tuple[Failure, ...]]:
        """Return how many tries failed in all, and the newest of them, the last one first."""
        with self._lock:
            return self._total, tuple(reversed(self._recent))

    def _note(self, address: str, one: Tries, all_: Tries, now: int) -> None:
        self._one.pop(address, None)
        self._one[address] = one
        while len(self._one) > ADDRESSES:
            self._one.pop(next(iter(self._one)))
        self._all = all_
        self._recent = [*self._recent[1 - RECENT :], Failure(now, address)]
        self._total += 1
        self._keep()

    def _keep(self) -> None:
        form = {
            "v": 1,
            "one": {address: _form(tries) for address, tries in self._one.items()},
            "all": _form(self._all),
            "recent": [[one.at, one.address] for one in self._recent],
            "total": self._total,
        }
        self._registers.set_register(REGISTER, self.name, form)

    def _read(self) -> tuple[dict[str, Tries], Tries, list[Failure], int]:
        kept = self._registers.register(REGISTER, self.name)
        if not isinstance(kept, Mapping):
            return {}, Tries(), [], 0
        return (
            {str(address): _tries(tries) for address, tries in dict(kept["one"]).items()},
            _tries(kept["all"]),
            [Failure(int(at), str(address)) for at, address in kept["recent"]],
            int(kept["total"]),
        )


def _form(tries: Tries) -> list[int]:
    return [tries.failures, tries.last_at, tries.until]


def _tries(form: object) -> Tries:
    if not isinstance(form, list):
        raise ValueError(form)
    return Tries(*(int(number) for number in form))
