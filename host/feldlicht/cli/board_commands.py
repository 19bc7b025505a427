"""``feldlicht board …``: the commands for boards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from feldlicht.board.layout import LAYOUTS
from feldlicht.cli.board_parts import Part
from feldlicht.cli.here import Here, help_of
from feldlicht.selftest.walk import Way

_PORT = click.option("--port", "path", metavar="SERIAL", help="Serial port of the board.")
_BOARD = click.option("--board", "board_id", metavar="ID", help="Id of the board, as `feldlicht board list` says it.")
_JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")
_YES = click.option("--yes", is_flag=True, help="Replace another program without asking.")
_DRIVER = click.option(
    "--driver",
    type=click.Choice(list(LAYOUTS)),
    help="How its sensors are read. Without it: as before, else the first.",
)


def _which(command: Callable[..., Any]) -> Callable[..., Any]:
    return _PORT(_BOARD(command))


@click.group()
def board() -> None:
    """Boards: list them, bring firmware onto them, listen to them, find what is wrong."""


@board.command("list")
@_PORT
@_JSON
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help=help_of("data"))
@click.pass_obj
def list_boards(here: Here, path: str | None, as_json: bool, data: Path | None) -> None:
    """List every board on USB, and those that a running Feldlicht plays on."""
    from feldlicht.cli.board_list import rows, show

    show(rows(path, here.folder(data)), as_json, here.language)


@board.command()
@_which
@_YES
@_DRIVER
@click.pass_obj
def install(here: Here, path: str | None, board_id: str | None, yes: bool, driver: str | None) -> None:
    """Bring Feldlicht's firmware onto a board with MicroPython."""
    from feldlicht.cli.board_install import bring
    from feldlicht.cli.board_look import the_port

    bring(the_port(path, board_id), here.language, yes, driver)


@board.command()
@_which
@_YES
@click.pass_obj
def update(here: Here, path: str | None, board_id: str | None, yes: bool) -> None:
    """Bring every board that is plugged in, or the named one, to this Feldlicht's firmware."""
    from feldlicht.base.reasons import Reason, Refusal, Refused
    from feldlicht.cli.board_install import bring
    from feldlicht.cli.board_look import ports

    meant = ports(path, board_id)
    if not meant:
        raise Refused(Refusal.of(Reason.NO_BOARD))
    for port in meant:
        bring(port, here.language, yes)


@board.command()
@_which
@click.option("--raw", is_flag=True, help="Lines as they come, not in words.")
@click.pass_obj
def monitor(here: Here, path: str | None, board_id: str | None, raw: bool) -> None:
    """Show live what a board says; Ctrl-C ends it."""
    from feldlicht.cli.board_live import monitor as listen
    from feldlicht.cli.board_look import the_port

    listen(the_port(path, board_id), raw, here.language)


@board.command()
@_which
@click.option("--seconds", type=click.FloatRange(0, 600), default=10.0, help="For how long. [10]")
@click.pass_obj
def blink(here: Here, path: str | None, board_id: str | None, seconds: float) -> None:
    """Have all lamps of a board blink, to see which it is."""
    from feldlicht.cli.board_live import blink as flash
    from feldlicht.cli.board_look import the_port

    flash(the_port(path, board_id), seconds, here.language)


@board.command("test")
@_which
@_JSON
@click.option("--way", type=click.Choice([*map(str, Way)]), default="rows", help="How the magnet walks. [rows]")
@click.option("--only", type=click.Choice([*map(str, Part)]), multiple=True, help="Only this part, or these.")
@click.pass_obj
def examine(
    here: Here, path: str | None, board_id: str | None, as_json: bool, way: str, only: tuple[str, ...]
) -> int:
    """Find faults of wiring and parts with a magnet in the hand."""
    from feldlicht.cli import board_selftest
    from feldlicht.cli.board_look import the_port

    parts = [Part(one) for one in only] or list(Part)
    return board_selftest.examine(the_port(path, board_id), parts, Way(way), as_json, here.language)


@board.command()
@_which
@_JSON
@click.option("--threshold", type=click.IntRange(20, 200), metavar="N", help="Keep this threshold (tenths of a mT).")
@click.pass_obj
def calibrate(here: Here, path: str | None, board_id: str | None, as_json: bool, threshold: int | None) -> int:
    """Set the zero of linear sensors, and show how well a magnet is felt."""
    from feldlicht.cli.board_calibrate import calibrate as measure
    from feldlicht.cli.board_look import the_port

    return measure(the_port(path, board_id), threshold, as_json, here.language)


@board.command("bench")
@_which
@_JSON
@click.pass_obj
def measure(here: Here, path: str | None, board_id: str | None, as_json: bool) -> None:
    """Measure a board: its line, how fast it scans and shows, its memory."""
    from feldlicht.cli import board_bench
    from feldlicht.cli.board_look import the_port

    board_bench.measure(the_port(path, board_id), as_json, here.language)


@board.command()
@_which
@_JSON
@click.option("--udev-rule", is_flag=True, help="Print the udev rule that keeps the modem service off boards.")
@click.option("--systemd-unit", is_flag=True, help="Print a systemd unit that starts Feldlicht with its user.")
@click.pass_obj
def doctor(
    here: Here, path: str | None, board_id: str | None, as_json: bool, udev_rule: bool, systemd_unit: bool
) -> int:
    """Say what is in the way of boards, and for each the command that helps."""
    from feldlicht.cli import board_doctor
    from feldlicht.cli.board_look import ports

    if udev_rule or systemd_unit:
        click.echo(board_doctor.udev_rule() if udev_rule else board_doctor.systemd_unit(), nl=False)
        return 0
    found = board_doctor.examine(ports(path, board_id), board_doctor.System())
    return board_doctor.show(found, as_json, here.language)
