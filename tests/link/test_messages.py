"""Messages of the serial line: what is valid, and that reading and writing are inverse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELL_COUNT, cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.styles import Pattern
from feldlicht.link.lines import BadCause, Line, LineReader
from feldlicht.link.messages import (
    Answer,
    AskField,
    AskHello,
    AskSnapshot,
    AskState,
    Bad,
    Cause,
    Configure,
    DefineStyle,
    Fault,
    Heartbeat,
    Hello,
    Message,
    Release,
    RowField,
    SetLamps,
    SetZero,
    Snapshot,
    State,
    Supply,
    Word,
    encode_message,
    parse,
)

VECTORS = Path(__file__).parents[2] / "docs" / "protocol-vectors.json"
UNFIT = json.loads(VECTORS.read_text(encoding="utf-8")).get("unfit", [])

numbers = st.integers(0, 65535)
word = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=12)
cells = st.integers(0, (1 << CELL_COUNT) - 1)
counter = st.integers(0, 2**31 - 1)
hellos = st.builds(
    Hello,
    st.just(1),
    word,
    word,
    st.text("0123456789abcdef", min_size=1, max_size=64),
    st.text("0123456789abcdef", min_size=8, max_size=8),
    st.integers(0, 2**32 - 1),
    st.sampled_from(Cause),
    word,
)
snapshots = st.builds(
    Snapshot,
    numbers,
    st.integers(0, 2**30 - 1),
    st.builds(Occupancy, cells, cells),
    cells,
    st.integers(-(2**31) + 1, 2**31 - 1),
    counter,
    counter,
    counter,
    counter,
)


def row_of(value: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[int | None, ...]]:
    """Sixteen values, some of them missing."""
    return st.tuples(*[st.none() | value] * 16)


colour = st.tuples(*[st.integers(0, 255)] * 3)
messages: st.SearchStrategy[Message] = st.one_of(
    hellos,
    snapshots,
    st.builds(Answer, numbers, st.sampled_from(Word)),
    st.builds(State, *[st.integers(0, 2**40 - 1)] * 4, st.booleans(), st.integers(0, 2**40 - 1)),
    st.builds(
        State,
        *[st.just(1)] * 4,
        st.booleans(),
        st.just(1),
        st.booleans(),
        st.integers(0, 5000),
        st.sampled_from(Supply),
    ),
    st.builds(Fault, word, st.lists(word, min_size=1, max_size=4).map(tuple)),
    st.sampled_from([AskHello(), AskSnapshot(), AskState(), AskField(), SetZero(), Release()]),
    st.builds(Heartbeat, st.none() | numbers),
    st.builds(
        DefineStyle,
        st.integers(1, 63),
        st.sampled_from(Pattern),
        st.integers(100, 10_000),
        numbers,
        st.lists(colour, min_size=1, max_size=4).map(tuple),
    ),
    st.builds(
        SetLamps,
        st.lists(st.tuples(st.integers(0, 173), st.integers(0, 63)), min_size=1, max_size=96).map(tuple),
        st.booleans(),
        st.booleans(),
    ),
    st.just(SetLamps(clear=True)),
    st.builds(
        Configure,
        st.integers(1, 10),
        st.integers(0, 255),
        st.none() | st.integers(50, 5000),
        st.just(200),
        st.none() | st.integers(20, 200),
        st.none() | st.integers(5, 19),
    ),
    st.builds(RowField, st.integers(0, 8), row_of(st.integers(-9999, 9999)), row_of(st.integers(0, 9999))),
)


def read(text: str) -> Message | Bad:
    kind, number, *fields = text.split(" ")
    return parse(Line(kind, int(number), tuple(fields)))


@given(messages, numbers)
def test_every_message_fits_a_line_and_is_read_as_it_was_written(message: Message, number: int) -> None:
    if isinstance(message, Snapshot):
        number = message.sequence
    (line,) = LineReader().feed(encode_message(number, message), 0)
    assert parse(line) == message
    assert line.sequence == number


@given(st.text("HSAIEGKYLCR?x", min_size=1, max_size=1), st.lists(word, max_size=9).map(tuple))
def test_no_fields_raise(kind: str, fields: tuple[str, ...]) -> None:
    parse(Line(kind, 0, fields))


def test_a_snapshot_says_which_cell_has_which_pole() -> None:
    snapshot = read("S 2 5 4" + "0" * 70 + "2 8" + "0" * 34 + "1 -3 1 0 2 0")
    assert isinstance(snapshot, Snapshot)
    assert snapshot.occupancy.poles() == {cell("A1"): Pole.SOUTH, cell("I16"): Pole.NORTH}
    assert snapshot.touched == 1 << cell("A1") | 1 << cell("I16")
    assert (snapshot.turn, snapshot.press, snapshot.long_press, snapshot.button_1, snapshot.button_2) == (
        -3,
        1,
        0,
        2,
        0,
    )


@given(st.sampled_from(range(CELL_COUNT)), st.sampled_from(Pole))
def test_each_cell_has_its_own_two_bits_from_the_left(which: int, pole: Pole) -> None:
    occupancy = Occupancy.of(dict.fromkeys([which], pole))  # type: ignore[misc]
    digits = Snapshot(0, 0, occupancy).fields()[1]
    assert f"{int(digits, 16):0288b}".index("1") == 2 * which + (pole is Pole.SOUTH)


def test_hello_reads_fields_in_any_order_and_ignores_unknown_ones() -> None:
    hello = read("H 0 new=x machine=rp2 cause=watchdog boot=7 layout=0a1b2c3d id=e661 mpy=1.29.0 fw=0.1.0 proto=1")
    assert hello == Hello(1, "0.1.0", "1.29.0", "e661", "0a1b2c3d", 7, Cause.WATCHDOG, "rp2")


def test_hello_of_another_protocol_is_understood_as_far_as_its_protocol() -> None:
    assert read("H 0 proto=2 whatever=else") == Hello(2)


HELLO = "H 0 proto=1 fw=0.1.0 mpy=1.29.0 id=e661 layout=0a1b2c3d boot=7 cause=power machine=rp2"
SNAPSHOT = "S 1 5 " + "0" * 72 + " - 0 0 0 0 0"


@pytest.mark.parametrize(
    "text",
    [
        HELLO.replace("proto=1", "proto=x"),
        HELLO.replace("proto=1 ", ""),
        HELLO.replace("fw=0.1.0 ", ""),
        HELLO.replace("id=e661", "id=E661"),
        HELLO.replace("layout=0a1b2c3d", "layout=0a1b2c3"),
        HELLO.replace("cause=power", "cause=magic"),
        HELLO + " boot=8",
        HELLO + " loose",
        SNAPSHOT.replace("0" * 72, "0" * 71),
        SNAPSHOT.replace("0" * 72, "0" * 71 + "a"),
        SNAPSHOT.replace(" - ", " 12 "),
        SNAPSHOT.replace("S 1 5", "S 1 1073741824"),
        SNAPSHOT.replace("S 1 5", "S 1 05"),
        SNAPSHOT + " 0",
        SNAPSHOT.removesuffix(" 0"),
        "A 1 5",
        "A 1 65536 ok",
        "A 1 5 maybe",
        "I 1 scan=200",
        "I 1 scan=200 bad=0 missed=0 ma=120 limited=0 mem=150000 budget=-1",
        "I 1 scan=200 bad=0 missed=0 ma=120 limited=2 mem=150000",
        "E 1 scan",
        "F 1 9 " + " ".join(["0"] * 32),
        "F 1 0 " + " ".join(["0"] * 31),
        "F 1 0 " + " ".join(["0"] * 33),
        "F 1 0 " + " ".join(["0"] * 16 + ["-1"] * 16),
        "F 1 0 " + " ".join(["-"] * 32),
        "F 1 x",
        "Z 1 x",
        "? 1 x",
        "G 1 x",
        "R 1 x",
        "K 1",
        "K 1 65536",
        "Y 1 00 s 1000 0 000000",
        "Y 1 40 s 1000 0 000000",
        "Y 1 1 s 1000 0 000000",
        "Y 1 01 x 1000 0 000000",
        "Y 1 01 s 99 0 000000",
        "Y 1 01 s 1000 65536 000000",
        "Y 1 01 s 1000 0",
        "Y 1 01 s 1000 0 00000",
        "Y 1 01 s 1000 0 000000 000000 000000 000000 000000",
        "L 1",
        "L 1 AE=01",
        "L 1 00=40",
        "L 1 0a=01",
        "L 1 00",
        "L 1 00=01 !",
        "L 1 + 00=01",
        "C 1",
        "C 1 debounce=0",
        "C 1 colour=3",
        "C 1 scan=501",
    ],
)
def test_fields_that_do_not_fit_are_bad(text: str) -> None:
    result = read(text)
    assert isinstance(result, Bad)
    assert result.cause is BadCause.FIELD


@pytest.mark.parametrize("one", UNFIT, ids=lambda one: one["why"])
def test_a_whole_line_to_the_board_that_does_not_fit_is_bad_here_too(one: dict[str, str]) -> None:
    (line,) = LineReader().feed(one["line"].encode("ascii") + b"\n", 0)
    assert isinstance(parse(line), Bad)


def test_an_unknown_type_is_bad() -> None:
    assert parse(Line("Q", 1)) == Bad(BadCause.TYPE, Line("Q", 1))


def test_newer_settings_take_the_place_of_older_ones_only_where_given() -> None:
    assert Configure(debounce=2, budget=900).merged(Configure(budget=500)) == Configure(debounce=2, budget=500)


_SETTINGS = (
    st.fixed_dictionaries(
        {}, optional={name: st.integers(low, high) for name, (low, high) in Configure.LIMITS.items()}
    )
    .filter(bool)
    .map(lambda given_: Configure(**given_))
)


def held(before: dict[str, int], settings: Configure) -> dict[str, int]:
    """Return what a board has been set to after this line: first what goes back, then what is set."""
    given_ = {name: getattr(settings, name) for name in Configure.LIMITS if getattr(settings, name) is not None}
    back = given_.pop("own", 0)
    return {name: value for name, value in before.items() if not Configure.OWN.get(name, 0) & back} | given_


@given(st.lists(_SETTINGS, min_size=1, max_size=5))
def test_settings_that_were_merged_leave_a_board_as_one_after_the_other_did(said: list[Configure]) -> None:
    merged, board = said[0], held({}, said[0])
    for one in said[1:]:
        merged, board = merged.merged(one), held(board, one)
    assert held({}, merged) == board


@pytest.mark.parametrize("given_", [{}, {"debounce": 11}, {"budget": 49}])
def test_settings_outside_their_limits_are_refused(given_: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"is|nothing"):
        Configure(**given_)
