"""What the USB-C source offers on its CC line, and how the lights keep to it."""

from __future__ import annotations

import itertools
from pathlib import Path

import layout_generated as layout
import pytest
from clock import WRAP
from harness import Board, run_script
from hypothesis import given
from hypothesis import strategies as st
from source import DEFAULT, EQUAL_LOOKS, HIGH, HYSTERESIS_MV, MEDIUM, NONE, SETTLED_MS, WORDS, Source

from feldlicht.base.cables import Source as CableSource
from tests.support.samples import samples

LOOK_MS = 50
# USB Type-C Specification, CC voltages on the sink side: what a source of each kind may put there.
RANGES = {DEFAULT: (250, 610), MEDIUM: (700, 1160), HIGH: (1310, 2040)}
BUDGET = {NONE: 400, DEFAULT: 400, MEDIUM: 1200, HIGH: 2400}

readings = st.integers(0, 3300)


def settled(millivolts: int, source: Source | None = None, now: int = 0) -> Source:
    """Return a source that has been looked at for long enough."""
    source = source or Source()
    for ms in range(0, SETTLED_MS + LOOK_MS, LOOK_MS):
        source.look(millivolts, (now + ms) & WRAP)
    return source


@samples(200)
@given(st.sampled_from(sorted(RANGES)).flatmap(lambda kind: st.tuples(st.just(kind), st.integers(*RANGES[kind]))))
def test_every_voltage_of_the_specification_is_known_whatever_was_there_before(told: tuple[int, int]) -> None:
    kind, millivolts = told
    for before in (0, 410, 920, 1680, 3300):
        assert settled(millivolts, settled(before)).offer == kind


def test_the_words_are_those_that_the_virtual_cable_has() -> None:
    assert tuple(CableSource) == WORDS
    for kind, source in enumerate(CableSource):
        assert settled(source.millivolts).offer == kind


@pytest.mark.parametrize("millivolts", [0, 100, 2300, 3300])
def test_a_voltage_that_no_source_gives_is_no_offer(millivolts: int) -> None:
    assert settled(millivolts).offer == NONE
    assert settled(millivolts, settled(1680)).offer == NONE


@samples(100)
@given(st.integers(0, WRAP))
def test_less_is_taken_at_the_second_equal_look_and_more_only_after_a_second(start: int) -> None:
    source = settled(1680, now=start)
    assert source.offer == HIGH
    now = start + 5000
    for look in range(1, EQUAL_LOOKS + 1):
        assert source.look(410, (now + look) & WRAP) is (look == EQUAL_LOOKS)
    assert source.offer == DEFAULT
    now += 5000
    for ms in range(0, SETTLED_MS, LOOK_MS):
        assert not source.look(920, (now + ms) & WRAP)
    assert source.look(920, (now + SETTLED_MS) & WRAP)
    assert source.offer == MEDIUM


@samples(200)
@given(st.sampled_from([200, 660, 1230]), st.lists(st.integers(-HYSTERESIS_MV, HYSTERESIS_MV - 1), max_size=100))
def test_noise_at_a_threshold_changes_nothing_that_stands(border: int, noise: list[int]) -> None:
    for before in (border - 60, border + 60):
        source = settled(before)
        offer = source.offer
        now = 10_000
        for around in noise:
            now += LOOK_MS
            assert not source.look(border + around, now)
        assert source.offer == offer


@samples(300)
@given(st.lists(st.tuples(readings, st.integers(1, 2000)), max_size=60))
def test_never_is_more_relied_upon_than_was_offered_for_a_whole_second(steps: list[tuple[int, int]]) -> None:
    source = Source()
    now, seen, since = 0, NONE, 0
    for millivolts, wait in steps:
        now += wait
        before = source.offer
        changed = source.look(millivolts, now)
        assert changed is (source.offer != before)
        if source._seen != seen or not since:
            seen, since = source._seen, now
        if source.offer > before:
            assert source.offer == seen
            assert now - since >= SETTLED_MS


def test_the_boards_interpreter_decides_the_same(tmp_path: Path) -> None:
    voltages = [0, 150, 410, 650, 670, 700, 920, 1160, 1220, 1245, 1310, 1680, 2040, 2300]
    steps = [(mv, ms) for mv, _ in itertools.product(voltages + voltages[::-1], range(3)) for ms in (50, 600)]
    script = f"""
import machine  # for the world that starts this
from source import Source
source, now, told = Source(), 0x3FFFFC00, []
for mv, ms in {steps!r}:
    now = (now + ms) & 0x3FFFFFFF
    told.append((source.look(mv, now), source.offer))
print(told)
"""
    source, now, told = Source(), WRAP - 1023, []
    for millivolts, ms in steps:
        now = (now + ms) & WRAP
        told.append((source.look(millivolts, now), source.offer))
    assert run_script(script, tmp_path).strip() == str(told)
    assert {offer for _, offer in told} == {NONE, DEFAULT, MEDIUM, HIGH}


def lit_ma(board: Board) -> float:
    """Return what the newest frames draw above dark, in mA."""
    return sum(sum(data) for data in dict(board.frames).values()) / 255 * layout.RED_TENTHS_MA / 10


def supply(board: Board) -> tuple[int, str, str]:
    """Return budget, where it comes from, and whether it limits, as the board says now."""
    told = dict(field.split("=") for field in board.ask("I", "I"))
    return int(told["budget"]), told["supply"], told["limited"]


@pytest.mark.parametrize("driver", ["digital-chain", "linear-mux"])
def test_a_white_table_is_as_bright_as_the_source_allows(driver: str, tmp_path: Path) -> None:
    with Board(tmp_path / "flash", driver=driver) as board:
        board.order("Y", "01 s 1000 0 FFFFFF")
        lamps = [f"{lamp:02X}=01" for lamp in range(layout.CELLS + layout.RING + layout.STRIP)]
        board.order("L", "! " + " ".join(lamps[:90]) + " +")
        board.order("L", " ".join(lamps[90:]))
        dark = layout.HUB_MA + len(lamps) * layout.DARK_TENTHS_MA / 10
        for source in (CableSource.DEFAULT, CableSource.HIGH, CableSource.MEDIUM, CableSource.NONE, CableSource.HIGH):
            board.offer(source.millivolts)
            wanted = BUDGET[WORDS.index(source)]
            board.until(lambda: supply(board) == (wanted, source.value, "1"), f"the budget of {source}")  # noqa: B023
            board.until(lambda: wanted * 0.9 < lit_ma(board) + dark <= wanted, "its light")  # noqa: B023
        # Who knows better says so, and that stands above the source.
        assert board.order("C", "budget=600") == "ok"
        assert supply(board) == (600, "set", "1")
        board.offer(410)
        board.until(lambda: lit_ma(board) + dark <= 600, "less light")
        assert supply(board)[:2] == (600, "set")


def test_a_kept_budget_stands_above_the_source_and_an_offered_one_is_not_kept(tmp_path: Path) -> None:
    with Board(tmp_path / "flash") as board:
        board.offer(1680)
        board.until(lambda: supply(board)[:2] == (2400, "3.0A"), "the offer")
        assert board.order("W") == "ok"
    with Board(tmp_path / "flash") as board:
        assert supply(board)[0] == 400
        board.until(lambda: supply(board)[:2] == (400, "default"), "what this source says")
        board.order("C", "budget=900")
        assert board.order("W") == "ok"
    with Board(tmp_path / "flash") as board:
        board.offer(1680)
        assert supply(board)[:2] == (900, "set")
