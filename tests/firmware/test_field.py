"""From the field to the pole: threshold, hysteresis, zero and sign, whatever readings come."""

from __future__ import annotations

from field import HIGHEST, MIDDLE, RAIL, Field
from hypothesis import given
from hypothesis import strategies as st

STEPS = 1192  # a millitesla
ON, OFF = 60 * STEPS // 10, 45 * STEPS // 10
CELLS = 8


def new_field(north_raises: bytes = b"\x01" * CELLS) -> Field:
    """Return the field of a few cells with the board's thresholds."""
    return Field(CELLS, north_raises, STEPS, 60, 15)


def pole(field: Field, cell: int) -> str:
    """Return the poles of a cell: "N", "S", "NS" or ""."""
    bits = field.bits[cell // 4] >> 6 - 2 * (cell % 4) & 3
    return "N" * bool(bits & 2) + "S" * bool(bits & 1)


def reference(readings: list[int], zero: int, sign: int) -> list[str]:
    """The poles after each reading, from the definition."""
    now = ""
    poles = []
    for reading in readings:
        if reading < RAIL or reading > HIGHEST - RAIL:
            now = ""
        else:
            strength = {"N": (reading - zero) * sign, "S": (zero - reading) * sign}
            if not (now and strength[now] >= OFF):
                now = next((one for one, field in strength.items() if field > ON), "")
        poles.append(now)
    return poles


near = st.sampled_from([0, RAIL - 1, RAIL, HIGHEST - RAIL, HIGHEST - RAIL + 1, HIGHEST, MIDDLE]) | st.builds(
    lambda edge, by: MIDDLE + edge + by, st.sampled_from([ON, OFF, -ON, -OFF]), st.integers(-2, 2)
)
readings = st.lists(st.integers(0, HIGHEST) | near, max_size=40)


@given(readings, st.integers(-1500, 1500), st.booleans(), st.integers(0, CELLS - 1))
def test_a_cell_has_a_pole_from_on_until_it_falls_below_off(
    values: list[int], offset: int, north_raises: bool, cell: int
) -> None:
    field = new_field(bytes([north_raises] * CELLS))
    zero = [MIDDLE] * CELLS
    zero[cell] += offset
    field.set_zero(zero)
    got = []
    for value in values:
        field.take(cell, value)
        got.append(pole(field, cell))
    assert got == reference(values, MIDDLE + offset, 1 if north_raises else -1)
    assert not any(pole(field, other) for other in range(CELLS) if other != cell)
    assert field.raw[cell] == (values[-1] if values else MIDDLE)
    assert field.dead[cell] == bool(values and (values[-1] < RAIL or values[-1] > HIGHEST - RAIL))


@given(st.lists(st.tuples(st.integers(0, CELLS - 1), st.integers(RAIL, HIGHEST - RAIL)), max_size=60))
def test_every_change_of_a_bit_is_marked_and_nothing_else_is(taken: list[tuple[int, int]]) -> None:
    field = new_field()
    for cell, value in taken:
        before = bytes(field.bits)
        field.changed = False
        field.take(cell, value)
        if bytes(field.bits) != before:
            assert field.changed


def test_noise_within_the_hysteresis_toggles_nothing() -> None:
    field = new_field()
    field.take(3, MIDDLE + ON + 1)
    for value in (ON - 500, OFF, ON + 500, OFF + 1, OFF):
        field.take(3, MIDDLE + value)
        assert pole(field, 3) == "N"
    field.take(3, MIDDLE + OFF - 1)
    assert pole(field, 3) == ""


def test_another_threshold_counts_from_the_next_reading() -> None:
    field = new_field()
    field.take(0, MIDDLE + ON + 1)
    field.tune(100, 20)
    assert (field.threshold, field.hysteresis) == (100, 20)
    field.take(0, MIDDLE + ON + 1)
    assert pole(field, 0) == ""
    field.take(0, MIDDLE + 10 * STEPS + 1)
    assert pole(field, 0) == "N"
    field.take(0, MIDDLE + 8 * STEPS)
    assert pole(field, 0) == "N"


@given(st.integers(-2000, 2000), st.integers(-1000, 1000), st.booleans())
def test_the_field_is_told_in_hundredths_of_a_millitesla_from_zero(
    hundredths: int, offset: int, north_raises: bool
) -> None:
    field = new_field(bytes([north_raises] * CELLS))
    field.set_zero([MIDDLE + offset] * CELLS)
    sign = 1 if north_raises else -1
    value = round(MIDDLE + offset + sign * hundredths * STEPS / 100)
    if RAIL <= value <= HIGHEST - RAIL:
        assert abs(field.hundredths(5, value) - hundredths) <= 1
