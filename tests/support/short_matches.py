"""Short random matches of Master Move from random formations, each held against everything that must always hold."""

from __future__ import annotations

from random import Random

from feldlicht.base.cells import CELLS, cell_name
from feldlicht.base.commands import TABLE_ACTS, GameCommand, Move
from feldlicht.base.entries import Actor
from feldlicht.base.figures import FigureId, Side
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.formation import setup_fault
from feldlicht.rules.master_move.geometry import GOAL_CELLS, GOALS, mirrored
from feldlicht.rules.master_move.options import AntiPatt, ZonePreset
from feldlicht.rules.master_move.state import Phase
from feldlicht.table import session as sessions
from feldlicht.table.session import Session, Stamp, open_session
from tests.rules.helpers import mirror, swapped
from tests.support.hands import header

ACTS = 12
"""How many acts a short match has at the most."""


def short_match(seed: int) -> None:
    """Play one and check every state on the way; undo all of it and play it again."""
    dice = Random(seed)
    options = {
        "zone": dice.choice(list(ZonePreset)).value,
        "kick_off": dice.choice(list(Side)).value,
        "anti_patt": dice.choice(list(AntiPatt)).value,
        "relocation": dice.choice(["scorer_first", "sealed"]),
    }
    session = open_session(GAME, header(None, formation=random_formation(dice, options["zone"]), options=options))
    states = [session.state]
    for _ in range(ACTS):
        if GAME.outcome(session.state) is not None:
            break
        session = sessions.act(session, _chosen(session.state, dice), Stamp(Actor.PAGE, 1))
        check(session.state)
        states.append(session.state)
    _undone_and_redone(session)
    assert open_session(GAME, session.header, session.entries).state == states[-1]


def random_formation(dice: Random, zone: str) -> dict[str, dict[str, str]]:
    """Return eleven figures a side on random cells where they may be set up; the attackers far in front."""
    white = GAME.new({"zone": zone}, "counting").options.zone
    chosen: dict[str, dict[str, str]] = {}
    for side in Side:
        taken: dict[str, str] = {}
        for figure in (one for one in FIGURES.values() if one.side is side):
            open_to = [
                c for c in CELLS if cell_name(c) not in taken and setup_fault(side, figure.kind, c, white) is None
            ]
            taken[cell_name(dice.choice(open_to))] = figure.kind
        chosen[side.value] = taken
    return chosen


def _chosen(state: MasterMoveState, dice: Random) -> GameCommand:
    legal = GAME.legal(state)
    scoring = [act for act in legal if GAME.write(state, act).endswith("!")]
    return dice.choice(scoring or legal)


def check(state: MasterMoveState) -> None:
    """Hold one state against the invariants."""
    standing = GAME.standing(state)
    assert {one.id for one in standing.values()} == FIGURES.keys()
    assert not standing.keys() & state.options.zone
    for side in Side:
        assert standing.find(FigureId(f"{side[0]}T1")) in GOALS[side]
    for which, one in standing.items():
        at_home = which not in GOAL_CELLS or which in GOALS[one.side]
        assert at_home or state.phase in (Phase.REBUILD, Phase.OVER)
    assert GAME.from_position(GAME.position(state)) == state
    if state.phase is Phase.PLAY:
        moves = GAME.legal(state)
        assert moves, "a side to move always has a move"
        assert set(map(_mirrored_act, moves)) == set(GAME.legal(mirror(state)))


def _mirrored_act(act: GameCommand) -> GameCommand:
    assert isinstance(act, Move)
    return Move(swapped(act.figure), mirrored(act.origin), mirrored(act.target))


def _undone_and_redone(session: Session) -> None:
    """Take every act back and play it again: each state on the way is exactly what it was."""
    stamp = Stamp(Actor.PAGE, 2)
    plies = session.plies
    acts = [n for n, ply in enumerate(plies) if not isinstance(ply.command, TABLE_ACTS)]
    for n in reversed(acts):
        session = sessions.undo(session, stamp)
        assert session.state == (plies[n - 1].after if n else session.start)
    for n in range(acts[0] if acts else 0, len(plies) if acts else 0):
        session = sessions.redo(session, stamp) if n in acts else sessions.act(session, plies[n].command, stamp)
        assert session.state == plies[n].after
