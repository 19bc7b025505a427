"""The figures of Master Move: kinds, roster and identities.

Source: rules of Master Move, "Figures". A figure's id names the physical piece for a whole match: side, kind and
number, ``yF2``.
"""

from __future__ import annotations

from enum import StrEnum

from feldlicht.base.figures import Figure, FigureId, Side


class Kind(StrEnum):
    """How a figure moves; the value is its letter in notation."""

    KEEPER = "T"
    DEFENDER = "V"
    WINGER = "F"
    MIDFIELDER = "M"
    JOKER = "J"
    STRIKER = "S"


ROSTER: dict[Kind, int] = {
    Kind.KEEPER: 1,
    Kind.DEFENDER: 2,
    Kind.WINGER: 3,
    Kind.MIDFIELDER: 2,
    Kind.JOKER: 1,
    Kind.STRIKER: 2,
}
"""How many figures of each kind a side has."""


def figure(side: Side, kind: Kind, number: int) -> Figure:
    """Return the ``number``-th figure of its kind, counted from 1."""
    return Figure(FigureId(f"{side[0]}{kind}{number}"), side, kind)


FIGURES: dict[FigureId, Figure] = {
    one.id: one
    for side in Side
    for kind, count in ROSTER.items()
    for one in (figure(side, kind, number) for number in range(1, count + 1))
}
"""All 22 figures by id."""
