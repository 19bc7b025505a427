"""Whom a side on turn is shown beside its moves: who threatens its goal, and who of its own could score."""

from __future__ import annotations

from dataclasses import dataclass, replace

from feldlicht.base.cells import Cell
from feldlicht.rules.master_move.moves import legal_moves
from feldlicht.rules.master_move.options import Help
from feldlicht.rules.master_move.scoring import scores
from feldlicht.rules.master_move.state import MasterMoveState, Phase


@dataclass(frozen=True, slots=True)
class Helped:
    """Cells of figures: ``threats`` of the opponent's that could score now, ``chances`` of those on turn."""

    threats: frozenset[Cell] = frozenset()
    chances: frozenset[Cell] = frozenset()


def helped(state: MasterMoveState) -> Helped:
    """Return what the side on turn is shown of its own accord (option ``help``), or because it asked for a hint."""
    if state.phase is not Phase.PLAY:
        return Helped()
    level = Help.SCORING if state.hinted else state.options.help_of(state.to_move)
    if level not in (Help.THREATS, Help.SCORING):
        return Helped()
    threats = _scorers(replace(state, to_move=state.to_move.other))
    return Helped(threats, _scorers(state) if level is Help.SCORING else frozenset())


def _scorers(state: MasterMoveState) -> frozenset[Cell]:
    return frozenset(move.origin for move in legal_moves(state) if scores(move))
