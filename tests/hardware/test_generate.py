"""What follows from board.toml is committed as it follows, and both ends mean the same by it."""

from __future__ import annotations

import copy
import importlib.util
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from feldlicht.base.cells import CELL_COUNT, RING_COUNT, STRIP_COUNT, cell_name
from feldlicht.board.layout import LAYOUT, LAYOUTS

ROOT = Path(__file__).resolve().parents[2]

Description = dict[str, Any]


def load(path: Path) -> ModuleType:
    """Import a file that is in no package."""
    spec = importlib.util.spec_from_file_location(f"loaded_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


sys.path.append(str(ROOT / "hardware"))  # as for a program that is run from there
generate = load(ROOT / "hardware" / "generate.py")
firmware = load(ROOT / "firmware" / "layout_generated.py")


@pytest.fixture
def description() -> Description:
    """board.toml as it stands."""
    return tomllib.loads(generate.SOURCE.read_text(encoding="utf-8"))


def test_committed_files_are_what_the_description_gives(description: Description) -> None:
    for path, text in generate.generated(description).items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, path


def test_check_passes_on_the_committed_files_and_writes_nothing() -> None:
    before = {path: (ROOT / path).stat().st_mtime_ns for path in (generate.FIRMWARE, generate.HOST, generate.WIRING)}
    command = [sys.executable, "hardware/generate.py", "--check"]
    assert subprocess.run(command, cwd=ROOT, check=False, capture_output=True).returncode == 0
    assert before == {path: (ROOT / path).stat().st_mtime_ns for path in before}


@pytest.fixture
def copied_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The generator working on a copy of its source and files."""
    layouts = [generate.LAYOUTS / driver / generate.FIRMWARE.name for driver in generate.DRIVERS]
    for path in (generate.FIRMWARE, *layouts, generate.HOST, generate.WIRING, Path("hardware/board.toml")):
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / path).read_bytes())
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "SOURCE", tmp_path / "hardware" / "board.toml")
    return tmp_path


@pytest.mark.parametrize("path", [generate.FIRMWARE, generate.HOST, generate.WIRING])
def test_check_names_a_file_that_was_changed_by_hand(
    path: Path, copied_project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = copied_project / path
    target.write_text(target.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert generate.main(["--check"]) == 1
    assert (
        capsys.readouterr().err == f"{path} is not what hardware/board.toml says; run python hardware/generate.py.\n"
    )
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"1S"', '"1N"', "must name each"),
        ('grid_order = "rows"', 'grid_order = "spiral"', "spiral"),
        ("sensor_clock = 18", "sensor_clock = 19", "SPI0"),
        ("knob_a = 6", "knob_a = 7", "same GPIO"),
        ("knob_a = 6", "knob_a = 23", "no free GPIO"),
        ('driver = "digital-chain"', 'driver = "magic"', "magic"),
        ("end_pattern = 0b1010_0110", "end_pattern = 0", "end_pattern"),
        ("channels = [5, 7", "channels = [5, 5", "eight channels"),
        ("enable_outputs = [0, 1", "enable_outputs = [0", "for every row"),
        ("enable_outputs = [0, 1", "enable_outputs = [0, 9", "none used twice"),
        ("supply_outputs = [9, 10", "supply_outputs = [24, 10", "below 24"),
        ("hysteresis = 15", "hysteresis = 60", "less than the threshold"),
        ("turned_cells = []  ", 'turned_cells = ["J1"]  ', "J1"),
        ("row_clock = 10", "row_clock = 9", "same GPIO"),
        ("row_data = 11", "row_data = 22", "SPI1"),
        ("mux_left = 26", "mux_left = 22", "analogue inputs"),
        ("columns = 16", "columns = 15", "half-bars"),
        ("ring = 24", "", "'ring' is missing"),
        ("ring = 24", "ring = ", "Invalid value"),
    ],
)
def test_a_bad_description_is_refused_in_one_sentence(
    before: str, after: str, says: str, copied_project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = copied_project / "hardware" / "board.toml"
    text = source.read_text(encoding="utf-8")
    assert before in text
    source.write_text(text.replace(before, after, 1), encoding="utf-8")
    assert generate.main([]) == 1
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_every_sensor_and_every_lamp_is_wired_once() -> None:
    assert sorted(LAYOUT.sensor_order) == [(cell, pole) for cell in range(CELL_COUNT) for pole in "NS"]
    assert sorted(LAYOUT.grid_order) == list(range(CELL_COUNT))
    lamps = [("ring", n) for n in range(RING_COUNT)] + [("strip", n) for n in range(STRIP_COUNT)]
    assert sorted(LAYOUT.ring_strip_order) == lamps


def test_firmware_and_host_agree_on_the_sensors() -> None:
    chain = zip(firmware.CHAIN_CELL, firmware.CHAIN_POLE, strict=True)
    assert tuple((cell, "NS"[pole]) for cell, pole in chain) == LAYOUT.sensor_order
    assert len(LAYOUT.sensor_order) == firmware.CHAIN_BYTES * 8
    assert firmware.ACTIVE_LOW is LAYOUT.sensor_active_low


def test_firmware_and_host_agree_on_the_lights() -> None:
    leds = {("cell", cell): led for led, cell in enumerate(LAYOUT.grid_order)}
    leds |= {lamp: CELL_COUNT + led for led, lamp in enumerate(LAYOUT.ring_strip_order)}
    lamps = [("cell", n) for n in range(CELL_COUNT)]
    lamps += [("ring", n) for n in range(RING_COUNT)] + [("strip", n) for n in range(STRIP_COUNT)]
    assert list(firmware.LAMP_LED) == [leds[lamp] for lamp in lamps]
    assert (firmware.CELLS, firmware.RING, firmware.STRIP) == (CELL_COUNT, RING_COUNT, STRIP_COUNT)
    assert (LAYOUT.grid_pin, LAYOUT.ring_strip_pin) == (firmware.PIN_LIGHTS_GRID, firmware.PIN_LIGHTS_SECOND)


def test_firmware_and_host_carry_the_same_fingerprint() -> None:
    assert LAYOUT.fingerprint == firmware.FINGERPRINT
    assert re.fullmatch("[0-9a-f]{8}", LAYOUT.fingerprint)


def test_pins_are_those_of_the_design() -> None:
    assert (firmware.PIN_SENSOR_CLOCK, firmware.PIN_SENSOR_DATA, firmware.PIN_SENSOR_LATCH) == (18, 16, 17)
    assert (firmware.PIN_LIGHTS_GRID, firmware.PIN_LIGHTS_SECOND) == (14, 15)
    assert (firmware.PIN_KNOB_A, firmware.PIN_KNOB_B, firmware.PIN_KNOB_PUSH) == (6, 7, 8)
    assert (firmware.PIN_BUTTON_1, firmware.PIN_BUTTON_2) == (9, 13)


def test_wiring_page_has_a_row_for_every_cell() -> None:
    page = (ROOT / generate.WIRING).read_text(encoding="utf-8")
    for led, cell in enumerate(LAYOUT.grid_order):
        north, south = LAYOUT.sensor_order.index((cell, "N")), LAYOUT.sensor_order.index((cell, "S"))
        assert f"| {cell_name(LAYOUT.grid_order[led])} | {north // 8} | {north} | {south} | {led} |" in page


def test_every_driver_has_constants_of_its_own_that_agree_with_the_hosts() -> None:
    assert set(LAYOUTS) == set(generate.DRIVERS)
    assert len({layout.fingerprint for layout in LAYOUTS.values()}) == len(LAYOUTS)
    for driver, layout in LAYOUTS.items():
        constants = load(ROOT / "firmware" / "layouts" / driver / "layout_generated.py")
        assert (driver, layout.fingerprint) == (constants.DRIVER, constants.FINGERPRINT)
        assert layout.driver == driver
    chosen = ROOT / "firmware" / "layouts" / LAYOUT.driver / "layout_generated.py"
    assert chosen.read_text(encoding="utf-8") == (ROOT / "firmware" / "layout_generated.py").read_text(
        encoding="utf-8"
    )


def test_a_turned_cell_is_turned_alone(description: Description) -> None:
    mux = description["sensors"]["linear-mux"]
    mux["turned_cells"] = ["C3"]
    board = generate.expand(description)
    constants: dict[str, Any] = {}
    exec(generate.firmware_module(board), constants)
    assert [cell for cell, raises in enumerate(constants["NORTH_RAISES"]) if not raises] == [2 * 16 + 2]


def test_a_serpentine_turns_every_second_row(description: Description) -> None:
    description["lights"]["grid_order"] = "serpentine"
    order = generate.expand(description).grid_order
    assert order[:16] == tuple(range(16))
    assert order[16:32] == tuple(range(31, 15, -1))
    assert order[32:48] == tuple(range(32, 48))
    assert sorted(order) == list(range(CELL_COUNT))


def set_at(*path: str | int, to: object) -> Callable[[Description], None]:
    """Return a change of one place of the description."""

    def change(description: Description) -> None:
        place: Any = description
        for step in path[:-1]:
            place = place[step]
        assert place[path[-1]] != to
        place[path[-1]] = to

    return change


def swap_inputs(description: Description) -> None:
    """Exchange two inputs of every register."""
    inputs = description["sensors"]["digital-chain"]["inputs"]
    inputs[0], inputs[1] = inputs[1], inputs[0]


@pytest.mark.parametrize(
    "change",
    [
        set_at("name", to="other"),
        set_at("revision", to=2),
        set_at("cells", "rows", to="ABCDEFGH"),
        set_at("cells", "rows", to="IHGFEDCBA"),
        set_at("cells", "columns", to=8),
        set_at("cells", "ring", to=12),
        set_at("cells", "strip", to=5),
        set_at("sensors", "driver", to="linear-mux"),
        set_at("sensors", "digital-chain", "active_low", to=False),
        set_at("sensors", "digital-chain", "end_pattern", to=0x99),
        swap_inputs,
        set_at("lights", "grid_order", to="serpentine"),
        set_at("lights", "second_line", to=["ring", "strip"]),
        set_at("pins", "sensor_latch", to=22),
        set_at("pins", "lights_grid", to=21),
        set_at("pins", "knob_a", to=5),
    ],
)
def test_fingerprint_changes_with_every_fact_that_both_ends_must_share(
    change: Callable[[Description], None], description: Description
) -> None:
    changed = copy.deepcopy(description)
    change(changed)
    assert generate.expand(changed).fingerprint != generate.expand(description).fingerprint


@pytest.mark.parametrize(
    "change",
    [
        set_at("lights", "brightness", to=10),
        set_at("lights", "budget_ma", to=700),
        set_at("sensors", "digital-chain", "debounce_scans", to=2),
        set_at("sensors", "digital-chain", "spi_hz", to=1_000_000),
        set_at("sensors", "linear-mux", "north_raises", to=False),
    ],
)
def test_fingerprint_stays_when_only_a_setting_changes(
    change: Callable[[Description], None], description: Description
) -> None:
    changed = copy.deepcopy(description)
    change(changed)
    assert generate.expand(changed).fingerprint == generate.expand(description).fingerprint


LINEAR_CHANGES = [
    set_at("sensors", "linear-mux", "channels", to=[0, 1, 2, 3, 4, 5, 6, 7]),
    set_at("sensors", "linear-mux", "enable_outputs", to=[18, 1, 2, 3, 4, 5, 6, 7, 8]),
    set_at("sensors", "linear-mux", "supply_outputs", to=[18, 10, 11, 12, 13, 14, 15, 16, 17]),
    set_at("sensors", "linear-mux", "north_raises", to=False),
    set_at("sensors", "linear-mux", "turned_cells", to=["C3"]),
    set_at("sensors", "linear-mux", "millivolts_per_millitesla", to=30),
]
LINEAR_TUNING = [
    set_at("sensors", "linear-mux", "threshold", to=85),
    set_at("sensors", "linear-mux", "hysteresis", to=20),
    set_at("sensors", "linear-mux", "settle_us", to=200),
    set_at("sensors", "digital-chain", "active_low", to=False),
]


def test_the_host_takes_a_linear_boards_first_threshold_and_hysteresis_from_the_description(
    description: Description,
) -> None:
    changed = copy.deepcopy(generate.with_driver(description, "linear-mux"))
    for change in LINEAR_TUNING[:2]:
        change(changed)
    module = generate.host_module([generate.expand(changed)])
    assert "        threshold=85,\n        hysteresis=20,\n" in module


@pytest.mark.parametrize(
    ("change", "counts"), [(c, True) for c in LINEAR_CHANGES] + [(c, False) for c in LINEAR_TUNING]
)
def test_a_linear_boards_fingerprint_changes_with_its_wiring_and_nothing_else(
    change: Callable[[Description], None], counts: bool, description: Description
) -> None:
    linear = generate.with_driver(description, "linear-mux")
    changed = copy.deepcopy(linear)
    change(changed)
    assert (generate.expand(changed).fingerprint != generate.expand(linear).fingerprint) is counts
