"""The program of the board: what runs side by side, and at which rate."""

import asyncio
import gc
import select
import sys
import time

import layout_generated as layout
import pins
from bootcount import count_boot
from idle import idle_lights
from lines import LineReader
from outbox import Outbox
from pixels import Pixels
from protocol import Host
from scanning import Scanner
from sensors import DigitalChain
from snapshot import Table
from styles import Lights, Supply
from version import FIRMWARE, PROTOCOL

LAMPS = layout.CELLS + layout.RING + layout.STRIP

PACKET = 64  # bytes of one USB packet; more at once could wait for the host
FRAME_MS = 25  # between two looks at the lights: 40 frames a second
REWRITE_MS = 500  # an unchanged frame is sent again after so long
CHORE_MS = 50
HELLO_MS = 1000
SNAPSHOT_MS = 1000
STATE_MS = 5000
RATE_MS = 1000
FLUSH_MS = 500  # for the last words of a task that failed

NO_COUNTERS = "0 0 0 0 0"  # knob steps, presses, long presses, buttons: not fitted yet


class ConsoleClosed(Exception):
    """The console came to its end, which only the simulated board's does."""


class App:
    """All parts of the program and the tasks that drive them."""

    def __init__(self):
        self.boot = count_boot()
        self.cause = pins.reset_cause()
        self.pixels = Pixels(*pins.light_pins(), layout.CELLS, layout.RING + layout.STRIP)
        supply = Supply(
            layout.RED_TENTHS_MA,
            layout.GREEN_TENTHS_MA,
            layout.BLUE_TENTHS_MA,
            layout.DARK_TENTHS_MA,
            layout.HUB_MA * 10,
        )
        self.lights = Lights(layout.LAMP_LED, supply, layout.BRIGHTNESS, layout.BUDGET_MA)
        self.idle = idle_lights(
            layout.LAMP_LED,
            supply,
            layout.BRIGHTNESS,
            layout.BUDGET_MA,
            layout.CELLS,
            layout.COLUMNS,
            layout.RING,
            layout.STRIP,
        )
        self.drawn = self.idle  # whose frame was shown last
        self.shown_ms = time.ticks_ms()
        self.table = Table(layout.CELLS, layout.CHAIN_CELL, layout.CHAIN_POLE, layout.ACTIVE_LOW)
        chain = DigitalChain(pins.sensor_bus(), pins.sensor_latch())
        nothing = bytes([0xFF if layout.ACTIVE_LOW else 0]) * layout.CHAIN_BYTES
        self.scanner = Scanner(chain, self.table, nothing, layout.DEBOUNCE_SCANS, layout.SCAN_HZ)
        self.reader = LineReader()
        self.outbox = Outbox(self.table, NO_COUNTERS)
        self.wake = asyncio.Event()  # something waits to be sent
        self.host = Host(LAMPS, self.lights, self.table, self.outbox, self.configure, self.report)

    def configure(self, settings):
        """Apply settings of a C line."""
        for name, value in settings.items():
            if name in ("debounce", "scan"):
                self.scanner.configure(name, value)
            elif name == "brightness":
                self.lights.brightness = self.idle.brightness = value
            elif name == "budget":
                self.lights.budget_ma = self.idle.budget_ma = value

    def report(self, kind):
        """Queue a hello (``H``) or a state (``I``)."""
        self.outbox.put(kind, self.hello() if kind == "H" else self.state())
        self.wake.set()

    def hello(self):
        """Return the fields of the hello line."""
        version = ".".join(str(part) for part in sys.implementation.version[:3])
        return (
            f"proto={PROTOCOL} fw={FIRMWARE} mpy={version} id={pins.board_id()} layout={layout.FINGERPRINT} "
            f"boot={self.boot} cause={self.cause} machine={pins.kind()}"
        )

    def state(self):
        """Return the fields of the state line."""
        return (
            f"scan={self.scanner.rate} bad={self.reader.bad} missed={self.scanner.missed} ma={self.drawn.milliamps} "
            f"limited={self.drawn.limited} mem={gc.mem_free()}"
        )

    async def run(self):
        """Run all tasks until one fails, the console closes or Ctrl-C is typed."""
        self.report("H")
        await asyncio.gather(
            self.guard("receive", self.receive()),
            self.guard("send", self.send()),
            self.guard("scan", self.scanner.run(self.goes_on, self.changed)),
            self.guard("light", self.light()),
            self.guard("chores", self.chores()),
        )

    def close(self):
        """Leave the table dark."""
        if not self.host.released:
            self.pixels.close()

    async def guard(self, name, task):
        """Run one task; if it fails, tell the host before the program ends."""
        try:
            await task
        except ConsoleClosed:
            raise
        except Exception as error:
            self.outbox.fault(name, repr(error))
            self.flush()
            raise

    async def receive(self):
        """Read bytes as they come. Only a byte at a time: asking for more would wait until all are there."""
        console = asyncio.StreamReader(sys.stdin)
        waiting = select.poll()
        waiting.register(sys.stdin, select.POLLIN)
        byte = bytearray(1)
        while True:
            await console.read(0)  # waits until there is something, and takes nothing
            while waiting.poll(0):
                if not sys.stdin.buffer.readinto(byte):
                    raise ConsoleClosed
                self.take(byte[0])
                if self.outbox.full():
                    break
            # One turn for the others, even if the host never pauses; longer while it does not read.
            await asyncio.sleep_ms(2 if self.outbox.full() else 0)

    def take(self, byte):
        """Take one byte from the host."""
        now = time.ticks_ms()
        line = self.reader.feed(byte, now)
        if line is not None:
            if not self.host.take(line, now):
                self.reader.bad += 1
            self.wake.set()
            if line[0] == "L" and not self.host.released:
                self.light_once(now)  # a hand waits for this light: no need to wait for the next frame

    async def send(self):
        """Send what waits, in packets, whenever the console has room."""
        room = select.poll()
        room.register(sys.stdout, select.POLLOUT)
        while True:
            line = self.outbox.take(time.ticks_ms())
            if line is None:
                self.wake.clear()
                await self.wake.wait()
                continue
            rest = memoryview(line)
            while rest:
                if room.poll(0):
                    rest = rest[sys.stdout.buffer.write(rest[:PACKET]) or 0 :]
                    await asyncio.sleep_ms(0)
                else:
                    await asyncio.sleep_ms(2)

    def flush(self):
        """Send what waits without the other tasks, as far as it goes in a short time."""
        begun = time.ticks_ms()
        line = self.outbox.take(begun)
        while line is not None and time.ticks_diff(time.ticks_ms(), begun) < FLUSH_MS:
            # A line that the send task had begun is cut off by this newline and dropped by the host.
            sys.stdout.buffer.write(b"\n" + line)
            line = self.outbox.take(time.ticks_ms())

    def goes_on(self):
        """True until the host orders a release."""
        return not self.host.released

    def changed(self):
        """Tell the host where the magnets stand now."""
        self.outbox.snapshot_wanted = True
        self.wake.set()

    async def light(self):
        """Animate the lights; after a release make them dark and let go of the pins."""
        while not self.host.released:
            self.light_once(time.ticks_ms())
            await asyncio.sleep_ms(FRAME_MS)
        self.pixels.close()
        pins.release()

    def light_once(self, now):
        """Compose and show one frame if there is a new one or the old one is old. Allocates nothing."""
        if not self.pixels.ready():
            return
        lights = self.idle if self.host.silent(now) else self.lights
        if lights.compose(now, self.pixels.back(), lights is not self.drawn):
            self.pixels.show()
        elif time.ticks_diff(now, self.shown_ms) >= REWRITE_MS:
            self.pixels.show_again()
        else:
            return
        self.drawn = lights
        self.shown_ms = now

    async def chores(self):
        """Do what is due every now and then. A watchdog's place is here: fed if every task ticked."""
        hello = snapshot = rate = state = time.ticks_ms()
        while True:
            await asyncio.sleep_ms(CHORE_MS)
            now = time.ticks_ms()
            self.reader.expire(now)
            if not self.host.spoken and time.ticks_diff(now, hello) >= HELLO_MS:
                hello = now
                self.offer("H")
            if not self.host.released and time.ticks_diff(now, snapshot) >= SNAPSHOT_MS:
                snapshot = now
                self.changed()
            if time.ticks_diff(now, rate) >= RATE_MS:
                self.scanner.measure(now)
                rate = now
            if time.ticks_diff(now, state) >= STATE_MS:
                state = now
                gc.collect()  # now and then in the open, rather than at any moment
                self.offer("I")

    def offer(self, kind):
        """Queue a hello or state that nobody asked for, unless replies already fill the outbox."""
        if not self.outbox.full():
            self.report(kind)


def main():
    """Run the board's program."""
    program = App()
    try:
        asyncio.run(program.run())
    except ConsoleClosed:
        pass
    finally:
        # Here and not in run(): Ctrl-C breaks out of the event loop and never comes back to its tasks.
        program.close()
