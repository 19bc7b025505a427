"""The board's milliseconds and microseconds wrap, every twelve days and every 18 minutes: all comes when it is due.

The whole program runs on the virtual clock, the same is done to it each time, and everything that is due at some time
is written down: that must be the same wherever in it both clocks wrap.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from harness import changed_firmware, run_script

VIRTUAL = Path(__file__).with_name("virtual")
NEVER_MS = 60_000_000
DRIVERS = ("digital-chain", "linear-mux", "ring")
SECONDS = {"digital-chain": 9.5, "linear-mux": 5.5, "ring": 9.5}
"""That a run lasts: to the idle pattern after the host fell silent, but where 1500 interrupts a second take long."""

SCRIPT = """
import asyncio, json, time
time.start(%(before_ms)s * 1000)
from usb import Usb, plug
usb = Usb()
plug(usb)
import chip
import lines
from app import App
from lines import encode
from simulator import simulator

begun = time.now()
usb.keeps = False

def note(what):
    print((time.now() - begun) // 1000, what)

app = App()
scans = [0] * 40
settle = app.scanner.settle

def counted():
    scans[(time.now() - begun) // 500000] += 1
    return settle()

app.scanner.settle = counted
measure = app.scanner.measure

def measured(now):
    measure(now)
    note("rate %%d" %% app.scanner.rate)

app.scanner.measure = measured
pixels = app.lighting._pixels
for name in ("show", "show_again"):
    def shown(name=name, old=getattr(pixels, name)):
        if steady:
            note(name)
        return old()
    setattr(pixels, name, shown)
once = app.lighting.once
looks = [0] * 40
idle = [None]

def looked(now, silent):
    looks[(time.now() - begun) // 500000] += 1
    if silent != idle[0]:
        idle[0] = silent
        note("idle" if silent else "host")
    once(now, silent)

app.lighting.once = looked
class Dog:
    def feed(self):
        note("fed")
chip.start_watchdog = lambda: Dog()
bads = [0]
encode_ = app.outbox._encode

def told(kind, fields):
    if kind == "S":
        ms, rest = fields.split(" ", 1)
        fields = "%%d %%s" %% (int(ms) - begun // 1000 & time.WRAP, rest)
    if kind == "I":  # what the idle pattern draws hangs on the clock itself
        fields = " ".join(field for field in fields.split(" ") if field[:3] not in ("mem", "ma="))
    note(kind + " " + (fields if kind != "H" else ""))
    return encode_(kind, fields)

app.outbox._encode = told
held = [0, 0]
app.switches = (lambda: 1 - held[0], lambda: 1 - held[1], lambda: 1)
steady = False

async def bad():
    while True:
        if app.reader.bad != bads[0]:
            bads[0] = app.reader.bad
            note("bad")
        await asyncio.sleep_ms(5)

async def play():
    global steady
    await asyncio.sleep_ms(2500)
    for line in (("K", 1, "-"), ("Y", 2, "01 s 1000 0 00FF00"), ("L", 3, "! 22=01")):
        usb.send(encode(*line))
    await asyncio.sleep_ms(300)
    steady = True
    usb.send(b"L 4 ! 00")
    await asyncio.sleep_ms(700)
    steady = False
    usb.send(encode("F", 5, ""))
    await asyncio.sleep_ms(500)
    held[0] = 1
    await asyncio.sleep_ms(900)
    held[0] = 0
    held[1] = 1
    await asyncio.sleep_ms(100)
    held[1] = 0
    simulator.cc_mv = 1700
    await asyncio.sleep_ms(1500)
    for number in range(len(simulator.inputs)):
        simulator.inputs[number] ^= 0x10 if number == 9 else 0
    await asyncio.sleep_ms(600)
    simulator.cc_mv = 410
    await asyncio.sleep_ms(100000)

asyncio.run([task for _, task in app.tasks()] + [bad(), play()], %(seconds)s)
print(json.dumps(scans + looks))
"""


@cache
def run(
    before_ms: int, driver: str, file: str = "", before: str = "", after: str = ""
) -> tuple[list[str], list[int]]:
    """Return what happened when, and scans and looks at the lights in each half second."""
    with TemporaryDirectory() as folder:
        changed = {"modules": changed_firmware(Path(folder), file, before, after)} if file else {}
        output = run_script(
            SCRIPT % {"before_ms": before_ms, "seconds": SECONDS[driver]},
            Path(folder),
            before=VIRTUAL,
            driver=driver,
            **changed,
        )  # type: ignore[arg-type]
    *happened, counts = output.splitlines()
    return happened, json.loads(counts)


HEAVY = [(ms, driver) for driver in DRIVERS for ms in (1, 2600, 4700, 6000, 8100) if ms < 1000 * SECONDS[driver]]


@pytest.mark.parametrize("driver", [DRIVERS[0], *(pytest.param(one, marks=pytest.mark.prove) for one in DRIVERS[1:])])
def test_without_a_wrap_all_that_is_due_at_some_time_happens(driver: str) -> None:
    """So that the test below compares something."""
    happened, counts = run(NEVER_MS, driver)
    found = {line.split(" ", 2)[1] for line in happened}
    assert found >= {"fed", "idle", "host", "rate", "H", "S", "I", "A", "show_again", "bad"}, found
    assert sum(counts) > 500


@pytest.mark.parametrize(
    ("before_ms", "driver"),
    [(2700, DRIVERS[0]), (7000, DRIVERS[0]), *(pytest.param(*one, marks=pytest.mark.prove) for one in HEAVY)],
)
def test_wherever_both_clocks_wrap_nothing_comes_sooner_or_later(before_ms: int, driver: str) -> None:
    assert run(before_ms, driver) == run(NEVER_MS, driver)


@pytest.mark.prove
@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("bare.py", "time.ticks_diff(now, fed) >= FEED_MS", "now - fed >= FEED_MS"),
        ("bare.py", "time.ticks_diff(now, state) >= STATE_MS", "now - state >= STATE_MS"),
        ("app.py", "time.ticks_diff(now, self.snapshot_ms) >= SNAPSHOT_MS", "now - self.snapshot_ms >= SNAPSHOT_MS"),
        ("app.py", "time.ticks_diff(now, self.rate_ms) >= RATE_MS", "now - self.rate_ms >= RATE_MS"),
        ("lighting.py", "time.ticks_diff(now, self.shown_ms) >= REWRITE_MS", "now - self.shown_ms >= REWRITE_MS"),
        ("protocol.py", "elapsed(now_ms, self._last_ms) >= SILENCE_MS", "now_ms - self._last_ms >= SILENCE_MS"),
        ("lines.py", "elapsed(now_ms, self._last_ms) >= IDLE_MS", "now_ms - self._last_ms >= IDLE_MS"),
        ("digital_chain.py", "time.ticks_diff(self._due_us, time.ticks_us())", "self._due_us - time.ticks_us()"),
        ("source.py", "elapsed(now_ms, self._since_ms) < SETTLED_MS", "now_ms - self._since_ms < SETTLED_MS"),
        ("controls.py", "elapsed(now_ms, self._pushed_ms) >= LONG_MS", "now_ms - self._pushed_ms >= LONG_MS"),
    ],
)
def test_a_task_that_took_a_plain_difference_would_be_found_out(file: str, before: str, after: str) -> None:
    wraps = (2600, 2700, 3010, 4500, 6000)
    assert any(run(ms, DRIVERS[0], file, before, after) != run(NEVER_MS, DRIVERS[0]) for ms in wraps)
