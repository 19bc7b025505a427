"""What the host's lines order, as docs/protocol.md has them. Pure: parses, checks the whole line, then applies it."""

from clock import elapsed
from lines import MAX_SEQ, decimal
from styles import CHANNELS, DARK, MAX_COLOURS, MAX_PERIOD, MAX_PHASE, MIN_PERIOD, PATTERNS, STYLES

CELLS = 144  # that snapshots tell of and that lamps begin with, whatever of them a board has
SILENCE_MS = 5000  # without a good line the board idles

# name -> lowest, highest value of a setting
SETTINGS = {
    "debounce": (1, 10),
    "brightness": (0, 255),
    "budget": (50, 5000),
    "scan": (20, 500),
    "threshold": (20, 200),
    "hysteresis": (5, 19),
    "own": (1, 7),
}

OK = "ok"
FIELD = "field"
RELEASED = "released"
FAILED = "failed"


def hexadecimal(text):
    """Return the bytes written as pairs of upper-case hex digits, or None."""
    if len(text) % 2:
        return None
    value = bytearray()
    for at in range(0, len(text), 2):
        high, low = _digit(text[at]), _digit(text[at + 1])
        if high is None or low is None:
            return None
        value.append(high << 4 | low)
    return value


def _digit(letter):
    if "0" <= letter <= "9":
        return ord(letter) - 48
    if "A" <= letter <= "F":
        return ord(letter) - 55
    return None


def parse_style(fields):
    """Return (style, pattern, period, phase, colours) of a Y line's fields, or None."""
    if not 5 <= len(fields) <= 4 + MAX_COLOURS:
        return None
    style = hexadecimal(fields[0])
    pattern = PATTERNS.get(fields[1])
    period = decimal(fields[2], MAX_PERIOD)
    phase = decimal(fields[3], MAX_PHASE)
    if style is None or len(style) != 1 or not DARK < style[0] < STYLES:
        return None
    if pattern is None or period is None or period < MIN_PERIOD or phase is None:
        return None
    colours = bytearray()
    for field in fields[4:]:
        colour = hexadecimal(field)
        if colour is None or len(colour) != CHANNELS:
            return None
        colours.extend(colour)
    return style[0], pattern, period, phase, colours


def parse_lamps(fields, lamps, absent=0):
    """Return (clear, pairs, more) of an L line's fields on a board with that many lamps, or None.

    So many lamps before these are ``absent`` on it: they may be named, and nothing of them is in the pairs.
    """
    if not fields:
        return None
    clear = fields[0] == "!"
    more = fields[-1] == "+"
    pairs = bytearray()
    for field in fields[1 if clear else 0 : -1 if more else len(fields)]:
        if len(field) != 5 or field[2] != "=":
            return None
        pair = hexadecimal(field[:2] + field[3:])
        if pair is None or pair[0] >= absent + lamps or pair[1] >= STYLES:
            return None
        if pair[0] >= absent:
            pairs.append(pair[0] - absent)
            pairs.append(pair[1])
    return clear, pairs, more


def parse_settings(fields):
    """Return {name: value} of a C line's fields, each at most once, or None."""
    if not fields:
        return None
    settings = {}
    for field in fields:
        name, _, text = field.partition("=")
        if name not in SETTINGS or name in settings:
            return None
        low, high = SETTINGS[name]
        value = decimal(text, high)
        if value is None or value < low:
            return None
        settings[name] = value
    return settings


class Host:
    """The host as the board knows it: applies its lines and remembers whether it is there."""

    def __init__(self, lamps, lights, table, outbox, configure, report, survey, keep, absent=0):
        """``configure(settings)`` applies a C line; ``report(type)`` queues an ``H`` or ``I`` line;
        ``survey(type, sequence, now_ms)`` takes an ``F`` or ``Z`` line and returns the answer's word, or None if it
        answers later; ``keep()`` writes the settings to the flash and returns True if it could;
        ``absent``: how many lamps this board lacks before its first.
        """
        self._survey = survey
        self.spoken = False  # a good line came since start
        self.released = False  # an R line came: nothing is lit or read any more
        self._here = False  # a good line came within the time that makes silence
        self._last_ms = 0  # when the newest good line came
        self._lamps = lamps
        self._absent = absent
        self._lights = lights
        self._table = table
        self._outbox = outbox
        self._configure = configure
        self._report = report
        self._keep = keep

    def silent(self, now_ms):
        """True if no good line came for so long that the board idles."""
        if self._here and elapsed(now_ms, self._last_ms) >= SILENCE_MS:
            self._here = False
        return not self._here

    def take(self, line, now_ms):
        """Apply a line (type, sequence, [fields]) that framing accepted; return False if it must count as bad."""
        kind, seq, fields = line
        if kind in ("Y", "L", "C", "R", "F", "Z", "W"):
            good = self._order(kind, seq, fields, now_ms)
        else:
            good = self._ask(kind, fields)
        if good:
            self.spoken = True
            self._here = True
            self._last_ms = now_ms
        return good

    def _order(self, kind, seq, fields, now_ms):
        if kind not in ("F", "Z"):
            word = self._apply(kind, fields)
        elif fields:
            word = FIELD
        else:
            word = RELEASED if self.released else self._survey(kind, seq, now_ms)
        if word is not None:
            self._outbox.answer(seq, word)
        return word != FIELD

    def _apply(self, kind, fields):
        """Carry out a line that is answered; return the answer's word."""
        if kind == "R":
            if fields:
                return FIELD
            self.released = True
            return OK
        if kind == "W":
            if fields:
                return FIELD
            if self.released:
                return RELEASED
            return OK if self._keep() else FAILED
        if kind == "Y":
            order = parse_style(fields)
        elif kind == "L":
            order = parse_lamps(fields, self._lamps, self._absent)
        else:
            order = parse_settings(fields)
        if order is None:
            return FIELD
        if self.released:
            return RELEASED
        if kind == "Y":
            self._lights.define(*order)
        elif kind == "L":
            self._lights.set_lamps(*order)
        else:
            self._configure(order)
        return OK

    def _ask(self, kind, fields):
        if kind == "K":
            if len(fields) != 1:
                return False
            seq = decimal(fields[0], MAX_SEQ)
            if seq is not None:
                self._table.acknowledge(seq)
            return seq is not None or fields[0] == "-"
        if fields or kind not in ("?", "G", "I"):
            return False
        if kind == "G":
            # Released pins are read no more: an old reading would be a lie.
            self._outbox.snapshot_wanted = not self.released
        else:
            self._report("H" if kind == "?" else "I")
        return True
