"""The console's two directions: bytes from the host become lines, what waits in the outbox goes out in packets."""

import asyncio
import select
import sys
import time

from care import turn

PACKET = 64  # bytes of one USB packet; more at once could wait for the host
AT_ONCE = 32  # bytes that are taken before others have their turn: some five milliseconds
FLUSH_MS = 500  # for the last words of a task that failed


class ConsoleClosed(Exception):
    """The console came to its end, which only the simulated board's does."""


class Console:
    """Reads and writes without ever waiting for the other end."""

    def __init__(self, reader, outbox, taken):
        """``taken(line, now_ms)`` is called for every line that framing accepts."""
        self.turns = 0  # passes of the sending task: at least as many as lines were to be sent
        self._heard = 0  # passes of the reading task
        self._heard_before = 0  # of them, when last asked
        self._reader = reader
        self._outbox = outbox
        self._taken = taken
        self._wake = asyncio.Event()  # something waits to be sent
        self._waiting = select.poll()
        self._waiting.register(sys.stdin, select.POLLIN)

    def wake(self):
        """Look into the outbox: something was put there."""
        self._wake.set()

    async def receive(self):
        """Read bytes as they come. Only a byte at a time: asking for more would wait until all are there."""
        console = asyncio.StreamReader(sys.stdin)
        byte = bytearray(1)
        while True:
            await console.read(0)  # waits until there is something, and takes nothing
            self._heard = turn(self._heard)
            for _ in range(AT_ONCE):
                if not self._waiting.poll(0):
                    break
                if not sys.stdin.buffer.readinto(byte):
                    raise ConsoleClosed
                self.take(byte[0])
                if self._outbox.full():
                    break
            # One turn for the others, even if the host never pauses; longer while it does not read.
            await asyncio.sleep_ms(2 if self._outbox.full() else 0)

    def hears(self):
        """False if bytes wait that the reading task has left there since this was last asked."""
        before = self._heard_before
        self._heard_before = self._heard
        return self._heard != before or not self._waiting.poll(0)

    def take(self, byte):
        """Take one byte from the host."""
        now = time.ticks_ms()
        line = self._reader.feed(byte, now)
        if line is not None:
            self._taken(line, now)
            self.wake()

    async def send(self):
        """Send what waits, in packets, whenever the console has room."""
        room = select.poll()
        room.register(sys.stdout, select.POLLOUT)
        while True:
            self.turns = turn(self.turns)
            line = self._outbox.take(time.ticks_ms())
            if line is None:
                self._wake.clear()
                await self._wake.wait()
                continue
            rest = memoryview(line)
            while rest:
                if room.poll(0):
                    rest = rest[sys.stdout.buffer.write(rest[:PACKET]) or 0 :]
                    await asyncio.sleep_ms(0)
                else:
                    self.turns = turn(self.turns)  # it is the host that does not go on
                    await asyncio.sleep_ms(2)

    def flush(self):
        """Send what waits without the other tasks, as far as it goes in a short time."""
        begun = time.ticks_ms()
        line = self._outbox.take(begun)
        while line is not None and time.ticks_diff(time.ticks_ms(), begun) < FLUSH_MS:
            # A line that the send task had begun is cut off by this newline and dropped by the host.
            sys.stdout.buffer.write(b"\n" + line)
            line = self._outbox.take(time.ticks_ms())
