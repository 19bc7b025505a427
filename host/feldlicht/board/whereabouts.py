"""Which figure a magnet is while it is out of place: certain as long as one of its pole at a time is in the air.

Magnets of one side look alike to the sensors. A figure that was carried alone is still itself where it was set down;
what was in the air together, or moved unseen, is anyone of them. Source: design, "Hands on the board" (identity).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Figure, FigureId, Pole
from feldlicht.board.journal import Journal

Known = Mapping[Cell, FigureId]
"""The figure on a cell where another one, or none, should stand."""


def whereabouts(journal: Journal, figures: Mapping[Cell, Figure], unseen: frozenset[Cell]) -> Known:
    """Return the figures that are known to stand elsewhere, by the changes since all ``figures`` stood.

    Of a side that has a figure on an unseen cell nothing is known: that one may have been moved too.
    """
    if not journal.whole or not journal.changes:
        return {}
    there: dict[Cell, tuple[Pole, Figure | None]] = {c: (one.side.pole, one) for c, one in figures.items()}
    air: dict[Pole, list[Figure | None]] = {pole: [] for pole in Pole}
    for _, together in groupby(journal.changes, key=lambda change: change.at):
        changes = list(together)
        for change in changes:
            if change.cell in there:
                pole, figure = there.pop(change.cell)
                air[pole].append(figure)
        for change in changes:
            if change.pole is not None:
                flying = air[change.pole]
                there[change.cell] = change.pole, flying[0] if len(flying) == 1 else None
                # Of several in the air nobody saw which one this is, nor which are left.
                air[change.pole] = [None] * (len(flying) - 1)
    hidden = {figures[c].side for c in unseen if c in figures}
    return {
        c: figure.id
        for c, (_, figure) in there.items()
        if figure is not None and figures.get(c) != figure and figure.side not in hidden
    }
