"""A magnet that walks over a table with faults, in thought: what the host would see of it."""

from __future__ import annotations

from collections.abc import Iterable

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.selftest.empty import Look
from feldlicht.selftest.walk import Walk
from feldlicht.sim.miswiring import SOUND, Miswiring


def look(faults: Miswiring, where: Cell | None, pole: Pole, before: Look | None = None) -> Look:
    """Return the snapshot with one magnet at ``where``, or none."""
    occupancy = Occupancy.of(faults.seen({} if where is None else {where: pole}))
    return Look(occupancy, 0 if before is None else occupancy.differs(before.occupancy))


def walk_through(walk: Walk, faults: Miswiring = SOUND, pole: Pole = Pole.NORTH, order: Iterable[Cell] = ()) -> Walk:
    """Take the magnet along every path, or in ``order`` where the walk is free, and skip what does not answer."""
    now = look(faults, None, pole)
    at_ms = 0
    walk = walk.sense(now, at_ms)
    while not walk.over:
        number = len(walk.done)
        for which in tuple(order) or walk.path:
            for where in (which, None):
                at_ms += 50
                now = look(faults, where, pole, now)
                walk = walk.sense(now, at_ms)
        if len(walk.done) == number:
            walk = walk.skip()
    return walk
