"""The WS2812 waveform as a PIO program: every bit is high, then the bit itself, then low.

Ten cycles a bit; at 8 MHz that is 1.25 us, with 0.375 us high for a 0 and 0.875 us high for a 1, inside the limits
of the old and the new WS2812B data sheets alike. The machine waits for data with the line low, which is also the
reset gap.
"""
# ruff: noqa: F403, F405 (names that only the PIO assembler knows)

import rp2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *

BIT_CYCLES = 10
CLOCK_HZ = 8000000


# Eight bits a word: a byte written to the FIFO stands in all four lanes, so DMA can send a plain bytearray.
@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW,
    set_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=rp2.PIO.JOIN_TX,
)
def ws2812():
    wrap_target()
    out(x, 1)
    set(pins, 1)[2]
    mov(pins, x)[3]
    set(pins, 0)[1]
    wrap()
