"""What a Move is: a figure in the opponent's goal (M7)."""

from __future__ import annotations

from feldlicht.base.commands import Move
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.geometry import GOALS


def scores(move: Move) -> bool:
    """Return whether ``move`` enters the opponent's goal."""
    return move.target in GOALS[FIGURES[move.figure].side.other]
