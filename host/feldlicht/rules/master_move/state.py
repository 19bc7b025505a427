"""A match of Master Move at one moment: a frozen value with all that play depends on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.cells import Cell
from feldlicht.base.commands import Decline, Relocate
from feldlicht.base.figures import FigureId, Formation, Side
from feldlicht.rules.game import Outcome
from feldlicht.rules.master_move.anti_patt import Crossings
from feldlicht.rules.master_move.options import Options

MOVES_TO_WIN = 3
"""How many Moves (points) win a match (M15)."""


class Phase(StrEnum):
    """What happens now."""

    PLACE = "place"
    """Sides choose their formations, one by one or in secret."""
    SETUP = "setup"
    """The formations are known and to be set up."""
    PLAY = "play"
    REBUILD = "rebuild"
    """A Move was scored: every figure goes back to the formation of the last kick-off."""
    RELOCATE = "relocate"
    """Each side may give one figure another cell, in turn or both in secret."""
    ADJUST = "adjust"
    """What was relocated in secret is set on the table."""
    OVER = "over"


class EndReason(StrEnum):
    """Why a match ended, as far as the rules themselves end it."""

    THREE_MOVES = "THREE_MOVES"
    RESIGNED = "RESIGNED"
    TIME = "TIME"
    """A clock ran out: that of a side, which has lost, or that of the match."""
    PLY_LIMIT = "PLY_LIMIT"


@dataclass(frozen=True, slots=True)
class LastMove:
    """The ply made last since the kick-off."""

    figure: FigureId
    origin: Cell
    target: Cell
    scored: bool


@dataclass(frozen=True, slots=True)
class MasterMoveState:
    """One moment of a match.

    ``position``: where the figures stand in play; while rebuilding still with the scorer in the goal.
    ``formation``: that of the last kick-off; while placing what there is of it; while relocating with the changes so
    far. ``to_move``: who makes the next ply; ``relocating``: whose turn it is to relocate, None outside RELOCATE and
    where both do it in secret. ``kick_off``: who had the last kick-off; ``score``: Moves of yellow and blue; ``ply``:
    moves made in the match. ``ready``: who has confirmed its eleven; ``building``: the formation that the placing
    side gave as a whole is still to be built. ``sealed``: formations that are not told yet, ``sealed_acts``:
    relocations. ``time``: milliseconds left to yellow, to blue and to the match, 0 where that is not timed;
    ``beyond``: an end by plies or by time was passed level and the next Move decides. ``hints``: how often each side
    has asked; ``hinted``: the side on turn has asked for this ply.
    """

    options: Options
    phase: Phase
    to_move: Side
    kick_off: Side
    position: Formation
    formation: Formation
    score: tuple[int, int] = (0, 0)
    ply: int = 0
    relocating: Side | None = None
    crossings: Crossings = ()
    last_move: LastMove | None = None
    outcome: Outcome | None = None
    ready: tuple[Side, ...] = ()
    building: bool = False
    sealed: tuple[tuple[Side, Formation], ...] = ()
    sealed_acts: tuple[tuple[Side, Relocate | Decline], ...] = ()
    time: tuple[int, int, int] = (0, 0, 0)
    beyond: bool = False
    hints: tuple[int, int] = (0, 0)
    hinted: bool = False

    @property
    def standing(self) -> Formation:
        """Where the figures stand on the table, as far as the match knows."""
        return self.formation if self.phase in _BUILT_FROM else self.position

    @property
    def on_turn(self) -> Side:
        """Who acts next: the relocating side, else the one to move."""
        return self.relocating or self.to_move

    def moves_of(self, side: Side) -> int:
        """Return how many Moves ``side`` has scored."""
        return self.score[0] if side is Side.YELLOW else self.score[1]


_BUILT_FROM = (Phase.PLACE, Phase.SETUP, Phase.RELOCATE, Phase.ADJUST)
"""Phases in which the figures stand as in the formation."""


def score_text(score: tuple[int, int]) -> str:
    """Return a score as people write it, yellow first: ``2:1``."""
    return f"{score[0]}:{score[1]}"
