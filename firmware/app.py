"""The program of the board: what runs side by side, and at which rate."""

import asyncio
import gc
import sys
import time

import care
import chip
import crash
import kept
import layout_generated as layout
import pins
from bootcount import count_boot
from console import Console, ConsoleClosed
from controls import Controls, Knob
from lighting import Lighting, make_dark
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
FEED_MS = 500

# What a board has before any host sets it.
SETTINGS = {
    "debounce": layout.DEBOUNCE_SCANS,
    "scan": layout.SCAN_HZ,
    "brightness": layout.BRIGHTNESS,
    "budget": layout.BUDGET_MA,
}


class App:
    """All parts of the program and the tasks that drive them."""

    def __init__(self, safe=False):
        """``safe``: with the link only, because with everything the program ended badly too often."""
        self.safe = safe
        self.boot = count_boot()
        self.cause = chip.reset_cause()
        self.settings = dict(SETTINGS)
        self.lighting = self.scanner = self.controls = None
        if safe:
            make_dark()
            self.table = Table(layout.CELLS, b"", b"", False)
        else:
            self.fit()
        self.reader = LineReader()
        self.outbox = Outbox(self.table, self.controls.fields if self.controls else None)
        self.console = Console(self.reader, self.outbox, self.take)
        lights = self.lighting.lights if self.lighting else None
        self.survey = None if safe else Survey(self.scanner.sensors.field, self.outbox, store_zero)
        survey = self.survey.order if self.survey else None
        self.host = Host(LAMPS, lights, self.table, self.outbox, self.configure, self.report, survey, self.keep)
        self.host.released = safe
        self.ticks = care.Ticks()
        if not safe:
            self.configure(kept.load())

    def fit(self):
        """Make the parts that need more than the console."""
        self.lighting = Lighting()
        sensors = open_sensors()
        self.table = Table(layout.CELLS, sensors.bit_cell, sensors.bit_pole, sensors.active_low)
        self.scanner = Scanner(sensors, self.table, layout.DEBOUNCE_SCANS, layout.SCAN_HZ)
        contacts = pins.knob_contacts()
        knob = Knob(*contacts)
        pins.on_edges(contacts, knob.edge)
        self.controls = Controls(knob)
        self.switches = pins.switches()

    def configure(self, settings):
        """Apply settings of a C line."""
        self.settings.update(settings)
        for name, value in settings.items():
            if name in ("brightness", "budget"):
                self.lighting.configure(name, value)
            else:
                self.scanner.configure(name, value)

    def keep(self):
        """Write the settings as they stand to the flash; return True if they will be there after a power cut."""
        try:
            kept.save(self.settings)
        except OSError:
            return False
        return True

    def report(self, kind):
        """Queue a hello (``H``) or a state (``I``)."""
        self.outbox.put(kind, self.hello() if kind == "H" else self.state())
        self.console.wake()

    def hello(self):
        """Return the fields of the hello line."""
        version = ".".join(str(part) for part in sys.implementation.version[:3])
        return (
            f"proto={PROTOCOL} fw={FIRMWARE} mpy={version} id={chip.board_id()} layout={layout.FINGERPRINT} "
            f"sensors={layout.DRIVER} boot={self.boot} cause={self.cause} machine={chip.kind()} safe={int(self.safe)}"
        )

    def state(self):
        """Return the fields of the state line."""
        scan = missed = early = milliamps = limited = 0
        trouble = "ok"
        if not self.safe:
            scan, missed, early = self.scanner.rate, self.scanner.missed, self.scanner.sensors.early
            trouble = self.scanner.trouble or "ok"
            milliamps, limited = self.lighting.drawn.milliamps, self.lighting.drawn.limited
        return (
            f"scan={scan} bad={self.reader.bad} missed={missed} ma={milliamps} "
            f"limited={limited} mem={gc.mem_free()} early={early} sensors={trouble} safe={int(self.safe)}"
        )

    async def run(self):
        """Run all tasks until one fails, the console closes or Ctrl-C is typed."""
        self.report("H")
        tasks = [
            self.guard("receive", self.console.receive()),
            self.guard("send", self.console.send()),
            self.guard("chores", self.chores()),
        ]
        if not self.safe:
            tasks += [
                self.guard("scan", self.scanner.run(self.goes_on, self.changed, self.survey.look)),
                self.guard("controls", self.watch_controls()),
                self.guard("light", self.lighting.run(self.goes_on, self.host.silent)),
            ]
        await asyncio.gather(*tasks)

    def close(self):
        """Leave the table dark and its sensors at rest."""
        if self.scanner:
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
            trace = crash.trace(error)
            self.outbox.fault(name, crash.place(trace), crash.summary(trace))
            self.console.flush()
            raise

    def take(self, line, now):
        """Do what a line of the host says."""
        if not self.host.take(line, now):
            self.reader.bad += 1
        if self.host.released and self.scanner:
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
        """Do what is due every now and then; and feed the watchdog, if every task went on."""
        hello = snapshot = rate = state = fed = time.ticks_ms()
        steady = care.Steady(hello)
        watchdog = chip.start_watchdog()
        while True:
            await asyncio.sleep_ms(CHORE_MS)
            now = time.ticks_ms()
            self.reader.expire(now)
            if self.survey and self.survey.expire(now):
                self.console.wake()
            news = self.scanner.news() if self.scanner else None
            if news:
                self.outbox.fault("sensors", news)
                self.console.wake()
            if not self.host.spoken and time.ticks_diff(now, hello) >= HELLO_MS:
                hello = now
                self.offer("H")
            if not self.host.released and time.ticks_diff(now, snapshot) >= SNAPSHOT_MS:
                snapshot = now
                self.changed()
            if not self.safe and time.ticks_diff(now, rate) >= RATE_MS:
                self.scanner.measure(now)
                rate = now
            if time.ticks_diff(now, fed) >= FEED_MS:
                if self.went_on():
                    fed = now
                    watchdog.feed()
                self.console.wake()  # so that the sending task goes on although nothing is to be sent
            if steady.reached(now):
                chip.note_bad_ends(0)
            if time.ticks_diff(now, state) >= STATE_MS:
                state = now
                gc.collect()  # now and then in the open, rather than at any moment
                self.offer("I")

    def went_on(self):
        """True if scan, light and link all went on since this was last true; after a release only the link has to."""
        if not self.console.hears():
            return False
        if self.host.released:
            return self.ticks.all_went_on((self.console.turns,))
        return self.ticks.all_went_on((self.console.turns, self.scanner.turns, self.lighting.turns))

    def offer(self, kind):
        """Queue a hello or state that nobody asked for, unless replies already fill the outbox."""
        if not self.outbox.full():
            self.report(kind)
