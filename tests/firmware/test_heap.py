"""Scanning, composing and showing allocate nothing: no collection can make them late."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import run_script

SCRIPT = """
import micropython, time
import app, lines

program = app.App()
now = time.ticks_ms()

def order(line):
    assert program.host.take(line, now)

number = 1
for pattern, colours in (("s", ["FF0000"]), ("b", ["00FF00"]), ("p", ["0000FF", "101010"]), ("a", ["FF0000"] * 4)):
    order(("Y", 0, ["%02X" % number, pattern, "700", "13"] + colours))
    number += 1
order(("L", 0, ["!"] + ["%02X=%02X" % (lamp, 1 + lamp % 4) for lamp in range(174)]))

push, button_1, button_2 = program.switches
changes = frames = begun = before = 0  # known before the lock, under which no name can be new
program.lighting.once(now, False)  # the stand-in makes its buffers with the first frame
time.sleep_ms(7)
program.scanner.sensors.open(200)
micropython.heap_lock()
try:
    begun = time.ticks_ms()
    # As long as it takes on a busy machine; what would allocate fails at its first turn.
    while (changes < 8 or frames < 24) and time.ticks_diff(time.ticks_ms(), begun) < 8000:
        for _ in range(9):  # a linear board reads a row at a time
            if program.scanner.once():
                changes += 1
            time.sleep_us(450)
        now += 25
        before = program.lighting.shown_ms
        program.lighting.once(now, program.host.silent(now))
        program.controls.look(push(), button_1(), button_2(), now)
        if program.lighting.shown_ms != before:
            frames += 1
        {extra}
        time.sleep_ms(7)
finally:
    micropython.heap_unlock()
assert program.lighting.drawn is program.lighting.lights
print("changes", changes, "frames", frames, "limited", program.lighting.lights.limited)
"""


@pytest.mark.parametrize("driver", ["digital-chain", "linear-mux"])
def test_scan_compose_and_show_allocate_nothing(driver: str, tmp_path: Path) -> None:
    words = run_script(SCRIPT.replace("{extra}", "pass"), tmp_path, moving=True, driver=driver).split()
    changes, frames, limited = int(words[1]), int(words[3]), int(words[5])
    # Not an empty exercise: magnets settled, frames were sent, the budget was at work.
    assert changes > 5
    assert frames > 20
    assert limited == 1


@pytest.mark.parametrize(
    "extra", ["number = [now]", "number = program.scanner.sensors.bits[1:]", "number = now * 1.5"]
)
def test_the_lock_notices_what_allocates(extra: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="MemoryError"):
        run_script(SCRIPT.replace("{extra}", extra), tmp_path, moving=True)
