"""The sensor driver ``ring``: a board with ring, strip and controls only, and no cells."""

import asyncio


class NoSensors:
    """Scans nothing, at the same pace as others scan something."""

    active_low = False
    bit_cell = bit_pole = nothing = bits = b""
    field = None
    early = 0
    missed = 0

    def __init__(self, source):
        """``source``: the analogue input of the source's CC line."""
        self.scans = 0
        self.cc = -1  # the newest reading of the source's CC line
        self._source = source
        self._open = False
        self._interval_ms = 0

    def open(self, hz):
        """Begin to scan, ``hz`` times a second."""
        self._open = True
        self.pace(hz)

    def pace(self, hz):
        """Scan so many times a second from now on."""
        self._interval_ms = 1000 // hz

    def tune(self, name, value):
        """There is nothing to tune."""

    def close(self):
        """Scan no more."""
        self._open = False

    async def scan(self):
        """Wait until the next scan is due; return True unless this is closed."""
        await asyncio.sleep_ms(self._interval_ms)
        return self._open and self.read()

    def read(self):
        """Take a scan, which is always good. Allocates nothing."""
        self.cc = self._source.read_u16()
        self.scans += 1
        return True

    def trouble(self):
        """Return what is wrong with the sensors: None, for there are none."""
