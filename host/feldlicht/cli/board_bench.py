"""``feldlicht board bench``: how fast one board is, and the line to it."""

from __future__ import annotations

import click

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.bench import line
from feldlicht.bench.row import Row
from feldlicht.cli.bench import show
from feldlicht.cli.board_probe import Probe
from feldlicht.cli.ending import StopAsked, stopping
from feldlicht.link.holders import open_alone
from feldlicht.link.port import FoundPort, PortLost
from feldlicht.texts import text


def measure(port: FoundPort, as_json: bool, language: str) -> None:
    """Measure a board and print what was found, as ``feldlicht bench`` does with ``as_json``.

    Raises ``Refused``: as opening the port, and for what keeps the board from being used or from answering.
    """
    with stopping():
        try:
            # It finds the board, starts one that is at its prompt, and refuses one that does not fit.
            with Probe(port) as probe:
                hello = probe.hello
            # With --json the rows alone are on the standard output.
            click.echo(text("board.bench.begin", language, board=hello.board_id, port=port.path), err=as_json)
            if hello.simulated:
                click.echo(text("board.bench.simulated", language), err=as_json)
            rows = _measured(port)
        except StopAsked:
            return
    if as_json:
        show(rows, as_json=True)
        return
    for sentence in sentences({row.name: row for row in rows}, language):
        click.echo(f"  {sentence}")


def sentences(rows: dict[str, Row], language: str) -> list[str]:
    """Return the figures in words; what a board does not tell is left out."""

    def say(key: str, **figures: str) -> str:
        return text(f"board.bench.{key}", language, **figures)

    trip, most = (rows[name].value for name in ("board.round_trip", "board.round_trip.p99"))
    counted = [(key, rows.get(f"board.{key}")) for key in ("lines", "scans", "frames")]
    said = [say("trip", median=f"{trip:.1f}", most=f"{most:.1f}")]
    said += [say(key, count=f"{row.value:.0f}") for key, row in counted if row is not None]
    if "board.free_memory" in rows:
        said.append(say("memory", kilobytes=f"{rows['board.free_memory'].value:.0f}"))
    return said


def _measured(port: FoundPort) -> list[Row]:
    transport = open_alone(port.path)
    try:
        return line.rows_of(line.measure(transport))
    except PortLost as error:
        raise Refused(Refusal.of(Reason.BOARD_CUT, port=port.path)) from error
    finally:
        transport.close()
