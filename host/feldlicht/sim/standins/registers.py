"""Stand-ins for the shift registers around the sensors: the 74HC165 chain and the row register of 74HC595."""

import levels
from simulator import simulator
from wiring import layout


class Chain:
    """The 74HC165 chain: takes its inputs when the latch rises, shows its first bit then, shifts on rising edges.

    Behind the registers of the bars hangs the one with the known pattern, and behind that a pull-down (a pull-up
    where sensors are active high). So it is where the chain is broken.
    """

    def __init__(self):
        self._bytes = bytearray(layout.CHAIN_BYTES + 1)
        self._position = 0  # how many bytes were shifted out since the latch
        self._silent = 0 if layout.ACTIVE_LOW else 0xFF
        levels.watchers[layout.PIN_SENSOR_LATCH] = self.latch

    def latch(self, level):
        """Take the inputs."""
        if not level:
            return
        simulator.refresh()
        last = len(self._bytes) - 1
        turned = 0xFF * simulator.toss()
        for index in range(last):
            self._bytes[index] = simulator.inputs[index] ^ simulator.noise[index] & turned
        self._bytes[last] = layout.CHAIN_END
        for index in range(simulator.whole_registers, last + 1):
            self._bytes[index] = self._silent
        self._position = 0

    def shift_out(self, into, ahead):
        """Fill ``into`` with the next bits; ``ahead``: the master looks after the shift instead of before it."""
        position = self._position
        for index in range(len(into)):
            value = self._at(position)
            if ahead:
                value = value << 1 & 0xFF | self._at(position + 1) >> 7
            into[index] = value
            position += 1
        self._position = position

    def _at(self, position):
        return self._bytes[position] if position < len(self._bytes) else self._silent


class RowRegister:
    """Three 74HC595 in a row: shift on rising edges, show what they hold when the latch rises."""

    def __init__(self, shown):
        """``shown(outputs)`` is told the levels of outputs 0 to 23 as a number."""
        self._shifted = 0xFFFFFF
        self._shown = shown
        levels.watchers[layout.PIN_ROW_LATCH] = self.latch

    def shift_in(self, data, late):
        """Take bytes, highest bit first; ``late``: the data changes on the very edge that shifts."""
        for byte in data:
            self._shifted = (self._shifted << 8 | byte) & 0xFFFFFF
        if late:
            self._shifted >>= 1

    def latch(self, level):
        """Show what was shifted."""
        if level:
            self._shown(self._shifted)
