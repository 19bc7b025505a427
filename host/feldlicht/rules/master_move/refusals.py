"""Why a command may not be applied, in the order that helps a person most.

First what no figure may ever do (phase, turn, own goal, white zone), then how this figure moves, then who is in the
way, last the Anti-Patt rule. Facts common to moves: ``figure``, ``kind``, ``origin``, ``target``.
"""

from __future__ import annotations

from feldlicht.base.cells import COLUMNS, Cell, cell_name
from feldlicht.base.commands import (
    Built,
    Decline,
    GameCommand,
    Move,
    Place,
    Relocate,
    Resign,
    Reveal,
    TimeOut,
)
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.rules.master_move import placing, relocating
from feldlicht.rules.master_move.acts import AskHint, Formed, Ready
from feldlicht.rules.master_move.anti_patt import closed
from feldlicht.rules.master_move.clock import clock
from feldlicht.rules.master_move.figures import Kind
from feldlicht.rules.master_move.formation import setup_fault
from feldlicht.rules.master_move.geometry import GOALS, WAYS, cells_along
from feldlicht.rules.master_move.state import MasterMoveState, Phase

_PHASES_OF: dict[type, tuple[Phase, ...]] = {
    Place: (Phase.PLACE,),
    Formed: (Phase.PLACE,),
    Ready: (Phase.PLACE,),
    Reveal: (Phase.PLACE, Phase.RELOCATE),
    Move: (Phase.PLACE, Phase.PLAY),
    AskHint: (Phase.PLAY,),
    TimeOut: (Phase.PLAY,),
    Relocate: (Phase.RELOCATE,),
    Decline: (Phase.RELOCATE,),
    Built: (Phase.PLACE, Phase.SETUP, Phase.REBUILD, Phase.ADJUST),
    Resign: (Phase.PLACE, Phase.SETUP, Phase.PLAY, Phase.REBUILD, Phase.RELOCATE, Phase.ADJUST),
}


def why_illegal(state: MasterMoveState, command: GameCommand) -> Refusal | None:
    """Return why ``command`` may not be applied now, None if it may."""
    if state.phase is Phase.OVER:
        return Refusal.of(Reason.GAME_OVER, ended=state.outcome.reason if state.outcome else "")
    if state.phase not in _PHASES_OF.get(type(command), ()):
        return Refusal.of(Reason.WRONG_PHASE, phase=state.phase)
    if state.phase is Phase.PLACE:
        return _why_not_set_up(state, command)
    match command:
        case Move():
            return _why_no_move(state, command)
        case Relocate() | Decline():
            return relocating.why_not_due(state, command) or _why_no_relocation(state, command)
        case Reveal():
            return None if due(state) == command else Refusal.of(Reason.WRONG_PHASE, phase=state.phase)
        case AskHint(side):
            return _why_no_hint(state, side)
        case TimeOut():
            timed = clock(state)
            runs = timed is not None and timed.runs_out_in is not None
            return None if runs else Refusal.of(Reason.WRONG_PHASE, phase=state.phase)
        case _:
            return None


def due(state: MasterMoveState) -> GameCommand | None:
    """Return what the table has to do by itself: to tell what both sides have sealed."""
    sealed = state.sealed if state.phase is Phase.PLACE else state.sealed_acts
    return Reveal() if len(sealed) == len(Side) else None


def _why_not_set_up(state: MasterMoveState, command: GameCommand) -> Refusal | None:
    match command:
        case Place() | Move():
            return placing.why_not_placed(state, command)
        case Formed():
            return placing.why_not_formed(state, command)
        case Ready():
            return placing.why_not_ready(state, command)
        case Built() if not state.building:
            return Refusal.of(Reason.WRONG_PHASE, phase=state.phase)
        case Reveal() if due(state) != command:
            return Refusal.of(Reason.WRONG_PHASE, phase=state.phase)
        case _:
            return None


def _why_no_hint(state: MasterMoveState, side: Side) -> Refusal | None:
    if side is not state.to_move:
        return Refusal.of(Reason.NOT_YOUR_TURN, to_move=state.to_move)
    asked = state.hints[0] if side is Side.YELLOW else state.hints[1]
    if state.hinted or asked >= state.options.hints:
        return Refusal.of(Reason.NO_HINTS, side=side, hints=state.options.hints, shown=state.hinted)
    return None


def _missing(formation: Formation, figure: FigureId, origin: Cell, target: Cell) -> Refusal | None:
    """Return why ``figure`` is not the one that stands on ``origin``, None if it is."""
    there = formation.get(origin)
    way = {"origin": cell_name(origin), "target": cell_name(target)}
    if there is None:
        return Refusal.of(Reason.NO_SUCH_FIGURE, named=figure, **way)
    if there.id != figure:
        return Refusal.of(Reason.WRONG_FIGURE, named=figure, figure=there.id, kind=str(there.kind), **way)
    return None


def _why_no_move(state: MasterMoveState, move: Move) -> Refusal | None:
    missing = _missing(state.position, move.figure, move.origin, move.target)
    if missing is not None:
        return missing
    figure = state.position[move.origin]
    if figure.side is not state.to_move:
        return _refuse(Reason.NOT_YOUR_TURN, figure, move, to_move=state.to_move)
    if figure.kind == Kind.KEEPER:
        if move.target not in GOALS[figure.side]:
            return _refuse(Reason.KEEPER_LINE, figure, move)
    elif move.target in GOALS[figure.side]:
        return _refuse(Reason.OWN_GOAL, figure, move, cell=cell_name(move.target))
    if move.target in state.options.zone:
        return _refuse(Reason.WHITE_ZONE, figure, move, cell=cell_name(move.target))
    way = _way(figure, move)
    if isinstance(way, Refusal):
        return way
    return _why_blocked(state, figure, move, way) or _why_closed(state, figure, move)


def _way(figure: Figure, move: Move) -> tuple[Cell, ...] | Refusal:
    """Return the cells that ``figure`` passes on its way, target left out, or why it has no such way."""
    directions, count = WAYS[Kind(figure.kind)]
    for direction in directions:
        # To the board's edge, whatever the figure's range: right way but too far is a reason of its own.
        cells = tuple(cells_along(move.origin, direction, COLUMNS))
        if move.target in cells:
            steps = cells.index(move.target) + 1
            if steps > count:
                return _out_of_range(figure, move, count)
            return cells[: steps - 1]
    return _refuse(Reason.NOT_ITS_MOVE, figure, move)


def _out_of_range(figure: Figure, move: Move, count: int) -> Refusal:
    if figure.kind == Kind.STRIKER:
        # Two leaps in a line are not "too far" to anyone: a striker has one leap.
        return _refuse(Reason.NOT_ITS_MOVE, figure, move)
    return _refuse(Reason.OUT_OF_RANGE, figure, move, range=count)


def _why_blocked(state: MasterMoveState, figure: Figure, move: Move, passed: tuple[Cell, ...]) -> Refusal | None:
    there = state.position.get(move.target)
    if there is not None:
        return _refuse(Reason.OCCUPIED, figure, move, cell=cell_name(move.target), by=there.id)
    for which in passed:
        stands = state.position.get(which)
        if stands is not None:
            return _refuse(Reason.BLOCKED, figure, move, cell=cell_name(which), by=stands.id)
        if which in GOALS[figure.side] and figure.kind != Kind.KEEPER:
            return _refuse(Reason.OWN_GOAL, figure, move, cell=cell_name(which))
        if which in GOALS[figure.side.other]:
            # The first goal cell already scores and ends the move: what lies behind it is out of reach.
            return _refuse(Reason.OUT_OF_RANGE, figure, move, range=WAYS[Kind(figure.kind)][1], goal=cell_name(which))
    return None


def _why_closed(state: MasterMoveState, figure: Figure, move: Move) -> Refusal | None:
    shut = closed(state.options.anti_patt, state.crossings)
    if (move.figure, move.origin, move.target) in shut:
        return _refuse(Reason.THIRD_HIN, figure, move, mode=state.options.anti_patt)
    return None


def _why_no_relocation(state: MasterMoveState, act: Relocate | Decline) -> Refusal | None:
    if isinstance(act, Decline):
        return None
    missing = _missing(state.formation, act.figure, act.origin, act.target)
    if missing is not None:
        return missing
    figure = state.formation[act.origin]
    fault = setup_fault(figure.side, figure.kind, act.target, state.options.zone)
    if fault is not None:
        return _refuse(fault, figure, act, cell=cell_name(act.target))
    there = state.formation.get(act.target)
    if there is not None:
        return _refuse(Reason.OCCUPIED, figure, act, cell=cell_name(act.target), by=there.id)
    return None


def _refuse(reason: Reason, figure: Figure, act: Move | Relocate, **facts: object) -> Refusal:
    return Refusal.of(
        reason,
        figure=figure.id,
        kind=str(figure.kind),
        origin=cell_name(act.origin),
        target=cell_name(act.target),
        **facts,
    )
