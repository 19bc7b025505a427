"""What can be in the way before a board answers; how grave every finding is, and the doctor's exit codes."""

from __future__ import annotations

from enum import StrEnum

from feldlicht.runtime.advice import FLASH, Diagnosis, Finding


class Obstacle(StrEnum):
    """What is in the way on the computer, at the port or on USB."""

    FORBIDDEN = "forbidden"
    """This user may not open the port."""
    BUSY = "busy"
    """Another program has the port open."""
    GONE = "gone"
    """The port is not there, or vanished while it was looked at."""
    BOOT_LOADER = "boot_loader"
    """The chip waits for MicroPython itself."""
    OTHER_DEVICE = "other_device"
    """A Raspberry Pi chip on USB that runs something else."""
    NO_BOARD = "no_board"
    SILENT = "silent"
    """Neither our firmware nor MicroPython answers."""
    PROMPT = "prompt"
    """MicroPython's prompt: no program runs."""
    MODEM_MANAGER = "modem_manager"
    """A service that types into new ports runs, and nothing tells it not to."""


EXIT_CODES: dict[StrEnum, int] = {
    Obstacle.FORBIDDEN: 10,
    Obstacle.BUSY: 11,
    Obstacle.GONE: 12,
    Obstacle.BOOT_LOADER: 13,
    Obstacle.OTHER_DEVICE: 14,
    Obstacle.NO_BOARD: 15,
    Obstacle.SILENT: 16,
    Finding.OLD_MICROPYTHON: 17,
    Obstacle.PROMPT: 18,
    Finding.PROTOCOL: 19,
    Finding.LAYOUT: 20,
    Finding.HOST_OLDER: 25,
    Finding.SAFE_MODE: 26,
    Finding.FIRMWARE: 21,
    Obstacle.MODEM_MANAGER: 22,
    Finding.FIRMWARE_NEWER: 23,
    Finding.WIRING: 24,
    Finding.SUPPLY: 0,
    Finding.UNKEPT: 0,
    Finding.NEWER_MICROPYTHON: 0,
    Finding.FINE: 0,
}
"""What `feldlicht board doctor` ends with: that of the gravest finding. The gravest come first; a number stays what
it is when others join."""
GRAVEST_FIRST = tuple(EXIT_CODES)

_COMMANDS = {
    Obstacle.FORBIDDEN: "sudo usermod -aG {group} $USER",
    Obstacle.BUSY: "kill {process}",
    Obstacle.GONE: "feldlicht board list",
    Obstacle.BOOT_LOADER: FLASH,
    Obstacle.OTHER_DEVICE: FLASH,
    Obstacle.NO_BOARD: "lsusb -d 2e8a:",
    Obstacle.SILENT: FLASH,
    Obstacle.PROMPT: "feldlicht board install --port {port}",
    Obstacle.MODEM_MANAGER: "feldlicht board doctor --udev-rule | sudo tee /etc/udev/rules.d/60-feldlicht.rules",
}


def in_the_way(obstacle: Obstacle, facts: dict[str, str] | None = None) -> Diagnosis:
    """Return what is said of an obstacle, with the one command that helps."""
    return Diagnosis(obstacle, tuple((facts or {}).items()), _COMMANDS[obstacle])
