"""The command line: what it takes, and what it says when something is wrong."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import click

from feldlicht.base.reasons import Refused
from feldlicht.cli.board_commands import board
from feldlicht.cli.crash import keep_quiet, write_crash_file
from feldlicht.cli.ending import StopAsked, stopping
from feldlicht.cli.here import Here, help_of
from feldlicht.cli.picture import picture
from feldlicht.cli.rules_commands import perft, record, why
from feldlicht.config import MOST_SIMULATED, load
from feldlicht.runtime.clock import Clock
from feldlicht.texts import LANGUAGES, language_or_default, sentence, text
from feldlicht.version import VERSION
from feldlicht.web.listening import bind

WRONG_USE = 2
CRASHED = 1
INTERRUPTED = 130


def _terminal_language() -> str:
    named = (os.environ.get(name) for name in ("FELDLICHT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return language_or_default(next((value for value in named if value), None))


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="feldlicht")
def feldlicht() -> None:
    """A game table that feels its pieces and answers with light."""


@feldlicht.command()
@click.option("--http-port", type=click.IntRange(0, 65_535), help=help_of("http_port"))
@click.option("--port", "serial_port", metavar="SERIAL", help=help_of("serial_port"))
@click.option("--sim", "sim_boards", type=click.IntRange(1, MOST_SIMULATED), metavar="N", help=help_of("sim_boards"))
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help=help_of("data"))
@click.option("--lang", type=click.Choice(LANGUAGES), help=help_of("language"))
@click.option("--lan", is_flag=True, default=None, help="Let phones and screens in the same network join.")
@click.pass_obj
def play(
    here: Here,
    http_port: int | None,
    serial_port: str | None,
    sim_boards: int | None,
    data: Path | None,
    lang: str | None,
    lan: bool | None,
) -> None:
    """Start the table and its pages; Ctrl-C ends it, and the match is kept."""
    here.language = lang or here.language
    given = {
        "http_port": http_port,
        "serial_port": serial_port,
        "sim_boards": sim_boards,
        "data": data,
        "language": lang,
        "lan": lan,
    }
    settings = load(given, os.environ)
    here.data = settings.data
    with stopping():
        try:
            # The port comes first: whether it can be had is known long before everything else is loaded.
            with closing(bind(settings.http_port, settings.lan)) as listening:
                from feldlicht.cli.play import play as run_house

                run_house(settings, here.language, listening)
        except StopAsked:
            # Nobody reads it where the terminal was closed.
            with suppress(OSError):
                click.echo(text("host.ended", here.language))


@feldlicht.command()
@click.argument("group", required=False)
@click.option("--json", "as_json", is_flag=True, help="Rows as JSON.")
@click.pass_obj
def bench(here: Here, group: str | None, as_json: bool) -> None:
    """Measure this installation: all groups, or one."""
    from feldlicht.cli.bench import groups, measure, missing, show

    known = groups()
    if group is not None and group not in known:
        allowed = ", ".join(known)
        raise click.UsageError(text("host.unknown_bench", here.language, group=group, allowed=allowed))
    wanted = [group] if group is not None else known
    show(measure(wanted), as_json=as_json)
    absent = missing(wanted)
    if absent:
        # On standard error: rows alone are on the standard output.
        click.echo(text("host.no_peers", here.language, packages=" ".join(absent)), err=True)


def _number(_context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    # No comparison refuses a value that is not a number.
    if value is not None and value != value:
        raise click.BadParameter("nan", param=option)
    return value


@feldlicht.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--speed",
    type=click.FloatRange(0.01, 1000),
    callback=_number,
    metavar="N",
    help="N times as fast as it was, told.",
)
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
@click.pass_obj
def replay(here: Here, file: Path, speed: float | None, as_json: bool) -> int:
    """Read a hand journal again and say where today's reader decides otherwise; then the exit code is 1."""
    from feldlicht.cli.replay import read_again

    return read_again(file, speed, as_json, here.language)


@feldlicht.command()
@click.argument("source", required=False, type=click.Path(path_type=Path))
@click.option("--port", "path", metavar="SERIAL", help="Serial port of the board. Without it: every board on USB.")
@click.option("--yes", is_flag=True, help="Without asking.")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help=help_of("data"))
@click.pass_obj
def update(here: Here, source: Path | None, path: str | None, yes: bool, data: Path | None) -> int:
    """Bring another version of Feldlicht from a folder or wheel, then its firmware onto the boards."""
    from feldlicht.cli.board_look import ports
    from feldlicht.cli.update import update as bring
    from feldlicht.cli.update_source import source as look_into

    return bring(look_into(source), ports(path, None), here.folder(data), yes, here.language)


@feldlicht.group()
def keys() -> None:
    """The secret keys that sign the cookies of people who joined."""


@keys.command()
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help=help_of("data"))
@click.pass_obj
def rotate(here: Here, data: Path | None) -> None:
    """Sign with a new key from now on, also while the table plays; nobody has to join again."""
    from feldlicht.runtime.keys import rotate as rotate_keys

    rotate_keys(here.folder(data), Clock().now())
    click.echo(text("host.keys.rotated", here.language))


@keys.command()
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help=help_of("data"))
@click.pass_obj
def forget(here: Here, data: Path | None) -> None:
    """Believe no earlier key any more: whoever's cookie bears one joins again."""
    from feldlicht.runtime.keys import forget as forget_keys

    forget_keys(here.folder(data), Clock().now())
    click.echo(text("host.keys.forgotten", here.language))


for _command in (board, perft, why, record, picture):
    feldlicht.add_command(_command)


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code. Whatever happens, people read sentences and no traceback."""
    here = Here(_terminal_language())
    keep_quiet()
    try:
        code = feldlicht.main(list(arguments), prog_name="feldlicht", obj=here, standalone_mode=False)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Refused as refused:
        click.echo(sentence(refused.refusal, here.language, here.game), err=True)
        return WRONG_USE
    except Exception as fault:  # noqa: BLE001 the border of the program: reported below
        file = write_crash_file(fault, here.data)
        click.echo(text("host.crash", here.language, file=file), err=True)
        return CRASHED
    return code if isinstance(code, int) else 0
