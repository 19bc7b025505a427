"""Which wires are exchanged, told by who answers for whom: rows, half-bars, columns, or single cells. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from feldlicht.base.cells import COLUMNS, ROWS, Cell, cell_at, column_of, row_of
from feldlicht.selftest.findings import HALF, Finding, Found, bar_name, bar_of, row_name

_ENOUGH = 3, 4
"""Of a group's cells that answered, three in four must tell the same story; the others have one of their own."""


def judge_wiring(answered: Mapping[Cell, Cell]) -> list[Found]:
    """Return what is exchanged, given the cell that answered (value) where the magnet was (key).

    The widest story first: once exchanged rows are named, only what they do not explain is looked at further.
    """
    found: list[Found] = []
    rest = dict(answered)
    for finding, count, group, place, make, name in _STORIES:
        moved = _moved(rest, count, group, place)
        for ring in _rings(moved):
            cells = [which for which in rest if group(which) in ring and rest[which] != which]
            found.append(Found.of(finding, cells, [name(one) for one in sorted(ring)]))
        home = {there: here for here, there in moved.items()}
        whole = set(home) == set(moved)
        rest = {
            here: make(home[group(said)], place(said))
            if group(said) in home and (whole or group(here) in moved)
            else said
            for here, said in rest.items()
        }
    wrong = {here: said for here, said in rest.items() if here != said}
    rings = _rings({int(here): int(said) for here, said in wrong.items()})
    return found + [Found.of(Finding.SWAPPED_CELLS, map(Cell, ring)) for ring in rings]


def _moved(
    answered: Mapping[Cell, Cell], count: int, group: Callable[[Cell], int], place: Callable[[Cell], int]
) -> dict[int, int]:
    """Return the groups that answer as a whole for another, cell for cell."""
    told: dict[int, Counter[int]] = {}
    answers: Counter[int] = Counter()
    for here, said in answered.items():
        answers[group(here)] += 1
        if group(here) != group(said) and place(here) == place(said):
            told.setdefault(group(here), Counter())[group(said)] += 1
    enough, of = _ENOUGH
    moved = {}
    for one, targets in told.items():
        target, cells = targets.most_common(1)[0]
        if 2 * answers[one] >= count and of * cells >= enough * answers[one]:
            moved[one] = target
    # Two that answer as the same third one are no exchange.
    return {one: target for one, target in moved.items() if list(moved.values()).count(target) == 1}


def _rings(moved: Mapping[int, int]) -> list[set[int]]:
    """Return the groups that are exchanged with one another."""
    rings: list[set[int]] = []
    for one, other in moved.items():
        touching = [ring for ring in rings if one in ring or other in ring]
        rings = [ring for ring in rings if ring not in touching]
        rings.append({one, other}.union(*touching))
    return sorted(rings, key=min)


def _at_bar(bar: int, place: int) -> Cell:
    return Cell(bar * HALF + place)


def _at_column(column: int, row: int) -> Cell:
    return cell_at(row, column)


_Story = tuple[
    Finding, int, Callable[[Cell], int], Callable[[Cell], int], Callable[[int, int], Cell], Callable[[int], str]
]
_STORIES: tuple[_Story, ...] = (
    (Finding.SWAPPED_ROWS, COLUMNS, row_of, column_of, cell_at, row_name),
    (Finding.SWAPPED_BARS, HALF, bar_of, lambda which: which % HALF, _at_bar, bar_name),
    (Finding.SWAPPED_COLUMNS, ROWS, column_of, row_of, _at_column, lambda column: str(column + 1)),
)
