"""Styles and lamps: turns what the host ordered into the bytes of one LED frame, within the current budget.

Pure; :meth:`Lights.compose` allocates nothing. Lamps are numbered as on the line: cells, ring, strip.
"""

STYLES = 64
DARK = 0  # style that cannot be redefined
MAX_COLOURS = 4
MIN_PERIOD = 100
MAX_PERIOD = 10000
MAX_PHASE = 65535

STEADY = 0
BLINK = 1
PULSE = 2
ALTERNATE = 3
PATTERNS = {"s": STEADY, "b": BLINK, "p": PULSE, "a": ALTERNATE}

CHANNELS = 3


class Supply:
    """What the LEDs draw, in tenths of a milliampere: one channel at full value, one dark LED, the hub besides."""

    def __init__(self, red, green, blue, dark, hub):
        self.red = red
        self.green = green
        self.blue = blue
        self.dark = dark
        self.hub = hub


class Lights:
    """Style table, lamps and brightness; composes frames."""

    def __init__(self, lamp_led, supply, brightness, budget_ma):
        """``lamp_led[lamp]``: which LED of the frame a lamp is."""
        self.brightness = brightness  # 0-255, for all lamps
        self.budget_ma = budget_ma  # what LEDs and hub may draw together
        self.milliamps = 0  # estimate of what the newest frame draws
        self.limited = 0  # 1 if the budget dimmed the newest frame
        self._lamp_led = lamp_led
        self._supply = supply
        lamps = len(lamp_led)
        self._idle_draw = supply.hub + lamps * supply.dark
        self._shown = bytearray(lamps)  # style of every lamp
        self._staged = bytearray(lamps)  # the same, as far as the lines of an unfinished scene came
        self._users = bytearray(STYLES)  # how many lamps show a style
        self._users[DARK] = lamps
        self._pattern = bytearray(STYLES)
        self._count = bytearray(STYLES)  # colours of a style; 0 = not defined, shows dark
        self._colours = bytearray(STYLES * MAX_COLOURS * CHANNELS)
        self._period = [MIN_PERIOD] * STYLES
        self._phase = [0] * STYLES
        self._level = bytearray(STYLES * CHANNELS)  # what a style looks like in the frame under way
        self._composed = bytearray(STYLES * CHANNELS)  # the same in the newest composed frame
        self._lamps_changed = True

    def define(self, style, pattern, period, phase, colours):
        """Define ``style`` (1-63); ``colours`` is one to four times red, green, blue as bytes."""
        self._pattern[style] = pattern
        self._period[style] = period
        self._phase[style] = phase
        self._count[style] = len(colours) // CHANNELS
        base = style * MAX_COLOURS * CHANNELS
        for index in range(len(colours)):
            self._colours[base + index] = colours[index]

    def set_lamps(self, clear, pairs, more):
        """Stage ``pairs`` (lamp, style, lamp ...), all dark first if ``clear``; show it all unless ``more``."""
        staged = self._staged
        if clear:
            for lamp in range(len(staged)):
                staged[lamp] = DARK
        for index in range(0, len(pairs), 2):
            staged[pairs[index]] = pairs[index + 1]
        if not more:
            self._show_staged()

    def _show_staged(self):
        users = self._users
        for style in range(STYLES):
            users[style] = 0
        for lamp in range(len(self._staged)):
            self._shown[lamp] = self._staged[lamp]
            users[self._staged[lamp]] += 1
        self._lamps_changed = True

    def compose(self, now_ms, frame, anew):
        """Write the frame for ``now_ms`` (green, red, blue per LED); return False and leave it if nothing changed.

        ``anew``: compose in any case, because something else was shown in between.
        """
        draw = 0
        supply = self._supply
        level = self._level
        for style in range(1, STYLES):
            users = self._users[style]
            if users:
                self._look(style, now_ms)
                at = style * CHANNELS
                draw += users * (level[at] * supply.red + level[at + 1] * supply.green + level[at + 2] * supply.blue)
        self._limit((draw + 254) // 255)
        if not (anew or self._lamps_changed or self._looks_changed()):
            return False
        self._lamps_changed = False
        self._fill(frame)
        return True

    def _look(self, style, now_ms):
        """Write what ``style`` shows at ``now_ms``, brightness included, into ``_level``."""
        colours = self._colours
        first = style * MAX_COLOURS * CHANNELS
        count = self._count[style]
        period = self._period[style]
        # Reduced first: on the board a sum beyond 30 bits would allocate.
        turn = (now_ms % period + self._phase[style]) % period
        pattern = self._pattern[style]
        second = first
        mix = 0  # share of the second colour, 0-256
        fade = 256  # of the result, 0-256
        if count == 0:
            fade = 0
        elif pattern == BLINK:
            if turn * 2 >= period:
                if count > 1:
                    second = first + CHANNELS
                    mix = 256
                else:
                    fade = 0
        elif pattern == ALTERNATE:
            first += turn * count // period * CHANNELS
            second = first
        elif pattern == PULSE:
            wave = _swing(turn, period)
            if count > 1:
                second = first + CHANNELS
                mix = wave
            else:
                fade = 256 - wave * 4 // 5
        brightness = self.brightness
        at = style * CHANNELS
        for channel in range(CHANNELS):
            value = (colours[first + channel] * (256 - mix) + colours[second + channel] * mix) * fade >> 16
            self._level[at + channel] = (value * brightness + 127) // 255

    def _limit(self, draw):
        """Dim every style alike if LEDs at ``draw`` (tenths of a milliampere above dark) would break the budget."""
        room = self.budget_ma * 10 - self._idle_draw
        if room < 0:
            room = 0
        self.limited = 0
        if draw > room:
            self.limited = 1
            factor = room * 4096 // draw
            level = self._level
            for index in range(STYLES * CHANNELS):
                level[index] = level[index] * factor >> 12
            draw = draw * factor >> 12
        self.milliamps = (self._idle_draw + draw) // 10

    def _looks_changed(self):
        level, composed, users = self._level, self._composed, self._users
        for style in range(1, STYLES):
            if users[style]:
                for index in range(style * CHANNELS, style * CHANNELS + CHANNELS):
                    if level[index] != composed[index]:
                        return True
        return False

    def _fill(self, frame):
        level, composed = self._level, self._composed
        for index in range(STYLES * CHANNELS):
            composed[index] = level[index]
        shown, lamp_led = self._shown, self._lamp_led
        for lamp in range(len(shown)):
            at = shown[lamp] * CHANNELS
            led = lamp_led[lamp] * CHANNELS
            # WS2812 takes green first.
            frame[led] = level[at + 1]
            frame[led + 1] = level[at]
            frame[led + 2] = level[at + 2]


def _swing(turn, period):
    """Return 0 at the start of a period, 256 in its middle, with soft ends."""
    wave = turn * 512 // period
    if wave > 256:
        wave = 512 - wave
    return wave * wave * (768 - 2 * wave) >> 16
