"""``feldlicht board list``: every board, on USB and in the hands of a running Feldlicht."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import click

from feldlicht.cli.board_look import Seen, look_at, ports
from feldlicht.runtime.running import running
from feldlicht.texts import sentence, text

PATIENCE_S = 5.0

Row = dict[str, Any]


def held_boards(data: Path) -> list[Row]:
    """Return the boards of the Feldlicht that runs on this data folder, as its API gives them."""
    address = running(data)
    if address is None:
        return []
    try:
        with urllib.request.urlopen(f"{address}api/v1/boards", timeout=PATIENCE_S) as answer:
            boards = json.load(answer)["boards"]
    except (OSError, ValueError, KeyError, urllib.error.URLError):
        return []
    return [board for board in boards if isinstance(board, dict)]


def rows(path: str | None, data: Path) -> list[Row]:
    """Return one row a board, as ``--json`` shows it."""
    held = [board for board in held_boards(data) if board.get("state") != "offered"]
    theirs = {board.get("port") for board in held}
    found = [_of_host(board) for board in held if path in (None, board.get("port"))]
    return found + [_of_port(look_at(port)) for port in ports(path, None) if port.path not in theirs]


def _of_host(board: Row) -> Row:
    return {
        "id": board.get("id"),
        "port": board.get("port"),
        "serial_number": None,
        "simulated": bool(board.get("simulated")),
        "firmware": board.get("firmware"),
        "micropython": _micropython(board.get("interpreter")),
        "interpreter": board.get("interpreter"),
        "machine": board.get("machine"),
        "layout": None,
        "state": "played",
        "host_state": board.get("state"),
        "refusal": board.get("refusal"),
    }


def _micropython(interpreter: str | None) -> str | None:
    """Return the version of MicroPython that runs the firmware; None if none does, or it is not known."""
    found = re.match(r"MicroPython (\S+) \(", interpreter or "")
    return found and found[1]


def _of_port(seen: Seen) -> Row:
    hello = seen.hello
    return {
        "id": seen.id,
        "port": seen.port.path,
        "serial_number": seen.port.serial_number or None,
        "simulated": hello is not None and hello.simulated,
        "firmware": hello.firmware or None if hello else None,
        "micropython": _micropython(hello.interpreter) if hello else None,
        "interpreter": hello.interpreter if hello else None,
        "machine": hello.machine or None if hello else None,
        "layout": hello.layout or None if hello else None,
        "state": str(seen.finding),
        "host_state": None,
        "refusal": None if seen.refusal is None else seen.refusal,
    }


def show(found: list[Row], as_json: bool, language: str) -> None:
    """Print the rows."""
    if as_json:
        for row in found:
            if not isinstance(row["refusal"], dict | None):
                row["refusal"] = {"reason": row["refusal"].reason, "sentence": sentence(row["refusal"], language)}
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    if not found:
        click.echo(text("board.list.none", language))
    for row in found:
        state = text(f"board.list.{row['state']}", language)
        words = [str(row["id"]), str(row["port"] or "–"), state]
        if row["firmware"]:
            words.append(
                text("board.list.runs", language, firmware=row["firmware"], interpreter=row["interpreter"] or "?")
            )
        if row["machine"] == "cpython":
            words.append(text("board.list.without_micropython", language))
        if row["layout"]:
            words.append(text("board.list.has_layout", language, layout=row["layout"]))
        line = " · ".join(words)
        refusal = row["refusal"]
        if refusal is not None:
            line += f": {refusal.get('title', '') if isinstance(refusal, dict) else sentence(refusal, language)}"
        click.echo(line)
