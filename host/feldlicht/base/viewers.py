"""Who looks: every way out of a session is projected for a viewer. Source: design, decision 4."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.figures import Side


class Role(StrEnum):
    """What a viewer is to a session."""

    OWNER = "owner"
    GAME_MASTER = "game_master"
    PLAYER = "player"
    VIEWER = "viewer"


@dataclass(frozen=True, slots=True)
class Viewer:
    """A role and, for players, the side that they play."""

    role: Role = Role.VIEWER
    side: Side | None = None


OWNER = Viewer(Role.OWNER)
