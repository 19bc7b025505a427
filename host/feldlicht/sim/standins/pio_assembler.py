"""A small assembler for PIO programs written as MicroPython functions. Pure; runs on both interpreters.

It knows the instructions that this project's programs use; any other is an unknown name and fails.
Instruction words: RP2040 data sheet, chapter 3.4.
"""

SHIFT_LEFT = 0
SHIFT_RIGHT = 1
JOIN_NONE = 0
JOIN_TX = 1
JOIN_RX = 2
IN_LOW = 0
IN_HIGH = 1
OUT_LOW = 2
OUT_HIGH = 3

_OUT = 0b011 << 13
_MOV = 0b101 << 13
_SET = 0b111 << 13
_JMP = 0
_OUT_TARGETS = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "isr": 6}
_MOV_TARGETS = {"pins": 0, "x": 1, "y": 2, "pc": 5, "isr": 6, "osr": 7}
_MOV_SOURCES = {"pins": 0, "x": 1, "y": 2, "null": 3, "isr": 6, "osr": 7}
_SET_TARGETS = {"pins": 0, "x": 1, "y": 2, "pindirs": 4}
_CONDITIONS = {"always": 0, "not_x": 1, "x_dec": 2, "not_y": 3, "y_dec": 4, "pin": 6, "not_osre": 7}
_OPERANDS = ("pins", "x", "y", "null", "pindirs", "pc", "isr", "osr", "not_x", "x_dec", "not_y", "y_dec", "not_osre")
_LONGEST = 32


class Program:
    """An assembled program and the settings of the state machine that go with it."""

    def __init__(self, words, wrap_target, wrap, settings):
        self.words = words
        self.wrap_target = wrap_target
        self.wrap = wrap
        self.settings = settings


class _Instruction:
    """The instruction written last; delay and side-set may still be added."""

    def __init__(self, assembler, word):
        self._assembler = assembler
        self._at = len(assembler.words)
        assembler.words.append(word)

    def side(self, value):
        bits = self._assembler.side_bits
        if not 0 <= value < 1 << bits:
            raise ValueError("side value does not fit")
        self._assembler.words[self._at] |= value << 13 - bits
        return self

    def __getitem__(self, delay):
        if not 0 <= delay < 1 << 5 - self._assembler.side_bits:
            raise ValueError("delay does not fit")
        self._assembler.words[self._at] |= delay << 8
        return self


class _Assembler:
    def __init__(self, side_bits):
        self.side_bits = side_bits
        self.words = []
        self.wrap_start = 0
        self.wrap_end = None
        self._labels = {}
        self._jumps = []

    def names(self):
        """Return the names that a program may use."""
        names = {name: name for name in _OPERANDS}
        for name in ("wrap_target", "wrap", "label", "out", "mov", "set", "jmp", "nop"):
            names[name] = getattr(self, name)
        return names

    def wrap_target(self):
        self.wrap_start = len(self.words)

    def wrap(self):
        self.wrap_end = len(self.words) - 1

    def label(self, name):
        self._labels[name] = len(self.words)

    def out(self, target, count):
        if not 1 <= count <= 32:
            raise ValueError("OUT moves 1 to 32 bits")
        return _Instruction(self, _OUT | _OUT_TARGETS[target] << 5 | count & 31)

    def mov(self, target, source):
        return _Instruction(self, _MOV | _MOV_TARGETS[target] << 5 | _MOV_SOURCES[source])

    def set(self, target, value):
        if not 0 <= value <= 31:
            raise ValueError("SET holds 0 to 31")
        return _Instruction(self, _SET | _SET_TARGETS[target] << 5 | value)

    def jmp(self, condition, target=None):
        if target is None:
            condition, target = "always", condition
        self._jumps.append((len(self.words), target))
        return _Instruction(self, _JMP | _CONDITIONS[condition] << 5)

    def nop(self):
        return self.mov("y", "y")

    def program(self, settings):
        """Return what was assembled."""
        for at, target in self._jumps:
            self.words[at] |= self._labels[target]
        if not 1 <= len(self.words) <= _LONGEST:
            raise ValueError("a program has 1 to 32 instructions")
        end = len(self.words) - 1 if self.wrap_end is None else self.wrap_end
        return Program(self.words, self.wrap_start, end, settings)


def asm_pio(
    *,
    out_init=None,
    set_init=None,
    sideset_init=None,
    in_shiftdir=SHIFT_LEFT,
    out_shiftdir=SHIFT_LEFT,
    autopush=False,
    autopull=False,
    push_thresh=32,
    pull_thresh=32,
    fifo_join=JOIN_NONE,
):
    """Turn the decorated function into a :class:`Program`."""
    settings = {
        "out_init": out_init,
        "set_init": set_init,
        "sideset_init": sideset_init,
        "in_shiftdir": in_shiftdir,
        "out_shiftdir": out_shiftdir,
        "autopush": autopush,
        "autopull": autopull,
        "push_thresh": push_thresh,
        "pull_thresh": pull_thresh,
        "fifo_join": fifo_join,
    }

    def assemble(function):
        assembler = _Assembler(0 if sideset_init is None else 1)
        names = function.__globals__
        before = dict(names)
        names.update(assembler.names())
        try:
            function()
        finally:
            for name in list(names):
                if name not in before:
                    del names[name]
            names.update(before)
        return assembler.program(settings)

    return assemble
