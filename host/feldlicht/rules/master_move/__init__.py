"""Master Move: two teams of eleven on a field of 9 × 16 cells; three Moves win.

The readings of the rules that this engine follows are numbered M1–M25; docstrings cite them.
"""

from feldlicht.rules.game import Game
from feldlicht.rules.master_move.game import MasterMove
from feldlicht.rules.master_move.state import MasterMoveState

GAME: Game[MasterMoveState] = MasterMove()
"""The rule system, as the entry point ``feldlicht.games`` finds it."""

__all__ = ["GAME", "MasterMove", "MasterMoveState"]
