"""Draws a match as one of its pictures. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from feldlicht.drawing.heat import heat
from feldlicht.drawing.moves import moves
from feldlicht.drawing.position import position
from feldlicht.drawing.story import Kind, Story
from feldlicht.drawing.svg import Picture

_BY_KIND: Final[Mapping[Kind, Callable[[Story], Picture]]] = {
    Kind.POSITION: position,
    Kind.HEAT: heat,
    Kind.MOVES: moves,
}


def draw(kind: Kind, story: Story) -> Picture:
    """Return a picture of ``story``."""
    return _BY_KIND[kind](story)
