"""Stand-in for the linear board: 144 DRV5055A1, 18 multiplexers 74HC4051, supplies switched by row.

A sensor that was just fed approaches its output as a capacitor is charged, in five time constants within the settling
time; unfed it gives nothing. Readings are those of a 12-bit converter with some noise, spread to 16 bits as
MicroPython does. Sensitivity and rest: TI SBAS640; that the output ends 0.2 V from ground and supply too.
"""

import math
import time
from array import array

import levels
from simulator import simulator
from wiring import layout

CHANNELS = 8
REST = 2048  # steps of 12 bits
HIGHEST = 4095
SATURATION = 248  # 0.2 V
NOISE = 6  # steps each way, about 5 mV
CONSTANTS = 5  # time constants of the settling time
ENTRIES = 64 * CONSTANTS  # of the table below
SHIFT = 10
DARK = -1
NOBODY = -1
NO_SENSOR = -0x8000  # instead of a field
TREMBLE = 200  # each way, hundredths of a millitesla
SPREAD = 29  # sensors differ at rest, each by a fixed part of 0.7 mT either way


class LinearSensors:
    """What the two analogue inputs get. Allocates nothing after the start."""

    def __init__(self):
        rows = len(layout.ENABLE_OUTPUTS)
        self._fed_us = [DARK] * rows  # when each row was fed
        self._row = NOBODY  # whose multiplexers are enabled
        self._cell = bytearray(CHANNELS)  # of a half-bar, by channel
        for cell, channel in enumerate(layout.MUX_CHANNELS):
            self._cell[channel] = cell
        self._risen = array("H", (round((1 << SHIFT) * (1 - math.exp(-n / 64))) for n in range(ENTRIES)))
        self.youngest_us = 0x3FFFFFFF  # the least time that a row was fed when it was read
        self.most_fed = 0  # rows at the same time
        self._random = 1
        self._select = (layout.PIN_MUX_SELECT_0, layout.PIN_MUX_SELECT_1, layout.PIN_MUX_SELECT_2)

    def switch(self, outputs):
        """The row register shows other levels."""
        simulator.refresh()
        now = time.ticks_us()
        self._row = NOBODY
        self.most_fed = max(self.most_fed, self.fed())
        for row in range(len(self._fed_us)):
            if outputs >> layout.SUPPLY_OUTPUTS[row] & 1:
                self._fed_us[row] = DARK
            elif self._fed_us[row] == DARK:
                self._fed_us[row] = now
            if not outputs >> layout.ENABLE_OUTPUTS[row] & 1:
                if self._row != NOBODY:
                    raise ValueError("two rows drive the analogue inputs")
                self._row = row

    def fed(self):
        """Return how many rows are fed."""
        count = 0
        for begun in self._fed_us:
            if begun != DARK:
                count += 1
        return count

    def read(self, right):
        """Return what the left or the right analogue input reads now, 0 to 65535."""
        value = self._steps(right) + self._noise()
        value = min(max(value, 0), HIGHEST)
        return value << 4 | value >> 8

    def _steps(self, right):
        row = self._row
        if row == NOBODY:
            return 0  # pulled down
        begun = self._fed_us[row]
        if begun == DARK or 2 * row + right == simulator.missing_bar:
            return 0
        channel = 0
        for line in range(3):
            channel |= levels.levels[self._select[line]] << line
        cell = (2 * row + right) * CHANNELS + self._cell[channel]
        field = simulator.field(cell)
        if field == NO_SENSOR:
            return 0
        if simulator.noise[cell]:
            field += TREMBLE if simulator.toss() else -TREMBLE
        field += (cell * 11 % SPREAD - SPREAD // 2) * 5
        if not layout.NORTH_RAISES[cell]:
            field = -field
        value = REST + field * layout.STEPS_PER_MT // 1600
        value = min(max(value, SATURATION), HIGHEST - SATURATION)
        fed_us = time.ticks_diff(time.ticks_us(), begun)
        self.youngest_us = min(self.youngest_us, fed_us)
        entry = fed_us * ENTRIES // layout.SETTLE_US
        return value if entry >= ENTRIES else value * self._risen[entry] >> SHIFT

    def _noise(self):
        self._random = (self._random * 1103515 + 12345) & 0x3FFFFFF
        return (self._random >> 8) % (2 * NOISE + 1) - NOISE
