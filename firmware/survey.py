"""Surveys of a linear board: the field and the noise in every cell, and the zero that is measured from. Pure."""

from array import array

from clock import elapsed
from field import MIDDLE

SCANS = 16  # that a survey looks at
LONGEST_MS = 800  # without a scan
WAITING = 4  # orders at a time
REST_TENTHS_MT = 30  # a sensor without a magnet rests this near to the middle (TI SBAS640: 1 mT; and neighbours)
COLUMNS = 16

OK = "ok"
UNABLE = "unable"  # nothing measures a field here, or the sensors are not being read
OCCUPIED = "occupied"  # a magnet is on the table
FAILED = "failed"  # the flash could not be written


class Survey:
    """Looks at some scans when the host orders it, and tells what it found."""

    def __init__(self, field, outbox, store):
        """``field`` is None where nothing measures one; ``store(readings)`` keeps a zero, or raises OSError."""
        self._field = field
        self._outbox = outbox
        self._store = store
        self._orders = []  # [type, sequence number of the line that ordered it]
        self._left = 0  # scans still to look at
        self._seen = 0  # how many were left when somebody last looked at the clock
        self._seen_ms = 0  # and when that was
        cells = len(field.raw) if field else 0
        self._low = array("H", [0] * cells)
        self._high = array("H", [0] * cells)
        self._sum = array("I", [0] * cells)

    def order(self, kind, seq, now_ms):
        """Take the host's line ``F`` or ``Z``; return the answer's word, or None if it comes when all is done."""
        if self._field is None or len(self._orders) >= WAITING:
            return UNABLE
        if not self._orders:
            self._left = SCANS
            self._seen = SCANS
            self._seen_ms = now_ms
            for cell in range(len(self._sum)):
                self._low[cell], self._high[cell], self._sum[cell] = 0xFFFF, 0, 0
        self._orders.append((kind, seq))
        return None

    def look(self):
        """Take the newest scan into account; return True if something is to be sent."""
        if not self._orders:
            return False
        raw = self._field.raw
        for cell in range(len(raw)):
            value = raw[cell]
            self._sum[cell] += value
            if value < self._low[cell]:
                self._low[cell] = value
            if value > self._high[cell]:
                self._high[cell] = value
        self._left -= 1
        if self._left:
            return False
        self._finish()
        return True

    def expire(self, now_ms):
        """Give up a survey that no scans come for; return True if something is to be sent."""
        if not self._orders:
            return False
        if self._left != self._seen:
            self._seen = self._left
            self._seen_ms = now_ms
        if elapsed(now_ms, self._seen_ms) < LONGEST_MS:
            return False
        self._answer(UNABLE, UNABLE)
        return True

    def _finish(self):
        wanted = [kind for kind, _ in self._orders]
        self._answer(OK, self._set_zero() if "Z" in wanted else OK)
        if "F" in wanted:
            for first in range(0, len(self._sum), COLUMNS):
                self._tell(first)

    def _answer(self, field_word, zero_word):
        for kind, seq in self._orders:
            self._outbox.answer(seq, field_word if kind == "F" else zero_word)
        self._orders = []

    def _set_zero(self):
        field = self._field
        limit = REST_TENTHS_MT * field.steps_per_mt // 10
        zero = array("H", field.zero)
        for cell in range(len(zero)):
            if field.dead[cell]:
                zero[cell] = MIDDLE
                continue
            zero[cell] = self._sum[cell] // SCANS
            if not -limit <= zero[cell] - MIDDLE <= limit:
                return OCCUPIED
        try:
            self._store(zero)
        except OSError:
            return FAILED
        field.set_zero(zero)
        return OK

    def _tell(self, first):
        """Queue the line of one row: field and noise of each cell in hundredths of a millitesla."""
        field = self._field
        means = []
        noises = []
        for cell in range(first, first + COLUMNS):
            if field.dead[cell]:
                means.append("x")
                noises.append("x")
            else:
                means.append(str(field.hundredths(cell, self._sum[cell] // SCANS)))
                noises.append(str((self._high[cell] - self._low[cell]) * 100 // field.steps_per_mt))
        self._outbox.put("F", f"{first // COLUMNS} {' '.join(means)} {' '.join(noises)}")
