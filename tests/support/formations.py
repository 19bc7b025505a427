"""Formations as the API takes them, cell by cell."""

from __future__ import annotations

from feldlicht.base.cells import cell, cell_name
from feldlicht.rules.master_move.formation import SHAPES
from feldlicht.rules.master_move.geometry import mirrored

Cells = dict[str, dict[str, str]]


def counting() -> Cells:
    """The formation for counting, both sides."""
    shape = SHAPES["counting"]
    return {"yellow": dict(shape), "blue": {cell_name(mirrored(cell(name))): kind for name, kind in shape.items()}}
