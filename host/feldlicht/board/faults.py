"""What is wrong on the table, in the flags that board, page and log share."""

from __future__ import annotations

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Side
from feldlicht.base.hands import Flag, Problem, Shift
from feldlicht.board.difference import Difference
from feldlicht.board.reading import Moment

Problems = tuple[Problem, ...]


def all_wrong(wrong: Difference) -> Problems:
    """Name every cell that differs."""
    missing = [Problem(Flag.MISSING, c) for c in wrong.missing]
    return tuple(sorted([*missing, *(Problem(Flag.EXTRA, c) for c in wrong.extra)]))


def blame(wrong: Difference, on_turn: Side) -> Problems:
    """Name each magnet that stands wrong by whose it is, and figures that are off their cell without their turn."""
    gone = {figure.side.pole for figure in wrong.missing.values()}
    problems = []
    for c, pole in wrong.extra.items():
        own = Flag.ILLEGAL if pole is on_turn.pole else Flag.NOT_YOUR_TURN
        problems.append(Problem(own if pole in gone else Flag.EXTRA, c))
    seen = set(wrong.extra.values())
    away = [
        Problem(Flag.NOT_YOUR_TURN, c) for c in _of_other(wrong, on_turn) if wrong.missing[c].side.pole not in seen
    ]
    return tuple(sorted([*problems, *away]))


def and_missing(problems: Problems, wrong: Difference) -> Problems:
    """Return ``problems`` and, for every cell without its figure that they do not name, that it is missing."""
    named = {problem.cell for problem in problems}
    return tuple(sorted([*problems, *(Problem(Flag.MISSING, c) for c in wrong.missing if c not in named)]))


def off_turn(wrong: Difference, on_turn: Side) -> Problems:
    """Name the cells whose figure was lifted though its side is not on turn."""
    return tuple(sorted(Problem(Flag.NOT_YOUR_TURN, c) for c in _of_other(wrong, on_turn)))


def strays(moment: Moment, wrong: Difference) -> Problems:
    """Name the magnets that are more than were lifted (E16).

    What was felt first is what was set down; what came later is unexpected. Felt at the same time, or while nobody
    looked, nobody can tell: all are ambiguous.
    """
    found: list[Problem] = []
    for side in Side:
        extra, lifted = wrong.extra_of(side), len(wrong.missing_of(side))
        if len(extra) <= lifted:
            continue
        times = {c: moment.reader.journal.changed(c) for c in extra}
        if lifted and None in times.values():
            found += [Problem(Flag.AMBIGUOUS, c) for c in extra]
            continue
        order = sorted(extra, key=lambda c: times[c] or 0)
        told_apart = not lifted or times[order[lifted - 1]] != times[order[lifted]]
        for place, c in enumerate(order):
            if not told_apart and times[c] == times[order[lifted]]:
                found.append(Problem(Flag.AMBIGUOUS, c))
            elif place >= lifted:
                found.append(Problem(Flag.UNEXPECTED, c))
    return tuple(sorted(found))


def misplaced(moment: Moment, wrong: Difference) -> Shift | None:
    """Return the one figure that stands elsewhere, if that is all that is wrong and nobody cancelled it."""
    if moment.dropped or len(wrong.missing) != 1 or len(wrong.extra) != 1:
        return None
    (origin, figure), (target, pole) = next(iter(wrong.missing.items())), next(iter(wrong.extra.items()))
    return Shift(figure.id, origin, target) if pole is figure.side.pole else None


def _of_other(wrong: Difference, on_turn: Side) -> list[Cell]:
    return [c for c, figure in wrong.missing.items() if figure.side is not on_turn]
