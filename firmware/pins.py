"""Everything that is wired to the Pico, by name."""

import layout_generated as layout
from machine import Pin


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
