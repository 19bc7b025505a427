"""The walk: one magnet over all cells, along rows, tap by tap, or in any order; each must answer as itself. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from feldlicht.base.cells import CELLS, COLUMNS, ROWS, Cell, cell_at
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import bits
from feldlicht.selftest.align import align
from feldlicht.selftest.empty import Look
from feldlicht.selftest.findings import Finding, Found, dead, in_order
from feldlicht.selftest.wiring import judge_wiring

LIFTED_MS = 1500
"""A table that was empty for so long: the magnet was taken away, and what comes next may be the path once more."""


class Way(StrEnum):
    """How the magnet walks."""

    ROWS = "rows"
    """Along each row in turn, from column 1 on: the order in which cells answer tells which is which."""
    TAPS = "taps"
    """From cell to cell as they are named, lifted in between."""
    FREE = "free"
    """Over all cells in any order: tells who answers, not which is which."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What answered along a path, in the order of the first answers. The pole is None if nobody saw it."""

    answers: tuple[tuple[Cell, Pole | None], ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that answered."""
        return tuple(which for which, _ in self.answers)

    def hearing(self, news: Iterable[tuple[Cell, Pole | None]]) -> Attempt:
        """Return it with these answers too; a cell's pole is what was seen of it first."""
        poles = dict(self.answers)
        for which, pole in news:
            if poles.get(which) is None:
                poles[which] = pole
        return Attempt(tuple(poles.items()))


@dataclass(frozen=True, slots=True)
class Walk:
    """A magnet's walk: feed it with :meth:`sense` and :meth:`skip` until it is :attr:`over`, then :func:`judge`.

    ``ignored``: bits of the cells that cannot be believed (stuck or noisy on the empty table); ``together``: pairs
    of cells that were occupied at once, by one magnet; ``alone``: cells that once were the only one.
    """

    way: Way
    paths: tuple[tuple[Cell, ...], ...]
    ignored: int = 0
    done: tuple[Attempt, ...] = ()
    best: Attempt = Attempt()
    current: Attempt = Attempt()
    last: Look | None = None
    empty_since_ms: int | None = None
    together: frozenset[tuple[Cell, Cell]] = frozenset()
    alone: frozenset[Cell] = frozenset()
    _lifted: bool = field(default=False, repr=False)

    @classmethod
    def along_rows(cls, ignored: int = 0, rows: Sequence[int] = range(ROWS)) -> Walk:
        """Return a walk along these rows."""
        return cls(Way.ROWS, tuple(tuple(cell_at(row, column) for column in range(COLUMNS)) for row in rows), ignored)

    @classmethod
    def tapping(cls, cells: Sequence[Cell] = CELLS, ignored: int = 0) -> Walk:
        """Return a walk from cell to cell."""
        return cls(Way.TAPS, tuple((which,) for which in cells), ignored)

    @classmethod
    def free(cls, ignored: int = 0) -> Walk:
        """Return a walk over all cells in any order."""
        return cls(Way.FREE, (CELLS,), ignored)

    @property
    def over(self) -> bool:
        """Whether every path is done."""
        return len(self.done) == len(self.paths)

    @property
    def path(self) -> tuple[Cell, ...]:
        """The path that the magnet is to take now; empty when the walk is over."""
        return () if self.over else self.paths[len(self.done)]

    @property
    def pole(self) -> Pole | None:
        """The pole that points up: what most cells say. None before any has said one."""
        poles = Counter(pole for one in (*self.done, self.best, self.current) for _, pole in one.answers if pole)
        return max(poles, key=lambda pole: poles[pole]) if poles else None

    def sense(self, look: Look, at_ms: int) -> Walk:
        """Take a snapshot at this time (ms of any clock that only goes forwards)."""
        there = (look.occupancy.north | look.occupancy.south) & ~self.ignored
        # What the first snapshot says was touched was so before the walk began.
        touched = look.touched_since(self.last) & ~self.ignored if self.last is not None else 0
        before = 0
        if self.last is not None:
            before = (self.last.occupancy.north | self.last.occupancy.south) & ~self.ignored
        now = bits(there)
        news: list[tuple[Cell, Pole | None]] = [(which, None) for which in self._passed(touched & ~before & ~there)]
        news += [(which, look.occupancy.at(which)) for which in now if not before >> which & 1]
        walk = replace(
            self,
            last=look,
            empty_since_ms=None if there else at_ms if self.empty_since_ms is None else self.empty_since_ms,
            together=self.together | {(one, other) for one in now for other in now if one < other},
            alone=self.alone | set(now) if len(now) == 1 else self.alone,
        )
        if self.over:
            return walk
        long_empty = self.empty_since_ms is not None and at_ms - self.empty_since_ms >= LIFTED_MS
        if news and long_empty and self._begins_again(news[0][0]):
            walk = replace(walk, best=self._better, current=Attempt())
        walk = replace(walk, current=walk.current.hearing(news))
        return walk._next() if walk._complete and (self.way is not Way.TAPS or not there) else walk

    def skip(self) -> Walk:
        """Go on to the next path: no more cells of this one answer."""
        return self if self.over else self._next()

    def _passed(self, cells: int) -> list[Cell]:
        # Between two snapshots the order is not known: that of the path is believed.
        passed = bits(cells)
        return sorted(passed, key=lambda which: self.path.index(which) if which in self.path else len(self.path))

    def _begins_again(self, which: Cell) -> bool:
        return which in self.current.cells or which == self.path[0]

    @property
    def _better(self) -> Attempt:
        return max(self.best, self.current, key=lambda one: len(one.answers))

    @property
    def _complete(self) -> bool:
        expected = [which for which in self.path if not self.ignored >> which & 1]
        return len(self.current.answers) >= len(expected)

    def _next(self) -> Walk:
        return replace(self, done=(*self.done, self._better), best=Attempt(), current=Attempt())


def judge(walk: Walk) -> tuple[Found, ...]:
    """Return what the paths that are done say. Cells that cannot be believed are not judged."""
    joined = _joined(walk)
    answered: dict[Cell, Cell] = {}
    silent: set[Cell] = set()
    for path, attempt in zip(walk.paths, walk.done, strict=False):
        expected = [which for which in path if not walk.ignored >> which & 1]
        heard = attempt.cells
        # In any order, each can only be itself.
        matched = {c: c for c in heard} if walk.way is Way.FREE else align(expected, heard)
        for which in expected:
            if (said := matched.get(which)) is None:
                silent.add(which)
            else:
                answered[which] = said
    found = dead(silent - joined) + judge_wiring({c: said for c, said in answered.items() if c not in joined})
    found += [Found.of(Finding.JOINED_CELLS, group) for group in _groups(walk)]
    poles = {which: pole for one in walk.done for which, pole in one.answers if pole is not None}
    if wrong := {which for which, pole in poles.items() if pole is not walk.pole} - joined:
        found.append(Found.of(Finding.WRONG_POLE, wrong))
    return in_order(found)


def _joined(walk: Walk) -> set[Cell]:
    return {which for group in _groups(walk) for which in group}


def _groups(walk: Walk) -> list[set[Cell]]:
    """Return the cells that answer together: seen at once, and one of them never by itself."""
    groups: list[set[Cell]] = []
    for one, other in sorted(walk.together):
        if one in walk.alone and other in walk.alone:
            continue  # the magnet lay between them once
        touching = [group for group in groups if one in group or other in group]
        groups = [group for group in groups if group not in touching]
        groups.append({one, other}.union(*touching))
    return groups
