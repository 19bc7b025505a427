"""A match of Master Move at one moment: a frozen value with all that play depends on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.cells import Cell
from feldlicht.base.figures import FigureId, Formation, Side
from feldlicht.rules.game import Outcome
from feldlicht.rules.master_move.anti_patt import Crossings
from feldlicht.rules.master_move.options import Options

MOVES_TO_WIN = 3
"""How many Moves (points) win a match (M15)."""


class Phase(StrEnum):
    """What happens now."""

    SETUP = "setup"
    """The formation is to be set up."""
    PLAY = "play"
    REBUILD = "rebuild"
    """A Move was scored: every figure goes back to the formation of the last kick-off."""
    RELOCATE = "relocate"
    """Each side in turn may give one figure another cell."""
    OVER = "over"


class EndReason(StrEnum):
    """Why a match ended, as far as the rules themselves end it."""

    THREE_MOVES = "THREE_MOVES"
    RESIGNED = "RESIGNED"


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
    ``formation``: that of the last kick-off; while relocating with the changes so far.
    ``to_move``: who makes the next ply; ``relocating``: whose turn it is to relocate, None outside RELOCATE.
    ``kick_off``: who had the last kick-off; ``score``: Moves of yellow and blue; ``ply``: moves made in the match.
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

    @property
    def standing(self) -> Formation:
        """Where the figures stand on the table, as far as the match knows."""
        return self.formation if self.phase in (Phase.SETUP, Phase.RELOCATE) else self.position

    @property
    def on_turn(self) -> Side:
        """Who acts next: the relocating side, else the one to move."""
        return self.relocating or self.to_move

    def moves_of(self, side: Side) -> int:
        """Return how many Moves ``side`` has scored."""
        return self.score[0] if side is Side.YELLOW else self.score[1]


def score_text(score: tuple[int, int]) -> str:
    """Return a score as people write it, yellow first: ``2:1``."""
    return f"{score[0]}:{score[1]}"
