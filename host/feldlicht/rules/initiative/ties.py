"""Figures on the same INI with the same advantage: the game master's word decides. Source: reading I4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feldlicht.base.figures import FigureId
from feldlicht.rules.initiative.figures import Fighter
from feldlicht.rules.initiative.state import Fight


def equals(fight: Fight, fighter: Fighter) -> tuple[Fighter, ...]:
    """Return everyone whom only the game master's word, or who joined first, puts before or after ``fighter``."""
    return tuple(one for one in fight.in_order if one.order[:3] == fighter.order[:3])


def ordered(fight: Fight, figures: Sequence[FigureId]) -> Fight:
    """Return the fight in which ``figures``, who are equals, follow each other like this, in the places that they
    have among all their equals. Ranks stay whole numbers, and all of these are different.
    """
    told = [fight.figure(one) for one in figures]
    row = list(equals(fight, told[0]))
    places = sorted(row.index(one) for one in told)
    for place, one in zip(places, told, strict=True):
        row[place] = one
    for rank, one in enumerate(row):
        fight = fight.with_fighter(replace(one, rank=rank))
    return fight


def undecided(fight: Fight) -> tuple[Fighter, ...]:
    """Return who would be on turn next, but for joining first: whom the game master is to be asked about."""
    row = fight.in_order
    if not row:
        return ()
    first = tuple(one for one in row if one.order[:4] == row[0].order[:4])
    return first if len(first) > 1 else ()
