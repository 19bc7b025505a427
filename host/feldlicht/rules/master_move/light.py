"""The game's own light: whose turn it is on the ring, the score on the strip, the last move on the field.

A meaning never rests on colour alone: yellow always has the ring's left half, blue its right half, each as it lies
before its goal when the table is seen with column 1 on the left; and phases differ in how they live.
The ring's lamps run clockwise from the top.
"""

from __future__ import annotations

from feldlicht.base.cells import RING_COUNT, STRIP_COUNT, Cell
from feldlicht.base.figures import Side
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.rules.game import GameScene
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.helping import helped
from feldlicht.rules.master_move.placing import placing
from feldlicht.rules.master_move.state import MasterMoveState, Phase

_HALF = RING_COUNT // 2
HALF_RING: dict[Side, tuple[int, ...]] = {
    Side.BLUE: tuple(range(_HALF)),
    Side.YELLOW: tuple(range(_HALF, RING_COUNT)),
}
"""The half of the ring that lies towards each side's goal."""

_FULL: dict[Side, Colour] = {Side.YELLOW: Colour.YELLOW, Side.BLUE: Colour.BLUE}
_DIM: dict[Side, Colour] = {Side.YELLOW: Colour.DIM_YELLOW, Side.BLUE: Colour.DIM_BLUE}

BREATH_MS = 3600
"""One breath of the side on turn: slow enough not to press anybody."""


def scene(state: MasterMoveState) -> GameScene:
    """Return base and last move; the base leaves every cell of the field dark but for what a side is helped with."""
    return GameScene(Scene(_help(state), _ring(state), _strip(state)), _last_move(state))


THREAT = Style((Colour.AMBER, Colour.OFF), Pattern.PULSE, 1600)
"""A figure of the opponent's that could score now."""
CHANCE = Style((Colour.GOLD,), Pattern.PULSE, 2400)
"""A figure of the side on turn that could score now."""


def _help(state: MasterMoveState) -> dict[Cell, Style]:
    """What the side on turn is shown of its own accord, or because it asked for it."""
    marks = helped(state)
    return dict.fromkeys(marks.threats, THREAT) | dict.fromkeys(marks.chances, CHANCE)


def _ring(state: MasterMoveState) -> dict[int, Style]:
    if state.phase is Phase.OVER:
        return _celebration(state)
    side = state.on_turn
    if state.phase is Phase.PLAY:
        return _breathing(side)
    choosing = state.relocating or placing(state)
    if choosing is not None:
        side = choosing
        chosen = Style((_DIM[side], _FULL[side]), Pattern.ALTERNATE, 1200)
        return dict.fromkeys(HALF_RING[side], chosen)
    if state.phase is Phase.REBUILD:
        # The scorer's moment, while the formation is built again.
        glory = Style((_FULL[side.other], Colour.GOLD), Pattern.PULSE, 1200)
        return dict.fromkeys(HALF_RING[side.other], glory)
    waiting = {one: Style((_DIM[one],)) for one in Side}
    return {lamp: waiting[one] for one in Side for lamp in HALF_RING[one]}


def _breathing(side: Side) -> dict[int, Style]:
    """A dim half ring, with a breath that starts in its middle and runs out to both ends."""
    ring: dict[int, Style] = {}
    for place, lamp in enumerate(HALF_RING[side]):
        from_the_middle = max(_HALF // 2 - 1 - place, place - _HALF // 2)
        delay = from_the_middle * BREATH_MS // _HALF
        ring[lamp] = Style((_DIM[side], _FULL[side]), Pattern.PULSE, BREATH_MS, (BREATH_MS - delay) % BREATH_MS)
    return ring


def _celebration(state: MasterMoveState) -> dict[int, Style]:
    """The whole ring in the winner's colour, every third lamp a third of a turn later: it seems to run round."""
    winner = state.outcome.winner if state.outcome else None
    if winner is None:
        return dict.fromkeys(range(RING_COUNT), Style((Colour.DIM_WHITE,)))
    period = 1500
    return {
        lamp: Style((_FULL[winner], _DIM[winner]), Pattern.PULSE, period, lamp % 3 * period // 3)
        for lamp in range(RING_COUNT)
    }


def _strip(state: MasterMoveState) -> dict[int, Style]:
    """Yellow's Moves from the left, blue's from the right: three each fill its half."""
    score = state.outcome.score if state.outcome else state.score
    strip: dict[int, Style] = {}
    for side, count in zip(Side, score, strict=True):
        won = state.outcome is not None and state.outcome.winner is side
        style = Style((_FULL[side], _DIM[side]), Pattern.PULSE, 1500) if won else Style((_FULL[side],))
        for place in range(count):
            strip[place if side is Side.YELLOW else STRIP_COUNT - 1 - place] = style
    return strip


def _last_move(state: MasterMoveState) -> dict[Cell, Style]:
    """A trace: the cell that was left glimmers and fades, the cell that was reached holds the light."""
    move = state.last_move
    if move is None:
        return {}
    dim = _DIM[FIGURES[move.figure].side]
    reached = Style((Colour.GOLD, dim), Pattern.PULSE, 1200) if move.scored else Style((dim,))
    return {move.origin: Style((dim, Colour.OFF), Pattern.PULSE, 4000), move.target: reached}
