"""Everything that may be done now: candidates near at hand, and of these what is not refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from feldlicht.base.commands import GameCommand, TimeOut
from feldlicht.rules.imman import breaks, setting_up, sevens
from feldlicht.rules.imman.acts import (
    Dive,
    EndTurn,
    Enter,
    Foul,
    LetPass,
    NameKeeper,
    NoSwap,
    Note,
    Pass,
    PickUp,
    Put,
    Shooter,
    Step,
    Swap,
    Tackle,
    Throw,
)
from feldlicht.rules.imman.dead import places_for
from feldlicht.rules.imman.field import FIELDS
from feldlicht.rules.imman.flow import bench
from feldlicht.rules.imman.hexes import Hex, neighbours, ring
from feldlicht.rules.imman.passing import FURTHEST
from feldlicht.rules.imman.refusals import why_illegal
from feldlicht.rules.imman.state import After, Match, Phase, Purpose
from feldlicht.rules.imman.teams import Shirt


def legal(match: Match) -> list[GameCommand]:
    """Return every act that may be done now, resigning left out."""
    return [one for one in _candidates(match) if why_illegal(match, one) is None] + _passes(match)


def _candidates(match: Match) -> Iterator[GameCommand]:
    due = match.due
    if due is not None:
        yield Throw()
        if due.purpose is Purpose.STOP and due.number is not None:
            yield LetPass(Shirt(due.side, due.number))
    elif match.phase is Phase.SET_UP:
        figure = setting_up.due(match)
        yield from (Put(figure, cell) for cell in match.ground.cells.values())
    elif match.acting is not None:
        yield from _of_turn(match, match.acting)
    else:
        yield from _between_turns(match)
    yield TimeOut()


def _of_turn(match: Match, figure: Shirt) -> Iterator[GameCommand]:
    where = match.places[figure]
    yield from (Step(figure, cell) for cell in neighbours(where))
    yield PickUp(figure)
    yield Tackle(figure)
    yield from (Foul(figure, one) for one in match.places if one.side is not figure.side)
    yield EndTurn(figure)


def _passes(match: Match) -> list[GameCommand]:
    """Return every pass that is legal: most acts are passes, and whether one may pass at all is asked once."""
    active = match.active
    if active is None or match.due is not None or match.ball.carrier != active.figure:
        return []
    found = [Pass(active.figure, cell) for cell in _near(match.options.field, match.places[active.figure])]
    if why_illegal(match, found[0]) is None and match.phase is not Phase.ROLL_IN:
        return [*found]
    return [one for one in found if why_illegal(match, one) is None] if match.phase is Phase.ROLL_IN else []


@cache
def _near(field: str, where: Hex) -> tuple[Hex, ...]:
    """Return the cells of a field to which a ball may be played from there."""
    around = (one for radius in range(1, FURTHEST + 1) for one in ring(where, radius))
    return tuple(one for one in around if one in FIELDS[field])


def _between_turns(match: Match) -> Iterator[GameCommand]:
    if match.phase is Phase.RESTART and match.dead is not None:
        for figure in match.places:
            if figure.side is match.dead.side:
                yield from (Put(figure, cell) for cell in sorted(places_for(match, figure)))
    elif match.phase is Phase.SWAP and match.pause is not None:
        side = breaks.asked(match)
        cells = [None] if match.pause.after is After.SET_UP else breaks.line(match)
        out = [one for one in sorted(match.fielded) if one.side is side]
        yield from (Swap(one, other, cell) for one in out for other in bench(match, side) for cell in cells)
        yield from (Enter(one, cell) for one in bench(match, side) for cell in cells)
        yield NoSwap(side)
    elif match.phase is Phase.KEEPER:
        yield from (NameKeeper(one) for one in sorted(match.fielded))
    elif match.phase is Phase.CLEAR:
        leaving = sevens.clearing(match)
        assert leaving is not None
        yield from (Put(leaving, cell) for cell in sorted(sevens.ways_out(match, leaving)))
    elif match.phase is Phase.SHOOTER:
        yield from (Shooter(one) for one in sevens.shooters(match))
    elif match.phase is Phase.NOTE:
        yield from (Note(sevens.going(match).side.other, one) for one in Dive)
