"""Which programs have a serial port open, as far as the system lets us see it (Linux's /proc)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.link.port import Transport, open_port

PROCESSES = Path("/proc")


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that has the port open. ``program`` is its name, without arguments: those may hold secrets."""

    process_id: int
    program: str


def holders(path: str, processes: Path = PROCESSES) -> tuple[Holder, ...]:
    """Return who else has ``path`` open; whose processes may not be looked into is not among them."""
    device = os.path.realpath(path)
    found = []
    for process in _others(processes):
        try:
            if any(os.path.realpath(opened) == device for opened in (process / "fd").iterdir()):
                found.append(Holder(int(process.name), program_of(process)))
        except OSError:
            continue  # it has just ended, or is somebody else's
    return tuple(sorted(found, key=lambda holder: holder.process_id))


def runs(program: str, processes: Path = PROCESSES) -> bool:
    """Whether a program of this name runs."""
    return any(program_of(process) == program for process in _others(processes))


def _others(processes: Path) -> Iterator[Path]:
    try:
        listed = list(processes.iterdir())
    except OSError:
        return
    for process in listed:
        if process.name.isdigit() and int(process.name) != os.getpid():
            yield process


def program_of(process: Path) -> str:
    """Return the name of the program that a folder of /proc stands for: a script's rather than its interpreter's."""
    try:
        words = (process / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
        name = Path(words[0]).name
        if name.startswith("python") and len(words) > 1:
            script = words[2] if words[1] == "-m" and len(words) > 2 else words[1]
            if script and not script.startswith("-"):
                return Path(script).name
        return name or (process / "comm").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def open_alone(path: str) -> Transport:
    """Open a port that nobody else has open, not even somebody who does not lock it.

    Raises ``Refused``: as :func:`~feldlicht.link.port.open_port`, and ``PORT_HELD`` instead of ``PORT_BUSY`` where it
    can be seen who has it (facts ``program`` and ``process``).
    """
    held = holders(path)
    if held:
        raise Refused(held_by(path, held[0]))
    return open_port(path)


def held_by(path: str, holder: Holder) -> Refusal:
    """Return the refusal that says who has the port."""
    return Refusal.of(Reason.PORT_HELD, port=path, program=holder.program or "?", process=holder.process_id)
