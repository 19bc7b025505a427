"""What board.toml says, checked and expanded: which sensor, LED and pin belongs to which cell.

Needs nothing but the standard library (Python 3.11).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DRIVERS = ("digital-chain", "linear-mux", "ring")
RING_ONLY = "ring"
LICENCE = "SPDX-License-Identifier: CERN-OHL-W-2.0"
HEAD = "Generated from hardware/board.toml by hardware/generate.py: change that, not this."
"""What every generated file begins with."""
REGISTER_INPUTS = 8  # of one 74HC165
MUX_CHANNELS = 8  # of one 74HC4051
ROW_OUTPUTS = 24  # of three 74HC595
ADC_STEPS = 65536
SPI0_CLOCK_PINS = (2, 6, 18, 22)
SPI0_DATA_PINS = (0, 4, 16, 20)
SPI1_CLOCK_PINS = (10, 14)
SPI1_DATA_PINS = (11, 15)
ADC_PINS = (26, 27, 28)
USABLE_PINS = frozenset(range(23)) | {26, 27, 28}


class BadDescription(ValueError):
    """board.toml contradicts itself or asks for what the board cannot do; the text is the sentence to show."""


@dataclass(frozen=True)
class Board:
    """board.toml, expanded. Cells are numbered row by row from 0, lamps are cells, then ring, then strip.

    ``sensor_order[i]``: (cell, pole) of the i-th bit that the digital chain shifts out; ``grid_order[i]``: cell of
    the i-th LED of the grid's line; ``second_order[i]``: ("ring" | "strip", index) of the i-th LED of the other line.
    """

    description: Mapping[str, Any]
    rows: str
    columns: int
    sensor_order: tuple[tuple[int, str], ...]
    grid_order: tuple[int, ...]
    second_order: tuple[tuple[str, int], ...]
    fingerprint: str

    @property
    def driver(self) -> str:
        """Which of ``DRIVERS`` reads the sensors."""
        driver: str = self.description["sensors"]["driver"]
        return driver

    @property
    def cell_count(self) -> int:
        """How many cells the table has."""
        return len(self.rows) * self.columns

    def cell_name(self, cell: int) -> str:
        """Return the name people use."""
        return f"{self.rows[cell // self.columns]}{cell % self.columns + 1}"

    def lamp_to_led(self) -> list[int]:
        """Return for every lamp its LED, counted through the grid's line and then the second one."""
        leds = {("cell", cell): led for led, cell in enumerate(self.grid_order)}
        leds |= {lamp: len(self.grid_order) + led for led, lamp in enumerate(self.second_order)}
        cells = self.description["cells"]
        lamps = [("cell", n) for n in range(self.cell_count)]
        lamps += [("ring", n) for n in range(cells["ring"])] + [("strip", n) for n in range(cells["strip"])]
        return [leds[lamp] for lamp in lamps]


def with_driver(description: Mapping[str, Any], driver: str) -> dict[str, Any]:
    """Return the description of the same board with another sensor driver."""
    return {**description, "sensors": {**description["sensors"], "driver": driver}}


def expand(description: Mapping[str, Any]) -> Board:
    """Work out every order from the compact description. Raises :class:`BadDescription`."""
    cells, lights = description["cells"], description["lights"]
    rows, columns = cells["rows"], cells["columns"]
    if columns % cells["half_bar"] != 0:
        raise BadDescription("A row must be a whole number of half-bars.")
    driver = description["sensors"]["driver"]
    if driver not in DRIVERS:
        raise BadDescription(f"There is no sensor driver {driver}; there are {' and '.join(DRIVERS)}.")
    sensor_order = _sensor_order(description)
    if driver == RING_ONLY:
        rows, sensor_order = "", ()
    if driver == "linear-mux":
        _check_mux(description)
    grid_order = _grid_order(len(rows), columns, lights["grid_order"])
    if sorted(lights["second_line"]) != ["ring", "strip"]:
        raise BadDescription("lights.second_line must name ring and strip once each.")
    second_order = tuple((part, n) for part in lights["second_line"] for n in range(cells[part]))
    _check_pins(description["pins"])
    agreed = {
        "name": description["name"],
        "revision": description["revision"],
        "rows": rows,
        "columns": columns,
        "driver": driver,
        "sensors": _wiring(description["sensors"][driver], sensor_order if driver == DRIVERS[0] else ()),
        "grid_order": grid_order,
        "second_order": second_order,
        "pins": description["pins"],
    }
    canonical = json.dumps(agreed, sort_keys=True, separators=(",", ":"))
    fingerprint = hashlib.sha256(canonical.encode()).hexdigest()[:8]
    return Board(description, rows, columns, sensor_order, grid_order, second_order, fingerprint)


def _sensor_order(description: Mapping[str, Any]) -> tuple[tuple[int, str], ...]:
    cells, chain = description["cells"], description["sensors"]["digital-chain"]
    inputs = chain["inputs"]
    per_register = REGISTER_INPUTS // 2
    wanted = {f"{n}{pole}" for n in range(1, per_register + 1) for pole in "NS"}
    if len(inputs) != REGISTER_INPUTS or set(inputs) != wanted:
        raise BadDescription("sensors.inputs must name each of a register's four cells with N and S once.")
    if cells["half_bar"] % per_register != 0:
        raise BadDescription("A half-bar must be a whole number of registers.")
    if chain["end_pattern"] not in range(1, 255):
        raise BadDescription("sensors.digital-chain.end_pattern must be a byte whose bits are not all alike.")
    total = len(cells["rows"]) * cells["columns"]
    return tuple(
        (first + int(name[:-1]) - 1, name[-1]) for first in range(0, total, per_register) for name in reversed(inputs)
    )


def _wiring(driver: Mapping[str, Any], order: tuple[tuple[int, str], ...]) -> dict[str, Any]:
    """Return what both ends must agree on of a driver: how it is wired, and not how it is tuned."""
    tuning = {"inputs", "spi_hz", "scan_hz", "debounce_scans", "settle_us", "threshold", "hysteresis"}
    return {"order": order, **{name: value for name, value in driver.items() if name not in tuning}}


def _check_mux(description: Mapping[str, Any]) -> None:
    cells, mux = description["cells"], description["sensors"]["linear-mux"]
    if sorted(mux["channels"]) != list(range(MUX_CHANNELS)) or cells["half_bar"] != MUX_CHANNELS:
        raise BadDescription("sensors.linear-mux.channels must name a multiplexer's eight channels once each.")
    if cells["columns"] != 2 * cells["half_bar"]:
        raise BadDescription("A row of linear sensors is two half-bars, one for each analogue input.")
    outputs = [*mux["enable_outputs"], *mux["supply_outputs"]]
    if len(mux["enable_outputs"]) != len(cells["rows"]) or len(mux["supply_outputs"]) != len(cells["rows"]):
        raise BadDescription("sensors.linear-mux needs an enable and a supply output for every row.")
    if len(set(outputs)) != len(outputs) or not set(outputs) <= set(range(ROW_OUTPUTS)):
        raise BadDescription(f"Outputs of the row register are numbers below {ROW_OUTPUTS}, none used twice.")
    if not 0 < mux["hysteresis"] < mux["threshold"]:
        raise BadDescription("sensors.linear-mux.hysteresis must be less than the threshold, and more than 0.")
    names = {f"{row}{column}" for row in cells["rows"] for column in range(1, cells["columns"] + 1)}
    for name in mux["turned_cells"]:
        if name not in names:
            raise BadDescription(f"sensors.linear-mux.turned_cells names {name}, which is no cell.")


def _grid_order(rows: int, columns: int, order: str) -> tuple[int, ...]:
    if order not in ("rows", "serpentine"):
        raise BadDescription(f"lights.grid_order is {order}; it must be rows or serpentine.")
    leds: list[int] = []
    for row in range(rows):
        line = range(row * columns, (row + 1) * columns)
        leds += reversed(line) if order == "serpentine" and row % 2 else line
    return tuple(leds)


def _check_pins(pins: Mapping[str, int]) -> None:
    if len(set(pins.values())) != len(pins):
        raise BadDescription("Two names in [pins] use the same GPIO.")
    for name, pin in pins.items():
        if pin not in USABLE_PINS:
            raise BadDescription(f"pins.{name} = {pin} is no free GPIO of a Pico.")
    if pins["sensor_clock"] not in SPI0_CLOCK_PINS or pins["sensor_data"] not in SPI0_DATA_PINS:
        raise BadDescription("pins.sensor_clock and pins.sensor_data must be SPI0's clock (SCK) and data (RX) pins.")
    if pins["row_clock"] not in SPI1_CLOCK_PINS or pins["row_data"] not in SPI1_DATA_PINS:
        raise BadDescription("pins.row_clock and pins.row_data must be SPI1's clock (SCK) and data (TX) pins.")
    if pins["mux_left"] not in ADC_PINS or pins["mux_right"] not in ADC_PINS:
        raise BadDescription("pins.mux_left and pins.mux_right must be analogue inputs (26 to 28).")
    if pins["source_cc"] not in ADC_PINS:
        raise BadDescription("pins.source_cc must be an analogue input (26 to 28).")
