"""A sensor bit counts as changed when enough scans in a row say so. Pure; allocates nothing while scanning."""


class Debouncer:
    """Settles every bit of the chain for itself, so that one noisy sensor holds up no other."""

    def __init__(self, start, scans, settled):
        """``start``: chain bytes taken as settled; ``settled(bit, level)`` is called for every new settled bit."""
        self.scans = scans  # how many equal scans in a row make a change, 1-10
        self._level = bytearray(start)
        self._run = bytearray(8 * len(start))  # per bit: scans in a row that differed from the settled level
        self._running = 0  # how many entries of _run are not 0
        self._settled = settled

    def step(self, raw):
        """Take one scan (bytes as long as ``start``); return how many bits settled anew."""
        level = self._level
        if not self._running and raw == level:
            return 0
        run = self._run
        changes = 0
        for index in range(len(level)):
            difference = raw[index] ^ level[index]
            if not difference and not self._running:
                continue
            bit = index << 3
            mask = 0x80
            while mask:
                if difference & mask:
                    count = run[bit] + 1
                    if count == 1:
                        self._running += 1
                    if count >= self.scans:
                        level[index] ^= mask
                        count = 0
                        self._running -= 1
                        changes += 1
                        self._settled(bit, 1 if level[index] & mask else 0)
                    run[bit] = count
                elif run[bit]:
                    run[bit] = 0
                    self._running -= 1
                bit += 1
                mask >>= 1
        return changes
