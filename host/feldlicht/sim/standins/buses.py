"""Stand-ins for ``machine.SPI``, ``ADC`` and ``Timer``, as strict as the chip, with the sensors behind them."""

import errno
import time

import levels
from linear_sensors import LinearSensors
from registers import Chain, RowRegister
from simulator import simulator
from wiring import layout

SCK = ((2, 6, 18, 22), (10, 14, 26))
TX = ((3, 7, 19, 23), (11, 15, 27))
RX = ((0, 4, 16, 20), (8, 12, 24, 28))
ADC_PINS = (26, 27, 28)
ADC_MV = 3300

# Microseconds on a virtual clock, Python around it included: estimates, not measured on silicon.
TRANSFER_US = 25
CONVERSION_US = 16

chain = Chain()
sensors = LinearSensors()
rows = RowRegister(sensors.switch)


class SPI:
    """Hardware SPI as a master."""

    MSB = 0
    LSB = 1

    def __init__(
        self, id, baudrate=1000000, *, polarity=0, phase=0, bits=8, firstbit=MSB, sck=None, mosi=None, miso=None
    ):
        if id not in (0, 1):
            raise ValueError("SPI(" + str(id) + ") doesn't exist")
        if firstbit != SPI.MSB:
            raise NotImplementedError("LSB")
        if polarity not in (0, 1) or phase not in (0, 1) or bits != 8 or baudrate <= 0:
            raise ValueError("bad SPI setting")
        for pin, allowed, name in ((sck, SCK, "SCK"), (mosi, TX, "MOSI"), (miso, RX, "MISO")):
            if pin is not None and pin.number not in allowed[id]:
                raise ValueError("bad " + name + " pin")
        clock = sck.number if sck else SCK[id][2]
        given = mosi.number if mosi else TX[id][2]
        taken = miso.number if miso else RX[id][2]
        self._reads = id == 0 and clock == layout.PIN_SENSOR_CLOCK and taken == layout.PIN_SENSOR_DATA
        self._writes = id == 1 and clock == layout.PIN_ROW_CLOCK and given == layout.PIN_ROW_DATA
        # Only an idle-high clock sampled on its falling edge looks at a bit before the chain shifts it away.
        self._ahead = (polarity, phase) != (1, 0)
        # The data must stand still where the clock rises.
        self._late = polarity != phase
        self._us_per_byte = 8000000 // baudrate

    def readinto(self, buf, write=0x00):
        """Fill ``buf`` from the bus."""
        self._take_time(buf)
        if self._reads:
            chain.shift_out(buf, self._ahead)
        else:
            for index in range(len(buf)):
                buf[index] = 0

    def write(self, buf):
        """Send ``buf``."""
        self._take_time(buf)
        if self._writes:
            rows.shift_in(buf, self._late)

    def _take_time(self, buf):
        levels.spend(TRANSFER_US + len(buf) * self._us_per_byte)
        if simulator.bus_fails():
            raise OSError(errno.EIO)


class ADC:
    """An analogue input."""

    CORE_TEMP = 4

    def __init__(self, id):
        number = id if isinstance(id, int) else id.number
        if isinstance(id, int) and 0 <= id < len(ADC_PINS):
            number = ADC_PINS[id]
        elif number not in ADC_PINS:
            raise ValueError("Pin doesn't have ADC capabilities")
        self._number = number

    def read_u16(self):
        """Return a reading, 0 to 65535."""
        levels.spend(CONVERSION_US)
        if self._number == layout.PIN_MUX_LEFT:
            return sensors.read(0)
        if self._number == layout.PIN_MUX_RIGHT:
            return sensors.read(1)
        if self._number == layout.PIN_SOURCE_CC:
            simulator.refresh()
            # Of the two CC lines the other one is at ground.
            return simulator.cc_mv * 65536 // (layout.CC_SHARE * ADC_MV)
        return 0


class Timer:
    """A timer of the system.

    Nothing interrupts a program on the unix port at once, so hard timers are those of a MicroPython that has none
    (before 1.25), unless a test brings a virtual clock.
    """

    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **settings):
        if id != -1:
            raise ValueError("Timer doesn't exist")
        self._alarm = None
        if settings:
            self.init(**settings)

    def init(self, *, mode=PERIODIC, callback=None, period=-1, freq=-1, hard=False):
        """Start the timer."""
        if mode not in (Timer.ONE_SHOT, Timer.PERIODIC):
            raise ValueError("bad timer mode")
        if (period <= 0) == (freq <= 0):
            raise ValueError("a timer has a period or a frequency")
        if not callable(callback):
            raise TypeError("a timer calls something")
        every = getattr(time, "every", None)
        if every is None:
            if hard:
                raise TypeError("extra keyword arguments given")
            raise NotImplementedError("the simulated board has no soft timers")
        self.deinit()
        interval = period * 1000 if period > 0 else 1000000 // freq
        self._alarm = every(interval, lambda: callback(self), mode == Timer.PERIODIC, hard)

    def deinit(self):
        """Stop it."""
        if self._alarm is not None:
            self._alarm.stop()
            self._alarm = None
