"""A sensor bit changes when enough scans in a row say so, each bit for itself."""

from __future__ import annotations

from debounce import Debouncer
from hypothesis import given
from hypothesis import strategies as st

SIZE = 3


def run(start: bytes, scans: int, pictures: list[bytes]) -> list[list[tuple[int, int]]]:
    """Return what settled at every picture, and check the count that step returns."""
    settled: list[tuple[int, int]] = []
    debouncer = Debouncer(start, scans, lambda bit, level: settled.append((bit, level)))
    history = []
    for picture in pictures:
        assert debouncer.step(bytearray(picture)) == len(settled)
        history.append(list(settled))
        settled.clear()
    return history


def reference(start: bytes, scans: int, pictures: list[bytes]) -> list[list[tuple[int, int]]]:
    """The same, bit by bit from the definition: ``scans`` pictures in a row say otherwise."""
    history: list[list[tuple[int, int]]] = [[] for _ in pictures]
    for bit in range(8 * SIZE):
        level = start[bit // 8] >> 7 - bit % 8 & 1
        run_length = 0
        for at, picture in enumerate(pictures):
            seen = picture[bit // 8] >> 7 - bit % 8 & 1
            run_length = run_length + 1 if seen != level else 0
            if run_length == scans:
                level, run_length = seen, 0
                history[at].append((bit, level))
    return history


few = st.sampled_from([b"\x00\x00\x00", b"\x80\x00\x00", b"\x80\x01\x00", b"\xff\xff\xff", b"\x00\x10\xff"])
pictures = st.lists(st.one_of(few, st.binary(min_size=SIZE, max_size=SIZE)), max_size=40)


@given(st.binary(min_size=SIZE, max_size=SIZE), st.integers(1, 10), pictures)
def test_every_bit_settles_as_the_definition_says(start: bytes, scans: int, shown: list[bytes]) -> None:
    assert run(start, scans, shown) == reference(start, scans, shown)


def test_a_blip_shorter_than_the_limit_is_not_seen() -> None:
    rest, blip = b"\xff\xff\xff", b"\xff\x7f\xff"
    assert run(rest, 3, [blip, blip, rest, blip, blip, rest]) == [[]] * 6


def test_a_noisy_sensor_holds_up_no_other() -> None:
    quiet, noisy = b"\x80\x01\x00", b"\x80\x00\x00"
    assert run(b"\x00\x00\x00", 3, [quiet, noisy, quiet])[2] == [(0, 1)]


def test_a_lower_limit_counts_at_once() -> None:
    settled: list[int] = []
    debouncer = Debouncer(b"\x00", 10, lambda bit, level: settled.append(bit))
    debouncer.step(b"\x01")
    debouncer.step(b"\x01")
    debouncer.scans = 2
    debouncer.step(b"\x01")
    assert settled == [7]
