"""From the field under every cell to its pole: zero, threshold and hysteresis. Pure; allocates nothing in ``take``.

A reading is what ``ADC.read_u16`` gives, 0 to 65535 for 0 V to the supply. The DRV5055A1 rests at half the supply and
changes by 60 mV a millitesla at 3.3 V (TI SBAS640: linear to 21 mT either way, beyond that the output saturates). It
is ratiometric: supply and reference, being one, drop out. So a millitesla is 1192 steps.
"""

from array import array

import micropython

MIDDLE = 32768
HIGHEST = 65535
RAIL = HIGHEST * 1 // 33  # 0.1 V: a sensor's output stays 0.2 V away from ground and supply (TI SBAS640)

NORTH = 2  # the two bits of a cell
SOUTH = 1


class Field:
    """What the sensors of all cells measure, and which poles that makes.

    A cell keeps its pole as long as its reading stays within a band, so that nearly every reading is done with after
    two comparisons. Two bits a cell, north and south, cell 0 highest.
    """

    def __init__(self, cells, north_raises, steps_per_mt, threshold, hysteresis):
        """``north_raises[cell]``: 1 if a north pole up raises the reading; thresholds in tenths of a millitesla."""
        self.raw = array("H", [MIDDLE] * cells)  # the newest reading of every cell
        self.zero = array("H", [MIDDLE] * cells)  # what each one reads without a magnet
        self.bits = bytearray(cells // 4)
        self.dead = bytearray(cells)  # 1: reads what no sensor gives, as where a bar is missing
        self.changed = False  # whether a bit has changed since somebody set this back
        self.steps_per_mt = steps_per_mt
        self._north_raises = north_raises
        self._low = array("H", [0] * cells)  # the band in which a cell says what it says
        self._high = array("H", [0] * cells)
        self._on = self._off = 0
        self.tune(threshold, hysteresis)

    def tune(self, threshold, hysteresis):
        """Have a magnet begin at ``threshold`` and end ``hysteresis`` below, in tenths of a millitesla."""
        self.threshold = threshold
        self.hysteresis = hysteresis
        self._on = threshold * self.steps_per_mt // 10
        self._off = max(threshold - hysteresis, 1) * self.steps_per_mt // 10
        for cell in range(len(self.raw)):
            self._band(cell)

    def set_zero(self, readings):
        """Measure from these readings, one a cell. Poles stay until the next readings."""
        for cell in range(len(readings)):
            self.zero[cell] = readings[cell]
            self._band(cell)

    @micropython.native
    def take(self, cell, value):
        """Take a new reading of a cell."""
        self.raw[cell] = value
        if value < self._low[cell] or value > self._high[cell]:
            self._turn(cell, value)

    def hundredths(self, cell, value):
        """Return a reading of a cell in hundredths of a millitesla; more than 0 is a north pole up."""
        field = ((value - self.zero[cell]) * 100 + self.steps_per_mt // 2) // self.steps_per_mt
        return field if self._north_raises[cell] else -field

    def _turn(self, cell, value):
        """A reading has left its band."""
        zero = self.zero[cell]
        pole = 0
        self.dead[cell] = 1 if value < RAIL or value > HIGHEST - RAIL else 0
        if self.dead[cell]:
            pass  # nothing is known, and nothing is what it shall say
        elif value > zero + self._on:
            pole = NORTH if self._north_raises[cell] else SOUTH
        elif value < zero - self._on:
            pole = SOUTH if self._north_raises[cell] else NORTH
        shift = 6 - 2 * (cell & 3)
        self.bits[cell >> 2] = self.bits[cell >> 2] & ~(3 << shift) & 0xFF | pole << shift
        self.changed = True
        self._band(cell)

    def _band(self, cell):
        pole = self.bits[cell >> 2] >> 6 - 2 * (cell & 3) & 3
        zero = self.zero[cell]
        low, high = zero - self._on, zero + self._on
        if pole:
            if (pole == NORTH) == bool(self._north_raises[cell]):
                low, high = zero + self._off, HIGHEST - RAIL
            else:
                low, high = RAIL, zero - self._off
        if self.dead[cell]:
            low, high = (0, RAIL - 1) if self.raw[cell] < RAIL else (HIGHEST - RAIL + 1, HIGHEST)
        self._low[cell] = max(low, 0)
        self._high[cell] = min(high, HIGHEST)
