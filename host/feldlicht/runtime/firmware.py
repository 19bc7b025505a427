"""The firmware that this host ships: the simulated board runs it, real ones get it."""

from __future__ import annotations

import re
from pathlib import Path

import feldlicht


def firmware_folder() -> Path:
    """Return the firmware's folder: the wheel carries one; an editable install uses the checkout's."""
    package = Path(feldlicht.__file__).parent
    carried = package / "_firmware"
    return carried if carried.is_dir() else package.parents[1] / "firmware"


def firmware_files() -> dict[str, bytes]:
    """Return the files that go onto a board, by name. A ``boot.py`` is never among them: USB must start before it."""
    return {file.name: file.read_bytes() for file in sorted(firmware_folder().glob("*.py")) if file.name != "boot.py"}


def firmware_version(files: dict[str, bytes] | None = None) -> str:
    """Return the version that the shipped firmware says it has."""
    text = (files or firmware_files())["version.py"].decode("utf-8")
    found = re.search(r'^FIRMWARE = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise ValueError("the firmware does not say its version")
    return found[1]
