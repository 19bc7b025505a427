"""What the house remembers of each board: cells that do not feel, and how it lies on its table."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.manners import Orientation
from feldlicht.base.reasons import Refused
from feldlicht.board.facing import Facing
from feldlicht.link.messages import Snapshot
from feldlicht.store.store import Store
from feldlicht.table.messages import BoardKnown, Sensed

log = logging.getLogger(__name__)

REGISTER = "boards"
"""Register of the store: settings of a board by its id."""


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """``masked``: the board's own cells, so that a mask stays on its sensor when the board is turned."""

    masked: frozenset[Cell] = frozenset()
    orientation: Orientation = Orientation.UNKNOWN

    @property
    def facing(self) -> Facing:
        """How its cells and the table's belong together."""
        return Facing(self.orientation)

    @property
    def known(self) -> BoardKnown:
        """What its table is told of it, in the table's cells."""
        return BoardKnown(self.facing.cells(self.masked), self.orientation)

    def sensed(self, snapshot: Snapshot) -> Sensed:
        """Return what it feels, in the table's cells."""
        return Sensed(self.facing.occupancy(snapshot.occupancy), self.facing.bits(snapshot.touched))


def form(settings: BoardSettings) -> dict[str, object]:
    """Return settings as the JSON that is kept."""
    return {"masked": [cell_name(one) for one in sorted(settings.masked)], "orientation": str(settings.orientation)}


def read(kept: object) -> BoardSettings:
    """Return the settings that :func:`form` made ``kept`` of. Raises ``ValueError``, :class:`Refused`."""
    if not isinstance(kept, Mapping) or not isinstance(kept.get("masked"), list):
        raise ValueError(kept)
    return BoardSettings(
        frozenset(cell(str(name)) for name in kept["masked"]), Orientation(str(kept.get("orientation")))
    )


class Registry:
    """The boards that the house knows. Every method may be called from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def settings(self, board: str) -> BoardSettings:
        """Return a board's settings; of one that is new, or cannot be read, the usual ones."""
        try:
            kept = self._store.register(REGISTER, board)
            return BoardSettings() if kept is None else read(kept)
        except (ValueError, Refused) as fault:
            log.warning("settings of board %s cannot be read: %s", board, fault)
            return BoardSettings()

    def keep(self, board: str, settings: BoardSettings) -> None:
        """Keep a board's settings. Raises :class:`Refused` ``DATA_FOLDER_UNUSABLE``."""
        self._store.set_register(REGISTER, board, form(settings))
