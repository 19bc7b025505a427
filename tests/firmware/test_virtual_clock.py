"""Scanning on a virtual clock: rates, and rows that are never read before they have settled.

What things cost on that clock are estimates (research on an emulated chip), not measured on silicon.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import changed_firmware, run_script

VIRTUAL = Path(__file__).with_name("virtual")

SCAN = """
import asyncio, time
import layout_generated as layout
import machine
from buses import sensors as hall
from scanning import Scanner
from sensors import open_sensors
from snapshot import Table

{hard}
driver = open_sensors()
table = Table(layout.CELLS, driver.bit_cell, driver.bit_pole, driver.active_low)
scanner = Scanner(driver, table, layout.DEBOUNCE_SCANS, layout.SCAN_HZ)

async def lights():
    while True:
        await asyncio.sleep_ms(25)
        time.spend(5000)

async def memory():
    while True:
        await asyncio.sleep_ms(20)
        time.collect(2000)

async def measure():
    while True:
        scanner.measure(time.ticks_ms())
        await asyncio.sleep_ms(1000)

asyncio.run([scanner.run(lambda: True, lambda: None, lambda: False), lights(), memory(), measure()], 2.5)
print(scanner.rate, driver.missed, driver.early, hall.youngest_us, layout.SETTLE_US, table.known, hall.most_fed)
scanner.close()
assert hall.fed() == 0
"""

NO_HARD_TIMERS = """
def refuse(self, **settings):
    raise TypeError("extra keyword arguments given")
machine.Timer.init = refuse
"""


def scan(tmp_path: Path, driver: str, hard: str = "") -> list[str]:
    """Scan for a while beside lights and collections; return what the script says."""
    return run_script(SCAN.replace("{hard}", hard), tmp_path, driver=driver, before=VIRTUAL).split()


def test_a_digital_chain_is_scanned_200_times_a_second_beside_everything_else(tmp_path: Path) -> None:
    rate, missed, *_ = scan(tmp_path, "digital-chain")
    assert int(rate) >= 195
    assert missed == "0"


def test_a_linear_board_is_scanned_150_times_a_second_where_timers_interrupt(tmp_path: Path) -> None:
    rate, missed, early, youngest, settle, known, most_fed = scan(tmp_path, "linear-mux")
    assert int(rate) >= 150
    assert (missed, early, known) == ("0", "0", "True")
    assert int(youngest) >= int(settle)
    assert most_fed == "2"


def test_a_linear_board_is_scanned_50_times_a_second_without_such_timers(tmp_path: Path) -> None:
    rate, missed, _, youngest, settle, known, most_fed = scan(tmp_path, "linear-mux", NO_HARD_TIMERS)
    assert 50 <= int(rate) < 150
    assert (missed, known) == ("0", "True")
    assert int(youngest) >= int(settle)
    assert most_fed == "2"


TICKS = """
import random, time
import layout_generated as layout
layout.SETTLE_US = 3000  # sensors so slow that they are far from it when the row before them is read
from buses import sensors as hall
from sensors import open_sensors

driver = open_sensors()
driver.open(160)
driver._timer.deinit()
seen = set()
{drive}
print(driver.early, hall.youngest_us, layout.SETTLE_US, driver.scans, len(seen), bytes(driver.bits) == driver.nothing)
"""

AT_ANY_TIME = """
random.seed({seed})
for _ in range(3000):
    time.spend(random.choice((0, 5, 16, 100, 350, 600, 2900, 3000, 9000)))
    driver.tick(None)
    if len(seen) < 9:
        seen.add(bytes(driver.bits))
"""

SOFT = """
from machine import Timer
Timer(-1, mode=Timer.PERIODIC, freq=900, callback=driver.tick)
for _ in range(300):
    time.spend(20000)
    time.collect(3000)
    if len(seen) < 9:
        seen.add(bytes(driver.bits))
"""


def reading(drive: str, tmp_path: Path, modules: Path | None = None) -> tuple[int, int, int, int, int, bool]:
    """Drive a linear board's rows in some way; return what the script says."""
    script = TICKS.replace("{drive}", drive)
    more = {} if modules is None else {"modules": modules}
    words = run_script(script, tmp_path, driver="linear-mux", before=VIRTUAL, **more).split()  # type: ignore[arg-type]
    early, youngest, settle, scans, pictures = map(int, words[:5])
    return early, youngest, settle, scans, pictures, words[5] == "True"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_row_is_never_read_before_it_has_settled_whenever_ticks_come(seed: int, tmp_path: Path) -> None:
    early, youngest, settle, scans, pictures, empty = reading(AT_ANY_TIME.replace("{seed}", str(seed)), tmp_path)
    assert early > 100
    assert scans > 100
    assert youngest >= settle
    assert (pictures, empty) == (1, True)


def test_soft_timers_that_pile_up_behind_a_collection_read_no_row_too_early(tmp_path: Path) -> None:
    early, youngest, settle, scans, pictures, empty = reading(SOFT, tmp_path)
    assert early > 100
    assert scans > 100
    assert youngest >= settle
    assert (pictures, empty) == (1, True)


@pytest.mark.parametrize("drive", [AT_ANY_TIME.replace("{seed}", "1"), SOFT])
def test_without_the_look_at_the_clock_unsettled_rows_show_what_is_not_there(drive: str, tmp_path: Path) -> None:
    """The tests above would notice."""
    before = "if time.ticks_diff(time.ticks_us(), self._due_us) < 0:\n"
    eager = changed_firmware(tmp_path, "linear_mux.py", before, "if False:\n")
    early, youngest, settle, _, pictures, empty = reading(drive, tmp_path, eager)
    assert early == 0
    assert youngest < settle
    assert pictures > 1 or not empty
