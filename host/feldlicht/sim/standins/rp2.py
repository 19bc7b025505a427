"""Stand-in for MicroPython's ``rp2`` on the simulated board: state machines that send, DMA that feeds them."""

import time

import pio_assembler
from pio_assembler import Program, asm_pio
from simulator import simulator

__all__ = ["DMA", "PIO", "StateMachine", "asm_pio"]

_MACHINES = 8
_CHANNELS = 12
_BYTE_US = 10  # a WS2812 byte takes 8 times 1.25 us
_REPEAT_MS = 1000  # an unchanged frame is told to the simulator again after so long
_ALWAYS = 63  # DMA request that paces nothing


class PIO:
    """Constants."""

    SHIFT_LEFT = pio_assembler.SHIFT_LEFT
    SHIFT_RIGHT = pio_assembler.SHIFT_RIGHT
    JOIN_NONE = pio_assembler.JOIN_NONE
    JOIN_TX = pio_assembler.JOIN_TX
    JOIN_RX = pio_assembler.JOIN_RX
    IN_LOW = pio_assembler.IN_LOW
    IN_HIGH = pio_assembler.IN_HIGH
    OUT_LOW = pio_assembler.OUT_LOW
    OUT_HIGH = pio_assembler.OUT_HIGH


class StateMachine:
    """A state machine that sends bytes on the pin of its SET instructions."""

    def __init__(self, id, program, freq=-1, *, out_base=None, set_base=None, sideset_base=None):
        if not 0 <= id < _MACHINES:
            raise ValueError("invalid StateMachine")
        if not isinstance(program, Program):
            raise TypeError("no PIO program")
        for base, init in ((out_base, "out_init"), (set_base, "set_init"), (sideset_base, "sideset_init")):
            if (base is None) != (program.settings[init] is None):
                raise ValueError("a pin and its start level go together: " + init)
        if set_base is None:
            raise ValueError("the simulated board watches the pin of SET")
        self.id = id
        self.program = program
        self._pin = set_base.number
        self._running = False
        self._told = None  # the frame that the simulator saw last, header included
        self._told_ms = 0

    def active(self, value=None):
        """Return or set whether the machine runs."""
        if value is not None:
            self._running = bool(value)
        return self._running

    def clock_out(self, data, count):
        """Take ``count`` bytes from the DMA and tell the simulator what its LEDs get."""
        if not self._running:
            return
        frame = self._told
        changed = False
        if frame is None or len(frame) != count + 4:
            length = count + 1
            frame = self._told = bytearray(count + 4)
            frame[0] = ord("L")
            frame[1] = length >> 8
            frame[2] = length & 0xFF
            frame[3] = self._pin
            changed = True
        for index in range(count):
            if frame[index + 4] != data[index]:
                frame[index + 4] = data[index]
                changed = True
        now = time.ticks_ms()
        if changed or time.ticks_diff(now, self._told_ms) >= _REPEAT_MS:
            self._told_ms = now
            simulator.send(frame)


class DMA:
    """A DMA channel that feeds a state machine with bytes."""

    _claimed = 0

    def __init__(self):
        if DMA._claimed == _CHANNELS:
            raise OSError(16)
        DMA._claimed += 1
        self._begun_us = 0
        self._takes_us = 0  # 0: not running
        self._closed = False

    def pack_ctrl(self, *, size=2, inc_read=True, inc_write=True, treq_sel=_ALWAYS):
        """Return the control word (RP2040 data sheet, chapter 2.5.7)."""
        if size not in (0, 1, 2) or not 0 <= treq_sel <= _ALWAYS:
            raise ValueError("bad DMA setting")
        return 1 | size << 2 | bool(inc_read) << 4 | bool(inc_write) << 5 | treq_sel << 15

    def config(self, *, read, write, count, ctrl, trigger=False):
        """Set the channel up and start it."""
        if self._closed:
            raise ValueError("closed DMA channel")
        if self.active():
            raise ValueError("the channel is configured while it runs")
        if not isinstance(write, StateMachine):
            raise TypeError("the simulated board's DMA feeds state machines only")
        request = write.id if write.id < 4 else 4 + write.id
        if ctrl != self.pack_ctrl(size=0, inc_read=True, inc_write=False, treq_sel=request):
            raise ValueError("the control word does not fit a state machine that takes bytes")
        if write.program.settings["pull_thresh"] != 8 or not write.program.settings["autopull"]:
            raise ValueError("the program does not pull bytes")
        if count > len(read):
            raise ValueError("the DMA would read past the buffer")
        if trigger:
            self._begun_us = time.ticks_us()
            self._takes_us = count * _BYTE_US
            simulator.dma_begun_us = self._begun_us
            simulator.dma_takes_us = self._takes_us
            write.clock_out(read, count)

    def active(self, value=None):
        """Return whether the channel still reads."""
        if value is not None:
            raise ValueError("the simulated board's DMA is started by its trigger")
        if self._takes_us and time.ticks_diff(time.ticks_us(), self._begun_us) >= self._takes_us:
            self._takes_us = 0
        return self._takes_us > 0

    def close(self):
        """Give the channel back."""
        if not self._closed:
            self._closed = True
            DMA._claimed -= 1
