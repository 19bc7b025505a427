"""What hands may do now."""

from __future__ import annotations

from feldlicht.base.cells import Cell
from feldlicht.base.commands import Decline, GameCommand, Move, Place, Relocate, Resign
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.plans import Build, Hint, Moves, Nothing, Plan
from feldlicht.rules.master_move import placing, relocating
from feldlicht.rules.master_move.acts import AskHint, Formed, Ready
from feldlicht.rules.master_move.anti_patt import closed
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.formation import relocation_cells
from feldlicht.rules.master_move.moves import legal_moves
from feldlicht.rules.master_move.options import Help
from feldlicht.rules.master_move.scoring import scores
from feldlicht.rules.master_move.state import MasterMoveState, Phase


def hand_plan(state: MasterMoveState) -> Plan:
    """Return the plan of the phase; every figure of the acting side is in it, also one that cannot go anywhere."""
    match state.phase:
        case Phase.PLACE:
            return placing.plan(state)
        case Phase.PLAY:
            lit = state.options.help_of(state.to_move) is not Help.OFF
            return Moves(state.to_move, _move_targets(state), closed=_closed(state), lit=lit)
        case Phase.RELOCATE if state.relocating is not None:
            return Build(state.formation, slack=1, targets=_relocation_targets(state, state.relocating))
        case Phase.SETUP | Phase.REBUILD | Phase.ADJUST:
            return Build(state.formation)
        case _:
            return Nothing()


def side_of(state: MasterMoveState, command: GameCommand) -> Side | None:
    """Return whose act ``command`` is; None for the table's own, and for a figure that there is not."""
    match command:
        case Resign(side) | Ready(side) | AskHint(side):
            return side
        case Formed():
            return command.side
        case Decline():
            return relocating.side_of(state, command)
        case Move(figure) | Relocate(figure) | Place(figure):
            return FIGURES[figure].side if figure in FIGURES else None
        case _:
            return None


def _move_targets(state: MasterMoveState) -> dict[FigureId, dict[Cell, Hint]]:
    targets: dict[FigureId, dict[Cell, Hint]] = {
        figure.id: {} for figure in state.position.values() if figure.side is state.to_move
    }
    for move in legal_moves(state):
        targets[move.figure][move.target] = Hint.SCORE if scores(move) else Hint.MOVE
    return targets


def _closed(state: MasterMoveState) -> dict[FigureId, frozenset[Cell]]:
    """Where figures of the side to move could go but for the Anti-Patt rule; only from where they stand."""
    found: dict[FigureId, set[Cell]] = {}
    for figure, origin, target in closed(state.options.anti_patt, state.crossings):
        stands = state.position.get(origin)
        if stands is not None and stands.id == figure and stands.side is state.to_move:
            found.setdefault(figure, set()).add(target)
    return {figure: frozenset(cells) for figure, cells in found.items()}


def _relocation_targets(state: MasterMoveState, side: Side) -> dict[FigureId, dict[Cell, Hint]]:
    return {
        figure.id: dict.fromkeys(relocation_cells(state.formation, figure, state.options.zone), Hint.RELOCATE)
        for figure in state.formation.values()
        if figure.side is side
    }
