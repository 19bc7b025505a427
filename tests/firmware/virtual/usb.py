"""A USB console on the virtual clock: bytes of the host wait here, and what the board writes is taken in packets.

``plug`` puts it in the place of the console's real streams. What a byte costs is an estimate, not
measured on silicon.
"""

import time

BYTE_US = 150  # to take a byte and to put it into its line
CHECK_US = 15  # a byte of a whole line, to check it

SENT = 16384

POLLIN = 1
POLLOUT = 4


class Usb:
    """Both directions of the console."""

    def __init__(self):
        self._sent = bytearray(SENT)  # by the host; a ring
        self._first = 0  # of its bytes that was not yet taken
        self.waiting = 0  # bytes that were not
        self.written = bytearray()
        self.longest = 0  # bytes written at once
        self.keeps = True  # what was written; else it is only taken
        self.room = 1 << 30  # bytes that the host's end still takes
        self.buffer = self

    def send(self, data):
        """Have the host send this."""
        for byte in data:
            self._sent[(self._first + self.waiting) % SENT] = byte
            self.waiting += 1
        assert self.waiting <= SENT

    def ready(self, way):
        return self.waiting > 0 if way == POLLIN else self.room > 0

    def readinto(self, byte):
        time.spend(BYTE_US)
        byte[0] = self._sent[self._first]
        self._first = (self._first + 1) % SENT
        self.waiting -= 1
        return 1

    def write(self, data):
        count = min(len(data), self.room)
        self.longest = max(self.longest, len(data))
        if self.keeps:
            self.written.extend(bytes(data)[:count])
        self.room -= count
        return count


class _Poll:
    def __init__(self):
        self._stream = self._way = None

    def register(self, stream, way):
        self._stream, self._way = stream, way

    def poll(self, _):
        return self._stream.ready(self._way)


class _Streams:
    def __init__(self, usb):
        self.stdin = self.stdout = usb


class _Select:
    POLLIN = POLLIN
    POLLOUT = POLLOUT
    poll = _Poll


def plug(usb):
    """Let the console have this instead of its streams, and lines cost what they cost on the board."""
    import console
    import lines

    console.sys = _Streams(usb)
    console.select = _Select
    parse = lines.parse

    def checked(body):
        time.spend(CHECK_US * len(body))
        return parse(body)

    lines.parse = checked
