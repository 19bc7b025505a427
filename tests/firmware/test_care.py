"""Care without hardware: when the watchdog is fed, what is a bad end, what is kept of failures and settings."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from pathlib import Path

import bootcount
import care
import crash
import flash
import kept
import pytest
from clock import WRAP
from harness import run_script
from hypothesis import given
from hypothesis import strategies as st
from protocol import SETTINGS

turns = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), max_size=30)


@given(turns)
def test_the_watchdog_is_fed_only_when_every_task_went_on_since_it_was_fed_last(
    seen: list[tuple[int, int, int]],
) -> None:
    ticks = care.Ticks()
    fed: tuple[int, int, int] | None = None
    for now in seen:
        went_on = fed is None or all(a != b for a, b in zip(now, fed, strict=True))
        assert ticks.all_went_on(now) is went_on
        if went_on:
            fed = now


def test_tasks_that_are_no_longer_needed_are_not_waited_for() -> None:
    ticks = care.Ticks()
    assert ticks.all_went_on((1, 1, 1))
    assert not ticks.all_went_on((2, 1, 1))
    assert ticks.all_went_on((2,))
    assert not ticks.all_went_on((2,))
    assert ticks.all_went_on((3,))


def test_a_tasks_counter_wraps_before_it_would_allocate() -> None:
    assert care.turn(0) == 1
    assert care.turn(WRAP) == 0


@given(st.integers(0, WRAP))
def test_a_minute_of_good_work_is_told_once_also_across_the_clocks_wrap(start: int) -> None:
    steady = care.Steady(start)
    told = [ms for ms in range(0, 200_000, 500) if steady.reached(start + ms & WRAP)]
    assert told == [care.STEADY_MS]


@pytest.mark.parametrize(
    ("causes", "bad"),
    [
        (["power"], 0),
        (["power", "watchdog"], 1),
        (["power", "watchdog", "watchdog"], 2),
        (["power", "watchdog", "watchdog", "power"], 0),
        (["power", "watchdog", "soft", "watchdog"], 1),
        (["power", "watchdog", "reset", "watchdog"], 2),
        (["reset", "reset"], 0),
    ],
)
def test_bad_ends_in_a_row_are_counted_until_somebody_takes_care(causes: list[str], bad: int) -> None:
    count = 0
    for cause in causes:
        count = care.bad_ends(cause, count)
    assert count == bad


# ------------------------------------------------------------------ failures


def failing() -> str:
    try:
        return str(1 // 0)
    except ZeroDivisionError:
        return traceback.format_exc()


def test_the_place_of_a_failure_is_where_its_trace_ends() -> None:
    line = failing.__code__.co_firstlineno + 2
    assert crash.place(failing()) == f"test_care.py:{line}"
    assert crash.summary(failing()).startswith("ZeroDivisionError")


@given(st.text())
def test_any_text_has_a_place_and_a_summary(text: str) -> None:
    assert crash.place(text)
    assert crash.summary(text)


def test_on_the_board_the_place_is_the_files_own_name_and_line(tmp_path: Path) -> None:
    script = """
import machine, sys, crash
def inner():
    return 1 // 0
try:
    inner()
except ZeroDivisionError as error:
    text = crash.trace(error)
    sys.stdout.write(crash.place(text) + " " + crash.summary(text))
"""
    assert run_script(script, tmp_path) == "script.py:4 ZeroDivisionError: divide by zero"


@pytest.fixture
def on_flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A board's flash as this process's folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_record_is_bounded_and_written_only_if_it_is_another(
    on_flash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    real = flash.write
    monkeypatch.setattr(flash, "write", lambda name, text: (written.append(name), real(name, text)))
    crash.record("x" * 5000 + "the end")
    crash.record("x" * 5000 + "the end")
    assert written == [crash.FILE]
    assert (on_flash / crash.FILE).stat().st_size == crash.LONGEST
    assert (on_flash / crash.FILE).read_text().endswith("the end")
    crash.record("another")
    assert (on_flash / crash.FILE).read_text() == "another"


def test_a_full_flash_does_not_hide_the_failure(on_flash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(name: str, text: str) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr(flash, "write", full)
    crash.record("a failure")
    assert not (on_flash / crash.FILE).exists()


# ------------------------------------------------------------------ what is kept

settings = st.fixed_dictionaries({name: st.integers(low, high) for name, (low, high) in SETTINGS.items()})


class PowerCut(BaseException):
    """Nothing after this moment happens."""


class Flash:
    """The flash as Python sees it, which loses power before the operation with a given number."""

    def __init__(self, cut_at: int) -> None:
        self.left = cut_at

    def step(self) -> None:
        if self.left == 0:
            raise PowerCut
        self.left -= 1

    def open(self, name: str, mode: str = "r") -> FlashFile:
        if "w" in mode:
            self.step()
        return FlashFile(self, name, mode)

    def rename(self, old: str, new: str) -> None:
        self.step()
        Path(old).replace(new)


class FlashFile:
    """A file of which every single character may be the last one before the power goes."""

    def __init__(self, board: Flash, name: str, mode: str) -> None:
        self._board = board
        self._file = Path(name).open(mode, buffering=1)  # noqa: SIM115 - closed by the with statement that got it

    def __enter__(self) -> FlashFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, count: int) -> str:
        return self._file.read(count)

    def write(self, text: str) -> None:
        for letter in text:
            self._board.step()
            self._file.write(letter)
            self._file.flush()


def cuts(monkeypatch: pytest.MonkeyPatch, write: str) -> Iterator[bool]:
    """Cut the power at one moment after the other, until there was none left to cut at; yield whether it was cut."""
    for moment in range(1000):
        board = Flash(moment)
        with monkeypatch.context() as patched:
            patched.setattr(flash, "open", board.open, raising=False)
            patched.setattr(flash.os, "rename", board.rename)
            try:
                exec(write)
            except PowerCut:
                cut = True
            else:
                cut = False
        yield cut
        if not cut:
            return
    raise AssertionError("it never came to an end")


@pytest.mark.usefixtures("in_a_folder")
@given(settings)
def test_what_is_kept_is_what_a_start_finds(values: dict[str, int]) -> None:
    kept.save(values)
    assert kept.load() == values


@pytest.fixture(scope="module")
def in_a_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder for a property, which one function's folder would be none for."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("flash"))
    yield
    os.chdir(before)


def test_f13_a_power_cut_at_any_moment_of_a_write_leaves_the_old_settings_or_the_new(
    on_flash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = {"debounce": 3, "budget": 400}, {"debounce": 10, "budget": 5000}
    moments = 0
    kept.save(old)
    for cut in cuts(monkeypatch, f"import kept; kept.save({new})"):
        moments += 1
        assert kept.load() == (old if cut else new)
    assert moments > 20


def test_f13_a_power_cut_while_counting_the_start_never_loses_the_count(
    on_flash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootcount.count_boot()
    for cut in cuts(monkeypatch, "import bootcount; bootcount.count_boot()"):
        assert flash.read(bootcount.FILE, 16) == ("1" if cut else "2")


@pytest.mark.parametrize(
    "spoilt", ["", "debounce=3", "debounce=3\n0000", "\n", "\xff\n\n", "debounce=3 budget=400\nFFFF", "x" * 1000]
)
def test_damaged_settings_are_none(spoilt: str, on_flash: Path) -> None:
    (on_flash / kept.FILE).write_text(spoilt, encoding="latin-1")
    assert kept.load() == {}


def test_settings_that_this_firmware_does_not_know_are_none(on_flash: Path) -> None:
    kept.save({"debounce": 3, "volume": 11})
    assert kept.load() == {}
