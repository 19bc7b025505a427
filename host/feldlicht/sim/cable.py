"""The virtual USB cable: a pseudo-terminal that behaves towards host and firmware as a board's USB console does.

* Bytes travel in packets of at most 64. What the firmware does not take waits in a ring of 512, as in MicroPython;
  when that is full, the host's write waits.
* What the firmware sends while nobody has the port open is dropped, and so is what was still on its way at a close.
* A host that has the port open and does not read stalls the firmware's output: it asks before it writes, so nothing
  is lost. Output written without asking waits 500 ms a packet and is then dropped, as MicroPython does.
* Ctrl-C (0x03) from the host is no data: it interrupts the program and empties the ring.
* A fault (:mod:`feldlicht.sim.faults`) makes it a bad one, in both directions.

One difference remains: the system's pseudo-terminal itself holds some 12 kB in each direction.
"""

from __future__ import annotations

import os
import select
import termios
import tty

from feldlicht.base.cables import CableFault
from feldlicht.sim.faults import Way
from feldlicht.sim.wire import INTERRUPT, PACKET

TO_BOARD_BYTES = 512
TO_HOST_BYTES = 256
"""Output on its way to the host, as much as the USB stack of a board holds."""
STALL_MS = 500
LOOK_MS = 10
"""How often to look whether somebody has opened the port: the system tells of closing only."""


class Cable:
    """One cable, plugged in or not. Used by one thread; nothing blocks."""

    def __init__(self) -> None:
        self._master: int | None = None
        self.path: str | None = None
        """The device to open at the host's end; None while unplugged."""
        self.attached = False
        """Whether somebody has the port open."""
        self.to_board = bytearray()
        """What the firmware has not taken yet."""
        self.interrupted = False
        """Whether Ctrl-C came; whoever acts on it sets it back."""
        self._to_host = bytearray()
        self._moved_ms = 0
        self._down = Way("to the board")
        self._up = Way("to the host")

    def plug(self) -> None:
        """Appear as a new device, under whatever path the system gives."""
        master, slave = os.openpty()
        os.set_blocking(master, False)
        tty.setraw(slave)
        # What is typed at the raw prompt runs as our user; the group of terminals may write to new ones.
        os.fchmod(slave, 0o600)
        self.path = os.ttyname(slave)
        # From here on the system says "hung up" until a host opens the other end, and again when it closes it.
        os.close(slave)
        self._master = master

    def unplug(self) -> None:
        """Vanish: a host that has the port open loses it."""
        if self._master is not None:
            os.close(self._master)
        self._master = self.path = None
        self.attached = False
        self.to_board.clear()
        self._lose_output()
        self._down.clear()

    def suffer(self, fault: CableFault) -> None:
        """Be as bad as this from now on."""
        self._down.suffer(fault)
        self._up.suffer(fault)

    def patience_ms(self, now_ms: int) -> int | None:
        """Return how long nothing arrives at either end of what is on its way; None if nothing is."""
        waits = [wait for way in (self._down, self._up) if (wait := way.patience_ms(now_ms)) is not None]
        return min(waits) if waits else None

    def arrive(self, now_ms: int) -> None:
        """Let what is due arrive at both ends."""
        while (piece := self._down.take(now_ms)) is not None:
            _, interrupt, after = piece.rpartition(INTERRUPT)
            if interrupt:
                self.interrupted = True
                self.to_board.clear()
            self.to_board += after
        while (piece := self._up.take(now_ms)) is not None:
            if not self._to_host:
                self._moved_ms = now_ms
            self._to_host += piece

    def _lose_output(self) -> None:
        self._to_host.clear()
        self._up.clear()

    # ---- the firmware's end

    @property
    def room(self) -> bool:
        """Whether a packet of the firmware's output can be taken."""
        return not self.attached or len(self._to_host) + self._up.waiting + PACKET <= TO_HOST_BYTES

    def stalled(self, now_ms: int) -> bool:
        """Whether the host has read nothing for so long that output written without asking is dropped."""
        return not self.room and now_ms - self._moved_ms >= STALL_MS

    def dropped(self, now_ms: int) -> None:
        """A packet was dropped; the next one waits as long."""
        self._moved_ms = now_ms

    def send(self, data: bytes, now_ms: int) -> None:
        """Take output for the host; nobody there, nobody hears it."""
        if self.attached:
            self._up.put(data, now_ms)
            self.arrive(now_ms)

    # ---- the host's end

    def interest(self) -> tuple[int, int] | None:
        """Return the descriptor and the events to poll for; None if only :meth:`look` can tell of news."""
        if self._master is None or not self.attached:
            return None
        return self._master, select.POLLIN * self._ring_has_room | select.POLLOUT * bool(self._to_host)

    def look(self, now_ms: int) -> None:
        """Find out whether the port has been opened; to be called every :data:`LOOK_MS` while nobody has."""
        if self._master is None or self.attached:
            return
        poller = select.poll()
        poller.register(self._master, select.POLLIN)
        events = dict(poller.poll(0)).get(self._master, 0)
        if events & select.POLLIN and self._ring_has_room:
            # Written by somebody who has closed the port again.
            self._receive(now_ms)
        if not events & select.POLLHUP:
            self.attached = True
            self._set_raw()

    def ready(self, events: int, now_ms: int) -> None:
        """Move bytes at the host's end, as the polled ``events`` allow."""
        if events & select.POLLIN and self._ring_has_room:
            self._receive(now_ms)
        if events & select.POLLHUP:
            self.attached = False
            self._lose_output()
        elif events & select.POLLOUT:
            self._transmit(now_ms)

    @property
    def _ring_has_room(self) -> bool:
        return len(self.to_board) + self._down.waiting + PACKET <= TO_BOARD_BYTES

    def _receive(self, now_ms: int) -> None:
        assert self._master is not None
        try:
            data = os.read(self._master, PACKET)
        except OSError:
            return  # closed at the other end; the next poll says so
        self._down.put(data, now_ms)
        self.arrive(now_ms)

    def _transmit(self, now_ms: int) -> None:
        assert self._master is not None
        self._set_raw()
        try:
            sent = os.write(self._master, self._to_host[:PACKET])
        except OSError:
            return  # full after all, or closed at the other end; the next poll says so
        del self._to_host[:sent]
        self._moved_ms = now_ms

    def _set_raw(self) -> None:
        # A host that has opened the port but not set it up yet would have our output echoed back to the firmware.
        assert self._master is not None
        if termios.tcgetattr(self._master)[3] & (termios.ECHO | termios.ICANON):
            tty.setraw(self._master)
