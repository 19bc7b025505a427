"""What every command needs of the border of the program."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from feldlicht.config import load, setting


@dataclass
class Here:
    """What the border of the program needs when something goes wrong: whom to tell, and where to write."""

    language: str
    data: Path | None = None

    def folder(self, named: Path | None) -> Path:
        """Return the data folder, the ``named`` one if there is one, and remember it."""
        self.data = load({"data": named}, os.environ).data
        return self.data


def help_of(name: str) -> str:
    """Return what a setting's option says of itself."""
    known = setting(name)
    return known.help if known.default is None else f"{known.help} [{known.default}]"
