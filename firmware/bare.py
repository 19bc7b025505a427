"""The program with its link only: what safe mode runs, and what the whole program is built upon."""

import asyncio
import gc
import sys
import time

import care
import chip
import crash
import layout_generated as layout
from bootcount import count_boot
from console import Console, ConsoleClosed
from lines import LineReader
from outbox import Outbox
from protocol import CELLS, Host
from version import FIRMWARE, PROTOCOL

LAMPS = layout.CELLS + layout.RING + layout.STRIP
ABSENT = CELLS - layout.CELLS

CHORE_MS = 50
HELLO_MS = 1000
STATE_MS = 5000
FEED_MS = 500


class Bare:
    """Link, chores and care; to the host it is a board that was released."""

    safe = 1

    def __init__(self, table, counters=None):
        """``table`` makes snapshots, ``counters()`` their last fields."""
        self.boot = count_boot()
        self.cause = chip.reset_cause()
        self.reader = LineReader()
        self.outbox = Outbox(table, counters)
        self.console = Console(self.reader, self.outbox, self.take)
        self.host = Host(LAMPS, None, table, self.outbox, None, self.report, None, None, ABSENT)
        self.host.released = True
        self.ticks = care.Ticks()

    def report(self, kind):
        """Queue a hello (``H``) or a state (``I``)."""
        self.outbox.put(kind, self.hello() if kind == "H" else self.state())
        self.console.wake()

    def hello(self):
        """Return the fields of the hello line."""
        version = ".".join(str(part) for part in sys.implementation.version[:3])
        return (
            f"proto={PROTOCOL} fw={FIRMWARE} mpy={version} id={chip.board_id()} layout={layout.FINGERPRINT} "
            f"sensors={layout.DRIVER} boot={self.boot} cause={self.cause} machine={chip.kind()} safe={self.safe}"
        )

    def state(self):
        """Return the fields of the state line."""
        return f"scan=0 missed=0 ma=0 limited=0 budget=0 supply=none frames=0 early=0 sensors=ok {self.health()}"

    def health(self):
        """Return the fields of the state line that are the link's and the program's own."""
        return f"bad={self.reader.bad} mem={gc.mem_free()} safe={self.safe}"

    async def run(self):
        """Run all tasks until one fails, the console closes or Ctrl-C is typed."""
        self.report("H")
        await asyncio.gather(*[self.guard(name, task) for name, task in self.tasks()])

    def tasks(self) -> list:
        """Return what runs side by side, by name."""
        return [("receive", self.console.receive()), ("send", self.console.send()), ("chores", self.chores())]

    def close(self):
        """Leave the hardware as it should stand without a program."""

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

    async def chores(self):
        """Do what is due every now and then; and feed the watchdog, if every task went on."""
        hello = state = fed = time.ticks_ms()
        steady = care.Steady(hello)
        watchdog = chip.start_watchdog()
        while True:
            await asyncio.sleep_ms(CHORE_MS)
            now = time.ticks_ms()
            self.reader.expire(now)
            self.look_after(now)
            if not self.host.spoken and time.ticks_diff(now, hello) >= HELLO_MS:
                hello = now
                self.offer("H")
            if time.ticks_diff(now, fed) >= FEED_MS:
                if self.console.hears() and self.ticks.all_went_on(self.turns()):
                    fed = now
                    watchdog.feed()
                self.console.wake()  # so that the sending task goes on although nothing is to be sent
            if steady.reached(now):
                chip.note_bad_ends(0)
            if time.ticks_diff(now, state) >= STATE_MS:
                state = now
                gc.collect()  # now and then in the open, rather than at any moment
                self.offer("I")

    def look_after(self, now):
        """Do the chores of the parts that there are besides the link."""

    def turns(self) -> tuple:
        """Return the counters of the tasks that have to go on."""
        return (self.console.turns,)

    def offer(self, kind):
        """Queue a hello or state that nobody asked for, unless replies already fill the outbox."""
        if not self.outbox.full():
            self.report(kind)
