"""Counting positions: the number of lines of play of a given length.

A move that scores ends its line and counts as one leaf. Used by tests and the bench.
"""

from __future__ import annotations

from feldlicht.base.cells import Cell
from feldlicht.base.figures import FigureId, Side
from feldlicht.rules.master_move.apply import apply
from feldlicht.rules.master_move.moves import legal_moves
from feldlicht.rules.master_move.options import AntiPatt
from feldlicht.rules.master_move.scoring import scores
from feldlicht.rules.master_move.sights import sights_of
from feldlicht.rules.master_move.state import MasterMoveState

_FIRST_CLOSED_PLY = 9
"""The earliest ply after a kick-off that Anti-Patt can close: the third time there, with every reply between."""


def perft(state: MasterMoveState, depth: int) -> int:
    """Return how many lines of ``depth`` plies (at least 1) there are from ``state``, which must be in PLAY."""
    if depth < 1:
        raise ValueError("perft counts from depth 1 on")
    open_to_all = state.options.anti_patt is AntiPatt.OFF or (not state.crossings and depth < _FIRST_CLOSED_PLY)
    return _Search(state).count(state.to_move, depth) if open_to_all else _checked(state, depth)


def _checked(state: MasterMoveState, depth: int) -> int:
    """Count by the rules proper, one state a move: slow, and exact where Anti-Patt may close a move."""
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(1 if scores(move) else _checked(apply(state, move).state, depth - 1) for move in moves)


class _Search:
    """One board on which moves are made and taken back; knows nothing of Anti-Patt."""

    def __init__(self, state: MasterMoveState) -> None:
        self._sights = sights_of(state.options.zone)
        self._taken = 0
        self._places: dict[Side, dict[FigureId, Cell]] = {side: {} for side in Side}
        for which, figure in state.position.placed:
            self._taken |= 1 << which
            self._places[figure.side][figure.id] = which

    def count(self, side: Side, depth: int) -> int:
        """Return the number of lines of ``depth`` plies with ``side`` to move."""
        sights, places, taken = self._sights, self._places[side], self._taken
        if depth == 1:
            leaves = 0
            for place in places.items():
                sight = sights[place]
                leaves += len(sight[taken & sight.mask])
            return leaves
        total = 0
        for place in tuple(places.items()):
            sight = sights[place]
            for move in sight[taken & sight.mask]:
                if scores(move):
                    total += 1
                    continue
                self._taken = taken ^ (1 << move.origin) ^ (1 << move.target)
                places[move.figure] = move.target
                total += self.count(side.other, depth - 1)
            places[place[0]] = place[1]
        self._taken = taken
        return total
