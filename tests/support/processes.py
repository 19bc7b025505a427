"""Processes as the system lists them."""

from __future__ import annotations

import os
from pathlib import Path

PROCESSES = Path("/proc")


def children_of(pid: int) -> list[int]:
    """Return the processes that ``pid`` started and that are there now."""
    found = []
    for entry in PROCESSES.iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == pid:
                found.append(int(entry.name))
    return found


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not buried yet does not."""
    try:
        os.kill(pid, 0)
        return "Z" not in (PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
