"""The sensor driver ``digital-chain``: 74HC165 registers in one chain on an SPI bus."""


class DigitalChain:
    """Reads all sensors at one moment."""

    def __init__(self, bus, latch):
        self.missed = 0  # scans since boot that a bus error spoiled
        self._bus = bus
        self._latch = latch

    def read(self, into):
        """Read the whole chain into ``into``; return False if the bus failed and ``into`` must not be believed."""
        self._latch(0)
        self._latch(1)
        try:
            self._bus.readinto(into)
        except OSError:
            self.missed += 1
            return False
        return True
