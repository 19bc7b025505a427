"""Lighting: frame after frame is composed, within the budget, and shown; while no host speaks, the idle pattern."""

import asyncio
import time

import layout_generated as layout
import pins
from care import turn
from clock import elapsed
from idle import idle_lights
from pixels import Pixels
from styles import Lights, Supply

FRAME_MS = 25  # between two looks at the lights: 40 frames a second
LATE_MS = 5  # between two looks whether the LEDs can take what came while they were sent a frame
REWRITE_MS = 500  # an unchanged frame is sent again after so long


def make_dark():
    """Make all lights dark and let go of all pins. The LEDs show their last frame on over a reset of the chip."""
    _all_pixels().close()
    pins.release()


def _all_pixels():
    return Pixels(*pins.light_pins(), layout.CELLS, layout.RING + layout.STRIP)


class Lighting:
    """The host's lights and the idle ones, and the LEDs that show one of them."""

    def __init__(self):
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
        self._late = False  # something is to be shown, and a frame is still under way
        self.turns = 0  # looks since boot, whether there was something to show or not: a task that ticks
        self.frames = 0  # shown since boot, new ones and repeated ones
        self.rate = 0  # of them in a second, when last measured
        self._measured_frames = 0
        self.shown_ms = self._measured_ms = time.ticks_ms()
        self._pixels = _all_pixels()

    def configure(self, name, value):
        """Apply a setting of a C line: ``brightness`` (0-255) or ``budget`` (mA)."""
        if name == "brightness":
            self.lights.brightness = self.idle.brightness = value
        else:
            self.lights.budget_ma = self.idle.budget_ma = value

    async def run(self, goes_on, silent):
        """Animate while ``goes_on()``; ``silent(now_ms)`` tells whether to idle. Ends in the dark, pins let go."""
        while goes_on():
            self.turns = turn(self.turns)
            now = time.ticks_ms()
            self.once(now, silent(now))
            await asyncio.sleep_ms(LATE_MS)
            # A hand waits for what a line of the host brought in meanwhile.
            while not self._late and elapsed(time.ticks_ms(), now) < FRAME_MS:
                await asyncio.sleep_ms(LATE_MS)
        self.close()
        pins.release()

    def once(self, now, silent):
        """Compose and show one frame if there is a new one or the old one is old. Allocates nothing."""
        self._late = not self._pixels.ready()
        if self._late:
            return
        lights = self.idle if silent else self.lights
        if lights.compose(now, self._pixels.back(), lights is not self.drawn):
            self._pixels.show()
        elif time.ticks_diff(now, self.shown_ms) >= REWRITE_MS:
            self._pixels.show_again()
        else:
            return
        self.frames = turn(self.frames)
        self.drawn = lights
        self.shown_ms = now

    def measure(self, now_ms):
        """Work out the rate since the last call; call it about once a second."""
        passed = elapsed(now_ms, self._measured_ms)
        if passed:
            self.rate = elapsed(self.frames, self._measured_frames) * 1000 // passed
        self._measured_frames = self.frames
        self._measured_ms = now_ms

    def close(self):
        """Make all lights dark and free the hardware. Waits a few milliseconds."""
        self._pixels.close()
