"""Write what follows from board.toml: firmware constants, host layout and the wiring table.

``python hardware/generate.py`` writes, ``--check`` compares and ends with 1 and one sentence if a file is not what
board.toml says. Needs nothing but the standard library (Python 3.11).
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from description import ADC_STEPS, DRIVERS, HEAD, BadDescription, Board, expand, with_driver
from wiring import wiring_page

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "hardware" / "board.toml"
FIRMWARE = Path("firmware/layout_generated.py")
HOST = Path("host/feldlicht/board/layout_generated.py")
WIRING = Path("docs/wiring.md")
LAYOUTS = Path("firmware/layouts")
"""Holds a folder for every driver, with that driver's constants."""


def _byte_table(name: str, values: list[int], comment: str) -> str:
    if len(values) <= 24:
        text = "".join(f"\\x{value:02x}" for value in values)
        return f'# {comment}\n{name} = b"{text}"'
    lines = [f"# {comment}", f"{name} = ("]
    lines += [
        '    b"' + "".join(f"\\x{value:02x}" for value in values[start : start + 24]) + '"'
        for start in range(0, len(values), 24)
    ]
    return "\n".join([*lines, ")"])


def firmware_module(board: Board) -> str:
    """Return the text of the firmware's constants."""
    cells, sensors, lights, pins = (board.description[part] for part in ("cells", "sensors", "lights", "pins"))
    chain, mux = (sensors[driver] for driver in DRIVERS[:2])
    constants = {
        "BOARD": board.description["name"],
        "FINGERPRINT": board.fingerprint,
        "CELLS": board.cell_count,
        "COLUMNS": board.columns,
        "RING": cells["ring"],
        "STRIP": cells["strip"],
        "DRIVER": board.driver,
        "SCAN_HZ": sensors[board.driver]["scan_hz"],
        "DEBOUNCE_SCANS": sensors[board.driver]["debounce_scans"],
        "CHAIN_BYTES": len(board.sensor_order) // 8,
        "CHAIN_END": chain["end_pattern"],
        "CHAIN_SPI_HZ": chain["spi_hz"],
        "ACTIVE_LOW": chain["active_low"],
        "ROW_SPI_HZ": mux["spi_hz"],
        "SETTLE_US": mux["settle_us"],
        "STEPS_PER_MT": round(ADC_STEPS * mux["millivolts_per_millitesla"] / mux["supply_millivolts"]),
        "THRESHOLD": mux["threshold"],
        "HYSTERESIS": mux["hysteresis"],
        "BRIGHTNESS": lights["brightness"],
        "BUDGET_MA": lights["budget_ma"],
        "BUDGET_1_5_A_MA": lights["budget_1_5_a_ma"],
        "BUDGET_3_0_A_MA": lights["budget_3_0_a_ma"],
        "CC_SHARE": lights["cc_share"],
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
        _byte_table("MUX_CHANNELS", mux["channels"], "Channel of a half-bar's multiplexer for each of its cells.")
    )
    text.append(
        _byte_table("ENABLE_OUTPUTS", mux["enable_outputs"], "Output of the row register that enables each row.")
    )
    text.append(
        _byte_table("SUPPLY_OUTPUTS", mux["supply_outputs"], "Output of the row register that feeds each row.")
    )
    text.append(
        _byte_table(
            "NORTH_RAISES",
            [
                int(mux["north_raises"] != (board.cell_name(cell) in mux["turned_cells"]))
                for cell in range(board.cell_count)
            ],
            "Whether a north pole up raises the output of each cell's linear sensor.",
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


def host_module(boards: Sequence[Board]) -> str:
    """Return the text of the host's layouts: one for every driver, and the chosen one's name."""
    chosen = boards[0].description["sensors"]["driver"]
    text = [
        f'"""{HEAD}"""',
        "",
        "from __future__ import annotations",
        "",
        "from feldlicht.base.layout import Layout",
        "",
        "# fmt: off",
        "LAYOUTS = {",
        *(line for board in boards for line in _host_layout(board)),
        "}",
        f'LAYOUT = LAYOUTS["{chosen}"]',
    ]
    return "\n".join(text) + "\n"


def _host_layout(board: Board) -> list[str]:
    pins, sensors = board.description["pins"], board.description["sensors"]
    chain, mux = (sensors[driver] for driver in DRIVERS[:2])
    order = board.sensor_order if board.driver == "digital-chain" else ()

    def rows(items: list[str], width: int) -> list[str]:
        return ["            " + ", ".join(items[n : n + width]) + "," for n in range(0, len(items), width)]

    return [
        f'    "{board.driver}": Layout(',
        f"        board={json.dumps(board.description['name'])},",
        f'        fingerprint="{board.fingerprint}",',
        f'        driver="{board.driver}",',
        "        sensor_order=(",
        *rows([f'({cell}, "{pole}")' for cell, pole in order], 8),
        "        ),",
        f"        sensor_active_low={chain['active_low']},",
        f"        end_pattern={chain['end_pattern']},",
        "        grid_order=(",
        *rows([str(cell) for cell in board.grid_order], board.columns),
        "        ),",
        "        ring_strip_order=(",
        *rows([f'("{part}", {n})' for part, n in board.second_order], 6),
        "        ),",
        f"        grid_pin={pins['lights_grid']},",
        f"        ring_strip_pin={pins['lights_second']},",
        f"        threshold={mux['threshold']},",
        f"        hysteresis={mux['hysteresis']},",
        "    ),",
    ]


def generated(description: Mapping[str, Any]) -> dict[Path, str]:
    """Return every generated file: path below the project's root, text. Raises :class:`BadDescription`."""
    chosen = expand(description)
    others = [expand(with_driver(description, driver)) for driver in DRIVERS if driver != chosen.driver]
    boards = [chosen, *others]
    layouts = {LAYOUTS / board.driver / FIRMWARE.name: firmware_module(board) for board in boards}
    return {FIRMWARE: firmware_module(chosen), **layouts, HOST: host_module(boards), WIRING: wiring_page(boards)}


def main(arguments: list[str] | None = None) -> int:
    """Write or check; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare only; 1 if a file is not up to date")
    check = parser.parse_args(arguments).check
    try:
        files = generated(tomllib.loads(SOURCE.read_text(encoding="utf-8")))
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
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
