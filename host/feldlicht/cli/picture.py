"""``feldlicht picture``: a position or the record of a match as a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import click

from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.base.viewers import GAME_MASTER
from feldlicht.cli.here import Here
from feldlicht.cli.rules_commands import START, read_text, state_of
from feldlicht.drawing.story import Kind, Story

RECORD_SUFFIX = ".json"


@click.command()
@click.argument("source", metavar="POSITION|FILE")
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="FILE", help="Ends in .svg or .png.")
@click.option(
    "--kind",
    type=click.Choice([one.value for one in Kind]),
    default=Kind.POSITION.value,
    show_default=True,
    help="What to draw; heat and moves need a record.",
)
@click.pass_obj
def picture(here: Here, source: str, out: Path, kind: str) -> None:
    """Draw a position, or the match of a record.

    POSITION is a position line, a file that holds one, or `start`; FILE is a record that was saved.
    """
    from feldlicht.runtime.gallery import file_of, format_of

    ending = format_of(out.name)
    drawn = file_of(Kind(kind), _story(source, Kind(kind), here.language), ending)
    try:
        out.write_bytes(drawn)
    except OSError:
        raise BadInput(Reason.PICTURE_NOT_WRITTEN, file=out) from None


def _story(source: str, kind: Kind, language: str) -> Story:
    from feldlicht.rules.master_move import GAME
    from feldlicht.rules.master_move.pictured import pictured
    from feldlicht.rules.pictured import Moment
    from feldlicht.runtime.gallery import story

    if _is_record(source):
        return _story_of_record(Path(source), language)
    state = state_of(source)
    if kind is not Kind.POSITION:
        raise BadInput(Reason.PICTURE_OF_A_POSITION)
    return story((Moment(pictured(state)),), ("", ""), GAME.outcome(state), language, GAME.name)


def _is_record(source: str) -> bool:
    """Say whether a record is meant: the file is called so, or begins as one; one that is not there as well."""
    if source == START:
        return False
    if source.endswith(RECORD_SUFFIX):
        return True
    path = Path(source)
    try:
        return path.is_file() and read_text(path).lstrip().startswith("{")
    except (OSError, ValueError):
        return False


def _story_of_record(file: Path, language: str) -> Story:
    from feldlicht.runtime import games
    from feldlicht.runtime.gallery import story_of
    from feldlicht.table.match_record import read_record

    try:
        form = json.loads(read_text(file))
    except (ValueError, RecursionError):
        raise BadInput(Reason.BAD_RECORD) from None
    session = read_record(form, games.game, "record", 0).session
    players = form.get("players", {})
    names = players if isinstance(players, Mapping) else {}
    said = {side.value: str(names.get(side.value, "")) for side in Side}
    return story_of(session, GAME_MASTER, said, language)
