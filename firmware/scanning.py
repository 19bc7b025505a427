"""Scanning: the sensors are read at their pace, the reading settles, and the table hears of it. Pure."""

from care import turn
from clock import elapsed
from debounce import Debouncer

TROUBLE_LOOKS = 8  # in a row that find the same trouble before it is told


class Scanner:
    """Reads one sensor driver for one table."""

    def __init__(self, sensors, table, scans, hz):
        """``scans`` equal scans settle a reading; ``hz``: scans a second that are wanted."""
        self.sensors = sensors
        self.rate = 0  # good scans a second, as last measured
        self.trouble = None  # what was last found wrong with the sensors, as a word for the host
        self._seen = None  # what the newest look found
        self._looks = 0  # that found the same
        self.turns = 0  # passes since boot, whether the scan was good or not: a task that ticks
        self._table = table
        self._debouncer = Debouncer(sensors.nothing, scans, table.settle)
        self._hz = hz
        self._first_scans = 0  # good scans until the table is known
        self._measured_ms = None  # when the rate was last measured
        self._measured_scans = 0

    @property
    def missed(self):
        """Scans since boot that were skipped because they could not be believed."""
        return self.sensors.missed

    def configure(self, name, value):
        """Apply a setting of a C line: ``debounce`` (scans), ``scan`` (scans a second), or one of the sensors'."""
        if name == "debounce":
            self._debouncer.scans = value
        elif name == "scan":
            self._hz = value
            self.sensors.pace(value)
        else:
            self.sensors.tune(name, value)

    async def run(self, goes_on, changed, look):
        """Scan while ``goes_on()`` is true; call ``look()`` after every good scan.

        Call ``changed()`` whenever the settled reading changed or ``look()`` says that something is to be sent.
        """
        self.sensors.open(self._hz)
        while goes_on():
            self.turns = turn(self.turns)
            if await self.sensors.scan():
                settled = self.settle()
                if look() or settled:
                    changed()
        self.close()

    def once(self):
        """Read what is due without waiting; return True if the settled reading changed. Allocates nothing."""
        return self.sensors.read() and self.settle()

    def settle(self):
        """Take over a good scan; return True if the settled reading changed. Allocates nothing."""
        changes = self._debouncer.step(self.sensors.bits)
        if not self._table.known:
            self._first_scans += 1
            if self._first_scans < self._debouncer.scans:
                return False
            self._table.known = True
            return True
        return changes > 0

    def close(self):
        """Read no more and let the sensors rest. Twice does no harm."""
        self.sensors.close()

    def news(self):
        """Look after the sensors, some twenty times a second.

        Return a word for the host if something has gone wrong with them or is right again, else None.
        """
        trouble = self.sensors.trouble()
        self._looks = self._looks + 1 if trouble == self._seen else 1
        self._seen = trouble
        if trouble == self.trouble or self._looks < TROUBLE_LOOKS:
            return None
        self.trouble = trouble
        return trouble or "ok"

    def measure(self, now_ms):
        """Work out the rate since the last call; call it about once a second."""
        scans = self.sensors.scans
        passed = 0 if self._measured_ms is None else elapsed(now_ms, self._measured_ms)
        if passed:
            self.rate = (scans - self._measured_scans) * 1000 // passed
        self._measured_scans = scans
        self._measured_ms = now_ms
