"""Which answer belongs to which cell of a path, when some cells are silent and some answer for others. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from feldlicht.base.cells import Cell, column_of

_OTHER_CELL = 4
_OTHER_ROW = 3
"""Rows are exchanged as a whole, so the same column of another row is likelier than any other cell."""
_MISSING = 5
"""Dearer than half of two mistaken cells: an exchanged pair costs less than one that is silent and one too many."""


def align(path: Sequence[Cell], heard: Sequence[Cell]) -> dict[Cell, Cell]:
    """Return the answer of each cell of ``path``, left out if it was silent, as the likeliest story tells it.

    ``heard`` is in the order of the answers, each cell once. The least costly way to make one row of the other: the
    edit distance with a mistaken cell cheaper than one missing and one too many.
    """
    width = len(heard) + 1
    costs = [[_MISSING * column for column in range(width)]]
    for row, expected in enumerate(path, 1):
        costs.append([_MISSING * row])
        for column, got in enumerate(heard, 1):
            costs[row].append(
                min(
                    costs[row - 1][column - 1] + _mistake(expected, got),
                    costs[row - 1][column] + _MISSING,
                    costs[row][column - 1] + _MISSING,
                )
            )
    found: dict[Cell, Cell] = {}
    row, column = len(path), len(heard)
    while row and column:
        expected, got = path[row - 1], heard[column - 1]
        if costs[row][column] == costs[row - 1][column - 1] + _mistake(expected, got):
            found[expected] = got
            row, column = row - 1, column - 1
        elif costs[row][column] == costs[row - 1][column] + _MISSING:
            row -= 1
        else:
            column -= 1
    # Passed over at first and touched later: it answered as itself all the same.
    late = set(heard) - set(found.values())
    return found | {which: which for which in path if which not in found and which in late}


def _mistake(expected: Cell, got: Cell) -> int:
    if expected == got:
        return 0
    return _OTHER_ROW if column_of(expected) == column_of(got) else _OTHER_CELL
