"""What pictures of a match of Master Move show."""

from __future__ import annotations

from feldlicht.base.commands import Move
from feldlicht.rules.master_move.geometry import GOALS
from feldlicht.rules.master_move.state import MasterMoveState, Phase
from feldlicht.rules.pictured import Pictured, Stage

_STAGES = {
    Phase.PLACE: Stage.SET_UP,
    Phase.SETUP: Stage.SET_UP,
    Phase.PLAY: Stage.PLAY,
    Phase.REBUILD: Stage.REBUILD,
    Phase.RELOCATE: Stage.RELOCATE,
    Phase.ADJUST: Stage.RELOCATE,
    Phase.OVER: Stage.OVER,
}


def pictured(state: MasterMoveState) -> Pictured:
    """Return what is for everyone: what a side has sealed does not stand anywhere yet."""
    last = state.last_move
    return Pictured(
        standing=state.standing,
        score=state.score,
        ply=state.ply,
        stage=_STAGES[state.phase],
        last=None if last is None else Move(last.figure, last.origin, last.target),
        goals=tuple(GOALS.items()),
        barred=state.options.zone,
    )
