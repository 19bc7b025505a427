"""Short ways to say a situation in tests of Master Move."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import strategies as st

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.commands import GameCommand, Move
from feldlicht.base.figures import FigureId, Formation, Side
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.anti_patt import Crossing
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.geometry import mirrored
from feldlicht.rules.master_move.state import Phase
from tests.rules import naive

WALK_TO_GOAL = {
    Side.YELLOW: ("S D8-E10", "S E10-F12", "S F12-G14", "S G14-F16!"),
    Side.BLUE: ("S D9-E7", "S E7-F5", "S F5-G3", "S G3-F1!"),
}
"""From the counting formation: four leaps of a striker into the goal while the keeper steps between E and D."""


def fresh(**options: object) -> MasterMoveState:
    """A new match with the counting formation, in SETUP."""
    return GAME.new(options, "counting")


def kicked_off(**options: object) -> MasterMoveState:
    """A match with the counting formation, in PLAY."""
    return play(fresh(**options), "built")


def play(state: MasterMoveState, *acts: str) -> MasterMoveState:
    """Apply acts in notation one after the other."""
    for text in acts:
        state = GAME.apply(state, GAME.parse(state, text)).state
    return state


def refusal(state: MasterMoveState, act: str | GameCommand) -> Refusal:
    """The refusal of an act; fails if it is legal. Checks on the way that asking and applying agree."""
    try:
        command = GAME.parse(state, act) if isinstance(act, str) else act
    except Refused as refused:
        return refused.refusal
    found = GAME.why_illegal(state, command)
    assert found is not None, f"{act} is legal"
    with pytest.raises(Refused) as raised:
        GAME.apply(state, command)
    assert raised.value.refusal == found
    assert command not in GAME.legal(state)
    return found


def reason(state: MasterMoveState, act: str | GameCommand) -> Reason:
    """The reason code of a refusal."""
    return refusal(state, act).reason


def facts(found: Refusal) -> dict[str, str]:
    """The facts of a refusal by name."""
    return dict(found.facts)


def placed(side: Side = Side.YELLOW, zone: object = "front3", **places: str) -> MasterMoveState:
    """A state in PLAY with ``side`` to move and some figures moved elsewhere: ``placed(yS1="G3")``."""
    state = kicked_off(zone=zone)
    figures: dict[str, str] = {figure.id: cell_name(which) for which, figure in state.position.items()}
    assert places.keys() <= figures.keys()
    figures.update(places)
    assert len(set(figures.values())) == len(figures), "two figures on a cell"
    position = Formation.of({cell(place): FIGURES[FigureId(name)] for name, place in figures.items()})
    return replace(state, position=position, to_move=side)


def targets(state: MasterMoveState, origin: str) -> set[str]:
    """The cells that the figure on ``origin`` may move to."""
    return {
        cell_name(move.target) for move in GAME.legal(state) if isinstance(move, Move) and move.origin == cell(origin)
    }


def keeper_step(state: MasterMoveState) -> str:
    """A step of the keeper of the side to move, between E and D."""
    column = 1 if state.to_move is Side.YELLOW else 16
    there = state.position.get(cell(f"E{column}"))
    at_home = there is not None and there.kind == "T"
    return f"T E{column}-D{column}" if at_home else f"T D{column}-E{column}"


def score(state: MasterMoveState, side: Side) -> MasterMoveState:
    """Let ``side`` score from the counting formation; its opponent only moves the keeper."""
    for act in WALK_TO_GOAL[side]:
        if state.to_move is not side:
            state = play(state, keeper_step(state))
        state = play(state, act)
    return state


def next_kick_off(state: MasterMoveState, *relocations: str) -> MasterMoveState:
    """Build the formation again and let both sides act; without relocations both decline."""
    return play(state, "built", *(relocations or ("@-", "@-")))


def random_match(seed: int, acts: int, **options: object) -> list[MasterMoveState]:
    """Every state of a random match of at most ``acts`` acts; goals are taken when they are there."""
    dice = Random(seed)
    state = fresh(**options)
    states = [state]
    while len(states) <= acts and state.phase is not Phase.OVER:
        state = GAME.apply(state, random_act(state, dice)).state
        states.append(state)
    return states


def random_act(state: MasterMoveState, dice: Random) -> GameCommand:
    """A random legal act; a scoring move when there is one, so that matches end."""
    legal = GAME.legal(state)
    scoring = [act for act in legal if GAME.write(state, act).endswith("!")]
    return dice.choice(scoring or legal)


OPTION_SETS = (
    {},
    {"kick_off": "blue", "zone": "ring", "anti_patt": "pair"},
    {"zone": "front3x2", "anti_patt": "consecutive"},
    {"zone": "none", "anti_patt": "off"},
    {"zone": ["C3", "G14", "H9"]},
    {"kick_off": "coin", "coin": 7, "relocation": "sealed", "ply_cap": 60, "level": "next_move"},
    {"side_seconds": 300, "increment_seconds": 5, "help": {"yellow": "off", "blue": "scoring"}, "hints": 2},
)

reachable = st.builds(
    lambda seed, acts, options: random_match(seed, acts, **options)[-1],
    st.integers(0, 2**32),
    st.integers(0, 160),
    st.sampled_from(OPTION_SETS[:4]),
)
"""States that random matches lead to."""


def pieces(state: MasterMoveState) -> naive.Pieces:
    """Where the figures stand, as the naive generator wants to be told."""
    found: naive.Pieces = {}
    for which, figure in state.position.items():
        name = cell_name(which)
        found[name[0], int(name[1:])] = (figure.side.value, str(figure.kind))
    return found


def swapped(figure: FigureId) -> FigureId:
    """The figure of the other side that corresponds to it."""
    return FigureId(("b" if figure[0] == "y" else "y") + figure[1:])


def mirror(state: MasterMoveState) -> MasterMoveState:
    """The same state with sides and columns swapped."""

    def turned(formation: Formation) -> Formation:
        return Formation.of({mirrored(which): FIGURES[swapped(one.id)] for which, one in formation.items()})

    def crossed(one: Crossing) -> Crossing:
        origin, target = mirrored(one.origin), mirrored(one.target)
        if state.options.anti_patt == "pair":
            origin, target = sorted((origin, target))
        return Crossing(swapped(one.figure), origin, target, one.count)

    return replace(
        state,
        position=turned(state.position),
        formation=turned(state.formation),
        to_move=state.to_move.other,
        kick_off=state.kick_off.other,
        relocating=state.relocating.other if state.relocating else None,
        score=state.score[::-1],
        crossings=tuple(sorted(crossed(one) for one in state.crossings)),
    )
