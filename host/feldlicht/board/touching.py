"""Taps and picks: choosing a cell by a touch with a magnet, a figure by lifting it and putting it back at once.

Only where the plan asks for it; anywhere else a touch is a stray magnet, and putting back is cancelling. Source:
design, "Hands on the board".
"""

from __future__ import annotations

from feldlicht.base.cells import Cell
from feldlicht.base.plans import Moves
from feldlicht.board.difference import Difference
from feldlicht.board.journal import Change
from feldlicht.board.reading import Moment, Picked, Tapped


def touched(moment: Moment, plan: Moves) -> Tapped | Picked | None:
    """Return what was chosen, at the moment when all stands again: one cell changed and changed back, in time."""
    journal, timings = moment.reader.journal, moment.timings
    if not journal.whole or not journal.changes or not (plan.taps or plan.picks):
        return None
    # Of a bouncing contact the first and the last change tell how long it was.
    first, last = journal.changes[0], journal.changes[-1]
    if not _one_cell(journal.changes) or not timings.tap_ms <= last.at - first.at <= timings.tap_longest_ms:
        return None
    figure = moment.context.figures.get(first.cell)
    if figure is None and first.cell in plan.taps:
        return Tapped(first.cell)
    if figure is not None and figure.id in plan.picks:
        return Picked(figure.id)
    return None


def touching(moment: Moment, plan: Moves, wrong: Difference) -> int | None:
    """Return until when (host ms) the magnet that lies there may still become a tap, None if it is none."""
    journal = moment.reader.journal
    if wrong.missing or len(wrong.extra) != 1 or not journal.whole or not _one_cell(journal.changes):
        return None
    place: Cell = next(iter(wrong.extra))
    ends = journal.changes[0].at + moment.timings.tap_longest_ms + 1
    return ends if place in plan.taps and journal.changes[0].cell == place and moment.now < ends else None


def _one_cell(changes: tuple[Change, ...]) -> bool:
    return len({change.cell for change in changes}) == 1
