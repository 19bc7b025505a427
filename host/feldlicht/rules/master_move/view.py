"""The state as JSON for pages and programs: the same for every viewer, but for what a side has sealed."""

from __future__ import annotations

from feldlicht.base.cells import cell_name
from feldlicht.base.commands import Relocate
from feldlicht.base.figures import Formation, Side
from feldlicht.base.viewers import Role, Viewer
from feldlicht.rules.game import JsonObject
from feldlicht.rules.master_move.anti_patt import closed
from feldlicht.rules.master_move.figures import ROSTER
from feldlicht.rules.master_move.formation import relocation_cells
from feldlicht.rules.master_move.geometry import GOALS
from feldlicht.rules.master_move.helping import helped
from feldlicht.rules.master_move.moves import legal_moves
from feldlicht.rules.master_move.placing import placing, to_come
from feldlicht.rules.master_move.state import MasterMoveState, Phase


def view(state: MasterMoveState, viewer: Viewer) -> JsonObject:
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
        "formation": _formation(state.formation),
        "placing": _placing(state, viewer) if state.phase is Phase.PLACE else None,
        "relocating": state.relocating.value if state.relocating else None,
        "sealed": _sealed(state, viewer) if state.phase is Phase.RELOCATE and state.relocating is None else None,
        "last_move": None
        if last is None
        else {
            "figure": last.figure,
            "from": cell_name(last.origin),
            "to": cell_name(last.target),
            "scored": last.scored,
        },
        "anti_patt": _counts(state),
        "hints": {"left": _hints_left(state), "shown": state.hinted},
        "help": _help(state),
        "next_move_decides": state.beyond,
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


def _formation(formation: Formation) -> JsonObject:
    return {cell_name(which): figure.id for which, figure in formation.placed}


def _placing(state: MasterMoveState, viewer: Viewer) -> JsonObject:
    """Who sets up, what is to come of each kind, who has confirmed or sealed, and what the viewer sealed."""
    side = placing(state)
    sealed = dict(state.sealed)
    own = {one: _formation(formation) for one, formation in sealed.items() if _may_know(viewer, one)}
    return {
        "side": side.value if side else None,
        "order": state.options.setup.value,
        "next": to_come(state, side)[0].id if side is not None and to_come(state, side) else None,
        "missing": {one.value: _by_kind(state, one) for one in Side},
        "wanted": {kind.value: count for kind, count in ROSTER.items()},
        "ready": [one.value for one in state.ready],
        "sealed": [one.value for one in sealed],
        "own": {one.value: formation for one, formation in own.items()},
        "building": state.building,
    }


def _by_kind(state: MasterMoveState, side: Side) -> JsonObject:
    left = to_come(state, side)
    return {kind.value: sum(one.kind == kind for one in left) for kind in ROSTER}


def _sealed(state: MasterMoveState, viewer: Viewer) -> JsonObject:
    """Who has sealed a relocation, those that the viewer knows, and where figures of the others may go."""
    own: JsonObject = {}
    for side, act in state.sealed_acts:
        if _may_know(viewer, side):
            own[side.value] = (
                {"figure": act.figure, "from": cell_name(act.origin), "to": cell_name(act.target)}
                if isinstance(act, Relocate)
                else None
            )
    said = {side for side, _ in state.sealed_acts}
    return {
        "sides": [side.value for side in Side if side in said],
        "own": own,
        "targets": {
            figure.id: [cell_name(which) for which in relocation_cells(state.formation, figure, state.options.zone)]
            for figure in state.formation.values()
            if figure.side not in said
        },
    }


def _may_know(viewer: Viewer, side: Side) -> bool:
    if viewer.role is Role.PLAYER:
        return viewer.figure is None and viewer.side is side
    return viewer.role is Role.GAME_MASTER


def _counts(state: MasterMoveState) -> list[JsonObject]:
    """What the Anti-Patt rule has counted since the kick-off, and whether that way is closed now (M13)."""
    shut = closed(state.options.anti_patt, state.crossings)
    return [
        {
            "figure": one.figure,
            "from": cell_name(one.origin),
            "to": cell_name(one.target),
            "count": one.count,
            "closed": (one.figure, one.origin, one.target) in shut or (one.figure, one.target, one.origin) in shut,
        }
        for one in state.crossings
    ]


def _help(state: MasterMoveState) -> JsonObject:
    marks = helped(state)
    threats, chances = ([cell_name(which) for which in sorted(cells)] for cells in (marks.threats, marks.chances))
    return {"threats": threats, "chances": chances}


def _hints_left(state: MasterMoveState) -> JsonObject:
    return {side.value: state.options.hints - asked for side, asked in zip(Side, state.hints, strict=True)}
