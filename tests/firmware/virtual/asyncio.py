"""As much of ``asyncio`` as the tasks of the board need, on the virtual clock."""

import time

SWITCH_US = 200  # from one task to the next: an estimate, not measured on silicon


class _Sleep:
    def __init__(self, due_us):
        self._due_us = due_us

    def __iter__(self):
        return self

    def __next__(self):
        if self._due_us is None:
            raise StopIteration
        due_us, self._due_us = self._due_us, None
        return due_us


def sleep_ms(ms):
    """Let others run for so long."""
    return _Sleep(time.now() + ms * 1000)


class ThreadSafeFlag:
    """Set by an interrupt, waited for by one task."""

    def __init__(self):
        self.state = 0

    def set(self):
        """Wake who waits."""
        self.state = 1

    async def wait(self):
        """Wait until it is set, and clear it."""
        while not self.state:
            await _Sleep(self)
        self.state = 0


class Event(ThreadSafeFlag):
    """Set by one task, waited for by another, which clears it itself."""

    def clear(self):
        """Let who waits wait."""
        self.state = 0

    async def wait(self):
        """Wait until it is set."""
        while not self.state:
            await _Sleep(self)


class StreamReader:
    """Waits for bytes."""

    def __init__(self, stream):
        self._stream = stream

    async def read(self, _):
        """Wait until there is something; take nothing."""
        await sleep_ms(0)
        while not self._stream.waiting:
            await sleep_ms(1)


def run(tasks, seconds):
    """Run tasks side by side for so long."""
    end = time.now() + int(seconds * 1000000)
    waiting = [[time.now(), task] for task in tasks]
    while time.now() < end:
        waiting.sort(key=_due)
        ready = None
        for entry in waiting:
            if entry[0].state if isinstance(entry[0], ThreadSafeFlag) else entry[0] <= time.now():
                ready = entry
                break
        if ready is None:
            time.spend(_idle_us(waiting))
            continue
        time.spend(SWITCH_US)
        ready[0] = ready[1].send(None)


def _idle_us(waiting):
    """Return how long nothing happens."""
    dues = [entry[0] for entry in waiting if not isinstance(entry[0], ThreadSafeFlag)] + time.alarms()
    return max(min(dues) - time.now(), 10) if dues else 10


def _due(entry):
    return 0 if isinstance(entry[0], ThreadSafeFlag) else entry[0]
