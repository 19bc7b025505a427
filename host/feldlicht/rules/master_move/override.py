"""An arbiter's word: play goes on from a position that no move led to."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.cells import cell_name
from feldlicht.base.figures import Formation, Side
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.rules.master_move.figures import Kind
from feldlicht.rules.master_move.geometry import GOAL_CELLS, GOALS
from feldlicht.rules.master_move.options import OverrideCounts
from feldlicht.rules.master_move.state import MasterMoveState, Phase


def forced(state: MasterMoveState, standing: Formation, to_move: Side | None) -> MasterMoveState:
    """Return the match in play with its figures on ``standing``; score, formation and kick-off stay.

    What was counted for the Anti-Patt rule stays unless the match was begun otherwise (M13). Raises
    :class:`Refused`: ``WRONG_PHASE`` before the first kick-off, ``GAME_OVER``, ``BAD_OVERRIDE`` for a cell on which
    that figure can never stand in play.
    """
    if state.phase is Phase.OVER:
        raise Refused(Refusal.of(Reason.GAME_OVER))
    if state.phase in (Phase.PLACE, Phase.SETUP):
        raise Refused(Refusal.of(Reason.WRONG_PHASE, phase=state.phase))
    for which, figure in standing.items():
        may_stand = which in GOALS[figure.side] if figure.kind == Kind.KEEPER else which not in GOAL_CELLS
        if not may_stand:
            raise Refused(Refusal.of(Reason.BAD_OVERRIDE, figure=figure.id, cell=cell_name(which)))
    kept = state.options.override_counts is OverrideCounts.KEEP
    return replace(
        state,
        phase=Phase.PLAY,
        position=standing,
        to_move=to_move or state.on_turn,
        relocating=None,
        crossings=state.crossings if kept else (),
        last_move=None,
        sealed_acts=(),
        hinted=False,
    )
