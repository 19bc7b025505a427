"""``feldlicht perft``, ``feldlicht why`` and ``feldlicht record``: the rules asked from the command line."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import click

from feldlicht.base.commands import Built
from feldlicht.base.reasons import BadInput, Reason, Refused
from feldlicht.base.viewers import GAME_MASTER
from feldlicht.cli.here import Here
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.options import ZonePreset
from feldlicht.table.record import Session
from feldlicht.texts import LANGUAGES, called, sentence, text

NOT_SO = 1
"""Exit code of an answer that is no: an illegal move, a bad record."""
DEEPEST = 6
START = "start"
"""The counting formation at its kick-off, for whoever has no position line at hand."""


@click.command()
@click.argument("depth", type=click.IntRange(1, DEEPEST))
@click.option(
    "--zone", type=click.Choice([one.value for one in ZonePreset]), default=ZonePreset.FRONT3.value, show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
@click.pass_obj
def perft(here: Here, depth: int, zone: str, as_json: bool) -> None:
    """Count the lines of play of 1 to DEPTH plies from the counting formation; a Move ends its line."""
    from feldlicht.rules.master_move.perft import perft as count_lines

    state = GAME.apply(GAME.new({"zone": zone}, "counting"), Built()).state
    counts: dict[str, int] = {}
    for plies in range(1, depth + 1):
        began = time.perf_counter()
        counts[str(plies)] = found = count_lines(state, plies)
        if not as_json:
            seconds = f"{time.perf_counter() - began:.2f}"
            click.echo(text("rules.perft", here.language, plies=plies, lines=found, seconds=seconds))
    if as_json:
        click.echo(json.dumps({"zone": zone, "lines": counts}))


@click.command()
@click.argument("position")
@click.argument("move")
@click.pass_obj
def why(here: Here, position: str, move: str) -> int:
    """Say whether MOVE may be played in POSITION, and if not, why; then the exit code is 1.

    POSITION is a position line, the file that holds one, or `start`; MOVE is in notation, `S D8-E10`.
    """
    state = state_of(position)
    try:
        command = GAME.parse(state, move)
        refusal = GAME.why_illegal(state, command)
    except BadInput:
        raise
    except Refused as refused:
        refusal = refused.refusal
    if refusal is None:
        click.echo(text("rules.legal", here.language, move=GAME.write(state, command)))
        return 0
    click.echo(f"{sentence(refusal, here.language)} ({refusal.reason.value})")
    return NOT_SO


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--words", "in_words", is_flag=True, help="The match as it is told, act by act.")
@click.option("--statistics", "counted", is_flag=True, help="What figures and sides did, in tables.")
@click.option("--json", "as_json", is_flag=True, help="What was read as JSON, or the statistics.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of words and tables.")
@click.pass_obj
def record(here: Here, file: Path, in_words: bool, counted: bool, as_json: bool, lang: str | None) -> int:
    """Play the record of a match again and say how it ended, or the first act that cannot have been played."""
    from feldlicht.runtime import games
    from feldlicht.table.match_record import match_record, read_record

    here.language = lang or here.language
    if in_words and as_json:
        raise click.UsageError(text("rules.record.words_json", here.language))
    try:
        form = json.loads(read_text(file))
    except (ValueError, RecursionError):
        raise BadInput(Reason.BAD_RECORD) from None
    if isinstance(form, dict):
        here.game = str(form.get("game"))
    session = read_record(form, games.game, "record", 0).session
    if in_words or counted:
        return _told(session, here.language, in_words, counted, as_json)
    if as_json:
        click.echo(json.dumps(match_record(session, GAME_MASTER), ensure_ascii=False))
        return 0
    outcome = session.game.outcome(session.state)
    facts = {"acts": len(session.plies), "game": session.header.game}
    if outcome is None:
        click.echo(text("rules.record.open", here.language, **facts))
    else:
        score = f"{outcome.score[0]}:{outcome.score[1]}"
        click.echo(text("rules.record.over", here.language, **facts, score=score, reason=str(outcome.reason)))
    return 0


def _told(session: Session, language: str, in_words: bool, counted: bool, as_json: bool) -> int:
    """Print a match in words, its statistics, or both; one sentence where the game has none."""
    from feldlicht.cli.match_words import report_lines, statistics_lines
    from feldlicht.table.history import happened

    game, acts = session.game, happened(session)
    called_so = called(game.name, f"game.{game.name}", language, game.name)
    report = game.report(session.start, acts) if in_words else None
    found = game.statistics(session.start, acts) if counted else None
    if in_words and report is None:
        click.echo(text("rules.record.wordless", language, game=called_so))
    if counted and found is None:
        click.echo(text("rules.record.uncounted", language, game=called_so))
    if report is not None:
        for line in report_lines(report, game.outcome(session.state), language, game.name):
            click.echo(line)
        if found is not None:
            click.echo()
    if found is not None and as_json:
        click.echo(json.dumps(found.form, ensure_ascii=False))
    elif found is not None:
        for line in statistics_lines(found, language, game.name):
            click.echo(line)
    return 0 if (report is not None) == in_words and (found is not None) == counted else NOT_SO


def state_of(position: str) -> MasterMoveState:
    """Return what a position line, a file with one, or ``start`` says. Raises :class:`BadInput`."""
    if position == START:
        return GAME.apply(GAME.new({}, "counting"), Built()).state
    path = Path(position)
    try:
        line = path.read_text(encoding="utf-8") if path.is_file() else position
    except (OSError, UnicodeDecodeError):
        line = position
    return GAME.from_position(line.strip())


def read_text(file: Path) -> str:
    """Return what is in a file, or comes in for ``-``. Raises :class:`BadInput` ``BAD_RECORD``."""
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise BadInput(Reason.BAD_RECORD) from None
