"""Everything that may be done now: what :mod:`~.refusals` does not refuse, asked for each kind at its source."""

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
from feldlicht.rules.imman.ball import why_no_target
from feldlicht.rules.imman.clock import is_over
from feldlicht.rules.imman.dead import places_for
from feldlicht.rules.imman.duels import may_tackle
from feldlicht.rules.imman.field import FIELDS
from feldlicht.rules.imman.flow import bench
from feldlicht.rules.imman.fouls import may_foul, why_no_foul
from feldlicht.rules.imman.hexes import Hex, ring
from feldlicht.rules.imman.moving import loose_under, ways, why_no_pass
from feldlicht.rules.imman.passing import FURTHEST
from feldlicht.rules.imman.refusals import why_illegal
from feldlicht.rules.imman.state import After, Due, Match, Phase, Purpose
from feldlicht.rules.imman.teams import Shirt


def legal(match: Match) -> list[GameCommand]:
    """Return every act that may be done now, resigning left out."""
    if match.phase is Phase.OVER:
        return []
    found = _of_now(match)
    if is_over(match):
        found.append(TimeOut())
    return found


def _of_now(match: Match) -> list[GameCommand]:
    if match.due is not None:
        return _of_die(match, match.due)
    if match.phase is Phase.SET_UP:
        figure = setting_up.due(match)
        return [Put(figure, cell) for cell in setting_up.places_for(match, figure)]
    if match.acting is not None:
        return _of_turn(match, match.acting)
    return [one for one in _between_turns(match) if why_illegal(match, one) is None]


def _of_die(match: Match, due: Due) -> list[GameCommand]:
    found: list[GameCommand] = [Throw()]
    if due.purpose is Purpose.STOP and due.number is not None:
        let = LetPass(Shirt(due.side, due.number))
        if why_illegal(match, let) is None:
            found.append(let)
    return found


def _of_turn(match: Match, figure: Shirt) -> list[GameCommand]:
    """Return what the active figure may do: what all acts of a kind have in common is asked once for each kind."""
    found: list[GameCommand] = []
    if match.phase in (Phase.PLAY, Phase.DEAD):
        found += [Step(figure, cell) for cell in ways(match)]
    if match.phase is Phase.PLAY:
        if loose_under(match):
            found.append(PickUp(figure))
        if may_tackle(match):
            found.append(Tackle(figure))
        if may_foul(match):
            found += [one for one in _fouls(match, figure) if why_no_foul(match, one) is None]
    if match.phase in (Phase.PLAY, Phase.DEAD):
        found.append(EndTurn(figure))
    if match.phase is not Phase.DEAD and match.ball.carrier == figure and why_no_pass(match, figure) is None:
        found += _passes(match, figure)
    return found


def _fouls(match: Match, figure: Shirt) -> Iterator[Foul]:
    for one, where in match.standing:
        if one.side is not figure.side:
            yield from (Foul(figure, one), Foul(figure, one, where))


def _passes(match: Match, figure: Shirt) -> list[Pass]:
    found = [Pass(figure, cell) for cell in _near(match.options.field, match.places[figure])]
    if match.phase is Phase.ROLL_IN:
        # Only then some of the cells near may be closed.
        return [one for one in found if why_no_target(match, one) is None]
    return found


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
