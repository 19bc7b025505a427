"""Setting up from an empty board (M10, M22): whose turn it is, which figures are to come, what acts lead to."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.cells import Cell, cell_name
from feldlicht.base.commands import Move, Place
from feldlicht.base.entries import Event
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.plans import Build, Free, Nothing, Plan
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.rules.game import Applied
from feldlicht.rules.master_move.acts import Formed, Ready
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.formation import setup_fault
from feldlicht.rules.master_move.options import SetupOrder
from feldlicht.rules.master_move.state import MasterMoveState, Phase


def placing(state: MasterMoveState) -> Side | None:
    """Return whose turn it is to set up, None where both do it in secret or nobody has to any more."""
    if state.phase is not Phase.PLACE or state.options.setup is SetupOrder.SEALED:
        return None
    if state.options.setup is SetupOrder.ALTERNATING:
        left = {side: len(to_come(state, side)) for side in Side}
        if any(left.values()):
            return Side.BLUE if left[Side.BLUE] > left[Side.YELLOW] else Side.YELLOW
    return next((side for side in Side if side not in state.ready), None)


def to_come(state: MasterMoveState, side: Side) -> tuple[Figure, ...]:
    """Return the figures of ``side`` that stand nowhere yet: the keeper first, the strikers last."""
    there = {figure.id for figure in state.formation.values()}
    return tuple(one for one in FIGURES.values() if one.side is side and one.id not in there)


def plan(state: MasterMoveState) -> Plan:
    """Return what hands may do: build what was given as a whole, or put up one figure after the other."""
    side = placing(state)
    if side is None:
        return Nothing()
    if state.building:
        return Build(state.formation)
    zone = state.options.zone
    reserve = to_come(state, side)
    movable = state.options.setup is SetupOrder.SEQUENTIAL or not reserve

    def allowed(figure: Figure, which: Cell) -> bool:
        if figure.side is not side or (not movable and figure not in reserve):
            return False
        return which not in state.formation and setup_fault(side, figure.kind, which, zone) is None

    return Free(allowed, reserve, confirms=Ready(side))


def why_not_placed(state: MasterMoveState, act: Place | Move) -> Refusal | None:
    """Return why a figure may not be put up, or put elsewhere, like this."""
    side, figure = placing(state), FIGURES.get(act.figure)
    if figure is None:
        return Refusal.of(Reason.NO_SUCH_FIGURE, named=act.figure)
    if side is None or state.building:
        return Refusal.of(Reason.WRONG_PHASE, phase=state.phase)
    facts: dict[str, object] = {"figure": figure.id, "kind": str(figure.kind), "target": cell_name(act.target)}
    if figure.side is not side:
        return Refusal.of(Reason.NOT_YOUR_TURN, to_move=side, **facts)
    stands = state.formation.find(figure.id)
    if isinstance(act, Place) and stands is not None:
        return Refusal.of(Reason.OCCUPIED, **facts, cell=cell_name(stands), by=figure.id)
    if isinstance(act, Move) and (stands is None or stands != act.origin):
        return Refusal.of(Reason.NO_SUCH_FIGURE, named=figure.id, origin=cell_name(act.origin))
    if isinstance(act, Move) and state.options.setup is SetupOrder.ALTERNATING and to_come(state, side):
        return Refusal.of(Reason.ONE_EACH, **facts)
    fault = setup_fault(side, figure.kind, act.target, state.options.zone)
    if fault is not None:
        return Refusal.of(fault, **facts, cell=cell_name(act.target))
    there = state.formation.get(act.target)
    if there is not None:
        return Refusal.of(Reason.OCCUPIED, **facts, cell=cell_name(act.target), by=there.id)
    return None


def why_not_formed(state: MasterMoveState, act: Formed) -> Refusal | None:
    """Return why ``act.side`` may not give its formation now; that the formation is a good one is known."""
    if state.options.setup is SetupOrder.SEALED:
        sealed = act.side in dict(state.sealed)
        return Refusal.of(Reason.LOCKED, side=act.side) if sealed else None
    if act.side in state.ready:
        return Refusal.of(Reason.LOCKED, side=act.side)
    if state.options.setup is SetupOrder.ALTERNATING:
        return Refusal.of(Reason.ONE_EACH, side=act.side)
    if act.side is not placing(state):
        return Refusal.of(Reason.NOT_YOUR_TURN, to_move=placing(state))
    return None


def why_not_ready(state: MasterMoveState, act: Ready) -> Refusal | None:
    """Return why ``act.side`` may not confirm its eleven now."""
    if state.options.setup is SetupOrder.SEALED:
        return Refusal.of(Reason.WRONG_PHASE, phase=state.phase)
    if act.side in state.ready:
        return Refusal.of(Reason.LOCKED, side=act.side)
    left = to_come(state, act.side)
    if left:
        return Refusal.of(Reason.NOT_ELEVEN, side=act.side, left=len(left), kind=str(left[0].kind))
    if act.side is not placing(state):
        return Refusal.of(Reason.NOT_YOUR_TURN, to_move=placing(state))
    return Refusal.of(Reason.NOT_BUILT, left=1) if state.building else None


def put(state: MasterMoveState, act: Place | Move) -> Applied[MasterMoveState]:
    """Return the state with one figure put up, or put elsewhere."""
    figure = FIGURES[act.figure]
    stands = {which: one for which, one in state.formation.items() if one.id != figure.id}
    event = Event("placed", (("side", figure.side.value), ("figure", figure.id), ("to", cell_name(act.target))))
    return Applied(_standing(state, {**stands, act.target: figure}), (event,))


def formed(state: MasterMoveState, act: Formed) -> Applied[MasterMoveState]:
    """Return the state with a whole formation given, sealed or to be built."""
    event = Event("formed", (("side", act.side.value),))
    if state.options.setup is SetupOrder.SEALED:
        return Applied(
            replace(state, sealed=tuple(sorted((*state.sealed, (act.side, act.figures)), key=_by_side))), (event,)
        )
    others = {which: one for which, one in state.formation.items() if one.side is not act.side}
    return Applied(replace(_standing(state, {**others, **dict(act.figures)}), building=True), (event,))


def confirmed(state: MasterMoveState, side: Side) -> tuple[MasterMoveState, bool]:
    """Return the state with ``side``'s eleven confirmed, and whether both are."""
    ready = tuple(one for one in Side if one is side or one in state.ready)
    return replace(state, ready=ready), len(ready) == len(Side)


def of_side(formation: Formation, side: Side) -> Formation:
    """Return the figures of one side."""
    return Formation.of({which: one for which, one in formation.items() if one.side is side})


def next_of_kind(state: MasterMoveState, side: Side, kind: str) -> FigureId | None:
    """Return the next figure of a kind that ``side`` has to put up, None if all stand."""
    return next((one.id for one in to_come(state, side) if one.kind == kind), None)


def _standing(state: MasterMoveState, figures: dict[Cell, Figure]) -> MasterMoveState:
    formation = Formation.of(figures)
    return replace(state, formation=formation, position=formation)


def _by_side(one: tuple[Side, object]) -> int:
    return tuple(Side).index(one[0])
