"""What is to be said of a board that answers, a sentence a finding: the same on pages, in the API and the doctor."""

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
    """How a board that answers stands with this host. The gravest ones come first."""

    OLD_MICROPYTHON = "old_micropython"
    PROTOCOL = "protocol"
    LAYOUT = "layout"
    HOST_OLDER = "host_older"
    """Its firmware is newer than this host, and does not fit it."""
    SAFE_MODE = "safe_mode"
    """Its program failed too often and has started with its link only."""
    FIRMWARE = "firmware"
    """It works, and this host ships a newer version."""
    FIRMWARE_NEWER = "firmware_newer"
    """It works, and has a newer version than this host ships."""
    WIRING = "wiring"
    """It says itself that its sensors cannot be read as they should."""
    SUPPLY = "supply"
    """It works, and its supply limits the lights."""
    UNKEPT = "unkept"
    """It works, and has not taken or not kept the settings that it was sent."""
    NEWER_MICROPYTHON = "newer_micropython"
    """It works, and a newer MicroPython is advised."""
    FINE = "fine"


class Holder(StrEnum):
    """Who has the port of a board that something is said of."""

    NOBODY = "nobody"
    HOUSE = "held"
    """A running Feldlicht, which no command gets past."""
    SIMULATOR = "simulated"
    """Likewise, and with it the board itself would be gone."""


FLASH = "cp RPI_PICO-*.uf2 /media/$USER/RPI-RP2/"
_UPDATE = "feldlicht board update --port {port}"
_UPDATE_HOST = "feldlicht update"
_COMMANDS = {
    Finding.OLD_MICROPYTHON: FLASH,
    Finding.PROTOCOL: _UPDATE,
    Finding.LAYOUT: _UPDATE,
    Finding.HOST_OLDER: _UPDATE_HOST,
    Finding.SAFE_MODE: _UPDATE,
    Finding.FIRMWARE: _UPDATE,
    Finding.FIRMWARE_NEWER: _UPDATE_HOST,
    Finding.WIRING: "feldlicht board test --port {port}",
    Finding.NEWER_MICROPYTHON: FLASH,
}
"""The one command that helps; findings without one need none."""
_OTHERWISE: dict[Holder, dict[Finding, str]] = {
    Holder.NOBODY: {},
    Holder.HOUSE: {
        **{one: command for one, command in _COMMANDS.items() if command in {_UPDATE, _UPDATE_HOST}},
        Finding.WIRING: "",
    },
    Holder.SIMULATOR: {Finding.SAFE_MODE: "feldlicht play", Finding.WIRING: ""},
}
"""Which findings have a sentence of their own for that holder of the port, and the command of it."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One finding with the facts of its sentence and command.

    ``template`` is the one command that helps, ``variant`` which sentence of the finding is meant if it has several.
    """

    finding: StrEnum
    facts: tuple[tuple[str, str], ...] = ()
    template: str = ""
    variant: str = ""

    def said(self, language: str) -> str:
        """Return the sentence."""
        return text(f"board.doctor.{self.finding}{self.variant}", language, **dict(self.facts))

    @property
    def command(self) -> str:
        """The one command that helps; empty if nothing is wrong."""
        command = self.template
        for name, value in self.facts:
            command = command.replace(f"{{{name}}}", value)
        return command


def diagnosis(finding: Finding, facts: dict[str, str], holder: Holder = Holder.NOBODY) -> Diagnosis:
    """Return what is said of a finding while ``holder`` has the board's port."""
    otherwise = _OTHERWISE[holder].get(finding)
    if otherwise is not None:
        return Diagnosis(finding, tuple(facts.items()), otherwise, f".{holder}")
    return Diagnosis(finding, tuple(facts.items()), _COMMANDS.get(finding, ""))


@cache
def shipped() -> str:
    """Return the version of the firmware that this host ships."""
    return firmware_version()


def judge(hello: Hello) -> Finding:
    """Return how the firmware of a board that says hello fits this host. Pure but for the version that we ship."""
    newer = version_of(hello.firmware) > version_of(shipped())
    if hello.protocol != PROTOCOL:
        # Of another protocol it is not known what else is said; ours only ever counts up.
        return Finding.HOST_OLDER if hello.protocol > PROTOCOL else Finding.PROTOCOL
    if hello.layout not in FINGERPRINTS:
        return Finding.HOST_OLDER if newer else Finding.LAYOUT
    if hello.firmware != shipped():
        return Finding.FIRMWARE_NEWER if newer else Finding.FIRMWARE
    version = version_of(hello.micropython)
    if version < OLDEST:
        return Finding.OLD_MICROPYTHON
    return Finding.FINE if version >= ADVISED else Finding.NEWER_MICROPYTHON


def advise(
    hello: Hello, state: State | None, port: str, holder: Holder = Holder.NOBODY, unkept: bool = False
) -> tuple[Diagnosis, ...]:
    """Return what is to be said of a board that answers, the gravest first; nothing if it is in order.

    ``holder`` has its port. A simulated board always has our firmware, and whichever MicroPython was installed
    beside it. ``unkept``: whether it has not taken or not kept its settings; only who plays on it knows.
    """
    findings = set() if holder is Holder.SIMULATOR else {judge(hello)} - {Finding.FINE}
    if hello.safe:
        findings.add(Finding.SAFE_MODE)
    if state is not None and state.sensors != "ok":
        findings.add(Finding.WIRING)
    if state is not None and state.limited:
        findings.add(Finding.SUPPLY)
    if unkept:
        findings.add(Finding.UNKEPT)
    facts = facts_of(hello, hello.board_id, port)
    if state is not None:
        facts |= {"trouble": state.sensors, "budget": str(state.budget_ma or "?")}
    return tuple(diagnosis(one, facts, holder) for one in Finding if one in findings)


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
