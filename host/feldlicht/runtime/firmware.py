"""The firmware that this host ships: the simulated board runs it, real ones get it."""

from __future__ import annotations

import re
from pathlib import Path

import feldlicht
from feldlicht.board.layout import LAYOUT


def firmware_folder() -> Path:
    """Return the firmware's folder: the wheel carries one; an editable install uses the checkout's."""
    package = Path(feldlicht.__file__).parent
    carried = package / "_firmware"
    return carried if carried.is_dir() else package.parents[1] / "firmware"


def firmware_files(driver: str = LAYOUT.driver) -> dict[str, bytes]:
    """Return the files that go onto a board whose sensors are read by ``driver``, by name.

    A ``boot.py`` is never among them: what runs there runs before tools can get in.
    """
    folder = firmware_folder()
    files = [file for file in sorted(folder.glob("*.py")) if file.name != "boot.py"]
    if driver != LAYOUT.driver:
        files += sorted((folder / "layouts" / driver).glob("*.py"))
    return {file.name: file.read_bytes() for file in files}


def firmware_version(files: dict[str, bytes] | None = None) -> str:
    """Return the version that the shipped firmware says it has."""
    text = (files or firmware_files())["version.py"].decode("utf-8")
    found = re.search(r'^FIRMWARE = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise ValueError("the firmware does not say its version")
    return found[1]
