"""A board's picture in the terminal: a mark for each cell, redrawn in place; lines where there is no terminal."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType

import click
from rich.console import Console
from rich.live import Live
from rich.text import Text

from feldlicht.base.cells import COLUMNS, ROWS, Cell, cell_at
from feldlicht.selftest.findings import row_name

WIDTH = 4
_STYLES = {"?": "dim", "●": "green", "×": "bold red", "·": "dim"}


def picture(marks: Mapping[Cell, str]) -> str:
    """Return the board as text, row A on top, with these marks (at most three signs); ``·`` where there is none."""
    lines = ["  " + "".join(str(column + 1).rjust(WIDTH) for column in range(COLUMNS))]
    for row in range(ROWS):
        cells = (marks.get(cell_at(row, column), "·") for column in range(COLUMNS))
        lines.append(f"{row_name(row)} " + "".join(mark.rjust(WIDTH) for mark in cells))
    return "\n".join(lines)


class Picture:
    """Shows the newest marks for as long as it is open. Without a terminal it says only its lines."""

    def __init__(self, drawn: bool = True) -> None:
        """``drawn``: False where the standard output is for something else."""
        console = Console()
        self._live = Live(console=console, auto_refresh=False) if drawn and console.is_terminal else None

    def __enter__(self) -> Picture:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, marks: Mapping[Cell, str]) -> None:
        """Draw the board anew."""
        if self._live is not None:
            drawn = Text(picture(marks))
            for sign, style in _STYLES.items():
                drawn.highlight_words([sign], style)
            self._live.update(drawn, refresh=True)

    def say(self, line: str) -> None:
        """Say a line above the picture."""
        if self._live is None:
            click.echo(line)
        else:
            self._live.console.print(line, highlight=False, markup=False)
