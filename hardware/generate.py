"""Write what follows from board.toml: firmware constants, host layout and the wiring table.

``python hardware/generate.py`` writes, ``--check`` compares and ends with 1 and one sentence if a file is not what
board.toml says. Needs nothing but the standard library (Python 3.11).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "hardware" / "board.toml"
FIRMWARE = Path("firmware/layout_generated.py")
HOST = Path("host/feldlicht/board/layout_generated.py")
WIRING = Path("docs/wiring.md")

REGISTER_INPUTS = 8  # of one 74HC165
RGB_BYTES = 3
SPI0_CLOCK_PINS = (2, 6, 18, 22)
SPI0_DATA_PINS = (0, 4, 16, 20)
USABLE_PINS = frozenset(range(23)) | {26, 27, 28}


class BadDescription(ValueError):
    """board.toml contradicts itself or asks for what the board cannot do; the text is the sentence to show."""


@dataclass(frozen=True)
class Board:
    """board.toml, expanded. Cells are numbered row by row from 0, lamps are cells, then ring, then strip.

    ``sensor_order[i]``: (cell, pole) of the i-th bit that the chain shifts out; ``grid_order[i]``: cell of the i-th
    LED of the grid's line; ``second_order[i]``: ("ring" | "strip", index) of the i-th LED of the other line.
    """

    description: Mapping[str, Any]
    rows: str
    columns: int
    sensor_order: tuple[tuple[int, str], ...]
    grid_order: tuple[int, ...]
    second_order: tuple[tuple[str, int], ...]
    fingerprint: str

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


def expand(description: Mapping[str, Any]) -> Board:
    """Work out every order from the compact description. Raises :class:`BadDescription`."""
    cells, lights = description["cells"], description["lights"]
    rows, columns = cells["rows"], cells["columns"]
    if columns % cells["half_bar"] != 0:
        raise BadDescription("A row must be a whole number of half-bars.")
    sensor_order = _sensor_order(description)
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
        "driver": description["sensors"]["driver"],
        "active_low": description["sensors"]["active_low"],
        "sensor_order": sensor_order,
        "grid_order": grid_order,
        "second_order": second_order,
        "pins": description["pins"],
    }
    canonical = json.dumps(agreed, sort_keys=True, separators=(",", ":"))
    fingerprint = hashlib.sha256(canonical.encode()).hexdigest()[:8]
    return Board(description, rows, columns, sensor_order, grid_order, second_order, fingerprint)


def _sensor_order(description: Mapping[str, Any]) -> tuple[tuple[int, str], ...]:
    cells, sensors = description["cells"], description["sensors"]
    if sensors["driver"] != "digital-chain":
        raise BadDescription(f"There is no sensor driver {sensors['driver']}; digital-chain is one.")
    inputs = sensors["inputs"]
    per_register = REGISTER_INPUTS // 2
    wanted = {f"{n}{pole}" for n in range(1, per_register + 1) for pole in "NS"}
    if len(inputs) != REGISTER_INPUTS or set(inputs) != wanted:
        raise BadDescription("sensors.inputs must name each of a register's four cells with N and S once.")
    if cells["half_bar"] % per_register != 0:
        raise BadDescription("A half-bar must be a whole number of registers.")
    total = len(cells["rows"]) * cells["columns"]
    return tuple(
        (first + int(name[:-1]) - 1, name[-1]) for first in range(0, total, per_register) for name in reversed(inputs)
    )


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


LICENCE = "SPDX-License-Identifier: CERN-OHL-W-2.0"
HEAD = "Generated from hardware/board.toml by hardware/generate.py: change that, not this."


def _byte_table(name: str, values: list[int], comment: str) -> str:
    lines = [f"# {comment}", f"{name} = ("]
    lines += [
        '    b"' + "".join(f"\\x{value:02x}" for value in values[start : start + 24]) + '"'
        for start in range(0, len(values), 24)
    ]
    return "\n".join([*lines, ")"])


def firmware_module(board: Board) -> str:
    """Return the text of the firmware's constants."""
    cells, sensors, lights, pins = (board.description[part] for part in ("cells", "sensors", "lights", "pins"))
    constants = {
        "BOARD": board.description["name"],
        "FINGERPRINT": board.fingerprint,
        "CELLS": board.cell_count,
        "COLUMNS": board.columns,
        "RING": cells["ring"],
        "STRIP": cells["strip"],
        "CHAIN_BYTES": len(board.sensor_order) // 8,
        "ACTIVE_LOW": sensors["active_low"],
        "SPI_HZ": sensors["spi_hz"],
        "SCAN_HZ": sensors["scan_hz"],
        "DEBOUNCE_SCANS": sensors["debounce_scans"],
        "BRIGHTNESS": lights["brightness"],
        "BUDGET_MA": lights["budget_ma"],
        "HUB_MA": lights["hub_ma"],
        **{f"{channel.upper()}_TENTHS_MA": lights[channel] for channel in ("red", "green", "blue", "dark")},
        **{f"PIN_{name.upper()}": pin for name, pin in pins.items()},
    }
    text = [f'"""{HEAD}"""', ""]
    for name, value in constants.items():
        text.append(f"{name} = {json.dumps(value) if isinstance(value, str) else value}")
    text += ["ALL_PINS = (", *(f"    PIN_{name.upper()}," for name in pins), ")", ""]
    chain_cells = [cell for cell, _ in board.sensor_order]
    text.append(_byte_table("CHAIN_CELL", chain_cells, "Cell of each bit that the chain shifts out."))
    text.append(
        _byte_table(
            "CHAIN_POLE",
            [0 if pole == "N" else 1 for _, pole in board.sensor_order],
            "Pole of each bit that the chain shifts out: 0 north, 1 south.",
        )
    )
    text.append(
        _byte_table(
            "LAMP_LED",
            board.lamp_to_led(),
            "LED of each lamp (cells, ring, strip), counted through the grid's line and then the second one.",
        )
    )
    return "\n".join(text) + "\n"


def host_module(board: Board) -> str:
    """Return the text of the host's layout."""
    pins = board.description["pins"]

    def rows(items: list[str], width: int) -> list[str]:
        return ["        " + ", ".join(items[n : n + width]) + "," for n in range(0, len(items), width)]

    text = [
        f'"""{HEAD}"""',
        "",
        "from __future__ import annotations",
        "",
        "from feldlicht.base.layout import Layout",
        "",
        "# fmt: off",
        "LAYOUT = Layout(",
        f"    board={json.dumps(board.description['name'])},",
        f'    fingerprint="{board.fingerprint}",',
        "    sensor_order=(",
        *rows([f'({cell}, "{pole}")' for cell, pole in board.sensor_order], 8),
        "    ),",
        f"    sensor_active_low={board.description['sensors']['active_low']},",
        "    grid_order=(",
        *rows([str(cell) for cell in board.grid_order], board.columns),
        "    ),",
        "    ring_strip_order=(",
        *rows([f'("{part}", {n})' for part, n in board.second_order], 6),
        "    ),",
        f"    grid_pin={pins['lights_grid']},",
        f"    ring_strip_pin={pins['lights_second']},",
        ")",
    ]
    return "\n".join(text) + "\n"


def wiring_page(board: Board) -> str:
    """Return the wiring table for people who solder and measure."""
    pins = board.description["pins"]
    bit = {item: n for n, item in enumerate(board.sensor_order)}
    led = {cell: n for n, cell in enumerate(board.grid_order)}
    text = [
        f"<!-- {LICENCE} -->",
        "# Wiring",
        "",
        f"{HEAD} Layout fingerprint `{board.fingerprint}`.",
        "",
        "A chain bit is counted from the first one shifted out (0); register 0 is nearest to the hub. LEDs are",
        "counted from 0 along their data line.",
        "",
        "## Pins of the Pico",
        "",
        "| what | GPIO |",
        "|---|---|",
        *(f"| {name.replace('_', ' ')} | GP{pin} |" for name, pin in pins.items()),
        "",
        f"## Cells (LED line on GP{pins['lights_grid']})",
        "",
        "| cell | register | north bit | south bit | LED |",
        "|---|---|---|---|---|",
    ]
    for cell in range(board.cell_count):
        north, south = bit[cell, "N"], bit[cell, "S"]
        text.append(f"| {board.cell_name(cell)} | {north // REGISTER_INPUTS} | {north} | {south} | {led[cell]} |")
    text += [
        "",
        f"## Ring and strip (LED line on GP{pins['lights_second']})",
        "",
        "| LED | lamp | field |",
        "|---|---|---|",
    ]
    strip = board.description["cells"]["strip"]
    for number, (part, n) in enumerate(board.second_order):
        field = n + 1 if part == "ring" else n - strip + 1
        text.append(f"| {number} | {part}[{n}] | {field} |")
    return "\n".join(text) + "\n"


def generated(board: Board) -> dict[Path, str]:
    """Return every generated file: path below the project's root, text."""
    return {FIRMWARE: firmware_module(board), HOST: host_module(board), WIRING: wiring_page(board)}


def main(arguments: list[str] | None = None) -> int:
    """Write or check; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare only; 1 if a file is not up to date")
    check = parser.parse_args(arguments).check
    try:
        files = generated(expand(tomllib.loads(SOURCE.read_text(encoding="utf-8"))))
    except (BadDescription, tomllib.TOMLDecodeError) as error:
        sys.stderr.write(f"hardware/board.toml cannot be used: {error}\n")
        return 1
    except KeyError as error:
        sys.stderr.write(f"hardware/board.toml cannot be used: {error} is missing.\n")
        return 1
    for path, text in files.items():
        target = ROOT / path
        if check:
            if not target.is_file() or target.read_text(encoding="utf-8") != text:
                sys.stderr.write(f"{path} is not what hardware/board.toml says; run python hardware/generate.py.\n")
                return 1
        else:
            target.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
