"""The sensor driver ``digital-chain``: 74HC165 registers in one chain on an SPI bus."""

import asyncio
import time


class DigitalChain:
    """Reads all sensors at one moment.

    Behind the last bar hangs one more register with a known byte. A scan that does not end with it is not believed:
    a chain that is broken somewhere would otherwise say that magnets came or went.
    """

    field = None  # switches measure none
    early = 0  # nothing has to settle

    def __init__(self, bus, latch, length, end, active_low, bit_cell, bit_pole, source):
        """``length``: bytes of the chain without the last register; ``end``: that one's byte.

        ``bit_cell[n]``, ``bit_pole[n]`` (0 north, 1 south): what the n-th bit sees; it is 0 then if ``active_low``.
        ``source``: the analogue input of the source's CC line.
        """
        self.active_low = active_low
        self.bit_cell = bit_cell
        self.bit_pole = bit_pole
        self.nothing = bytes([0xFF if active_low else 0]) * length  # a scan of a table without magnets
        self.scans = 0  # good scans since boot
        self.missed = 0  # scans since boot that were not believed
        self.cc = -1  # the newest reading of the source's CC line
        self._source = source
        self._chain = bytearray(length + 1)
        self.bits = memoryview(self._chain)[:length]  # of the newest scan; to be believed if that was good
        self._bus = bus
        self._latch = latch
        self._end = end
        self._whole = True  # whether the newest scan ended as it should
        self._open = False
        self._interval_us = 0
        self._due_us = time.ticks_us()

    def open(self, hz):
        """Begin to scan, ``hz`` times a second."""
        self._open = True
        self._due_us = time.ticks_us()
        self.pace(hz)

    def pace(self, hz):
        """Scan so many times a second from now on."""
        self._interval_us = 1000000 // hz

    def tune(self, name, value):
        """Switches have no threshold to set."""

    def close(self):
        """Read no more."""
        self._open = False

    async def scan(self):
        """Wait until the next scan is due and take it; return True if it is good."""
        self._due_us = time.ticks_add(self._due_us, self._interval_us)
        wait = time.ticks_diff(self._due_us, time.ticks_us())
        if wait < 0:
            self._due_us, wait = time.ticks_us(), 0
        await asyncio.sleep_ms((wait + 500) // 1000)
        return self._open and self.read()

    def read(self):
        """Take a scan; return True if it is good. Allocates nothing."""
        self.cc = self._source.read_u16()
        self._latch(0)
        self._latch(1)
        try:
            self._bus.readinto(self._chain)
        except OSError:
            self.missed += 1
            return False
        if self._chain[-1] != self._end:
            self.missed += 1
            self._whole = False
            return False
        self._whole = True
        self.scans += 1
        return True

    def trouble(self):
        """Return what is wrong with the sensors, as one word for the host, or None.

        ``chain:N``: the chain is broken after its first N registers; ``chain:?``: it does not say where. Behind a
        break all bits are alike: a pull-down makes them low where sensors are active low, else a pull-up high.
        """
        if self._whole:
            return None
        silent = self._chain[-1]
        if silent != (0 if self.active_low else 0xFF):
            return "chain:?"
        reached = len(self._chain)
        while reached and self._chain[reached - 1] == silent:
            reached -= 1
        return f"chain:{reached}"
