"""Another match like one before: the same options and formations, or each side with what the other had (M10, M21)."""

from __future__ import annotations

from collections.abc import Mapping

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.figures import Side
from feldlicht.rules.master_move.geometry import mirrored
from feldlicht.rules.master_move.state import MasterMoveState, Phase


def set_up(state: MasterMoveState) -> dict[str, dict[str, str]] | None:
    """Return who stands where in the formation of the kick-off, by side; None while sides still set up."""
    if state.phase is Phase.PLACE:
        return None
    return {
        side.value: {cell_name(which): str(one.kind) for which, one in state.formation.placed if one.side is side}
        for side in Side
    }


def again(options: Mapping[str, object], formation: object, *, swapped: bool) -> tuple[Mapping[str, object], object]:
    """Return options and formation for another match; a coin is to be thrown anew.

    ``swapped``: formations and what the white zone and the help were change ends; who begins stays with the side.
    """
    chosen = {name: value for name, value in options.items() if name != "coin"}
    if not swapped:
        return chosen, formation
    if isinstance(zone := chosen.get("zone"), list | tuple):
        chosen["zone"] = [_across(name) for name in zone]
    if isinstance(helped := chosen.get("help"), Mapping):
        chosen["help"] = _for_the_other(helped)
    if not isinstance(formation, Mapping):
        # One name for both sides, or none: each sets up as the other did.
        return chosen, formation
    return chosen, {
        side: {_across(name): kind for name, kind in team.items()} if isinstance(team, Mapping) else team
        for side, team in _for_the_other(formation).items()
    }


def _for_the_other(by_side: Mapping[str, object]) -> dict[str, object]:
    return {Side(side).other.value: value for side, value in by_side.items()}


def _across(name: str) -> str:
    return cell_name(mirrored(cell(name)))
