"""The LEDs on their two data lines, by PIO and DMA. Showing a frame neither waits nor allocates."""

import time

import rp2
from styles import CHANNELS
from ws2812_pio import BIT_CYCLES, CLOCK_HZ, ws2812

FIFO_WORDS = 8  # bytes that are still to be sent when DMA is done
RESET_US = 300  # the low time after which LEDs show what they got
BYTE_US = 8 * BIT_CYCLES * 1000000 // CLOCK_HZ
BYTE_TRANSFER = 0  # DMA's code for transfers of one byte
# What asks the DMA for the next byte: the outgoing FIFO of state machine n of the first PIO is number n.
GRID_MACHINE = 0
SECOND_MACHINE = 1


class Line:
    """One data line of WS2812 LEDs."""

    def __init__(self, number, pin):
        # Kept for the program's life: the DMA only knows addresses.
        self._machine = rp2.StateMachine(number, ws2812, freq=CLOCK_HZ, out_base=pin, set_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=BYTE_TRANSFER, inc_write=False, treq_sel=number)

    def start(self, data):
        """Begin to send ``data`` (bytes in wire order), which must stay as it is until it is sent."""
        self._dma.config(read=data, write=self._machine, count=len(data), ctrl=self._control, trigger=True)

    def busy(self):
        """True while DMA still reads."""
        return self._dma.active()

    def close(self):
        """Free the state machine and the DMA channel."""
        self._dma.close()
        self._machine.active(0)


class Pixels:
    """Both lines and two frames: one is being sent while the other is composed."""

    def __init__(self, grid_pin, second_pin, grid_leds, second_leds):
        self._lines = (Line(GRID_MACHINE, grid_pin), Line(SECOND_MACHINE, second_pin))
        size = (grid_leds + second_leds) * CHANNELS
        self._frames = (bytearray(size), bytearray(size))
        cut = grid_leds * CHANNELS
        # Made once, because slicing allocates: per frame the part of each line.
        self._parts = tuple((memoryview(frame)[:cut], memoryview(frame)[cut:]) for frame in self._frames)
        self._back = 0  # number of the frame that is composed next
        # A board without a grid has no first line: DMA takes no orders for nothing.
        self._used = tuple(line for line in (0, 1) if (grid_leds, second_leds)[line])
        self._frame_us = (max(cut, size - cut) + FIFO_WORDS) * BYTE_US + RESET_US
        self._started_us = time.ticks_us()
        self._started = False

    def back(self):
        """Return the frame to compose into: green, red, blue per LED, grid first."""
        return self._frames[self._back]

    def ready(self):
        """True if the frame before has been sent and the LEDs have taken it."""
        if not self._started:
            return True
        if self._lines[0].busy() or self._lines[1].busy():
            return False
        return time.ticks_diff(time.ticks_us(), self._started_us) >= self._frame_us

    def show(self):
        """Send the composed frame. Only when :meth:`ready`."""
        self._send(self._back)
        self._back = 1 - self._back

    def show_again(self):
        """Send the newest frame once more, so that a bit lost on the wire is mended. Only when :meth:`ready`."""
        self._send(1 - self._back)

    def _send(self, frame):
        parts = self._parts[frame]
        # Noted before it begins: Ctrl-C may come between any two of these lines.
        self._started = True
        self._started_us = time.ticks_us()
        for line in self._used:
            self._lines[line].start(parts[line])

    def close(self):
        """Make all LEDs dark and free the hardware. Waits a few milliseconds."""
        self._settle()
        frame = self.back()
        for index in range(len(frame)):
            frame[index] = 0
        self.show()
        self._settle()
        for line in self._lines:
            line.close()

    def _settle(self):
        """Wait for the frame under way, but never for ever."""
        begun = time.ticks_us()
        while not self.ready() and time.ticks_diff(time.ticks_us(), begun) < 4 * self._frame_us:
            time.sleep_ms(1)
