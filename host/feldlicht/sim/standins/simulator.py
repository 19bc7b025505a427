"""The stand-ins' end of the socket to the simulator: what the sensors see comes in, what the LEDs get goes out.

Frames are ``type (1 byte) length (2 bytes, big-endian) payload``. From the simulator: ``M`` + the chain's parallel
inputs in shift-out order (highest bit first), or ``F`` + the field in every cell of a linear board (two bytes each,
big-endian, hundredths of a millitesla, north pole up positive); ``E`` + one byte: so many of the next bus transfers
fail, or ``E`` + two bytes: so many, but only every n-th, and only while a DMA feeds the LEDs; ``B`` + one byte: the
chain is broken behind so many registers, or this half-bar of a linear board is missing (255: none); ``N`` + where
readings tremble: a mask of the chain's inputs, or one byte a cell of a linear board; ``C`` + two bytes: millivolts
that the source puts on the CC line; ``P`` + three bytes a change: contact (0 knob A, 1 knob B, 2 its push switch, 3
and 4 the buttons), 1 if it closes, milliseconds until the next change may come. To the simulator: ``L`` + pin number
+ the bytes clocked out on that pin; ``D`` + two bytes: the watchdog waits so many milliseconds from now on (0: it is
stopped); ``S`` + four bytes: what the scratch register holds. Without the simulator there is no board: the program
ends.
"""

import os
import select
import socket
import sys
import time

from wiring import layout

HEADER = 3
INPUTS = ord("M")
FIELD = ord("F")
BUS_ERRORS = ord("E")
CONTACTS = ord("P")
CHANGE = 3  # bytes of one change of a contact
CHANGES = 1024  # that wait at most; of more the simulator is the one to wait
PATIENCE_MS = 10  # of a hand, a look: a program that was held up finds the contact as it was
BREAK = ord("B")
SOURCE = ord("C")
NOISE = ord("N")
WHOLE = 255
TCP = 6
NO_DELAY = 1
NO_SIMULATOR = 43  # exit code


def _give_up(why):
    sys.stderr.write("The simulated board stops: " + why + ".\n")
    raise SystemExit(NO_SIMULATOR)


def _connect():
    port = os.getenv("FELDLICHT_SIM_PORT")
    if not port:
        _give_up("FELDLICHT_SIM_PORT does not name the simulator's port")
    connection = socket.socket()
    try:
        connection.connect(socket.getaddrinfo("127.0.0.1", int(port))[0][-1])
        connection.setsockopt(TCP, NO_DELAY, 1)
    except (OSError, ValueError):
        _give_up("nobody answers at FELDLICHT_SIM_PORT")
    return connection


class Simulator:
    """Knows the sensors' inputs as they stand now. After the start nothing in here allocates."""

    def __init__(self):
        self.inputs = bytearray(layout.CHAIN_BYTES)
        self.touch = None  # called with contact and closed for every change
        self._changes = bytearray(CHANGES * CHANGE)
        self._waiting_changes = 0  # bytes of _changes that are still to come
        self._next_change = 0  # where the next one of them begins
        self._rest_ms = 0  # until it may come
        self._looked_ms = time.ticks_ms()
        self._touching = False
        self.whole_registers = len(self.inputs) + 1  # of the chain, before it is broken
        self.missing_bar = WHOLE  # of a linear board: the half-bar that is not plugged in
        self.cc_mv = 410  # what the source puts on the CC line: that of any computer
        self.noise = bytearray(max(layout.CHAIN_BYTES, layout.CELLS))  # where readings tremble
        self._random = 1
        self.dma_begun_us = 0
        self.dma_takes_us = 0
        self._field = bytearray(2 * layout.CELLS)
        self._bus_errors = 0
        self._every = 0  # only every n-th transfer fails, and only while a DMA runs; 0: each one
        self._transfers = 0
        self._header = bytearray(HEADER)
        self._byte = bytearray(1)
        self._connection = _connect()
        self._waiting = select.poll()
        self._waiting.register(self._connection, select.POLLIN)
        # Where the magnets stand is known before the program starts.
        while self._take() not in (INPUTS, FIELD):
            pass

    def refresh(self):
        """Take what the simulator sent since the last time, and let hands do what is due."""
        if self._touching:
            return  # an interrupt handler reads a pin
        if not self._waiting_changes:
            for _ in self._waiting.ipoll(0):
                self._take()
        now = time.ticks_ms()
        self._rest_ms -= min(time.ticks_diff(now, self._looked_ms), PATIENCE_MS)
        self._looked_ms = now
        self._touching = True
        try:
            while self._waiting_changes and self._rest_ms <= 0:
                self._change()
        finally:
            self._touching = False

    def _change(self):
        at = self._next_change
        self._next_change += CHANGE
        self._waiting_changes -= CHANGE
        self._rest_ms = self._changes[at + 2]
        if self.touch:
            self.touch(self._changes[at], self._changes[at + 1])

    def bus_fails(self):
        """True if the bus transfer under way is one of those that the simulator wants to fail."""
        if not self._bus_errors:
            return False
        if self._every:
            self._transfers += 1
            if self._transfers < self._every:
                return False
            if time.ticks_diff(time.ticks_us(), self.dma_begun_us) >= self.dma_takes_us:
                return False
            self._transfers = 0
        self._bus_errors -= 1
        return True

    def field(self, cell):
        """Return the field in a cell in hundredths of a millitesla, north pole up positive."""
        value = self._field[2 * cell] << 8 | self._field[2 * cell + 1]
        return value - 0x10000 if value & 0x8000 else value

    def toss(self):
        """Return 0 or 1 by chance, the same way in every run."""
        self._random = (self._random * 1103515 + 12345) & 0x3FFFFFF
        return self._random >> 20 & 1

    def send(self, frame):
        """Send a whole frame, header included."""
        try:
            self._connection.write(frame)
        except OSError:
            _give_up("the simulator is gone")

    def _take(self):
        self._fill(self._header)
        kind = self._header[0]
        length = self._header[1] << 8 | self._header[2]
        if kind == INPUTS and length == len(self.inputs):
            self._fill(self.inputs)
        elif kind == FIELD and length == len(self._field):
            self._fill(self._field)
        elif kind == BUS_ERRORS and length in (1, 2):
            self._fill(self._byte)
            self._bus_errors = self._byte[0]
            self._every = self._transfers = 0
            if length == 2:
                self._fill(self._byte)
                self._every = self._byte[0]
        elif kind == CONTACTS and length <= len(self._changes) and length % CHANGE == 0:
            self._fill(memoryview(self._changes)[:length])
            self._next_change = 0
            self._waiting_changes = length
        elif kind == BREAK and length == 1:
            self._fill(self._byte)
            self.whole_registers = self.missing_bar = self._byte[0]
        elif kind == SOURCE and length == 2:
            self._fill(self._byte)
            high = self._byte[0] << 8
            self._fill(self._byte)
            self.cc_mv = high | self._byte[0]
        elif kind == NOISE and length in (layout.CHAIN_BYTES, layout.CELLS):
            self._fill(memoryview(self.noise)[:length])
        else:
            _give_up("the simulator sent a frame that is none")
        return kind

    def _fill(self, buffer):
        try:
            got = self._connection.readinto(buffer)
        except OSError:
            got = 0
        if got != len(buffer):
            _give_up("the simulator is gone")


simulator = Simulator()
