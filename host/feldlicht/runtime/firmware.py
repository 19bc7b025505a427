"""Where the firmware lies that the simulated board runs."""

from __future__ import annotations

from pathlib import Path

import feldlicht


def firmware_folder() -> Path:
    """Return the firmware's folder: the wheel carries one; an editable install uses the checkout's."""
    package = Path(feldlicht.__file__).parent
    carried = package / "_firmware"
    return carried if carried.is_dir() else package.parents[1] / "firmware"
