"""What the host's lines do, and that a line which does not fit does nothing."""

from __future__ import annotations

import lines
import protocol
import pytest
from hypothesis import given
from hypothesis import strategies as st
from order_bench import Bench
from outbox import FULL
from vectors import VECTORS


@pytest.fixture
def bench() -> Bench:
    """A board that was just started."""
    return Bench()


def parts(vector: dict[str, str]) -> tuple[str, int, list[str]]:
    """Return a vector's line as framing gives it."""
    line = lines.parse(vector["line"].encode())
    assert line is not None
    return line


@pytest.mark.parametrize("vector", VECTORS["unfit"], ids=lambda v: f"{v['line'][:12]} {v['why']}")
def test_a_line_that_does_not_fit_changes_nothing(vector: dict[str, str], bench: Bench) -> None:
    dark = bench.frame()
    assert not bench.host.take(parts(vector), 0)
    assert bench.frame() == dark
    assert bench.settings == {}
    assert not bench.host.spoken
    assert not bench.host.released
    answers = [("A", ["0", "field"])] if vector["line"][0] in "YLCRFZW" else []
    assert bench.said() == answers


@pytest.mark.parametrize(
    "vector", [v for v in VECTORS["good"] if v["type"] in "?GKYLCIRW"], ids=lambda v: v["line"][:16]
)
def test_every_good_line_for_the_board_fits(vector: dict[str, str], bench: Bench) -> None:
    kind, seq, fields = parts(vector)
    if kind == "I" and fields:
        return  # the board's own state line
    assert bench.host.take((kind, seq, fields), 0)
    expected = {"?": "H", "G": "S", "I": "I", "K": None}.get(kind, "A")
    said = bench.said()
    assert [line for line, _ in said] == ([expected] if expected else [])
    if expected == "A":
        assert said[0][1] == [str(seq), "ok"]


def test_a_lamp_shows_its_style(bench: Bench) -> None:
    bench.take("Y", 0, "01", "s", "1000", "0", "0A141E")
    bench.take("L", 1, "10=01", "90=01", "AD=01")
    assert [bench.colour(lamp) for lamp in (0x10, 0x90, 0xAD)] == [(10, 20, 30)] * 3
    assert sum(bench.frame()) == 3 * 60


def test_a_lamp_with_a_style_not_defined_yet_is_dark_until_it_is(bench: Bench) -> None:
    assert bench.take("L", 0, "10=01")
    assert bench.colour(0x10) == (0, 0, 0)
    bench.take("Y", 1, "01", "s", "1000", "0", "0A141E")
    assert bench.colour(0x10) == (10, 20, 30)


def test_nothing_is_shown_before_the_last_line_of_a_scene(bench: Bench) -> None:
    bench.take("Y", 0, "01", "s", "1000", "0", "0A141E")
    bench.take("L", 1, "10=01")
    bench.take("L", 2, "!", "20=01", "+")
    assert (bench.colour(0x10), bench.colour(0x20)) == ((10, 20, 30), (0, 0, 0))
    bench.take("L", 3, "30=01")
    assert [bench.colour(lamp) for lamp in (0x10, 0x20, 0x30)] == [(0, 0, 0), (10, 20, 30), (10, 20, 30)]


def test_lines_sent_twice_do_no_harm(bench: Bench) -> None:
    order = [("Y", "01", "s", "1000", "0", "0A141E"), ("L", "!", "10=01", "20=01"), ("L", "20=00"), ("C", "scan=100")]
    for kind, *fields in order:
        bench.take(kind, 0, *fields)
    once = bench.frame()
    for kind, *fields in order:
        bench.take(kind, 0, *fields)
        bench.take(kind, 0, *fields)
    assert bench.frame() == once
    assert bench.settings == {"scan": 100}


@pytest.mark.parametrize("name", protocol.SETTINGS)
def test_a_setting_takes_its_whole_range(name: str, bench: Bench) -> None:
    for value in protocol.SETTINGS[name]:
        assert bench.take("C", 0, f"{name}={value}")
        assert bench.settings == {name: value}


def test_the_ranges_of_settings_are_those_of_the_page() -> None:
    assert protocol.SETTINGS == {
        "debounce": (1, 10),
        "brightness": (0, 255),
        "budget": (50, 5000),
        "scan": (20, 500),
        "threshold": (20, 200),
        "hysteresis": (5, 19),
        "own": (1, 7),
    }


@pytest.mark.parametrize("kind", "FZ")
def test_a_survey_where_nothing_measures_a_field_is_answered_so(kind: str, bench: Bench) -> None:
    assert bench.take(kind, 7)
    assert not bench.take(kind, 8, "x")
    bench.take("R", 9)
    assert bench.take(kind, 10)
    words = [["7", "unable"], ["8", "field"], ["9", "ok"], ["10", "released"]]
    assert bench.said() == [("A", word) for word in words]


def test_a_released_board_says_so_and_shows_nothing(bench: Bench) -> None:
    bench.take("R", 7)
    assert bench.host.released
    for seq, order in enumerate([("Y", "01", "s", "1000", "0", "0A141E"), ("L", "10=01"), ("C", "scan=100")]):
        assert bench.take(order[0], seq, *order[1:])
    bench.take("R", 8)
    bench.take("G", 9)
    answers = [["7", "ok"], ["0", "released"], ["1", "released"], ["2", "released"], ["8", "ok"]]
    assert bench.said() == [("A", answer) for answer in answers]
    assert bench.settings == {}
    assert not any(bench.frame())
    bench.take("?", 10)
    assert bench.said() == [("H", [])]


def test_the_board_idles_before_the_host_spoke_and_after_five_seconds_of_silence(bench: Bench) -> None:
    assert bench.host.silent(0)
    bench.take("K", 0, "-", now_ms=1000)
    assert not bench.host.silent(5999)
    assert bench.host.silent(6000)
    # Once silent, silent until it speaks: also when the clock has turned round.
    assert bench.host.silent(1001)
    bench.take("K", 0, "-", now_ms=1002)
    assert not bench.host.silent(1003)


def test_a_line_that_does_not_fit_is_no_sign_of_life(bench: Bench) -> None:
    bench.take("K", 0, "-", now_ms=0)
    bench.take("L", 0, "FF=FF", now_ms=4000)
    assert bench.host.silent(5000)


texts = st.one_of(
    st.sampled_from(["!", "+", "-", "00=01", "8F=3F", "AD=00", "01", "s", "a", "1000", "0", "FFFFFF", "scan=100"]),
    st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=8),
)
line = st.tuples(st.sampled_from("?GKYLCIRFZHSAEX"), st.integers(0, 65535), st.lists(texts, max_size=8))


@given(st.lists(line, max_size=20))
def test_any_lines_are_taken_or_refused_and_orders_answered_once(order: list[tuple[str, int, list[str]]]) -> None:
    bench = Bench()
    for kind, seq, fields in order:
        good = bench.host.take((kind, seq, fields), 0)
        said = bench.said()
        if kind in "YLCRFZ":
            assert [(line, answer[0]) for line, answer in said] == [("A", str(seq))]
            assert (said[0][1][1] == "field") != good
        else:
            assert all(line != "A" for line, _ in said)
        bench.frame()


def test_replies_and_snapshots_take_turns(bench: Bench) -> None:
    for _ in range(5):
        bench.take("?")
    kinds = []
    while (data := bench.outbox.take(0)) is not None:
        kinds.append(chr(data[0]))
        if len(kinds) < 8:
            bench.outbox.snapshot_wanted = True  # a cell that never rests
    assert kinds.count("H") == 5
    assert "HH" not in "".join(kinds)
    assert kinds[:8].count("S") == 4


def test_sequence_numbers_count_the_lines_in_the_order_they_are_sent(bench: Bench) -> None:
    numbers = []
    for _ in range(65538):
        bench.outbox.put("H", "")
        data = bench.outbox.take(0)
        assert data is not None
        numbers.append(int(data.split(b" ")[1]))
    assert numbers == [*range(65536), 0, 1]


def test_no_snapshot_before_the_first_reading(bench: Bench) -> None:
    bench.table.known = False
    bench.take("G")
    assert bench.said() == []
    bench.table.known = True
    assert [kind for kind, _ in bench.said()] == ["S"]


def test_the_outbox_is_full_before_it_is_large(bench: Bench) -> None:
    for _ in range(FULL - 1):
        bench.take("?")
    assert not bench.outbox.full()
    bench.take("?")
    assert bench.outbox.full()
    assert len(bench.said()) == FULL


@given(st.text(max_size=200))
def test_a_fault_always_fits_into_a_line(what: str) -> None:
    bench = Bench()
    bench.outbox.fault("scan", what)
    [(kind, fields)] = bench.said()
    assert kind == "E"
    assert len(fields) == 2
    assert fields[0] == "scan"
