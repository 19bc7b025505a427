"""The program of the board: what runs side by side, and at which rate."""

import asyncio
import time

import kept
import layout_generated as layout
import pins
from bare import ABSENT, LAMPS, Bare
from controls import Controls, Knob
from lighting import Lighting
from protocol import CELLS, Host
from scanning import Scanner
from sensors import open_sensors, store_zero
from snapshot import Table
from source import HIGH, MEDIUM, WORDS, Source
from survey import Survey

CONTROLS_MS = 5
SNAPSHOT_MS = 1000
RATE_MS = 1000

# What a board has before any host sets it. There is no budget among it: that is what the source offers.
SETTINGS = {
    "debounce": layout.DEBOUNCE_SCANS,
    "scan": layout.SCAN_HZ,
    "brightness": layout.BRIGHTNESS,
}
# What the setting "own" brings back to what the board has by itself, by bit.
OWN = ((1, "budget"), (2, "threshold"), (4, "hysteresis"))
ADC_MV = 3300
OFFERED_MA = {MEDIUM: layout.BUDGET_1_5_A_MA, HIGH: layout.BUDGET_3_0_A_MA}


class App(Bare):
    """All parts of the program and the tasks that drive them."""

    safe = 0

    def __init__(self):
        self.settings = dict(SETTINGS)
        self.lighting = Lighting()
        self.source = Source()
        sensors = open_sensors()
        self.table = Table(CELLS, sensors.bit_cell, sensors.bit_pole, sensors.active_low)
        self.scanner = Scanner(sensors, self.table, layout.DEBOUNCE_SCANS, layout.SCAN_HZ)
        contacts = pins.knob_contacts()
        knob = Knob(*contacts)
        pins.on_edges(contacts, knob.edge)
        self.controls = Controls(knob)
        self.switches = pins.switches()
        super().__init__(self.table, self.controls.fields)
        self.survey = Survey(sensors.field, self.outbox, store_zero)
        self.host = Host(
            LAMPS,
            self.lighting.lights,
            self.table,
            self.outbox,
            self.configure,
            self.report,
            self.survey.order,
            self.keep,
            ABSENT,
        )
        self.snapshot_ms = self.rate_ms = time.ticks_ms()  # when each was last due
        self.configure(kept.load())

    def configure(self, settings):
        """Apply settings of a C line: first what goes back to the board's own, then what is set."""
        own = settings.pop("own", 0)
        for bit, name in OWN:
            if own & bit:
                self.settings.pop(name, None)
                if name not in settings:
                    self.apply({name: self.by_itself(name)})
        self.settings.update(settings)
        self.apply(settings)

    def by_itself(self, name):
        """Return what a board has of a setting that nobody has set."""
        if name == "budget":
            return OFFERED_MA.get(self.source.offer, layout.BUDGET_MA)
        return layout.THRESHOLD if name == "threshold" else layout.HYSTERESIS

    def apply(self, settings):
        """Have lights and sensors live by these settings."""
        for name, value in settings.items():
            if name in ("brightness", "budget"):
                self.lighting.configure(name, value)
            else:
                self.scanner.configure(name, value)

    def keep(self):
        """Write the settings as they stand to the flash; return True if they will be there after a power cut."""
        try:
            if kept.load() == self.settings:
                return True  # hosts order it at every greeting, and a flash wears out
            kept.save(self.settings)
        except OSError:
            return False
        return True

    def state(self):
        """Return the fields of the state line."""
        scanner, drawn = self.scanner, self.lighting.drawn
        field = scanner.sensors.field
        tuned = f"threshold={field.threshold} hysteresis={field.hysteresis} " if field else ""
        return (
            f"scan={scanner.rate} missed={scanner.missed} ma={drawn.milliamps} limited={drawn.limited} "
            f"budget={self.lighting.lights.budget_ma} supply={self.supply()} "
            f"frames={self.lighting.rate} early={scanner.sensors.early} "
            f"sensors={scanner.trouble or 'ok'} {tuned}{self.health()}"
        )

    def supply(self):
        """Return where the budget comes from: ``set``, or what the source says."""
        return "set" if "budget" in self.settings else WORDS[self.source.offer]

    def tasks(self) -> list:
        """Return what runs side by side, by name."""
        return super().tasks() + [
            ("scan", self.scanner.run(self.goes_on, self.changed, self.survey.look)),
            ("controls", self.watch_controls()),
            ("light", self.lighting.run(self.goes_on, self.host.silent)),
        ]

    def close(self):
        """Leave the table dark and its sensors at rest."""
        self.scanner.close()
        if not self.host.released:
            self.lighting.close()

    def take(self, line, now):
        """Do what a line of the host says."""
        super().take(line, now)
        if self.host.released:
            self.scanner.close()  # before its pins are let go
        elif line[0] == "L":
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

    def look_after(self, now):
        """Do the chores of supply, sensors and table."""
        self.look_at_source(now)
        if self.survey.expire(now):
            self.console.wake()
        news = self.scanner.news()
        if news:
            self.outbox.fault("sensors", news)
            self.console.wake()
        if not self.host.released and time.ticks_diff(now, self.snapshot_ms) >= SNAPSHOT_MS:
            self.snapshot_ms = now
            self.changed()
        if time.ticks_diff(now, self.rate_ms) >= RATE_MS:
            self.scanner.measure(now)
            self.lighting.measure(now)
            self.rate_ms = now

    def look_at_source(self, now):
        """Keep to what the source offers, unless somebody has said what it gives."""
        cc = self.scanner.sensors.cc
        if cc < 0 or self.host.released or not self.source.look(cc * ADC_MV * layout.CC_SHARE >> 16, now):
            return
        if "budget" not in self.settings:
            self.apply({"budget": self.by_itself("budget")})
            self.offer("I")

    def turns(self) -> tuple:
        """Return the counters of scan, light and link; after a release only of the link."""
        if self.host.released:
            return super().turns()
        return super().turns() + (self.scanner.turns, self.lighting.turns)
