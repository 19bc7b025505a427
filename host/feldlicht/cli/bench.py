"""``feldlicht bench``: measure this installation, one group a module of :mod:`feldlicht.bench` that has ``rows``."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from feldlicht.bench.row import Row

COLUMNS = ("name", "value", "unit", "spread", "peer", "peer_value", "ratio")
_NO_GROUPS = {"row"}


def groups() -> list[str]:
    """Return the names of the groups, sorted."""
    package = importlib.import_module("feldlicht.bench")
    names = [module.name for module in pkgutil.iter_modules(package.__path__)]
    return sorted(name for name in names if name not in _NO_GROUPS and callable(_rows_of(name)))


def _rows_of(group: str) -> Callable[[], Iterable[Row]] | None:
    return getattr(importlib.import_module(f"feldlicht.bench.{group}"), "rows", None)


def missing(wanted: Iterable[str]) -> list[str]:
    """Return the packages that the groups compare with and that are not installed, sorted."""
    peers = {
        one for group in wanted for one in getattr(importlib.import_module(f"feldlicht.bench.{group}"), "PEERS", ())
    }
    return sorted(one for one in peers if find_spec(one) is None)


def measure(wanted: Iterable[str]) -> list[Row]:
    """Run the groups one after another and return their rows."""
    found: list[Row] = []
    for group in wanted:
        rows = _rows_of(group)
        if rows is not None:
            found.extend(rows())
    return found


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:,.4g}" if isinstance(value, float) else str(value)


def show(rows: list[Row], *, as_json: bool) -> None:
    """Print rows: as JSON, as a table on a terminal, as plain lines elsewhere."""
    plain = [asdict(row) for row in rows]
    if as_json:
        click.echo(json.dumps(plain, ensure_ascii=False, indent=2))
        return
    if not sys.stdout.isatty():
        for row in plain:
            click.echo("\t".join(_cell(row[column]) for column in COLUMNS))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*COLUMNS)
    for row in plain:
        table.add_row(*(_cell(row[column]) for column in COLUMNS))
    Console().print(table)
