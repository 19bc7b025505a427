"""The sensor driver ``linear-mux``: a linear sensor under every cell, read through multiplexers.

A row is two half-bars of eight cells, each with its 74HC4051, whose outputs share the two analogue inputs with all
other rows. A row's sensors are fed only around the time when it is read (16 x 6 mA, TI SBAS640), and may be believed
only when they have settled: while one row is read the next one is fed already.
"""

import asyncio
import time

import micropython

CHANNELS = 8
# The order in which channels are read, so that from one to the next, and from the last to the first, one select line
# changes; and which line that is.
GRAY = (0, 1, 3, 2, 6, 7, 5, 4)
FLIPS = (0, 1, 0, 2, 0, 1, 0, 2)


class LinearMux:
    """Reads a row at a time: on every tick of a timer where the timer can interrupt at once, else one a turn."""

    active_low = False

    def __init__(self, bus, latch, select, left, right, source, field, wiring, settle_us, timer):
        """``bus``, ``latch``: the row register; ``select``: the select pins; ``left``, ``right``: analogue inputs;
        ``source``: that of the source's CC line.

        ``wiring``: (channel of each cell of a half-bar, enable output of each row, supply output of each row);
        ``timer(hz, callback)`` starts a timer that interrupts, or returns None if there is none.
        """
        channels, enables, supplies = wiring
        self.field = field
        self.rows = len(enables)
        self.nothing = bytes(len(field.bits))
        self.bit_cell = bytes(bit >> 1 for bit in range(8 * len(field.bits)))
        self.bit_pole = bytes(bit & 1 for bit in range(8 * len(field.bits)))
        self.bits = bytearray(len(field.bits))  # of the newest whole scan
        self.scans = 0  # whole scans since boot
        self.missed = 0  # rows since boot that a bus error held up
        self.early = 0  # ticks since boot that found the row not settled yet
        self.cc = -1  # the newest reading of the source's CC line
        self.interrupts = False  # whether a timer drives this
        self._bus = bus
        self._latch = latch
        self._select = select
        self._left, self._right, self._source = left, right, source
        self._settle_us = settle_us
        self._start_timer = timer
        self._timer = None
        self._flag = asyncio.ThreadSafeFlag()
        self._tick = self.tick  # made once: making a bound method allocates
        self._levels = bytearray(3)
        self._row = 0
        self._due_us = time.ticks_us()  # the row must not be read before
        self._row_us = 0
        self._open = False
        # For every row and channel, in the order read: the cell at the left input; that at the right is 8 further.
        order = [tuple(channels).index(channel) for channel in GRAY]
        self._cells = bytes(2 * CHANNELS * row + cell for row in range(self.rows) for cell in order)
        # What the row register gets. Active low; the highest output is shifted first.
        following = [supplies[(row + 1) % self.rows] for row in range(self.rows)]
        self._reading = [_outputs((enables[n], supplies[n], following[n])) for n in range(self.rows)]
        self._resting = [_outputs((following[n],)) for n in range(self.rows)]
        self._first = _outputs((supplies[0],))
        self._dark = _outputs(())

    def open(self, hz):
        """Begin to scan, ``hz`` times a second or as often as settling allows."""
        for pin in self._select:
            pin(0)
        self._write(self._first)
        self._row = 0
        self._due_us = time.ticks_add(time.ticks_us(), self._settle_us)
        self._open = True
        self.pace(hz)

    def pace(self, hz):
        """Scan so many times a second from now on, or as often as settling allows."""
        if not self._open:
            return
        if self._timer is not None:
            self._timer.deinit()
        # Reading a row takes time too, during which the next one settles.
        self._row_us = max(1000000 // (hz * self.rows), self._settle_us)
        self._timer = self._start_timer(1000000 // self._row_us, self._tick)
        self.interrupts = self._timer is not None

    def tune(self, name, value):
        """Apply a setting of a C line: ``threshold`` or ``hysteresis``, in tenths of a millitesla."""
        field = self.field
        if name == "threshold":
            field.tune(value, field.hysteresis)
        else:
            field.tune(field.threshold, value)

    def close(self):
        """Read no more and feed no row."""
        if self._open:
            self._open = False
            if self._timer is not None:
                self._timer.deinit()
                self._timer = None
            self._write(self._dark)
            self._flag.set()  # whoever waits for a scan waits no longer

    async def scan(self):
        """Wait until the next scan is complete; return True if it is good."""
        if self.interrupts:
            await self._flag.wait()
            return self._open
        done = self.scans
        while self._open and self.scans == done:
            wait = time.ticks_diff(self._due_us, time.ticks_us())
            # A turn for the others; a row that is nearly due is worth no whole millisecond.
            await asyncio.sleep_ms((wait + 900) // 1000 if wait > 0 else 0)
            if self._open and time.ticks_diff(time.ticks_us(), self._due_us) >= 0:
                self.tick(None)
        return self._open

    def read(self):
        """Take the row that is due; return True if it completed a scan."""
        done = self.scans
        self.tick(None)
        return self.scans != done

    def tick(self, _timer):
        """Read the row that has settled while the next one is fed. Runs in interrupts: allocates nothing."""
        if time.ticks_diff(time.ticks_us(), self._due_us) < 0:
            self.early += 1
            return
        row = self._row
        if not self._write(self._reading[row]):
            self.missed += 1  # nothing was switched: the same row again on the next tick
            self.cc = self._source.read_u16()
            return
        self._due_us = time.ticks_add(time.ticks_us(), self._settle_us)
        self._read_row(row * CHANNELS)
        if not self._write(self._resting[row]):
            self.missed += 1  # this row stays fed a little longer, which does no harm
        row += 1
        if row == self.rows:
            row = 0
            # Here, because there is one converter for all analogue inputs, and no row is being read.
            self.cc = self._source.read_u16()
            if self.field.changed:
                self.field.changed = False
                self._keep()
            self.scans += 1
            self._flag.set()
        self._row = row

    def trouble(self):
        """Return what is wrong with the sensors, as one word for the host, or None.

        ``dead:N``: N cells give what no sensor gives.
        """
        dead = sum(self.field.dead)
        return f"dead:{dead}" if dead else None

    @micropython.native
    def _read_row(self, first):
        cells, field = self._cells, self.field  # two at a time: more would make a tuple
        left, right = self._left, self._right
        for step in range(8):
            cell = cells[first + step]
            field.take(cell, left.read_u16())
            field.take(cell + 8, right.read_u16())
            line = FLIPS[step]
            level = 1 - self._levels[line]
            self._levels[line] = level
            self._select[line](level)

    @micropython.native
    def _keep(self):
        bits, found = self.bits, self.field.bits
        for index in range(len(bits)):
            bits[index] = found[index]

    def _write(self, outputs):
        """Set the row register; return False, with nothing changed, if the bus failed."""
        try:
            self._bus.write(outputs)
        except OSError:
            return False
        self._latch(1)
        self._latch(0)
        return True


def _outputs(low):
    """Return the bytes that make these outputs of the row register low and all others high."""
    levels = 0xFFFFFF
    for output in low:
        levels &= ~(1 << output)
    return bytes((levels >> 16 & 0xFF, levels >> 8 & 0xFF, levels & 0xFF))
