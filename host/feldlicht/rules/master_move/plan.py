"""What hands may do now."""

from __future__ import annotations

from feldlicht.base.cells import Cell
from feldlicht.base.commands import Decline, GameCommand, Move, Relocate, Resign
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.plans import Build, Hint, Moves, Nothing, Plan
from feldlicht.rules.master_move.apply import scores
from feldlicht.rules.master_move.formation import relocation_cells
from feldlicht.rules.master_move.moves import legal_moves
from feldlicht.rules.master_move.state import MasterMoveState, Phase


def hand_plan(state: MasterMoveState) -> Plan:
    """Return the plan of the phase; every figure of the acting side is in it, also one that cannot go anywhere."""
    if state.phase is Phase.PLAY:
        return Moves(state.to_move, _move_targets(state))
    if state.phase is Phase.RELOCATE and state.relocating is not None:
        return Build(state.formation, slack=1, targets=_relocation_targets(state, state.relocating))
    if state.phase in (Phase.SETUP, Phase.REBUILD):
        return Build(state.formation)
    return Nothing()


def side_of(state: MasterMoveState, command: GameCommand) -> Side | None:
    """Return whose act ``command`` is; None for the table's own, and for a figure that there is not."""
    match command:
        case Resign(side):
            return side
        case Decline():
            return state.relocating
        case Move(figure) | Relocate(figure):
            return next((one.side for one in state.formation.values() if one.id == figure), None)
        case _:
            return None


def _move_targets(state: MasterMoveState) -> dict[FigureId, dict[Cell, Hint]]:
    targets: dict[FigureId, dict[Cell, Hint]] = {
        figure.id: {} for figure in state.position.values() if figure.side is state.to_move
    }
    for move in legal_moves(state):
        targets[move.figure][move.target] = Hint.SCORE if scores(move) else Hint.MOVE
    return targets


def _relocation_targets(state: MasterMoveState, side: Side) -> dict[FigureId, dict[Cell, Hint]]:
    return {
        figure.id: dict.fromkeys(relocation_cells(state.formation, figure, state.options.zone), Hint.RELOCATE)
        for figure in state.formation.values()
        if figure.side is side
    }
