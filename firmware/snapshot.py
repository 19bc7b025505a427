"""What the table reports of itself: occupancy, touched cells, and which of them the host knows. Pure."""

from binascii import hexlify

from clock import WRAP

OUTSTANDING = 8  # snapshots that wait for the host's acknowledgement and are told apart


class Table:
    """The settled reading of every cell, and the cells touched since the last acknowledged snapshot."""

    def __init__(self, cells, chain_cell, chain_pole, active_low):
        """``chain_cell[bit]`` and ``chain_pole[bit]`` (0 north, 1 south) say what a bit of the sensor chain sees."""
        self.known = False  # nothing can be said before the first scans agreed
        self._chain_cell = chain_cell
        self._chain_pole = chain_pole
        self._active_low = 1 if active_low else 0
        self._occupancy = bytearray(cells // 4)  # two bits a cell, cell 0 highest
        self._fresh = bytearray(cells // 8)  # touched since the newest snapshot, a bit a cell
        self._outstanding = []  # [sequence, touched between the snapshot before and this one], oldest first

    def settle(self, bit, level):
        """Take over a chain bit that settled at ``level``."""
        cell = self._chain_cell[bit]
        position = 2 * cell + self._chain_pole[bit]
        mask = 0x80 >> (position & 7)
        if level ^ self._active_low:
            self._occupancy[position >> 3] |= mask
        else:
            self._occupancy[position >> 3] &= ~mask & 0xFF
        # The first reading after start is where things stand, not that somebody touched them.
        if self.known:
            self._fresh[cell >> 3] |= 0x80 >> (cell & 7)

    def take(self, seq, now_ms):
        """Return the first fields of the snapshot that goes out as line ``seq``."""
        self._outstanding.append([seq, bytearray(self._fresh)])
        for index in range(len(self._fresh)):
            self._fresh[index] = 0
        if len(self._outstanding) > OUTSTANDING:
            _merge(self._outstanding[1][1], self._outstanding[0][1])
            del self._outstanding[0]
        touched = bytearray(len(self._fresh))
        for _, cells in self._outstanding:
            _merge(touched, cells)
        shown = _hex(touched) if any(touched) else "-"
        return f"{now_ms & WRAP} {_hex(self._occupancy)} {shown}"

    def acknowledge(self, seq):
        """Forget the touched cells that snapshot ``seq`` and earlier ones reported; an unknown one does nothing."""
        for index in range(len(self._outstanding)):
            if self._outstanding[index][0] == seq:
                del self._outstanding[: index + 1]
                return


def _merge(into, cells):
    for index in range(len(into)):
        into[index] |= cells[index]


def _hex(data):
    return str(hexlify(data), "ascii").upper()
