"""How each kind of figure goes, as pages draw it: from one cell over an empty board, by the rules themselves."""

from __future__ import annotations

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.figures import Side
from feldlicht.rules.game import JsonObject
from feldlicht.rules.master_move.figures import Kind, figure
from feldlicht.rules.master_move.geometry import board_of
from feldlicht.rules.master_move.options import ZONES, ZonePreset

_IN_THE_GOAL, _IN_THE_FIELD = cell("E1"), cell("E8")


def cards() -> list[JsonObject]:
    """Return a card for each kind: yellow's, who attacks column 16."""
    return [_card(kind) for kind in Kind]


def _card(kind: Kind) -> JsonObject:
    stands: Cell = _IN_THE_GOAL if kind is Kind.KEEPER else _IN_THE_FIELD
    reach = board_of(ZONES[ZonePreset.FRONT3]).reaches[figure(Side.YELLOW, kind, 1).id, stands]
    cells = {move.target for ray in reach.rays for move in ray} | {move.target for _, move in reach.crossings}
    return {
        "kind": kind.value,
        "side": Side.YELLOW.value,
        "cell": cell_name(stands),
        "cells": [cell_name(which) for which in sorted(cells)],
    }
