"""Stand-in for MicroPython's ``machine`` on the simulated board: what the firmware uses of it, as strict as the chip.

The sensors hang on the buses, see there.
"""

import os

import levels
import micropython
from buses import ADC, SPI, Timer
from simulator import simulator
from wiring import layout

__all__ = ["ADC", "PWRON_RESET", "SPI", "WDT_RESET", "Pin", "Timer", "mem32", "reset", "reset_cause", "unique_id"]

PWRON_RESET = 1
WDT_RESET = 3

_RESET_CODE = 42  # exit code that asks the simulator for a new start
_CAUSES = ("power", "reset", "watchdog", "soft")
_CAUSE = os.getenv("FELDLICHT_SIM_CAUSE") or "power"
if _CAUSE not in _CAUSES:
    raise ValueError("FELDLICHT_SIM_CAUSE is none of " + ", ".join(_CAUSES))

_GPIO = tuple(range(30))
_SET_US = 6  # on a virtual clock, Python around it included: an estimate

_TIMER_HIGH = 0x40054024
_TIMER_LOW = 0x40054028
_WATCHDOG_MARK = 0x4005801C
_WATCHDOG_CLEAR = 0x4005B000  # the control register's alias that clears bits
_WATCHDOG_ENABLE = 1 << 30
_SCRATCH = 0x4005800C

_WATCH = b"D\x00\x02"  # head of the frame that says how long the watchdog waits


class Pin:
    """One GPIO. Two objects for one number are the same pin.

    What is outside can do two things to a pin: nothing, or close a contact to ground.
    """

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    _levels = levels.levels
    _modes = bytearray(len(_GPIO))
    _pulls = bytearray(len(_GPIO))
    _closed = bytearray(len(_GPIO))  # 1: a contact holds it to ground
    _handlers = [None] * len(_GPIO)  # (handler, trigger, hard, pin)

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        if id not in _GPIO:
            raise ValueError("invalid pin")
        if mode not in (-1, Pin.IN, Pin.OUT, Pin.OPEN_DRAIN):
            raise ValueError("invalid pin mode: " + str(mode))
        if pull not in (-1, None, Pin.PULL_UP, Pin.PULL_DOWN):
            raise ValueError("invalid pin pull: " + str(pull))
        self.number = id
        if mode != -1:
            Pin._modes[id] = mode
            Pin._pulls[id] = pull if pull in (Pin.PULL_UP, Pin.PULL_DOWN) else 0
        if value is not None:
            self.value(value)

    def value(self, level=None):
        """Return or set the level."""
        number = self.number
        if level is None:
            if Pin._modes[number] == Pin.IN:
                simulator.refresh()
            return Pin._read(number)
        if Pin._modes[number] == Pin.IN:
            raise ValueError("a pin that is an input was set")
        levels.spend(_SET_US)
        levels.put(number, 1 if level else 0)
        return None

    __call__ = value

    @staticmethod
    def _read(number):
        if Pin._modes[number] != Pin.IN:
            return Pin._levels[number]
        if Pin._closed[number]:
            return 0
        if not Pin._pulls[number]:
            raise ValueError("a pin that nothing drives was read: " + str(number))
        return 1 if Pin._pulls[number] == Pin.PULL_UP else 0

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, hard=False):
        """Call ``handler(pin)`` at edges; None ends that."""
        if trigger & ~(Pin.IRQ_FALLING | Pin.IRQ_RISING) or not trigger:
            raise ValueError("the simulated board's pins know edges only")
        Pin._handlers[self.number] = None if handler is None else (handler, trigger, hard, self)

    @staticmethod
    def _touch(number, closed):
        """Close or open the contact of a pin, with the interrupt that follows."""
        known = Pin._modes[number] == Pin.IN and Pin._pulls[number]
        before = Pin._read(number) if known else 0
        Pin._closed[number] = closed
        waiting = Pin._handlers[number]
        if not known or waiting is None or Pin._read(number) == before:
            return
        handler, trigger, hard, pin = waiting
        if not trigger & (Pin.IRQ_FALLING if before else Pin.IRQ_RISING):
            return
        if hard:
            micropython.heap_lock()
        try:
            handler(pin)
        finally:
            if hard:
                micropython.heap_unlock()


_CONTACTS = (
    layout.PIN_KNOB_A,
    layout.PIN_KNOB_B,
    layout.PIN_KNOB_PUSH,
    layout.PIN_BUTTON_1,
    layout.PIN_BUTTON_2,
)


def _touch(contact, closed):
    Pin._touch(_CONTACTS[contact], closed)


simulator.touch = _touch


class _Memory:
    """The few registers of the chip that the firmware uses."""

    _scratch = int(os.getenv("FELDLICHT_SIM_SCRATCH") or 0)

    def __getitem__(self, address):
        if address == _TIMER_HIGH:
            return 0
        if address == _TIMER_LOW:
            # Microseconds since the chip was reset: a soft reset finds it running for a minute.
            return 60000000 if _CAUSE == "soft" else 500000
        if address == _WATCHDOG_MARK:
            return 0x6AB73121 if _CAUSE == "watchdog" else 0
        if address == _SCRATCH:
            return _Memory._scratch
        raise ValueError("no such register in the simulated board: " + hex(address))

    def __setitem__(self, address, value):
        if address == _SCRATCH:
            _Memory._scratch = value & 0xFFFFFFFF
            simulator.send(b"S\x00\x04" + _Memory._scratch.to_bytes(4, "big"))
        elif address == _WATCHDOG_CLEAR and value == _WATCHDOG_ENABLE:
            simulator.send(_WATCH + bytes(2))
        else:
            raise ValueError("no such register in the simulated board: " + hex(address))


mem32 = _Memory()


class WDT:
    """The watchdog. The simulator is the one that counts, and ends the program."""

    _LONGEST_MS = 8388

    def __init__(self, id=0, timeout=5000):
        if id != 0:
            raise ValueError("WDT(" + str(id) + ") doesn't exist")
        if not 1 <= timeout <= WDT._LONGEST_MS:
            raise ValueError("timeout exceeds " + str(WDT._LONGEST_MS))
        self._frame = _WATCH + timeout.to_bytes(2, "big")
        self.feed()

    def feed(self):
        """Begin to count anew."""
        simulator.send(self._frame)


def unique_id():
    """Return the chip's number."""
    return bytes.fromhex(os.getenv("FELDLICHT_SIM_ID") or "0000000000000000")


def reset_cause():
    """Return why the chip itself was reset last; it knows two causes, and a soft reset is none."""
    return WDT_RESET if _CAUSE in ("reset", "watchdog") else PWRON_RESET


def reset():
    """Reset the chip."""
    raise SystemExit(_RESET_CODE)
