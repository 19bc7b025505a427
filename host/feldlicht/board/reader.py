"""The one door to the reading of hands: picks the reading for the plan at hand."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.hands import Hands
from feldlicht.base.plans import Build, Moves
from feldlicht.board.reading import Context, Moment, Reader, Reading, Timings
from feldlicht.board.reading_build import read_build
from feldlicht.board.reading_moves import read_moves


def read(reader: Reader, context: Context, now: int, timings: Timings) -> Reading:
    """Return what hands did by ``now`` (host ms) under the plan of ``context``."""
    moment = Moment(replace(reader, offered=()), context, now, timings)
    match context.plan:
        case Moves():
            return read_moves(moment, context.plan)
        case Build():
            return read_build(moment, context.plan)
        case _:
            # Free setup comes with the first game that offers it; until then hands mean nothing here.
            return Reading(replace(moment.reader, guided=None), Hands())
