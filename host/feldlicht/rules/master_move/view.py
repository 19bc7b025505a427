"""The state as JSON for pages and programs. Nothing in this game is secret, so every viewer gets the same."""

from __future__ import annotations

from feldlicht.base.cells import cell_name
from feldlicht.base.figures import Side
from feldlicht.rules.game import JsonObject
from feldlicht.rules.master_move.geometry import GOALS
from feldlicht.rules.master_move.moves import legal_moves
from feldlicht.rules.master_move.state import MasterMoveState, Phase


def view(state: MasterMoveState) -> JsonObject:
    """Return everything that pages show; cells by name, sides and phases as words."""
    last, outcome = state.last_move, state.outcome
    return {
        "phase": state.phase.value,
        "to_move": state.to_move.value,
        "kick_off": state.kick_off.value,
        "score": _score(state.score),
        "ply": state.ply,
        "figures": [
            {"id": figure.id, "side": figure.side.value, "kind": str(figure.kind), "cell": cell_name(which)}
            for which, figure in state.standing.placed
        ],
        "formation": {cell_name(which): figure.id for which, figure in state.formation.placed},
        "relocating": state.relocating.value if state.relocating else None,
        "last_move": None
        if last is None
        else {
            "figure": last.figure,
            "from": cell_name(last.origin),
            "to": cell_name(last.target),
            "scored": last.scored,
        },
        "zone": [cell_name(which) for which in sorted(state.options.zone)],
        "goals": {side.value: [cell_name(which) for which in GOALS[side]] for side in Side},
        "options": state.options.as_json(),
        "outcome": None
        if outcome is None
        else {
            "reason": str(outcome.reason),
            "winner": outcome.winner.value if outcome.winner else None,
            "score": _score(outcome.score),
        },
        "legal_moves": len(legal_moves(state)) if state.phase is Phase.PLAY else 0,
    }


def _score(score: tuple[int, int]) -> JsonObject:
    return {"yellow": score[0], "blue": score[1]}
