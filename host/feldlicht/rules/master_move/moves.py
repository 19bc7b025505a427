"""Every legal command of a state."""

from __future__ import annotations

from collections.abc import Sequence

from feldlicht.base.commands import Built, Decline, GameCommand, Move, Place, Relocate, Reveal
from feldlicht.base.figures import Side
from feldlicht.rules.master_move.acts import Ready
from feldlicht.rules.master_move.anti_patt import closed
from feldlicht.rules.master_move.formation import relocation_cells
from feldlicht.rules.master_move.placing import placing, to_come, why_not_placed
from feldlicht.rules.master_move.sights import sights_of
from feldlicht.rules.master_move.state import MasterMoveState, Phase


def legal(state: MasterMoveState) -> Sequence[GameCommand]:
    """Return every command that may be applied now, resigning left out."""
    if state.phase is Phase.PLAY:
        return legal_moves(state)
    if state.phase in (Phase.SETUP, Phase.REBUILD, Phase.ADJUST):
        return (Built(),)
    if state.phase is Phase.RELOCATE:
        return _relocating(state)
    return _placing(state) if state.phase is Phase.PLACE else ()


def _relocating(state: MasterMoveState) -> Sequence[GameCommand]:
    if state.relocating is not None:
        return (Decline(), *legal_relocations(state, state.relocating))
    said = dict(state.sealed_acts)
    open_yet = [side for side in Side if side not in said]
    if not open_yet:
        return (Reveal(),)
    acts: list[GameCommand] = []
    for side in open_yet:
        acts += [Decline(side), *legal_relocations(state, side)]
    return acts


def _placing(state: MasterMoveState) -> Sequence[GameCommand]:
    """Whole formations are left out, as there are more of them than anyone could list."""
    if len(state.sealed) == len(Side):
        return (Reveal(),)
    if state.building:
        return (Built(),)
    side = placing(state)
    if side is None:
        return ()
    zone, reserve = state.options.zone, to_come(state, side)
    # One of each kind: figures of a kind are put up in the order of their numbers.
    first = {one.kind: one for one in reversed(reserve)}.values()
    acts: list[GameCommand] = [] if reserve else [Ready(side)]
    acts += [Place(one.id, which) for one in first for which in relocation_cells(state.formation, one, zone)]
    for origin, one in state.formation.placed:
        moved = (Move(one.id, origin, which) for which in relocation_cells(state.formation, one, zone))
        acts += [act for act in moved if why_not_placed(state, act) is None]
    return acts


def legal_moves(state: MasterMoveState) -> list[Move]:
    """Return every move of the side to move, figure by figure; meant for PLAY only."""
    placed, sights, side = state.position.placed, sights_of(state.options.zone), state.to_move
    taken = 0
    for which, _ in placed:
        taken |= 1 << which
    found: list[Move] = []
    for which, figure in placed:
        if figure.side is side:
            sight = sights[figure.id, which]
            found += sight[taken & sight.mask]
    shut = closed(state.options.anti_patt, state.crossings)
    if shut:
        return [move for move in found if (move.figure, move.origin, move.target) not in shut]
    return found


def legal_relocations(state: MasterMoveState, side: Side) -> list[Relocate]:
    """Return every relocation of ``side`` (M11), declining left out."""
    zone = state.options.zone
    return [
        Relocate(figure.id, origin, target)
        for origin, figure in state.formation.placed
        if figure.side is side
        for target in relocation_cells(state.formation, figure, zone)
    ]
