"""Lines of the serial link: framing and CRC as docs/protocol.md has them. Pure, runs on both interpreters."""

from array import array

from clock import elapsed

MAX_LINE = 600  # bytes, newline included
IDLE_MS = 250  # a line that stands unfinished for so long is dropped
MAX_SEQ = 65535

NEWLINE = 10
RETURN = 13
FIRST_PRINTABLE = 0x20
LAST_PRINTABLE = 0x7E


def _crc_table():
    table = array("H", range(256))
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
        table[byte] = crc
    return table


_TABLE = _crc_table()


def crc16(data):
    """Return CRC-16/CCITT-FALSE of ``data`` (bytes)."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 8 & 0xFFFF) ^ _TABLE[crc >> 8 ^ byte]
    return crc


def decimal(text, high):
    """Return the number written in ``text`` if it is plain decimal from 0 to ``high`` (< 10 digits), else None."""
    if not 1 <= len(text) <= 9 or (text[0] == "0" and text != "0"):
        return None
    number = 0
    for letter in text:
        if not "0" <= letter <= "9":
            return None
        number = number * 10 + ord(letter) - 48
    return number if number <= high else None


def encode(kind, seq, fields):
    """Return the line of type ``kind`` as bytes, newline included; ``fields`` is the text between SEQ and CRC."""
    text = f"{kind} {seq} {fields}" if fields else f"{kind} {seq}"
    body = text.encode()
    return b"%s %04X\n" % (body, crc16(body))


def parse(body):
    """Return (type, sequence, [fields]) of a line without its newline, or None if framing does not accept it."""
    for byte in body:
        if not FIRST_PRINTABLE <= byte <= LAST_PRINTABLE:
            return None
    text = str(body, "ascii")
    at = text.rfind(" ")
    # Compared as text, so that only four upper-case digits will do.
    if at < 0 or text[at + 1 :] != f"{crc16(body[:at]):04X}":
        return None
    parts = text[:at].split(" ")
    if len(parts) < 2 or len(parts[0]) != 1 or "" in parts:
        return None
    seq = decimal(parts[1], MAX_SEQ)
    if seq is None:
        return None
    return parts[0], seq, parts[2:]


class LineReader:
    """Turns single bytes into lines."""

    def __init__(self):
        self.bad = 0  # lines dropped since boot, for whatever reason
        # One byte more than a line without its newline: the tolerated carriage return.
        self._buffer = bytearray(MAX_LINE)
        self._length = 0
        self._overlong = False  # the line under way is counted already; its rest is skipped
        self._last_ms = 0  # when the newest byte came

    def feed(self, byte, now_ms):
        """Take one byte; return (type, sequence, [fields]) when it completes a good line, else None."""
        self.expire(now_ms)
        self._last_ms = now_ms
        if byte == NEWLINE:
            return self._finish()
        if self._length == MAX_LINE:
            if not self._overlong:
                self._overlong = True
                self.bad += 1
        else:
            self._buffer[self._length] = byte
            self._length += 1
        return None

    def expire(self, now_ms):
        """Drop and count a line that was begun and not finished in time."""
        if self._length and elapsed(now_ms, self._last_ms) >= IDLE_MS:
            if not self._overlong:
                self.bad += 1
            self._reset()

    def _finish(self):
        length, overlong = self._length, self._overlong
        self._reset()
        if overlong:
            return None
        if length and self._buffer[length - 1] == RETURN:
            length -= 1
        if length == 0:
            return None
        line = parse(bytes(memoryview(self._buffer)[:length])) if length < MAX_LINE else None
        if line is None:
            self.bad += 1
        return line

    def _reset(self):
        self._length = 0
        self._overlong = False
