"""Light on a virtual clock: what the host orders is shown as soon as the LEDs can take it."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import run_script

VIRTUAL = Path(__file__).with_name("virtual")

SCRIPT = """
import asyncio, time
from lighting import Lighting
from pixels import Pixels

lighting = Lighting()
lights = lighting.lights
lights.define(1, 2, 500, 0, (255, 255, 255))  # a pulse: there is a new frame at every look
lights.define(2, 0, 1000, 0, (0, 255, 0))
lights.set_lamps(True, (0, 1), False)
shown_us = []
send = Pixels.show
def show(self):
    shown_us.append(time.now())
    send(self)
Pixels.show = show

async def order():
    for turn in range(40):
        await asyncio.sleep_ms(100)
        frames = len(shown_us)
        while len(shown_us) == frames:
            await asyncio.sleep_ms(1)
        await asyncio.sleep_ms(%s)  # the frame is under way, or has been sent
        frames, ordered = len(shown_us), time.now()
        lights.set_lamps(False, (1, 2 if turn %% 2 else 1), False)
        lighting.once(time.ticks_ms(), False)
        while len(shown_us) == frames:
            await asyncio.sleep_ms(1)
        waited.append(shown_us[frames] - ordered)
    while True:
        await asyncio.sleep_ms(1000)

waited = []
asyncio.run([lighting.run(lambda: True, lambda now: False), order()], 8)
print(len(waited), max(waited), len(shown_us))
"""


@pytest.mark.parametrize("after_ms", [1, 3, 8, 15])
def test_an_order_that_comes_while_a_frame_is_sent_does_not_wait_for_the_next_one(
    after_ms: int, tmp_path: Path
) -> None:
    orders, longest_us, frames = map(int, run_script(SCRIPT % after_ms, tmp_path, before=VIRTUAL).split())
    assert orders == 40
    assert longest_us < 12_000
    assert 30 * 8 <= frames <= 60 * 8
