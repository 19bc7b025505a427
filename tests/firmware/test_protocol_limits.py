"""The times and limits in docs/protocol.md are those of both ends, and it leaves none of theirs out."""

from __future__ import annotations

import ast
import importlib
from dataclasses import fields
from pathlib import Path

import pytest
from harness import FIRMWARE

from feldlicht.link.timing import Timing
from tests.support.protocol_page import codes, constants, table

ROWS = table("Times and limits")
BOARD_NAMES = {name for _, _, board, _ in ROWS for name in codes(board)}
HOST_NAMES = {name for _, _, _, host in ROWS for name in codes(host)}

# Files of each end whose numbers are the line's, and of those numbers the ones that nobody at the other end notices.
BOARD_FILES = (
    *("lines", "protocol", "outbox", "snapshot", "bare", "app", "console", "care"),
    *("survey", "source", "controls", "clock", "version", "running"),
)
BOARD_INTERNAL = {
    *("lines.NEWLINE", "lines.RETURN", "lines.FIRST_PRINTABLE", "lines.LAST_PRINTABLE"),
    *("bare.CHORE_MS", "app.CONTROLS_MS", "app.RATE_MS", "app.ADC_MV", "console.PACKET", "console.AT_ONCE"),
    *("running.LEAVE_TRIES", "running.LAST_WORDS_MS", "survey.COLUMNS"),
    *("source.NONE", "source.DEFAULT", "source.MEDIUM", "source.HIGH", "source.HYSTERESIS_MV", "source.HIGHEST_MV"),
    *("controls.QUARTERS", "controls.REST", "controls.NOTHING", "controls.CLOSED", "controls.OPENED"),
}
HOST_FILES = ("lines", "from_board", "from_host", "greeting", "conversation", "link", "lights", "port")
HOST_INTERNAL = {
    "link/from_board._OCCUPANCY_DIGITS",  # what can be in a field is tried out
    "link/from_board._TOUCHED_DIGITS",
    "link/from_board._FIELD_LIMIT",
    "link/lights.DARK",
    "link/lights._FULL_STYLES",
    "link/link._PUBLISH_MS",
    "link/port.TICK_S",
    "link/port.READ_BYTES",
    "link/port._RASPBERRY_PI",
    "link/port._MICROPYTHON",
}


@pytest.mark.parametrize(("what", "number", "board", "host"), ROWS, ids=[row[0] for row in ROWS])
def test_a_number_of_the_page_is_the_one_in_the_code(what: str, number: str, board: str, host: str) -> None:
    assert codes(board) or codes(host), "somebody must have it"
    for name in codes(board):
        module, constant = name.split(".")
        assert constants(FIRMWARE / f"{module}.py")[constant] == int(number)
    for name in codes(host):
        path, *parts = name.split(".")
        value = importlib.import_module("feldlicht." + path.replace("/", "."))
        for part in parts:
            value = getattr(value() if isinstance(value, type) else value, part)
        assert value == int(number)


def test_no_number_of_the_firmwares_line_is_missing_on_the_page() -> None:
    found = {
        f"{module}.{name}"
        for module in BOARD_FILES
        for name, value in constants(FIRMWARE / f"{module}.py").items()
        if isinstance(value, int)
    }
    assert found - BOARD_NAMES == BOARD_INTERNAL
    assert not BOARD_INTERNAL & BOARD_NAMES


def test_no_number_of_the_hosts_line_is_missing_on_the_page() -> None:
    found = {f"link/timing.Timing.{field.name}" for field in fields(Timing)}
    for name in HOST_FILES:
        module = importlib.import_module(f"feldlicht.link.{name}")
        found |= {
            f"link/{name}.{constant}"
            for constant in names_in(Path(str(module.__file__)))
            if isinstance(getattr(module, constant), (int, float))
        }
    assert found - HOST_NAMES == HOST_INTERNAL
    assert not HOST_INTERNAL & HOST_NAMES


def names_in(path: Path) -> set[str]:
    """Return the names in capitals that a Python file gives its own values."""
    targets = (node.targets[0] for node in ast.parse(path.read_text()).body if isinstance(node, ast.Assign))
    return {one.id for one in targets if isinstance(one, ast.Name) and one.id.isupper()}
