"""The page for whoever solders and measures: what is connected to what, from board.toml."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from description import HEAD, LICENCE, REGISTER_INPUTS, Board


def wiring_page(boards: Sequence[Board]) -> str:
    """Return the wiring table for people who solder and measure."""
    board = boards[0]
    pins, mux = board.description["pins"], board.description["sensors"]["linear-mux"]
    fingerprints = ", ".join(f"`{one.fingerprint}` ({one.driver})" for one in boards)
    bit = {item: n for n, item in enumerate(board.sensor_order)}
    led = {cell: n for n, cell in enumerate(board.grid_order)}
    text = [
        f"<!-- {LICENCE} -->",
        "# Wiring",
        "",
        f"{HEAD} Layout fingerprint: {fingerprints}.",
        "",
        "The digital chain and the linear sensors are two ways to build the same table; build one. A *half-bar* is",
        f"the board under {board.columns // 2} cells of a row, a *bar* the two of one row. A chain bit is counted",
        "from the first one shifted out (0); register 0 is nearest to the hub. LEDs are counted from 0 along their",
        "data line.",
        "Not built and measured yet; the figures are those of the parts' data sheets.",
        "",
        *_connections(board),
        "",
        "## Pins of the Pico",
        "",
        "| what | GPIO |",
        "|---|---|",
        *(f"| {name.replace('_', ' ')} | GP{pin} |" for name, pin in pins.items()),
        "",
        f"Both CC lines of the USB-C receptacle, each with 5.1 kΩ to ground, go to GP{pins['source_cc']} over 100 kΩ",
        f"each. On a build without them, GP{pins['source_cc']} hangs on ground.",
        "",
        f"## Cells (LED line on GP{pins['lights_grid']})",
        "",
        "| cell | register | north bit | south bit | LED | channel | analogue input |",
        "|---|---|---|---|---|---|---|",
    ]
    half = board.columns // 2
    for cell in range(board.cell_count):
        north, south = bit[cell, "N"], bit[cell, "S"]
        channel = mux["channels"][cell % half]
        side = pins["mux_left"] if cell % board.columns < half else pins["mux_right"]
        text.append(
            f"| {board.cell_name(cell)} | {north // REGISTER_INPUTS} | {north} | {south} | {led[cell]} "
            f"| {channel} | GP{side} |"
        )
    text += [
        "",
        "## Rows of linear sensors (row register)",
        "",
        "Outputs are counted from QA of the register nearest to the Pico; both are active low.",
        "",
        "| row | enable output | supply output |",
        "|---|---|---|",
        *(f"| {row} | {mux['enable_outputs'][n]} | {mux['supply_outputs'][n]} |" for n, row in enumerate(board.rows)),
        "",
        "## End of the digital chain",
        "",
        f"Register {len(board.sensor_order) // REGISTER_INPUTS}, behind the last bar: inputs H to A at the levels "
        f"`{board.description['sensors']['digital-chain']['end_pattern']:08b}`.",
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


_CONNECTIONS = """
**Every build.** A Raspberry Pi Pico; 5 V for the lights from the USB-C receptacle, 3.3 V for sensors and
registers from the Pico's own regulator, one ground for all. The Pico takes the 5 V at VSYS over a Schottky
diode, so that a computer at its USB is never fed from there. 100 nF beside every chip and LED between its
supply and ground, 22 µF on every half-bar, 1000 µF where 5 V comes in; 5 V and ground go to every row by
themselves. LEDs are WS2812B. GP{grid} and GP{second} each go through a 74AHCT125 fed with 5 V (3.3 V is too
low a level for an LED at 5 V) and 330 Ω at its output to the first LED; from there every LED's DOUT goes to
the next one's DIN, from {first} to {last}, back to the first of the next row, and so on. The second line goes
through the strip first, then round the ring. The knob (GP{knob_a}, GP{knob_b}), its push switch
(GP{knob_push}) and the buttons (GP{button_1}, GP{button_2}) close to ground, as the knob's middle contact is;
the Pico pulls them up.

**Digital chain.** Under every cell two switches of the kind DRV5032DU, one for each pole, whose outputs are
low while they see it. Four cells hang on a 74HC165: its inputs A to H are, in this order, {inputs} (number of
the cell among the four, and the pole). Of a register's eight bits the highest in the table is input A, the
lowest input H, which comes out first. QH of every register goes to SER of the one before it, nearer to the
hub; QH of register 0 goes to GP{sensor_data}. CLK of all is GP{sensor_clock}, SH/LD of all GP{sensor_latch},
CLK INH is ground. The bars hang on one another from A to I, and behind the last one hangs the end register
(below). 100 kΩ go from SER of every bar's last register to ground, so that a bar that is missing reads as
both poles. {free_of_linear} stay free.

**Linear sensors.** Under every cell a DRV5055A1 with its output on one channel of the half-bar's 74HC4051;
S0, S1 and S2 of all are GP{mux_select_0}, GP{mux_select_1} and GP{mux_select_2}. The common outputs of
columns 1 to {half} go to GP{mux_left}, those of columns {other_half} to {columns} to GP{mux_right}; 100 kΩ
from each of the two to ground. Three 74HC595 hang on one another: SER of the first is GP{row_data}, SRCLK of
all GP{row_clock}, RCLK of all GP{row_latch}, OE ground, SRCLR 3.3 V. A row's *enable output* goes to the
inhibit of both its 74HC4051; its *supply output* to the gate of a P-channel transistor between 3.3 V and the
sensors of that row. Outputs 0 to 7 are QA to QH of the first 74HC595, 8 to 15 of the second, 16 and 17 QA and
QB of the third. A row settles {settle_us} µs after it is fed. {free_of_chain} stay free.

**Ring only.** LEDs of the second line, knob and buttons; nothing else.
"""
_WIDTH = 160


def _connections(board: Board) -> list[str]:
    """Return which parts there are and how they hang together."""
    pins, sensors = board.description["pins"], board.description["sensors"]
    half = board.columns // 2
    told = _CONNECTIONS.format(
        grid=pins["lights_grid"],
        second=pins["lights_second"],
        first=board.cell_name(0),
        last=board.cell_name(board.columns - 1),
        half=half,
        other_half=half + 1,
        columns=board.columns,
        inputs=", ".join(sensors["digital-chain"]["inputs"]),
        settle_us=sensors["linear-mux"]["settle_us"],
        free_of_linear=_pins(pins, "mux", "row"),
        free_of_chain=_pins(pins, "sensor"),
        **pins,
    )
    text = ["## Parts and connections"]
    for paragraph in told.strip().split("\n\n"):
        text += ["", *textwrap.wrap(paragraph, _WIDTH, break_long_words=False, break_on_hyphens=False)]
    return text


def _pins(pins: dict[str, Any], *kinds: str) -> str:
    found = [f"GP{pin}" for name, pin in pins.items() if name.split("_")[0] in kinds]
    return f"{', '.join(found[:-1])} and {found[-1]}"
