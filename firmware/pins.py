"""Everything that is wired to the Pico, by name, and what the chip says of itself."""

import sys
from binascii import hexlify

import layout_generated as layout
import machine
from machine import Pin

# RP2040: seconds (nearly) since the chip itself was reset, and where a watchdog that ran out leaves its mark.
TIMER_HIGH = 0x40054024
TIMER_LOW = 0x40054028
WATCHDOG_MARK = 0x4005801C
WATCHDOG_RAN_OUT = 0x6AB73121

START_SECONDS = 4  # a chip that was just reset runs this program sooner


def light_pins():
    """Return the data pins of the grid's LED line and of the second one."""
    return Pin(layout.PIN_LIGHTS_GRID, Pin.OUT, value=0), Pin(layout.PIN_LIGHTS_SECOND, Pin.OUT, value=0)


def knob_contacts():
    """Return the pins of the knob's contacts A and B, which close to ground."""
    return Pin(layout.PIN_KNOB_A, Pin.IN, Pin.PULL_UP), Pin(layout.PIN_KNOB_B, Pin.IN, Pin.PULL_UP)


def switches():
    """Return the pins of the knob's push switch and of the two buttons, which close to ground."""
    numbers = (layout.PIN_KNOB_PUSH, layout.PIN_BUTTON_1, layout.PIN_BUTTON_2)
    return tuple(Pin(number, Pin.IN, Pin.PULL_UP) for number in numbers)


def on_edges(contacts, handler):
    """Call ``handler`` in a hard interrupt, where nothing may allocate, whenever one of the contacts changes."""
    for contact in contacts:
        contact.irq(handler=handler, trigger=Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)


def release():
    """Let go of every pin."""
    for number in (layout.PIN_KNOB_A, layout.PIN_KNOB_B):
        Pin(number).irq(handler=None)
    for number in layout.ALL_PINS:
        Pin(number, Pin.IN)


def board_id():
    """Return the chip's own number in lower-case hex."""
    return str(hexlify(machine.unique_id()), "ascii")


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


def kind():
    """Return what the program runs on: ``rp2`` for the board, ``unix`` for the simulated one."""
    return "rp2" if sys.platform == "rp2" else "unix"
