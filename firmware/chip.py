"""The chip itself: who it is, why it started, its watchdog, and a number that outlives a reset.

Register addresses: RP2040 data sheet, chapters 4.6 (timer) and 4.7 (watchdog).
"""

import sys
from binascii import hexlify

import machine

# Seconds (nearly) since the chip itself was reset.
TIMER_HIGH = 0x40054024
TIMER_LOW = 0x40054028
# Where a watchdog that ran out leaves its mark.
WATCHDOG_MARK = 0x4005801C
WATCHDOG_RAN_OUT = 0x6AB73121
# A bit written here is cleared in the watchdog's control register, and no other one is touched.
WATCHDOG_CLEAR = 0x4005B000
WATCHDOG_ENABLE = 1 << 30
# A register that nobody else uses: only a power cut empties it.
SCRATCH = 0x4005800C
SIGNATURE = 0x1D1C47  # tells a number of ours from what may stand there otherwise

START_SECONDS = 4  # a chip that was just reset runs this program sooner
WATCHDOG_MS = 8300  # the chip can count no further than 8388


def board_id():
    """Return the chip's own number in lower-case hex."""
    return str(hexlify(machine.unique_id()), "ascii")


def kind():
    """Return what the program runs on: ``rp2`` for the board, ``unix`` for the simulated one.

    ``cpython`` is a simulated board too, where there is no MicroPython: much is as on the board, memory is not.
    """
    if sys.implementation.name != "micropython":
        return "cpython"
    return "rp2" if sys.platform == "rp2" else "unix"


def reset_cause():
    """Return why the program started: ``power``, ``reset``, ``watchdog`` or ``soft``.

    The chip knows only of its own resets, so a long uptime is what tells a soft reset; one within the first
    seconds passes for the chip's last one. ``machine.reset()`` itself uses the watchdog; only a watchdog that ran
    out leaves the mark.
    """
    uptime = machine.mem32[TIMER_HIGH] << 12 | machine.mem32[TIMER_LOW] >> 20
    if uptime >= START_SECONDS:
        return "soft"
    if machine.reset_cause() != machine.WDT_RESET:
        return "power"
    return "watchdog" if machine.mem32[WATCHDOG_MARK] == WATCHDOG_RAN_OUT else "reset"


def bad_ends():
    """Return the number that :func:`note_bad_ends` left; 0 after a power cut."""
    value = machine.mem32[SCRATCH]
    return value & 0xFF if value >> 8 == SIGNATURE else 0


def note_bad_ends(count):
    """Remember ``count`` (0-255) until the power is cut."""
    machine.mem32[SCRATCH] = SIGNATURE << 8 | count


def start_watchdog():
    """Start the watchdog: unless fed within :data:`WATCHDOG_MS` it resets the chip."""
    return machine.WDT(timeout=WATCHDOG_MS)


def stop_watchdog():
    """Stop the watchdog, which MicroPython cannot do: at the prompt nobody would feed it."""
    machine.mem32[WATCHDOG_CLEAR] = WATCHDOG_ENABLE


def reset():
    """Start the chip anew."""
    machine.reset()
