"""The program of the board: what runs side by side, and at which rate."""

import asyncio
import gc
import sys
import time

import layout_generated as layout
import pins
from bootcount import count_boot
from console import Console, ConsoleClosed
from controls import Controls, Knob
from lighting import Lighting
from lines import LineReader
from outbox import Outbox
from protocol import Host
from scanning import Scanner
from sensors import open_sensors, store_zero
from snapshot import Table
from survey import Survey
from version import FIRMWARE, PROTOCOL

LAMPS = layout.CELLS + layout.RING + layout.STRIP

CHORE_MS = 50
CONTROLS_MS = 5
HELLO_MS = 1000
SNAPSHOT_MS = 1000
STATE_MS = 5000
RATE_MS = 1000


class App:
    """All parts of the program and the tasks that drive them."""

    def __init__(self):
        self.boot = count_boot()
        self.cause = pins.reset_cause()
        self.lighting = Lighting()
        sensors = open_sensors()
        self.table = Table(layout.CELLS, sensors.bit_cell, sensors.bit_pole, sensors.active_low)
        self.scanner = Scanner(sensors, self.table, layout.DEBOUNCE_SCANS, layout.SCAN_HZ)
        contacts = pins.knob_contacts()
        knob = Knob(*contacts)
        pins.on_edges(contacts, knob.edge)
        self.controls = Controls(knob)
        self.switches = pins.switches()
        self.reader = LineReader()
        self.outbox = Outbox(self.table, self.controls.fields)
        self.console = Console(self.reader, self.outbox, self.take)
        self.survey = Survey(sensors.field, self.outbox, store_zero)
        self.host = Host(
            LAMPS, self.lighting.lights, self.table, self.outbox, self.configure, self.report, self.survey.order
        )

    def configure(self, settings):
        """Apply settings of a C line."""
        for name, value in settings.items():
            if name in ("brightness", "budget"):
                self.lighting.configure(name, value)
            else:
                self.scanner.configure(name, value)

    def report(self, kind):
        """Queue a hello (``H``) or a state (``I``)."""
        self.outbox.put(kind, self.hello() if kind == "H" else self.state())
        self.console.wake()

    def hello(self):
        """Return the fields of the hello line."""
        version = ".".join(str(part) for part in sys.implementation.version[:3])
        return (
            f"proto={PROTOCOL} fw={FIRMWARE} mpy={version} id={pins.board_id()} layout={layout.FINGERPRINT} "
            f"sensors={layout.DRIVER} boot={self.boot} cause={self.cause} machine={pins.kind()}"
        )

    def state(self):
        """Return the fields of the state line."""
        drawn = self.lighting.drawn
        return (
            f"scan={self.scanner.rate} bad={self.reader.bad} missed={self.scanner.missed} ma={drawn.milliamps} "
            f"limited={drawn.limited} mem={gc.mem_free()} early={self.scanner.sensors.early} "
            f"sensors={self.scanner.trouble or 'ok'}"
        )

    async def run(self):
        """Run all tasks until one fails, the console closes or Ctrl-C is typed."""
        self.report("H")
        await asyncio.gather(
            self.guard("receive", self.console.receive()),
            self.guard("send", self.console.send()),
            self.guard("scan", self.scanner.run(self.goes_on, self.changed, self.survey.look)),
            self.guard("controls", self.watch_controls()),
            self.guard("light", self.lighting.run(self.goes_on, self.host.silent)),
            self.guard("chores", self.chores()),
        )

    def close(self):
        """Leave the table dark and its sensors at rest."""
        self.scanner.close()
        if not self.host.released:
            self.lighting.close()

    async def guard(self, name, task):
        """Run one task; if it fails, tell the host before the program ends."""
        try:
            await task
        except ConsoleClosed:
            raise
        except Exception as error:
            self.outbox.fault(name, repr(error))
            self.console.flush()
            raise

    def take(self, line, now):
        """Do what a line of the host says."""
        if not self.host.take(line, now):
            self.reader.bad += 1
        if self.host.released:
            self.scanner.close()  # before its pins are let go
        if line[0] == "L" and not self.host.released:
            # A hand waits for this light: no need to wait for the next frame.
            self.lighting.once(now, self.host.silent(now))

    def goes_on(self):
        """True until the host orders a release."""
        return not self.host.released

    def changed(self):
        """Tell the host what hands did."""
        self.outbox.snapshot_wanted = True
        self.console.wake()

    async def watch_controls(self):
        """Look at the controls often enough for every press; the knob's turning is counted by interrupts."""
        push, button_1, button_2 = self.switches
        while not self.host.released:
            if self.controls.look(push(), button_1(), button_2(), time.ticks_ms()):
                self.changed()
            await asyncio.sleep_ms(CONTROLS_MS)

    async def chores(self):
        """Do what is due every now and then. A watchdog's place is here: fed if every task ticked."""
        hello = snapshot = rate = state = time.ticks_ms()
        while True:
            await asyncio.sleep_ms(CHORE_MS)
            now = time.ticks_ms()
            self.reader.expire(now)
            if self.survey.expire(now):
                self.console.wake()
            news = self.scanner.news()
            if news:
                self.outbox.fault("sensors", news)
                self.console.wake()
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
