"""The firmware's own PIO function, assembled by the stand-in and run cycle by cycle."""

from __future__ import annotations

import importlib.util
import sys
from collections import deque
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pioemu
import pytest
from harness import FIRMWARE, STANDINS
from hypothesis import given
from hypothesis import strategies as st

from tests.support.samples import samples

PIN = 0  # the emulator writes MOV to pin 0 upwards, whatever the base
HIGH_IDLE_CYCLES = 400

# WS2812B data sheets, nanoseconds: what the old and the new one both allow.
ZERO_HIGH = (250, 380)
ONE_HIGH = (650, 950)
ZERO_LOW = (700, 1000)
ONE_LOW = (300, 420)
BIT = (1250 - 600, 1250 + 600)


def load(path: Path, name: str) -> ModuleType:
    """Import a file that is in no package."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def program() -> Any:
    """The assembled program."""
    assembler = load(STANDINS / "pio_assembler.py", "standin_pio_assembler")
    rp2 = ModuleType("rp2")
    rp2.asm_pio = assembler.asm_pio  # type: ignore[attr-defined]
    rp2.PIO = assembler  # type: ignore[attr-defined]
    sys.modules["rp2"] = rp2
    try:
        return load(FIRMWARE / "ws2812_pio.py", "firmware_ws2812_pio")
    finally:
        del sys.modules["rp2"]


def waveform(program: Any, data: bytes) -> list[tuple[int, int]]:
    """Return (cycle, level) of every change on the data pin while ``data`` is sent, the start included."""
    assembled = program.ws2812
    asked = assembled.settings
    # DMA writes single bytes: the bus shows each on all four lanes of the FIFO's word.
    fifo = deque(byte * 0x01010101 for byte in data)
    running = pioemu.emulate(
        assembled.words,
        stop_when=lambda _, state: state.clock > len(data) * 8 * program.BIT_CYCLES + HIGH_IDLE_CYCLES,
        initial_state=pioemu.State(transmit_fifo=fifo, pin_directions=1 << PIN),
        auto_pull=asked["autopull"],
        pull_threshold=asked["pull_thresh"],
        shift_osr_right=asked["out_shiftdir"] == 1,
        out_base=PIN,
        out_count=1,
        set_base=PIN,
        set_count=1,
        wrap_target=assembled.wrap_target,
        wrap_top=assembled.wrap,
    )
    changes = [(0, 0)]
    for before, after in running:
        level = after.pin_values >> PIN & 1
        if level != changes[-1][1]:
            # A step ends after the instruction's delay; the pin changed when it began.
            changes.append((before.clock, level))
    return changes


def pulses(program: Any, data: bytes) -> list[tuple[float, float]]:
    """Return (high, low) of every bit in nanoseconds; the last low is the wait for more data."""
    edges = [cycle for cycle, _ in waveform(program, data)[1:]]
    cycle_ns = 1e9 / program.CLOCK_HZ
    ends = [*edges[2::2], edges[-1] + HIGH_IDLE_CYCLES]
    return [
        ((fall - rise) * cycle_ns, (end - fall) * cycle_ns)
        for rise, fall, end in zip(edges[::2], edges[1::2], ends, strict=True)
    ]


def within(value: float, limits: tuple[int, int]) -> bool:
    """Return whether a time is allowed."""
    return limits[0] <= value <= limits[1]


@samples(25)
@given(data=st.binary(min_size=3, max_size=12))
def test_every_bit_of_a_frame_is_on_the_wire_in_order_and_in_time(program: Any, data: bytes) -> None:
    sent = pulses(program, data)
    bits = [byte >> 7 - n & 1 for byte in data for n in range(8)]
    assert [high > 500 for high, _ in sent] == [bool(bit) for bit in bits]
    for (high, low), bit in list(zip(sent, bits, strict=True))[:-1]:
        assert within(high, ONE_HIGH if bit else ZERO_HIGH)
        assert within(low, ONE_LOW if bit else ZERO_LOW)
        assert within(high + low, BIT)


def test_every_bit_takes_the_cycles_that_the_frame_time_counts_with(program: Any) -> None:
    edges = [cycle for cycle, level in waveform(program, b"\x5a\x00\xff") if level]
    assert {later - earlier for earlier, later in pairwise(edges)} == {program.BIT_CYCLES}


def test_the_line_rests_low_without_data(program: Any) -> None:
    assert waveform(program, b"\xff")[-1][1] == 0
    assert waveform(program, b"") == [(0, 0)]


def test_the_program_leaves_room_for_another(program: Any) -> None:
    assert len(program.ws2812.words) <= 8
