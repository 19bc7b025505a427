"""Where the host is that runs on a data folder: a file says its address, and the folder's lock whether it is true."""

from __future__ import annotations

import json
import os
from pathlib import Path

from feldlicht.base.reasons import BadInput, Reason
from feldlicht.runtime.data_folder import LOCK_NAME, DataFolder

RUNNING_NAME = "running.json"


def tell_running(data: Path, address: str) -> None:
    """Write down that the host of this folder answers at ``address``. Raises ``OSError``."""
    new = data / f"{RUNNING_NAME}.new"
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump({"address": address, "process": os.getpid()}, file)
    new.replace(data / RUNNING_NAME)


def running(data: Path) -> str | None:
    """Return the address of the host that runs on ``data``; None if none does, or it has not said."""
    if not (data / LOCK_NAME).exists():
        return None
    try:
        DataFolder.take(data).release()
    except BadInput as fault:
        if fault.refusal.reason is not Reason.DATA_FOLDER_LOCKED:
            return None
    else:
        return None
    try:
        address = json.loads((data / RUNNING_NAME).read_text(encoding="utf-8"))["address"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return address if isinstance(address, str) else None
