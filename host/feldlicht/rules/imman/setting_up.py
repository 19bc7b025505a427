"""The set-up before a kick-off. Source: reading N17."""

from __future__ import annotations

from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman import telling
from feldlicht.rules.imman.acts import Put
from feldlicht.rules.imman.field import Half
from feldlicht.rules.imman.flow import kicked_off
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.options import TakerStands
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import Flow, Match
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why, goal_closed


def due(match: Match) -> Shirt:
    """Return who is put next: in turn by number, the side that kicks off first."""
    left = [one for one in match.fielded if one not in match.places]
    return min(left, key=lambda one: (one.number, one.side is not match.kick_off))


def why_not(match: Match, command: Put) -> Refusal | None:
    """Return why a figure may not be put there, None if it may."""
    figure, cell = command.figure, command.cell
    if figure != due(match):
        return Refusal.of(Why.NOT_YOUR_FIGURE, figure=due(match))
    if cell not in match.ground:
        return Refusal.of(Why.OFF_FIELD)
    return _why_not_onto(match, figure, cell, last=_last_of_its_side(match, figure))


def places_for(match: Match, figure: Shirt) -> list[Hex]:
    """Return where the figure that is put next may be put."""
    last = _last_of_its_side(match, figure)
    cells = (*match.ground.cells_of(match.own_half(figure.side)), match.ground.centre)
    return [one for one in cells if _why_not_onto(match, figure, one, last=last) is None]


def _why_not_onto(match: Match, figure: Shirt, cell: Hex, *, last: bool) -> Refusal | None:
    field = match.ground
    name = field.name_of(cell)
    if cell in match.crowd:
        return Refusal.of(Why.HEX_FULL, cell=name)
    if _for_taker(match, cell):
        kicks_off = figure.side is match.kick_off and match.taker is None
        return None if kicks_off else Refusal.of(Why.CIRCLE_CLOSED, cell=name)
    if field.half(cell) is not match.own_half(figure.side):
        middle = field.half(cell) is Half.MIDDLE
        return Refusal.of(Why.CENTRE_LINE if middle else Why.OTHER_HALF, cell=name)
    if cell in field.circle:
        return Refusal.of(Why.CIRCLE_CLOSED, cell=name)
    if last and figure.side is match.kick_off and match.taker is None:
        return Refusal.of(Why.NO_TAKER, figure=figure)
    return goal_closed(match, figure, cell)


def _for_taker(match: Match, cell: Hex) -> bool:
    """Whether who stands there takes the kick-off: on the spot; if that is set, also in its half of the circle."""
    field = match.ground
    if cell == field.centre:
        return True
    if match.options.taker_stands is TakerStands.SPOT or match.kick_off is None:
        return False
    return cell in field.circle and field.half(cell) is match.own_half(match.kick_off)


def _last_of_its_side(match: Match, figure: Shirt) -> bool:
    return not any(one.side is figure.side and one != figure and one not in match.places for one in match.fielded)


def put(match: Match, command: Put) -> Flow:
    """Return the match with a figure put; with the last one the ball is in play."""
    after = match.at(command.figure, command.cell)
    if _for_taker(match, command.cell):
        after = replace(after, taker=command.figure)
    told = telling.put(match, command.figure, command.cell, "taker" if after.taker == command.figure else "set_up")
    if len(after.places) < len(after.fielded):
        return after, (told,)
    ready, events = kicked_off(after)
    assert match.kick_off is not None
    kicked = telling.event("kicked_off", side=match.kick_off.value, figure=after.taker)
    return ready, (told, kicked, *events)
