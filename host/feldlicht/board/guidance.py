"""Which magnet to move where so that the table comes right with the least carrying."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from feldlicht.base.cells import Cell, king_distance
from feldlicht.base.figures import Side
from feldlicht.base.hands import Guidance, Hands, Problem, Shift
from feldlicht.base.occupancy import Occupancy
from feldlicht.board.difference import Difference
from feldlicht.board.reading import Moment, Reading

_FAR = 1_000_000


@dataclass(frozen=True, slots=True, order=True)
class Carry:
    """One magnet's way: from ``origin`` (None: from outside) to ``target`` (None: off the board)."""

    side: Side
    origin: Cell | None
    target: Cell | None

    @property
    def way(self) -> int:
        """Cells to go; taking on or off counts nothing."""
        if self.origin is None or self.target is None:
            return 0
        return king_distance(self.origin, self.target)


def carries(wrong: Difference) -> list[Carry]:
    """Return every carry that is needed: who is known goes home; the others of a side with the least total way.

    The next to do comes first: a free target before a taken one, then the shortest way, then by cell.
    """
    home = {figure.id: c for c, figure in wrong.missing.items()}
    going = {c: home[named] for c, named in wrong.known.items() if named in home}
    plan = [Carry(wrong.missing[target].side, origin, target) for origin, target in going.items()]
    for side in Side:
        origins = [c for c in wrong.extra_of(side) if c not in going]
        targets = sorted(wrong.missing_of(side).keys() - set(going.values()))
        plan += _paired(side, origins, targets)

    def urgency(carry: Carry) -> tuple[bool, bool, int, int]:
        taken = carry.target is not None and carry.target in wrong.extra
        return (taken, carry.origin is None, carry.way, carry.target if carry.target is not None else -1)

    return sorted(plan, key=urgency)


def guide(wrong: Difference, before: Guidance | None, occupancy: Occupancy) -> Guidance | None:
    """Return the next magnet to move. A magnet that ``before`` asked for and that is in the air keeps its target."""
    plan = carries(wrong)
    if not plan:
        return None
    if (
        before is not None
        and before.target is not None
        and before.origin is not None
        and before.target in wrong.missing
        and before.target not in wrong.extra
        and occupancy.at(before.origin) is None
        and any(carry.origin is None and carry.side is wrong.missing[before.target].side for carry in plan)
    ):
        return Guidance(before.figure, before.origin, before.target, len(plan))
    first = plan[0]
    figure = wrong.missing[first.target].id if first.target is not None else None
    return Guidance(figure, first.origin, first.target, len(plan))


def guided(
    moment: Moment, wrong: Difference, problems: tuple[Problem, ...] = (), misplaced: Shift | None = None
) -> Reading:
    """Return a reading that shows the next magnet to move, beside what is wrong."""
    guidance = guide(wrong, moment.reader.guided, moment.reader.journal.occupancy)
    hands = Hands(guidance=guidance, problems=problems, misplaced=misplaced)
    return Reading(replace(moment.reader, guided=guidance), hands, deadline=moment.next_look())


def _paired(side: Side, origins: list[Cell], targets: list[Cell]) -> list[Carry]:
    pairs = _least_way(tuple(origins), tuple(targets))
    used_origins = {origin for origin, _ in pairs}
    used_targets = {target for _, target in pairs}
    return [
        *(Carry(side, origin, target) for origin, target in pairs),
        *(Carry(side, None, target) for target in targets if target not in used_targets),
        *(Carry(side, origin, None) for origin in origins if origin not in used_origins),
    ]


@lru_cache(maxsize=256)
def _shortest(origins: tuple[Cell, ...], targets: tuple[Cell, ...]) -> tuple[tuple[Cell, Cell], ...]:
    """Exact assignment of every origin to a target of its own (``len(origins) <= len(targets)``).

    The Hungarian method with potentials, O(n² m): a board full of stray magnets must not stall the table.
    """
    n, m = len(origins), len(targets)
    row_potential, column_potential = [0] * (n + 1), [0] * (m + 1)
    row_of_column = [0] * (m + 1)
    for row in range(1, n + 1):
        row_of_column[0] = row
        column, reduced, came_from, done = 0, [_FAR] * (m + 1), [0] * (m + 1), [False] * (m + 1)
        while row_of_column[column]:
            done[column] = True
            at, delta, nearest = row_of_column[column], _FAR, 0
            for other in range(1, m + 1):
                if done[other]:
                    continue
                way = king_distance(origins[at - 1], targets[other - 1])
                cost = way - row_potential[at] - column_potential[other]
                if cost < reduced[other]:
                    reduced[other], came_from[other] = cost, column
                if reduced[other] < delta:
                    delta, nearest = reduced[other], other
            for other in range(m + 1):
                if done[other]:
                    row_potential[row_of_column[other]] += delta
                    column_potential[other] -= delta
                else:
                    reduced[other] -= delta
            column = nearest
        while column:
            row_of_column[column] = row_of_column[came_from[column]]
            column = came_from[column]
    return tuple(sorted((origins[row_of_column[c] - 1], targets[c - 1]) for c in range(1, m + 1) if row_of_column[c]))


def _least_way(origins: tuple[Cell, ...], targets: tuple[Cell, ...]) -> tuple[tuple[Cell, Cell], ...]:
    if not origins or not targets:
        return ()
    if len(origins) <= len(targets):
        return _shortest(origins, targets)
    return tuple((origin, target) for target, origin in _shortest(targets, origins))
