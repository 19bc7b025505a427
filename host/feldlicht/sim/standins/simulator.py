"""The stand-ins' end of the socket to the simulator: what the sensors see comes in, what the LEDs get goes out.

Frames are ``type (1 byte) length (2 bytes, big-endian) payload``. From the simulator: ``M`` + the chain's parallel
inputs in shift-out order (highest bit first); ``E`` + one byte: so many of the next bus reads fail; ``P`` + three
bytes a change: contact (0 knob A, 1 knob B, 2 its push switch, 3 and 4 the buttons), 1 if it closes, milliseconds
until the next change may come. To the simulator:
``L`` + pin number + the bytes clocked out on that pin. Without the simulator there is no board: the program ends.
"""

import os
import select
import socket
import sys
import time

from wiring import layout

HEADER = 3
INPUTS = ord("M")
BUS_ERRORS = ord("E")
CONTACTS = ord("P")
CHANGE = 3  # bytes of one change of a contact
CHANGES = 1024  # that wait at most; of more the simulator is the one to wait
PATIENCE_MS = 10  # of a hand, a look: a program that was held up finds the contact as it was
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
        self._bus_errors = 0
        self._changes = bytearray(CHANGES * CHANGE)
        self._waiting_changes = 0  # bytes of _changes that are still to come
        self._next_change = 0  # where the next one of them begins
        self._rest_ms = 0  # until it may come
        self._looked_ms = time.ticks_ms()
        self._touching = False
        self._header = bytearray(HEADER)
        self._byte = bytearray(1)
        self._connection = _connect()
        self._waiting = select.poll()
        self._waiting.register(self._connection, select.POLLIN)
        # Where the magnets stand is known before the program starts.
        while self._take() != INPUTS:
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
        """True if the bus read under way is one of those that the simulator wants to fail."""
        if self._bus_errors:
            self._bus_errors -= 1
            return True
        return False

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
        elif kind == BUS_ERRORS and length == 1:
            self._fill(self._byte)
            self._bus_errors = self._byte[0]
        elif kind == CONTACTS and length <= len(self._changes) and length % CHANGE == 0:
            self._fill(memoryview(self._changes)[:length])
            self._next_change = 0
            self._waiting_changes = length
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
