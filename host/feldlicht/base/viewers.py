"""Who looks, and who may know what: every way out of a session is for a viewer. Source: design, decision 4."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from feldlicht.base.figures import FigureId, Side


class Role(StrEnum):
    """What someone is to a session, the most entitled first."""

    OWNER = "owner"
    """Runs the program. Knows no more of a session's secrets than anyone, as he may be playing himself."""
    GAME_MASTER = "game_master"
    """Leads or referees a session, and knows everything."""
    PLAYER = "player"
    """Sits at a session: plays a side, or one figure of it."""
    VIEWER = "viewer"
    """Looks on: a page without a seat, the screen on the wall."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A role and, for players, the seat: the side that they play, and the figure if they play only that one."""

    role: Role = Role.VIEWER
    side: Side | None = None
    figure: FigureId | None = None


OWNER = Viewer(Role.OWNER)
GAME_MASTER = Viewer(Role.GAME_MASTER)
PUBLIC = Viewer(Role.VIEWER)


class Secrecy(StrEnum):
    """What those who may not know an act notice of it."""

    OPEN = "open"
    """Everything: it is no secret."""
    TOLD = "told"
    """What came of it, by its events; not its words, as these name what only those in the know had a name for."""
    SEALED = "sealed"
    """That it was done, by a commitment that can be checked once it is revealed; not what was done."""
    HIDDEN = "hidden"
    """Nothing at all: no entry, no number, no changed byte."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who knows of an act: everyone if it is open, else the game master, and players of ``sides`` or ``figures``."""

    secrecy: Secrecy = Secrecy.OPEN
    sides: frozenset[Side] = field(default_factory=frozenset)
    figures: frozenset[FigureId] = field(default_factory=frozenset)

    def knows(self, viewer: Viewer) -> bool:
        """Return whether ``viewer`` may know what was done."""
        if self.secrecy is Secrecy.OPEN or viewer.role is Role.GAME_MASTER:
            return True
        if viewer.role is not Role.PLAYER:
            return False
        # Whoever plays one figure only is told what concerns that figure, not what its side keeps among itself.
        return viewer.figure in self.figures if viewer.figure is not None else viewer.side in self.sides

    def hears(self, viewer: Viewer) -> bool:
        """Return whether ``viewer`` may know what came of it."""
        return self.secrecy is Secrecy.TOLD or self.knows(viewer)

    def notices(self, viewer: Viewer) -> bool:
        """Return whether ``viewer`` may see that something was done."""
        return self.secrecy is not Secrecy.HIDDEN or self.knows(viewer)


EVERYONE = Audience()
