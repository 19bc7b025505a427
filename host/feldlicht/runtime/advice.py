"""What is to be said of a board, one sentence a finding: by `feldlicht board doctor`, the pages and the API."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from feldlicht.board.layout import FINGERPRINTS
from feldlicht.link.install import ADVISED, OLDEST
from feldlicht.link.messages import PROTOCOL, Hello, State
from feldlicht.runtime.firmware import firmware_version
from feldlicht.texts import text


class Finding(StrEnum):
    """How a board, or the computer that it hangs on, stands. The gravest ones come first."""

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
    OLD_MICROPYTHON = "old_micropython"
    PROMPT = "prompt"
    """MicroPython's prompt: no program runs."""
    PROTOCOL = "protocol"
    LAYOUT = "layout"
    FIRMWARE = "firmware"
    """It works, and this host ships a newer version."""
    MODEM_MANAGER = "modem_manager"
    """A service that types into new ports runs, and nothing tells it not to."""
    FIRMWARE_NEWER = "firmware_newer"
    """It works, and has a newer version than this host ships."""
    WIRING = "wiring"
    """It says itself that its sensors cannot be read as they should."""
    SUPPLY = "supply"
    """It works, and its supply limits the lights."""
    NEWER_MICROPYTHON = "newer_micropython"
    """It works, and a newer MicroPython is advised."""
    FINE = "fine"


_FLASH = "cp RPI_PICO-*.uf2 /media/$USER/RPI-RP2/"
_UPDATE = "feldlicht board update --port {port}"
COMMANDS = {
    Finding.FORBIDDEN: "sudo usermod -aG {group} $USER",
    Finding.BUSY: "kill {process}",
    Finding.GONE: "feldlicht board list",
    Finding.BOOT_LOADER: _FLASH,
    Finding.OTHER_DEVICE: _FLASH,
    Finding.NO_BOARD: "lsusb -d 2e8a:",
    Finding.SILENT: _FLASH,
    Finding.OLD_MICROPYTHON: _FLASH,
    Finding.PROMPT: "feldlicht board install --port {port}",
    Finding.PROTOCOL: _UPDATE,
    Finding.LAYOUT: _UPDATE,
    Finding.FIRMWARE: _UPDATE,
    Finding.FIRMWARE_NEWER: "pip install --upgrade feldlicht",
    Finding.WIRING: "feldlicht board test --port {port}",
    Finding.MODEM_MANAGER: "feldlicht board doctor --udev-rule | sudo tee /etc/udev/rules.d/60-feldlicht.rules",
    Finding.NEWER_MICROPYTHON: _FLASH,
}
"""The one command that helps; findings without one need none."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One finding with the facts of its sentence and command."""

    finding: Finding
    facts: tuple[tuple[str, str], ...] = ()

    def said(self, language: str) -> str:
        """Return the sentence."""
        return text(f"board.doctor.{self.finding}", language, **dict(self.facts))

    @property
    def command(self) -> str:
        """The one command that helps; empty if nothing is wrong."""
        template = COMMANDS.get(self.finding, "")
        for name, value in self.facts:
            template = template.replace(f"{{{name}}}", value)
        return template


@cache
def shipped() -> str:
    """Return the version of the firmware that this host ships."""
    return firmware_version()


def judge(hello: Hello) -> Finding:
    """Return how a board that says hello fits this host. Pure but for the version that we ship."""
    if hello.protocol != PROTOCOL:
        return Finding.PROTOCOL
    if hello.layout not in FINGERPRINTS:
        return Finding.LAYOUT
    if hello.firmware != shipped():
        newer = version_of(hello.firmware) > version_of(shipped())
        return Finding.FIRMWARE_NEWER if newer else Finding.FIRMWARE
    version = version_of(hello.micropython)
    if version < OLDEST:
        return Finding.OLD_MICROPYTHON
    return Finding.FINE if version >= ADVISED else Finding.NEWER_MICROPYTHON


def advise(hello: Hello, state: State | None, port: str, simulated: bool = False) -> tuple[Diagnosis, ...]:
    """Return what is to be said of a board that answers, the gravest first; nothing if it is in order.

    A simulated board always has our firmware, and whichever MicroPython was installed beside it.
    """
    findings = set() if simulated else {judge(hello)} - {Finding.FINE}
    if state is not None and state.sensors != "ok":
        findings.add(Finding.WIRING)
    if state is not None and state.limited:
        findings.add(Finding.SUPPLY)
    facts = facts_of(hello, hello.board_id, port)
    if state is not None:
        facts |= {"trouble": state.sensors, "budget": str(state.budget_ma or "?")}
    return tuple(Diagnosis(one, tuple(facts.items())) for one in Finding if one in findings)


def facts_of(hello: Hello | None, board: str, port: str) -> dict[str, str]:
    """Return what sentences about a board may name."""
    facts = {"board": board, "port": port, "host": shipped()}
    if hello is not None:
        facts |= {"firmware": hello.firmware or "?", "micropython": hello.micropython}
    return facts | {"needed": ".".join(map(str, OLDEST[:2])), "advised": ".".join(map(str, ADVISED[:2]))}


def version_of(text: str) -> tuple[int, ...]:
    """Return a version as numbers, as far as it consists of them: ``1.29.0-preview`` is (1, 29, 0)."""
    numbers = []
    for part in text.split("-")[0].split("."):
        if not (part.isascii() and part.isdigit()):
            break
        numbers.append(int(part))
    return tuple(numbers)
