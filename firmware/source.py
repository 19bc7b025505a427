"""What the source at the other end of the USB-C cable says it can give, from the voltage on the CC line. Pure.

A source pulls CC up by as much as it can give, against 5.1 kilohm to ground in here. USB Type-C Specification, table
"CC voltages on the sink side": default 0.25-0.61 V, 1.5 A 0.70-1.16 V, 3.0 A 1.31-2.04 V; the thresholds of a sink
are 0.2, 0.66 and 1.23 V.
"""

from clock import elapsed

# What a source says, from nothing at all to most.
NONE = 0
DEFAULT = 1
MEDIUM = 2
HIGH = 3
WORDS = ("none", "default", "1.5A", "3.0A")

BORDERS_MV = (200, 660, 1230)  # between one and the next
HYSTERESIS_MV = 20  # either way; half of the gap between what sources give is 45
HIGHEST_MV = 2200  # no source pulls higher: a broken wire, of which nothing can be believed

EQUAL_LOOKS = 2  # that are believed: sources also talk on this line, in short pulses
SETTLED_MS = 1000  # for which more is offered before more is taken


class Source:
    """Makes up its mind about the source: less is believed at once, more only after a while."""

    def __init__(self):
        self.offer = NONE  # that is to be relied upon
        self._seen = NONE  # what the newest look found
        self._looks = 0  # that found the same
        self._since_ms = 0  # when the first of them was

    def look(self, millivolts, now_ms):
        """Take the voltage on CC; return True if :attr:`offer` changed."""
        seen = self._level(millivolts)
        if seen != self._seen or not self._looks:
            self._seen = seen
            self._looks = 0
            self._since_ms = now_ms
        self._looks = min(self._looks + 1, EQUAL_LOOKS)
        if seen == self.offer or self._looks < EQUAL_LOOKS:
            return False
        if seen > self.offer and elapsed(now_ms, self._since_ms) < SETTLED_MS:
            return False
        self.offer = seen
        return True

    def _level(self, millivolts):
        if millivolts > HIGHEST_MV:
            return NONE
        level = NONE
        for border in BORDERS_MV:
            if millivolts < border + (HYSTERESIS_MV if level >= self._seen else -HYSTERESIS_MV):
                break
            level += 1
        return level
