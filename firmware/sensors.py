"""The board's sensors: makes the driver that the layout names, with its pins.

A driver scans by itself or when asked: ``open(hz)`` begins, ``await scan()`` waits for the next scan and says whether
it is good, ``bits`` is then what it saw (a bit for each pole of each cell, as ``bit_cell``, ``bit_pole`` and
``active_low`` say), ``cc`` the newest reading of the source's CC line (0-65535, -1: none yet), ``pace(hz)`` changes
the rate, ``close()`` ends; ``scans`` and ``missed`` count, ``trouble()`` is a word for the host.
"""

import layout_generated as layout
import zero
from digital_chain import DigitalChain
from field import Field
from linear_mux import LinearMux
from machine import ADC, SPI, Pin, Timer
from no_sensors import NoSensors


def open_sensors():
    """Return the driver of this board's sensors."""
    if layout.DRIVER == "ring":
        return NoSensors(ADC(Pin(layout.PIN_SOURCE_CC)))
    return linear_mux() if layout.DRIVER == "linear-mux" else digital_chain()


def digital_chain():
    """Return the driver of a chain of switches.

    The bus idles high and samples on the falling edge: the registers shift on the rising one, half a clock away.
    """
    bus = SPI(
        0,
        baudrate=layout.CHAIN_SPI_HZ,
        polarity=1,
        phase=0,
        sck=Pin(layout.PIN_SENSOR_CLOCK),
        miso=Pin(layout.PIN_SENSOR_DATA),
    )
    # Its rising edge freezes the registers' inputs.
    latch = Pin(layout.PIN_SENSOR_LATCH, Pin.OUT, value=1)
    return DigitalChain(
        bus,
        latch,
        layout.CHAIN_BYTES,
        layout.CHAIN_END,
        layout.ACTIVE_LOW,
        layout.CHAIN_CELL,
        layout.CHAIN_POLE,
        ADC(Pin(layout.PIN_SOURCE_CC)),
    )


def linear_mux():
    """Return the driver of linear sensors. While it is open, nobody else may read an analogue input."""
    bus = SPI(
        1,
        baudrate=layout.ROW_SPI_HZ,
        polarity=0,
        phase=0,
        sck=Pin(layout.PIN_ROW_CLOCK),
        mosi=Pin(layout.PIN_ROW_DATA),
    )
    select = tuple(
        Pin(number, Pin.OUT, value=0)
        for number in (layout.PIN_MUX_SELECT_0, layout.PIN_MUX_SELECT_1, layout.PIN_MUX_SELECT_2)
    )
    field = Field(layout.CELLS, layout.NORTH_RAISES, layout.STEPS_PER_MT, layout.THRESHOLD, layout.HYSTERESIS)
    if zero.load(field.zero, layout.FINGERPRINT):
        field.set_zero(field.zero)
    return LinearMux(
        bus,
        Pin(layout.PIN_ROW_LATCH, Pin.OUT, value=0),
        select,
        ADC(Pin(layout.PIN_MUX_LEFT)),
        ADC(Pin(layout.PIN_MUX_RIGHT)),
        ADC(Pin(layout.PIN_SOURCE_CC)),
        field,
        (layout.MUX_CHANNELS, layout.ENABLE_OUTPUTS, layout.SUPPLY_OUTPUTS),
        layout.SETTLE_US,
        start_timer,
    )


def store_zero(readings):
    """Keep what the sensors read without magnets. Raises OSError."""
    zero.store(readings, layout.FINGERPRINT)


def start_timer(hz, callback):
    """Start a timer that interrupts whatever runs; return None where timers cannot (MicroPython before 1.25)."""
    timer = Timer(-1)
    try:
        timer.init(mode=Timer.PERIODIC, freq=hz, callback=callback, hard=True)
    except TypeError:
        return None
    return timer
