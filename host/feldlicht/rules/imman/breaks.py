"""Substitutions at a dead ball. Source: reading N20."""

from __future__ import annotations

from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman.acts import Enter, NoSwap, Swap
from feldlicht.rules.imman.field import Half
from feldlicht.rules.imman.flow import asked_next, bench
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import After, Flow, Match, index, paired
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why


def asked(match: Match) -> Side:
    """Return the side that may swap now."""
    assert match.pause is not None
    return match.pause.asked[0]


def line(match: Match) -> tuple[Hex, ...]:
    """Return the cells of the centre line."""
    return match.ground.cells_of(Half.MIDDLE)


def why_no_swap(match: Match, command: Swap) -> Refusal | None:
    """Return why nobody may be swapped like that, None if it may be done."""
    assert match.pause is not None
    leaving, entering, cell = command.leaving, command.entering, command.cell
    if {leaving.side, entering.side} != {asked(match)}:
        return Refusal.of(Why.NOT_YOUR_SWAP, side=asked(match).value)
    if leaving not in match.fielded:
        return Refusal.of(Why.NOT_ON_FIELD, figure=leaving)
    if entering not in bench(match, entering.side):
        return Refusal.of(Why.NOT_ON_BENCH, figure=entering)
    if match.pause.after is After.SET_UP:
        return Refusal.of(Why.SET_UP_FOLLOWS) if cell is not None else None
    if cell is None or cell not in line(match):
        return Refusal.of(Why.ENTERS_ON_LINE)
    # Whoever leaves has left: that cell is free.
    full = match.crowd.get(cell, (leaving,)) != (leaving,)
    return Refusal.of(Why.HEX_FULL, cell=match.ground.name_of(cell)) if full else None


def why_not_declined(match: Match, command: NoSwap) -> Refusal | None:
    """Return why a side may not decline now, None if it may."""
    return None if command.side is asked(match) else Refusal.of(Why.NOT_YOUR_SWAP, side=asked(match).value)


def swapped(match: Match, command: Swap) -> Flow:
    """Return the match with one figure instead of another: it acts from the next round on, and if the keeper has left
    it keeps the goal.
    """
    leaving, entering = command.leaving, command.entering
    after = replace(match.at(leaving, None), fielded=match.fielded - {leaving} | {entering})
    if command.cell is not None:
        after = after.at(entering, command.cell)
    if match.is_keeper(leaving):
        after = replace(after, keepers=paired(after.keepers, leaving.side, entering.number))
    if after.dead is not None:
        after = replace(after, dead=replace(after.dead, waiting=_without(after.dead.waiting, leaving)))
    told = Event("swapped", (("figure", str(leaving)), ("by", str(entering))))
    resumed, events = asked_next(after)
    return resumed, (told, *events)


def declined(match: Match, command: NoSwap) -> Flow:
    """Return the match after a side has left its figures as they are."""
    after, events = asked_next(match)
    return after, (Event("unchanged", (("side", command.side.value),)), *events)


def entered(match: Match, command: Enter) -> Flow:
    """Return the match with a figure on for somebody who had to leave (N25)."""
    figure = command.figure
    gaps = paired(match.gaps, figure.side, match.gaps[index(figure.side)] - 1)
    after = replace(match, fielded=match.fielded | {figure}, gaps=gaps)
    if command.cell is not None:
        after = after.at(figure, command.cell)
    resumed, events = asked_next(after)
    return resumed, (Event("entered", (("figure", str(figure)),)), *events)


def _without(waiting: tuple[Shirt, ...], leaving: Shirt) -> tuple[Shirt, ...]:
    return tuple(one for one in waiting if one != leaving)
