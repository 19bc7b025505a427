"""Commands of the program run in the test's own process, which saves its start."""

from __future__ import annotations

from dataclasses import dataclass

from click.testing import CliRunner

from feldlicht.base.reasons import Refused
from feldlicht.cli.board_commands import board
from feldlicht.cli.commands import WRONG_USE
from feldlicht.cli.here import Here
from feldlicht.texts import sentence


@dataclass(frozen=True)
class Said:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str = ""


def tool(*arguments: str, language: str = "en") -> Said:
    """Run `feldlicht board …` in this process; what it refuses is said as the border of the program says it."""
    done = CliRunner().invoke(board, arguments, obj=Here(language), standalone_mode=False)
    if isinstance(done.exception, Refused):
        return Said(WRONG_USE, done.output, sentence(done.exception.refusal, language))
    if done.exception is not None:
        raise done.exception
    return Said(done.return_value or 0, done.output)
