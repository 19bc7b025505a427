"""Framing of the serial line (docs/protocol.md, "A line")."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.link.lines import IDLE_MS, LINE_BYTES, BadCause, Line, LineReader, encode

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "docs" / "protocol-vectors.json").read_text(encoding="utf-8")
)
GOOD = [(one["line"], Line(one["type"], one["seq"], tuple(one["fields"]))) for one in VECTORS["good"]]
BAD = [one["line"] for one in VECTORS["bad"]]

field = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=20)
lines = st.builds(
    Line, field.map(lambda text: text[0]), st.integers(0, 65535), st.lists(field, max_size=8).map(tuple)
)
pieces_of_stream = st.lists(
    st.one_of(
        lines.map(lambda line: encode(line.type, line.sequence, line.fields)),
        st.binary(max_size=40),
        st.sampled_from([b">>> ", b"\r\n", b"MPY: soft reboot\r\n", b"x" * 700, b"\n"]),
    ),
    max_size=12,
)


def total(reader: LineReader) -> int:
    return sum(reader.bad.values())


@pytest.mark.parametrize(("text", "line"), GOOD)
def test_a_good_vector_is_read_and_written_byte_by_byte_the_same(text: str, line: Line) -> None:
    wire = text.encode("ascii") + b"\n"
    assert LineReader().feed(wire, 0) == [line]
    assert encode(line.type, line.sequence, line.fields) == wire


@pytest.mark.parametrize("text", BAD)
def test_a_bad_vector_is_counted_once_and_the_next_line_is_read(text: str) -> None:
    reader = LineReader()
    assert reader.feed(text.encode("utf-8") + b"\n", 0) == []
    assert total(reader) == 1
    assert reader.feed(b"G 1 7435\n", 0) == [Line("G", 1)]


@given(lines)
def test_what_is_encoded_is_read_again(line: Line) -> None:
    assert LineReader().feed(encode(line.type, line.sequence, line.fields), 0) == [line]


@given(lines, st.data())
def test_one_changed_byte_never_passes_as_another_line(line: Line, data: st.DataObject) -> None:
    wire = bytearray(encode(line.type, line.sequence, line.fields))
    place = data.draw(st.integers(0, len(wire) - 2))
    wire[place] ^= data.draw(st.integers(1, 255))
    assert LineReader().feed(bytes(wire), 0) == []


@given(pieces_of_stream)
def test_whole_in_pieces_and_byte_by_byte_give_the_same(pieces: list[bytes]) -> None:
    stream = b"".join(pieces)
    readers = [LineReader(), LineReader(), LineReader()]
    whole = readers[0].feed(stream, 0)
    in_pieces = [line for piece in pieces for line in readers[1].feed(piece, 0)]
    bytewise = [line for n in range(len(stream)) for line in readers[2].feed(stream[n : n + 1], 0)]
    assert whole == in_pieces == bytewise
    assert readers[0].bad == readers[1].bad == readers[2].bad
    assert readers[0].log == readers[1].log == readers[2].log
    assert readers[0].prompt_seen == readers[1].prompt_seen == readers[2].prompt_seen


@given(st.lists(st.tuples(st.binary(max_size=800), st.integers(0, 400)), max_size=10))
def test_no_bytes_and_no_pauses_raise_and_a_good_line_is_read_after_them(feeds: list[tuple[bytes, int]]) -> None:
    reader, now = LineReader(), 0
    for data, pause in feeds:
        now += pause
        reader.feed(data, now)
    reader.feed(b"\n", now)
    assert reader.feed(b"G 1 7435\n", now) == [Line("G", 1)]


def test_ten_thousand_random_lines_are_each_counted(random_lines: list[bytes]) -> None:
    reader = LineReader()
    for count, text in enumerate(random_lines, start=1):
        assert reader.feed(text + b"\n", 0) == []
        assert total(reader) == count
    assert reader.feed(b"G 1 7435\n", 0) == [Line("G", 1)]


def test_an_empty_line_is_neither_a_line_nor_counted() -> None:
    reader = LineReader()
    assert reader.feed(b"\n\r\n\n", 0) == []
    assert total(reader) == 0


def test_a_carriage_return_before_the_newline_is_dropped_and_only_one() -> None:
    reader = LineReader()
    assert reader.feed(b"G 1 7435\r\n", 0) == [Line("G", 1)]
    assert reader.feed(b"G 1 7435\r\r\n", 0) == []
    assert reader.bad == {BadCause.BYTE: 1}


def test_a_line_that_stands_unfinished_too_long_is_dropped_and_counted() -> None:
    reader = LineReader()
    reader.feed(b"G 1 74", 1000)
    assert reader.feed(b"", 1000 + IDLE_MS - 1) == []
    assert total(reader) == 0
    assert reader.feed(b"35\n", 1000 + IDLE_MS) == []
    assert reader.bad == {BadCause.UNFINISHED: 1, BadCause.FOREIGN: 1}
    assert reader.feed(b"G 1 7435\n", 2000) == [Line("G", 1)]


def test_the_longest_line_passes_and_one_byte_more_does_not() -> None:
    room = LINE_BYTES - len(encode("S", 1, ["x"])) + 1
    longest = encode("S", 1, ["x" * room])
    assert len(longest) == LINE_BYTES
    assert LineReader().feed(longest, 0) == [Line("S", 1, ("x" * room,))]
    with pytest.raises(ValueError, match="too long"):
        encode("S", 1, ["x" * (room + 1)])


def test_an_endless_line_is_counted_once_and_keeps_no_memory() -> None:
    reader = LineReader()
    for _ in range(1000):
        reader.feed(b"x" * 100, 0)
    assert len(reader._partial) == 0
    reader.feed(b"\nG 1 7435\n", 0)
    assert reader.bad == {BadCause.TOO_LONG: 1}


@pytest.mark.parametrize("fields", [[""], ["a b"], ["ä"], ["a\n"], ["\x03"]])
def test_fields_that_no_line_can_carry_are_refused(fields: list[str]) -> None:
    with pytest.raises(ValueError, match="no line can carry"):
        encode("L", 1, fields)


def test_the_prompt_is_seen_before_any_newline_and_forgotten_after_a_good_line() -> None:
    reader = LineReader()
    reader.feed(b"KeyboardInterrupt: \r\nMicroPython v1.29.0 on 2026-07-05\r\n>>> ", 0)
    assert reader.prompt_seen
    assert reader.log == ("KeyboardInterrupt: ", "MicroPython v1.29.0 on 2026-07-05")
    reader.feed(b"? 0 15BD\r\n", 0)
    assert reader.prompt_seen
    reader.feed(b"G 1 7435\n", 0)
    assert not reader.prompt_seen


def test_the_prompt_is_still_known_when_its_unfinished_line_was_dropped() -> None:
    reader = LineReader()
    reader.feed(b">>> ", 0)
    reader.feed(b"", 1000)
    assert reader.prompt_seen
    reader.forget_prompt()
    assert not reader.prompt_seen


def test_the_log_keeps_the_newest_texts_only() -> None:
    reader = LineReader()
    for n in range(50):
        reader.feed(b"text %d\n" % n, 0)
    assert len(reader.log) == 20
    assert reader.log[-1] == "text 49"
