"""Scanning: at a steady rate the sensors are read, the reading settles, and the table hears of it."""

import asyncio
import time

from debounce import Debouncer


class Scanner:
    """Reads one sensor driver for one table."""

    def __init__(self, sensors, table, nothing, scans, hz):
        """``nothing``: bytes of a scan without magnets; ``scans`` equal scans settle; ``hz``: scans a second."""
        self.sensors = sensors
        self.raw = bytearray(len(nothing))  # the newest scan
        self.rate = 0  # good scans a second, as last measured
        self.turns = 0  # passes since boot, whether the scan was good or not: a task that ticks
        self._table = table
        self._debouncer = Debouncer(nothing, scans, table.settle)
        self._interval_us = 1000000 // hz
        self._scans = 0  # good scans since the rate was last measured
        self._first_scans = 0  # good scans until the table is known
        self._measured_ms = time.ticks_ms()

    @property
    def missed(self):
        """Scans since boot that were skipped because they could not be believed."""
        return self.sensors.missed

    def configure(self, name, value):
        """Apply a setting of a C line: ``debounce`` (scans) or ``scan`` (scans a second)."""
        if name == "debounce":
            self._debouncer.scans = value
        else:
            self._interval_us = 1000000 // value

    async def run(self, goes_on, changed):
        """Scan while ``goes_on()`` is true; call ``changed()`` whenever the settled reading changed."""
        due = time.ticks_us()
        while goes_on():
            self.turns += 1
            if self.once():
                changed()
            due = time.ticks_add(due, self._interval_us)
            wait = time.ticks_diff(due, time.ticks_us())
            if wait < 0:
                due, wait = time.ticks_us(), 0
            await asyncio.sleep_ms((wait + 500) // 1000)

    def once(self):
        """Take one scan; return True if the settled reading changed. Allocates nothing."""
        if not self.sensors.read(self.raw):
            return False
        self._scans += 1
        changes = self._debouncer.step(self.raw)
        if not self._table.known:
            self._first_scans += 1
            if self._first_scans < self._debouncer.scans:
                return False
            self._table.known = True
            return True
        return changes > 0

    def measure(self, now_ms):
        """Work out the rate since the last call; call it about once a second."""
        passed = time.ticks_diff(now_ms, self._measured_ms)
        self.rate = self._scans * 1000 // passed if passed > 0 else 0
        self._scans = 0
        self._measured_ms = now_ms
