"""After a Move (M11): each side may give one figure another cell, in turn or both in secret."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.cells import cell_name
from feldlicht.base.commands import Decline, Relocate
from feldlicht.base.entries import Event
from feldlicht.base.figures import Formation, Side
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.rules.game import Applied
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.options import RelocationOrder
from feldlicht.rules.master_move.state import MasterMoveState, Phase


def begun(state: MasterMoveState) -> MasterMoveState:
    """Return the state in which sides relocate, the formation being built again."""
    sealed = state.options.relocation is RelocationOrder.SEALED
    return replace(
        state,
        phase=Phase.RELOCATE,
        position=state.formation,
        # The side that conceded is to move next, so its opponent is the scorer and relocates first.
        relocating=None if sealed else state.to_move.other,
        crossings=(),
        last_move=None,
    )


def in_secret(state: MasterMoveState) -> bool:
    """Return whether both sides are to relocate in secret now."""
    return state.phase is Phase.RELOCATE and state.options.relocation is RelocationOrder.SEALED


def side_of(state: MasterMoveState, act: Relocate | Decline) -> Side | None:
    """Return whose act it is, None where that cannot be told."""
    if isinstance(act, Relocate):
        figure = FIGURES.get(act.figure)
        return figure.side if figure is not None else None
    return act.side or state.relocating


def why_not_due(state: MasterMoveState, act: Relocate | Decline) -> Refusal | None:
    """Return why that side has nothing to say now, None if it has."""
    side = side_of(state, act)
    if side is None:
        return Refusal.of(Reason.WHICH_SIDE)
    if in_secret(state):
        return Refusal.of(Reason.LOCKED, side=side) if side in dict(state.sealed_acts) else None
    return None if side is state.relocating else Refusal.of(Reason.NOT_YOUR_TURN, to_move=state.relocating)


def relocated(state: MasterMoveState, act: Relocate | Decline) -> Applied[MasterMoveState]:
    """Return the state with what one side said, told or sealed; ``relocating`` None: both have said it."""
    side = side_of(state, act)
    assert side is not None, "anything else was refused"
    event = _event(side, act)
    if in_secret(state):
        acts = tuple(sorted((*state.sealed_acts, (side, act)), key=lambda one: tuple(Side).index(one[0])))
        return Applied(replace(state, sealed_acts=acts), (event,))
    formation = _changed(state.formation, act)
    after = side.other if side is not state.to_move else None
    return Applied(replace(state, formation=formation, position=formation, relocating=after), (event,))


def revealed(state: MasterMoveState) -> Applied[MasterMoveState]:
    """Return the state with both sealed relocations told and done; ``formation`` is to be set on the table."""
    formation, events = state.formation, []
    for side, act in state.sealed_acts:
        formation = _changed(formation, act)
        events.append(_event(side, act))
    told = replace(state, phase=Phase.ADJUST, formation=formation, position=formation, sealed_acts=())
    return Applied(told, tuple(events))


def _changed(formation: Formation, act: Relocate | Decline) -> Formation:
    return formation.moved(act.origin, act.target) if isinstance(act, Relocate) else formation


def _event(side: Side, act: Relocate | Decline) -> Event:
    if isinstance(act, Decline):
        return Event("declined", (("side", side.value),))
    way = (("from", cell_name(act.origin)), ("to", cell_name(act.target)))
    return Event("relocated", (("side", side.value), ("figure", act.figure), *way))
