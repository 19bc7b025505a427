"""Virtual hands: carry magnets on a simulated board at a person's pace."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping

from feldlicht.base.cells import Cell, cell_name
from feldlicht.base.figures import Pole
from feldlicht.table.messages import MagnetStep

log = logging.getLogger(__name__)

LIFT_S = 0.25
"""From taking a magnet until it is clear of the board."""
CARRY_S = 0.35
"""From there to the place where it is put down."""
PAUSE_S = 0.15
"""Between putting one down and reaching for the next."""

Changes = Mapping[Cell, Pole | None]


class _Job:
    """Steps to be done, until somebody says that they are not wanted any more."""

    def __init__(self, steps: tuple[MagnetStep, ...]) -> None:
        self.steps = steps
        self.dropped = False


class VirtualHands:
    """One pair of hands in a named thread of its own.

    ``magnets`` tells where magnets lie, ``put`` changes that and returns when the board has felt it, ``tell`` is told
    True when work begins and False when it has ended. ``pace`` stretches the times above (0: no waiting).
    """

    def __init__(
        self,
        name: str,
        magnets: Callable[[], Mapping[Cell, Pole]],
        put: Callable[[Changes], None],
        tell: Callable[[bool], None],
        pace: float = 1.0,
    ) -> None:
        self._magnets = magnets
        self._put = put
        self._tell = tell
        self._pace = pace
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._open_jobs: list[_Job] = []
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"hands-{name}", daemon=True)

    def start(self) -> None:
        """Be ready for work."""
        self._thread.start()

    def close(self) -> None:
        """Stop, within a job too (what is in the air is put down first), and end the thread. Idempotent."""
        self._closing.set()
        self._jobs.put(None)
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def busy(self) -> bool:
        """Whether there is work to be done."""
        return bool(self._open_jobs)

    def carry_out(self, steps: tuple[MagnetStep, ...]) -> None:
        """Do these steps after all that was asked before; returns at once."""
        job = _Job(steps)
        with self._lock:
            self._open_jobs.append(job)
            if len(self._open_jobs) == 1:
                self._tell(True)
        self._jobs.put(job)

    def let_go(self) -> None:
        """Drop all that was asked for; the magnet in the hand is put down first. Returns at once."""
        with self._lock:
            for job in self._open_jobs:
                job.dropped = True

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                for step in job.steps:
                    if self._closing.is_set() or job.dropped or not self._do(step):
                        break
            except Exception:
                # The thread's border: a job that fails leaves the rest to people's hands.
                log.exception("%s: gave up", self._thread.name)
            with self._lock:
                self._open_jobs.remove(job)
                if not self._open_jobs:
                    self._tell(False)

    def _do(self, step: MagnetStep) -> bool:
        """Do one step; return False if the table is not as the step takes it to be, because a person was quicker."""
        lying = self._magnets()
        if step.origin is not None and lying.get(step.origin) is not step.pole:
            log.info("%s: no such magnet on %s any more", self._thread.name, cell_name(step.origin))
            return False
        if step.target is not None and step.target != step.origin and step.target in lying:
            log.info("%s: %s is taken", self._thread.name, cell_name(step.target))
            return False
        if step.origin is not None:
            self._put({step.origin: None})
            self._wait(LIFT_S)
        if step.target is not None:
            self._wait(CARRY_S)
            self._put({step.target: step.pole})
        self._wait(PAUSE_S)
        return True

    def _wait(self, seconds: float) -> None:
        self._closing.wait(seconds * self._pace)
