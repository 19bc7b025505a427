"""Patterns over time, brightness, and the current budget that no scene can break."""

from __future__ import annotations

from itertools import pairwise

import layout_generated as layout
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from idle import idle_lights
from styles import ALTERNATE, BLINK, PULSE, STEADY, STYLES, Lights, Supply

from tests.support.samples import samples

LAMPS = layout.CELLS + layout.RING + layout.STRIP
SUPPLY = Supply(
    layout.RED_TENTHS_MA,
    layout.GREEN_TENTHS_MA,
    layout.BLUE_TENTHS_MA,
    layout.DARK_TENTHS_MA,
    layout.HUB_MA * 10,
)
DARK_MA = (layout.HUB_MA * 10 + LAMPS * layout.DARK_TENTHS_MA) / 10

Rgb = tuple[int, int, int]


def new_lights(brightness: int = 255, budget_ma: int = 20_000) -> Lights:
    """Lights with so large a budget that it never limits, unless another is asked for."""
    return Lights(layout.LAMP_LED, SUPPLY, brightness, budget_ma)


def frame_of(lights: Lights, now_ms: int = 0) -> bytes:
    """Return the frame at a time."""
    frame = bytearray(3 * LAMPS)
    lights.compose(now_ms, frame, True)
    return bytes(frame)


def shown(lights: Lights, lamp: int, now_ms: int = 0) -> Rgb:
    """Return red, green, blue of a lamp at a time."""
    led = layout.LAMP_LED[lamp]
    green, red, blue = frame_of(lights, now_ms)[3 * led : 3 * led + 3]
    return red, green, blue


def one_style(pattern: int, period: int, phase: int, *colours: Rgb) -> Lights:
    """Return lights whose lamp 3 shows one style."""
    lights = new_lights()
    lights.define(1, pattern, period, phase, bytes(channel for colour in colours for channel in colour))
    lights.set_lamps(True, bytes((3, 1)), False)
    return lights


def draw_ma(frame: bytes) -> float:
    """Return what a frame draws, from the bytes on the wire (green, red, blue)."""
    green, red, blue = (sum(frame[channel::3]) for channel in range(3))
    lit = (red * layout.RED_TENTHS_MA + green * layout.GREEN_TENTHS_MA + blue * layout.BLUE_TENTHS_MA) / 255
    return DARK_MA + lit / 10


ONE, TWO, THREE = (250, 100, 10), (10, 20, 200), (0, 90, 0)
BLACK = (0, 0, 0)


def test_steady_shows_its_first_colour() -> None:
    lights = one_style(STEADY, 1000, 0, ONE, TWO)
    assert {shown(lights, 3, now) for now in range(0, 3000, 7)} == {ONE}


def test_blink_shows_the_first_colour_and_then_the_second_or_dark() -> None:
    for lights, other in ((one_style(BLINK, 1000, 0, ONE, TWO), TWO), (one_style(BLINK, 1000, 0, ONE), BLACK)):
        assert [shown(lights, 3, now) for now in (0, 499, 500, 999, 1000)] == [ONE, ONE, other, other, ONE]


def test_alternate_gives_every_colour_an_equal_share() -> None:
    lights = one_style(ALTERNATE, 900, 0, ONE, TWO, THREE)
    seen = [shown(lights, 3, now) for now in range(900)]
    assert seen == [ONE] * 300 + [TWO] * 300 + [THREE] * 300


def test_pulse_swings_from_the_first_colour_to_the_second_and_back() -> None:
    lights = one_style(PULSE, 1000, 0, ONE, TWO)
    assert shown(lights, 3, 0) == ONE
    assert shown(lights, 3, 500) == TWO
    reds = [shown(lights, 3, now)[0] for now in range(0, 1000, 10)]
    assert reds[:51] == sorted(reds[:51], reverse=True)
    assert reds[50:] == sorted(reds[50:])
    assert max(abs(a - b) for a, b in pairwise(reds)) < 12


def test_pulse_of_one_colour_fades_to_a_fifth() -> None:
    lights = one_style(PULSE, 1000, 0, (250, 100, 10))
    assert shown(lights, 3, 0) == (250, 100, 10)
    assert shown(lights, 3, 500) == pytest.approx((50, 20, 2), abs=1)


colour = st.tuples(*[st.integers(0, 255)] * 3)


@given(
    st.sampled_from([STEADY, BLINK, PULSE, ALTERNATE]),
    st.integers(100, 10_000),
    st.integers(0, 65_535),
    st.lists(colour, min_size=1, max_size=4),
    st.integers(0, (1 << 30) - 1),
)
def test_phase_shifts_and_period_repeats(pattern: int, period: int, phase: int, colours: list[Rgb], now: int) -> None:
    lights = one_style(pattern, period, phase, *colours)
    plain = one_style(pattern, period, 0, *colours)
    assert shown(lights, 3, now) == shown(plain, 3, (now + phase) % period) == shown(lights, 3, now + period)
    for channel in range(3):
        assert shown(lights, 3, now)[channel] <= max(c[channel] for c in colours)


@given(colour, st.integers(0, 255))
def test_brightness_scales_every_colour(rgb: Rgb, brightness: int) -> None:
    lights = one_style(STEADY, 1000, 0, rgb)
    lights.brightness = brightness
    assert shown(lights, 3) == tuple((channel * brightness + 127) // 255 for channel in rgb)


def test_an_unchanged_frame_is_not_composed_again() -> None:
    lights = one_style(BLINK, 1000, 0, ONE)
    frame = bytearray(3 * LAMPS)
    assert lights.compose(0, frame, False)
    before = bytes(frame)
    frame[:] = bytes(len(frame))
    assert not lights.compose(400, frame, False)
    assert not any(frame)
    assert lights.compose(400, frame, True)
    assert bytes(frame) == before
    assert lights.compose(500, frame, False)
    assert not lights.compose(501, frame, False)
    lights.set_lamps(False, bytes((4, 1)), False)
    assert lights.compose(502, frame, False)


def test_a_redefined_style_shows_at_once() -> None:
    lights = one_style(STEADY, 1000, 0, ONE)
    frame = bytearray(3 * LAMPS)
    lights.compose(0, frame, False)
    lights.define(1, STEADY, 1000, 0, bytes(TWO))
    assert lights.compose(0, frame, False)
    assert shown(lights, 3) == TWO


def all_white(budget_ma: int) -> Lights:
    """Return lights whose every lamp is white at full brightness."""
    lights = new_lights(255, budget_ma)
    lights.define(1, STEADY, 1000, 0, bytes((255, 255, 255)))
    lights.set_lamps(True, bytes(part for lamp in range(LAMPS) for part in (lamp, 1)), False)
    return lights


def test_all_lamps_white_at_full_brightness_stay_within_the_budget() -> None:
    lights = all_white(layout.BUDGET_MA)
    frame = frame_of(lights)
    assert draw_ma(frame) <= layout.BUDGET_MA
    assert draw_ma(bytes(value + 1 for value in frame)) > layout.BUDGET_MA  # dimmed no more than needed
    assert lights.limited == 1
    assert draw_ma(frame) - 1 <= lights.milliamps <= layout.BUDGET_MA
    assert len(set(frame)) == 1  # the whole frame alike


def test_without_a_limit_they_would_draw_ten_amperes() -> None:
    lights = all_white(20_000)
    assert draw_ma(frame_of(lights)) == pytest.approx(DARK_MA + LAMPS * 60)
    assert lights.limited == 0


def test_a_budget_that_dark_leds_use_up_leaves_no_light() -> None:
    lights = all_white(50)
    assert not any(frame_of(lights))
    assert lights.limited == 1


scene = st.dictionaries(st.integers(0, LAMPS - 1), st.integers(0, STYLES - 1), max_size=LAMPS)
style = st.tuples(
    st.sampled_from([STEADY, BLINK, PULSE, ALTERNATE]),
    st.integers(100, 10_000),
    st.integers(0, 65_535),
    st.lists(colour, min_size=1, max_size=4),
)


@samples(60)
@given(
    st.dictionaries(st.integers(1, STYLES - 1), style, max_size=12),
    scene,
    st.integers(0, 255),
    st.integers(50, 5000),
    st.integers(0, (1 << 30) - 1),
)
@example({1: (STEADY, 1000, 0, [(255, 255, 255)])}, dict.fromkeys(range(LAMPS), 1), 255, 1200, 0)
@example({1: (PULSE, 10_000, 65_535, [(255,) * 3] * 2)}, dict.fromkeys(range(LAMPS), 1), 255, 5000, (1 << 30) - 1)
def test_no_scene_breaks_the_budget(
    styles: dict[int, tuple[int, int, int, list[Rgb]]],
    lamps: dict[int, int],
    brightness: int,
    budget_ma: int,
    now: int,
) -> None:
    free, limited = new_lights(brightness), new_lights(brightness, budget_ma)
    for lights in (free, limited):
        for number, (pattern, period, phase, colours) in styles.items():
            lights.define(number, pattern, period, phase, bytes(c for rgb in colours for c in rgb))
        lights.set_lamps(True, bytes(part for pair in lamps.items() for part in pair), False)
    wanted, got = frame_of(free, now), frame_of(limited, now)
    assert draw_ma(got) <= max(budget_ma, DARK_MA)
    assert limited.milliamps >= int(draw_ma(got)) - 1
    if draw_ma(wanted) <= budget_ma:
        assert got == wanted
        assert limited.limited == 0
    else:
        assert all(lit <= asked for lit, asked in zip(got, wanted, strict=True))
    # The board's small integers have 31 bits: the largest sum must fit, or composing would allocate.
    assert LAMPS * 255 * 3 * max(SUPPLY.red, SUPPLY.green, SUPPLY.blue) < 1 << 30


def idle() -> Lights:
    """Return the idle pattern of the real board."""
    sizes = (layout.CELLS, layout.COLUMNS, layout.RING, layout.STRIP)
    return idle_lights(layout.LAMP_LED, SUPPLY, layout.BRIGHTNESS, layout.BUDGET_MA, *sizes)


def test_the_idle_pattern_moves_round_the_ring_and_stays_gentle() -> None:
    lights = idle()
    brightest = []
    for now in range(0, 4800, 200):
        ring = [sum(shown(lights, layout.CELLS + lamp, now)) for lamp in range(layout.RING)]
        brightest.append(ring.index(max(ring)))
        frame = frame_of(lights, now)
        assert any(frame)
        assert max(frame) <= 80
        assert draw_ma(frame) <= layout.BUDGET_MA
        assert lights.limited == 0
    steps = [(b - a) % layout.RING for a, b in pairwise(brightest)]
    assert set(steps) == {1}


def test_the_idle_pattern_reaches_every_lamp() -> None:
    lights = idle()
    lit = {n for now in range(0, 9600, 400) for n, value in enumerate(frame_of(lights, now)) if value}
    assert {byte // 3 for byte in lit} == set(range(LAMPS))
