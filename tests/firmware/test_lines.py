"""Framing: what is a line, what is dropped, and that nothing else happens."""

from __future__ import annotations

import binascii

import lines
import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors import VECTORS


def feed(reader: lines.LineReader, data: bytes, now_ms: int = 0) -> list[tuple[str, int, list[str]]]:
    """Return the lines that ``data`` completes."""
    return [line for byte in data if (line := reader.feed(byte, now_ms)) is not None]


@pytest.mark.parametrize("vector", VECTORS["good"], ids=lambda v: v["line"][:24])
def test_a_good_line_is_read_and_written_alike(vector: dict[str, object]) -> None:
    text = str(vector["line"])
    parts = (vector["type"], vector["seq"], vector["fields"])
    assert feed(lines.LineReader(), text.encode() + b"\n") == [parts]
    assert feed(lines.LineReader(), text.encode() + b"\r\n") == [parts]
    assert lines.encode(vector["type"], vector["seq"], " ".join(vector["fields"])) == text.encode() + b"\n"


@pytest.mark.parametrize("vector", VECTORS["bad"], ids=lambda v: v["why"])
def test_a_bad_line_is_dropped_and_counted_once(vector: dict[str, str]) -> None:
    reader = lines.LineReader()
    assert feed(reader, vector["line"].encode() + b"\n") == []
    assert reader.bad == 1
    assert feed(reader, b"G 1 7435\n") == [("G", 1, [])]
    assert reader.bad == 1


def test_empty_lines_are_ignored_and_not_counted() -> None:
    reader = lines.LineReader()
    assert feed(reader, b"\n\r\n\n") == []
    assert reader.bad == 0


@given(st.binary(max_size=300))
def test_the_checksum_is_the_one_the_page_names(data: bytes) -> None:
    assert lines.crc16(data) == binascii.crc_hqx(data, 0xFFFF)


field = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=20)


@given(st.characters(min_codepoint=0x21, max_codepoint=0x7E), st.integers(0, 65535), st.lists(field, max_size=10))
def test_what_is_written_is_read_back(kind: str, seq: int, fields: list[str]) -> None:
    assert feed(lines.LineReader(), lines.encode(kind, seq, " ".join(fields))) == [(kind, seq, fields)]


@given(st.integers(0, 65535), st.lists(field, max_size=4), st.integers(0, 200), st.integers(0, 255))
def test_a_line_with_one_wrong_byte_is_dropped(seq: int, fields: list[str], at: int, wrong: int) -> None:
    line = bytearray(lines.encode("K", seq, " ".join(fields)))[:-1]
    at %= len(line)
    if line[at] == wrong or wrong in b"\r\n":
        wrong = line[at] ^ 1
    line[at] = wrong
    reader = lines.LineReader()
    assert feed(reader, bytes(line) + b"\n") == []
    assert reader.bad == 1


@given(st.binary(max_size=2000))
def test_any_bytes_are_counted_by_line_and_do_no_harm(noise: bytes) -> None:
    reader = lines.LineReader()
    good = feed(reader, noise + b"\n")
    expected = 0
    for text in (noise + b"\n").split(b"\n")[:-1]:
        expected += text not in (b"", b"\r") and lines.parse(text.removesuffix(b"\r")) is None
    assert reader.bad == expected
    assert len(good) <= noise.count(b"\n") + 1
    assert feed(reader, b"G 1 7435\n") == [("G", 1, [])]


def test_an_overlong_line_is_counted_once_however_long() -> None:
    reader = lines.LineReader()
    assert feed(reader, b"x" * 5000) == []
    assert reader.bad == 1
    assert feed(reader, b"y\nG 1 7435\n") == [("G", 1, [])]
    assert reader.bad == 1


def test_an_unfinished_line_is_dropped_and_counted_after_its_time() -> None:
    reader = lines.LineReader()
    feed(reader, b"G 1 ", now_ms=1000)
    reader.expire(1000 + lines.IDLE_MS - 1)
    assert reader.bad == 0
    reader.expire(1000 + lines.IDLE_MS)
    assert reader.bad == 1
    reader.expire(5000)
    assert reader.bad == 1
    assert feed(reader, b"G 1 7435\n", now_ms=5000) == [("G", 1, [])]


def test_a_late_rest_does_not_complete_a_line() -> None:
    reader = lines.LineReader()
    feed(reader, b"G 1 ", now_ms=0)
    assert feed(reader, b"7435\n", now_ms=lines.IDLE_MS) == []
    assert reader.bad == 2  # the begun line, and the rest that is none


def test_an_overlong_line_that_stops_is_still_counted_once() -> None:
    reader = lines.LineReader()
    feed(reader, b"x" * 700, now_ms=0)
    reader.expire(lines.IDLE_MS)
    assert reader.bad == 1


def test_the_time_limit_holds_across_the_wrap_of_the_clock() -> None:
    reader = lines.LineReader()
    late = (1 << 30) - 100
    feed(reader, b"G 1", now_ms=late)
    reader.expire((late + lines.IDLE_MS - 1) % (1 << 30))
    assert reader.bad == 0
    reader.expire((late + lines.IDLE_MS) % (1 << 30))
    assert reader.bad == 1


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *[("0", 0), ("7", 7), ("65535", 65535), ("65536", None), ("", None), ("-1", None), ("+1", None)],
        *[("01", None), ("1x", None), ("1_0", None), ("٣", None), (" 1", None), ("9999999999", None)],
    ],
)
def test_a_number_is_plain_decimal(text: str, number: int | None) -> None:
    assert lines.decimal(text, 65535) == number
