"""Why something may not be done in a match of Imman: what only this game forbids."""

from __future__ import annotations

from feldlicht.base.reasons import OwnReason, Refusal
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.state import Match
from feldlicht.rules.imman.teams import Shirt


class Why(OwnReason):
    """Codes of refusals; the sentences stand in the catalogue as ``imman.reason.CODE``."""

    NOT_YOUR_FIGURE = "NOT_YOUR_FIGURE"
    """Another figure's turn."""
    TOO_FAR = "TOO_FAR"
    HEX_FULL = "HEX_FULL"
    BANNED_THIS_ROUND = "BANNED_THIS_ROUND"
    ACTION_SPENT = "ACTION_SPENT"
    NO_BALL = "NO_BALL"
    NO_STAMINA = "NO_STAMINA"
    AREA_ONLY = "AREA_ONLY"
    GOAL_CLOSED = "GOAL_CLOSED"
    OFF_FIELD = "OFF_FIELD"
    OWN_HEX = "OWN_HEX"
    """A pass to where the ball is."""
    THROW_FIRST = "THROW_FIRST"
    """A die is due."""
    NO_DIE = "NO_DIE"
    BAD_FACE = "BAD_FACE"
    MUST_TRY = "MUST_TRY"
    OTHER_HALF = "OTHER_HALF"
    CENTRE_LINE = "CENTRE_LINE"
    CIRCLE_CLOSED = "CIRCLE_CLOSED"
    NO_TAKER = "NO_TAKER"
    NOT_WHERE_IT_WENT_OUT = "NOT_WHERE_IT_WENT_OUT"
    KEEPER_ROLLS = "KEEPER_ROLLS"
    NOT_ON_BENCH = "NOT_ON_BENCH"
    NOT_ON_FIELD = "NOT_ON_FIELD"
    NOT_YOUR_SWAP = "NOT_YOUR_SWAP"
    ENTERS_ON_LINE = "ENTERS_ON_LINE"
    SET_UP_FOLLOWS = "SET_UP_FOLLOWS"
    """Who comes on before a set-up has no cell yet."""
    HAS_SHOT = "HAS_SHOT"
    NEAREST_OUTSIDE = "NEAREST_OUTSIDE"
    NO_OPPONENT = "NO_OPPONENT"
    CARRIES_THE_BALL = "CARRIES_THE_BALL"
    NO_GAP = "NO_GAP"
    SHEET_PLACE = "SHEET_PLACE"
    """An entry of a team's sheets is missing, or is something else than belongs there."""
    SHEET_KIND = "SHEET_KIND"
    """A kind of hero that there is not."""


def goal_closed(match: Match, figure: Shirt, cell: Hex) -> Refusal | None:
    """Return that a goal cell is closed to a figure: to all but the keeper whose goal it is (N18)."""
    goal = match.ground.goal_cells.get(cell)
    if goal is None or (match.is_keeper(figure) and match.end(figure.side) is goal):
        return None
    return Refusal.of(Why.GOAL_CLOSED, cell=match.ground.name_of(cell))
