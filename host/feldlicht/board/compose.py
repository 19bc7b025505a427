"""From a game's own light, its plan and the hands to one scene. Source: design, decision 7.

Layers, each over the one before: base < last move < hints < pending < error. Colour is never the only sign: hints are
steady, pending things pulse, errors blink.
"""

from __future__ import annotations

from feldlicht.base.cells import CELLS, Cell
from feldlicht.base.figures import Side
from feldlicht.base.hands import Flag, Hands, Problem
from feldlicht.base.plans import Build, Free, Hint, Moves, Plan
from feldlicht.base.styles import Colour, GameScene, Pattern, Scene, Style

LIFTED = Style((Colour.WHITE,), Pattern.PULSE, 900)
TARGET: dict[Hint, Style] = {
    Hint.MOVE: Style((Colour.GREEN,)),
    Hint.SCORE: Style((Colour.GOLD, Colour.WHITE), Pattern.ALTERNATE, 600),
    Hint.RELOCATE: Style((Colour.VIOLET,)),
}
CLOSED = Style((Colour.RED, Colour.OFF), Pattern.PULSE, 1800)
"""A cell to which only a rule of repetition forbids to go."""
PREVIEW_FROM = Style((Colour.DIM_WHITE,))
PREVIEW_TO = Style((Colour.GREEN, Colour.WHITE), Pattern.ALTERNATE, 300)
ASK = Style((Colour.VIOLET, Colour.WHITE), Pattern.ALTERNATE, 500)
TAKE = Style((Colour.AMBER,), Pattern.PULSE, 800)
PUT = Style((Colour.GREEN,), Pattern.PULSE, 800)
BELONGS: dict[Side, Style] = {
    Side.YELLOW: Style((Colour.DIM_YELLOW,)),
    Side.BLUE: Style((Colour.DIM_BLUE,)),
}
STRAY = Style((Colour.DIM_WHITE,))
WAY_BACK = Style((Colour.WHITE,), Pattern.BLINK, 500, 250)
ERROR: dict[Flag, Style] = {
    Flag.ILLEGAL: Style((Colour.RED,), Pattern.BLINK, 500),
    Flag.NOT_YOUR_TURN: Style((Colour.RED, Colour.VIOLET), Pattern.ALTERNATE, 700),
    Flag.MISSING: Style((Colour.AMBER,), Pattern.BLINK, 1000),
    Flag.EXTRA: Style((Colour.RED,), Pattern.BLINK, 1000),
    Flag.UNEXPECTED: Style((Colour.RED,), Pattern.BLINK, 1000),
    Flag.NOISY: Style((Colour.VIOLET,), Pattern.BLINK, 1000),
    Flag.AMBIGUOUS: Style((Colour.VIOLET,), Pattern.PULSE, 600),
}


def compose(game: GameScene, plan: Plan, hands: Hands) -> Scene:
    """Return the scene that the board is to show."""
    cells: dict[Cell, Style] = {**game.base.cells, **game.last_move}
    cells |= _hints(plan, hands)
    cells |= _pending(hands)
    cells |= _errors(plan, hands)
    if hands.question is not None:
        # A question is answered before anything is put right.
        cells |= dict.fromkeys(hands.question.cells, ASK)
    return Scene(cells, game.base.ring, game.base.strip)


def _hints(plan: Plan, hands: Hands) -> dict[Cell, Style]:
    cells: dict[Cell, Style] = {}
    if isinstance(plan, Free):
        cells |= _where_the_next_goes(plan, hands)
    if not isinstance(plan, Moves) or plan.lit:
        cells |= {c: TARGET[hint] for c, hint in hands.targets}
    if isinstance(plan, Moves):
        cells |= {c: CLOSED for one in hands.lifted for c in plan.closed.get(one.figure, ())}
    cells |= {one.origin: LIFTED for one in hands.lifted}
    return cells


def _where_the_next_goes(plan: Free, hands: Hands) -> dict[Cell, Style]:
    """While nothing else is going on, the cells for the figure that is put up next glow in its side's colour."""
    if not plan.reserve or not hands.calm:
        return {}
    following = plan.reserve[0]
    return {c: BELONGS[following.side] for c in CELLS if plan.allowed(following, c)}


def _pending(hands: Hands) -> dict[Cell, Style]:
    cells: dict[Cell, Style] = {}
    if hands.preview is not None:
        if hands.preview.origin is not None:
            cells[hands.preview.origin] = PREVIEW_FROM
        cells[hands.preview.target] = ASK if hands.question is not None else PREVIEW_TO
    return cells


def _errors(plan: Plan, hands: Hands) -> dict[Cell, Style]:
    cells: dict[Cell, Style] = dict.fromkeys(hands.way_back, WAY_BACK)
    asked = {hands.preview.origin, hands.preview.target} if hands.preview is not None else set()
    for problem in hands.problems:
        if problem.flag is Flag.AMBIGUOUS and problem.cell in asked:
            # The choice that a press of the knob takes is shown as such.
            continue
        cells[problem.cell] = _light_of(problem, plan)
    if hands.guidance is not None:
        if hands.guidance.origin is not None:
            cells[hands.guidance.origin] = TAKE
        if hands.guidance.target is not None:
            cells[hands.guidance.target] = PUT
    return cells


def _light_of(problem: Problem, plan: Plan) -> Style:
    # While a formation is put up, an empty cell is no fault: it shows whose figure belongs there.
    if isinstance(plan, Build) and problem.flag is Flag.MISSING:
        return BELONGS[plan.formation[problem.cell].side]
    if isinstance(plan, Build) and problem.flag is Flag.EXTRA:
        return STRAY
    return ERROR[problem.flag]
