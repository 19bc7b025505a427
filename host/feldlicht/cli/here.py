"""What every command needs of the border of the program."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from feldlicht.config import load, setting
from feldlicht.texts import USUAL_GAME


@dataclass
class Here:
    """What the border of the program needs when something goes wrong: whom to tell, in which game's words, and where
    to write.
    """

    language: str
    data: Path | None = None
    game: str = USUAL_GAME

    def folder(self, named: Path | None) -> Path:
        """Return the data folder, the ``named`` one if there is one, and remember it."""
        self.data = load({"data": named}, os.environ).data
        return self.data


def help_of(name: str) -> str:
    """Return what a setting's option says of itself."""
    known = setting(name)
    return known.help if known.default is None else f"{known.help} [{known.default}]"
