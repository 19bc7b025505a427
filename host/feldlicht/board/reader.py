"""The one door to the reading of hands: picks the reading for the plan at hand."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.hands import Flag, Hands, Problem
from feldlicht.base.plans import Build, Free, Moves, Nothing
from feldlicht.board.reading import Moment, Reading
from feldlicht.board.reading_build import read_build
from feldlicht.board.reading_free import read_free
from feldlicht.board.reading_moves import read_moves


def read(moment: Moment) -> Reading:
    """Return what hands did by then, under the plan of the moment's context."""
    dropped = moment.reader.dropped
    if dropped is not None and not dropped.astray and not moment.dropped:
        # It spoke of a moment at which nothing was astray, and that is over.
        dropped = None
    moment = replace(moment, reader=replace(moment.reader, offered=(), dropped=dropped))
    match moment.context.plan:
        case Moves() as plan:
            reading = read_moves(moment, plan)
        case Build() as plan:
            reading = read_build(moment, plan)
        case Free() as plan:
            reading = read_free(moment, plan)
        case Nothing():
            reading = Reading(replace(moment.reader, guided=None), Hands())
    return _with_noise(moment, reading)


def _with_noise(moment: Moment, reading: Reading) -> Reading:
    """Name the cells that are not believed, whatever else there is, and look again when the next one is calm."""
    noisy = moment.noisy
    if not noisy:
        return reading
    problems = {*reading.hands.problems, *(Problem(Flag.NOISY, c) for c in noisy)}
    looks = [at for at in (reading.deadline, moment.reader.journal.noise.calm_at(moment.now)) if at is not None]
    hands = replace(reading.hands, problems=tuple(sorted(problems)))
    return replace(reading, hands=hands, deadline=min(looks))
