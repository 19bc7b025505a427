"""What waits to be sent. Pure.

Replies are kept in order and never dropped; of a snapshot only the newest exists, because it is made when its turn
comes. The receiver stops reading while the outbox is full, so the replies cannot outgrow the memory.
"""

from lines import MAX_SEQ, encode

FULL = 32  # replies
FAULT_TEXT = 80


class Outbox:
    """Collects lines and hands them out one by one with their sequence numbers."""

    def __init__(self, table, counters):
        """``table`` makes snapshots; ``counters()`` returns the text of a snapshot's counter fields."""
        self.snapshot_wanted = False
        self._table = table
        self._counters = counters
        self._replies = []  # [type, fields]
        self._seq = 0
        self._snapshot_was_last = False  # the two kinds take turns, so neither starves the other

    def put(self, kind, fields):
        """Queue a line that must arrive."""
        self._replies.append((kind, fields))

    def answer(self, seq, word):
        """Queue the answer to the host's line ``seq``."""
        self.put("A", f"{seq} {word}")

    def fault(self, where, *what):
        """Queue a fault: task name, and texts of any kind that become one field each."""
        self.put("E", " ".join([where] + [_field(text) for text in what]))

    def full(self):
        """True while no further line of the host should be read."""
        return len(self._replies) >= FULL

    def take(self, now_ms):
        """Return the next line to send as bytes, or None if there is none."""
        snapshot = self.snapshot_wanted and self._table.known
        if snapshot and self._replies and self._snapshot_was_last:
            snapshot = False
        self._snapshot_was_last = snapshot
        if snapshot:
            self.snapshot_wanted = False
            return self._encode("S", f"{self._table.take(self._seq, now_ms)} {self._counters()}")
        if self._replies:
            kind, fields = self._replies.pop(0)
            return self._encode(kind, fields)
        return None

    def _encode(self, kind, fields):
        line = encode(kind, self._seq, fields)
        self._seq = (self._seq + 1) & MAX_SEQ
        return line


def _field(text):
    return "".join(letter if "!" <= letter <= "~" else "_" for letter in text[:FAULT_TEXT]) or "-"
