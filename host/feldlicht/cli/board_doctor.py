"""``feldlicht board doctor``: what is in the way, and for each the one command that helps."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import click

from feldlicht.base.reasons import Refused
from feldlicht.cli.board_findings import EXIT_CODES, GRAVEST_FIRST, Obstacle, in_the_way
from feldlicht.cli.board_look import Seen, look_at
from feldlicht.link.holders import PROCESSES, runs
from feldlicht.link.install import OLDEST
from feldlicht.link.port import FoundPort
from feldlicht.link.raw_prompt import RawPrompt
from feldlicht.runtime.advice import Diagnosis, Finding, diagnosis, facts_of, version_of

MODEM_SERVICE = "ModemManager"
UDEV_RULE = "60-feldlicht.rules"
UNIT = "feldlicht.service"
_VENDOR = "2e8a"
_BOOT_LOADERS = {"0003", "000f"}
"""USB product numbers of the chips' own boot loaders: RP2040, RP2350."""
_SERIAL_DRIVER = "0005"


@dataclass(frozen=True, slots=True)
class System:
    """Where the system tells of itself."""

    processes: Path = PROCESSES
    usb: Path = Path("/sys/bus/usb/devices")
    rules: tuple[Path, ...] = (Path("/etc/udev/rules.d"), Path("/run/udev/rules.d"), Path("/usr/lib/udev/rules.d"))


def examine(ports: Iterable[FoundPort], system: System) -> list[Diagnosis]:
    """Look at these ports and at the computer; the gravest finding comes first."""
    seen = [look_at(port) for port in ports]
    found = [one for port in seen for one in port.advice or (_of_board(port),)] + _of_usb(system.usb)
    if not found:
        found.append(in_the_way(Obstacle.NO_BOARD))
    if runs(MODEM_SERVICE, system.processes) and not _kept_off(system.rules):
        found.append(in_the_way(Obstacle.MODEM_MANAGER))
    return sorted(found, key=lambda one: GRAVEST_FIRST.index(one.finding))


def _of_board(seen: Seen) -> Diagnosis:
    finding = seen.finding
    facts = facts_of(seen.hello, seen.id, seen.port.path)
    if seen.refusal is not None:
        facts |= {"program": "?", "process": "PID", "group": "dialout", **dict(seen.refusal.facts)}
    if finding in {Obstacle.PROMPT, Obstacle.SILENT}:
        finding, version = _at_prompt(seen.port.path)
        facts["micropython"] = version
    return in_the_way(finding, facts) if isinstance(finding, Obstacle) else diagnosis(Finding(finding), facts)


def _at_prompt(path: str) -> tuple[Finding | Obstacle, str]:
    """Ask MicroPython itself, as no firmware of ours answers."""
    try:
        with RawPrompt(path) as prompt:
            _, numbers = prompt.interpreter()
    except Refused:
        return Obstacle.SILENT, ""
    version = ".".join(map(str, numbers))
    return (Finding.OLD_MICROPYTHON if version_of(version) < OLDEST else Obstacle.PROMPT), version


def _of_usb(devices: Path) -> list[Diagnosis]:
    """Return what hangs on USB and can be no board as it is."""
    found = []
    for device in sorted(devices.iterdir()) if devices.is_dir() else []:
        try:
            vendor, product = (
                (device / name).read_text(encoding="ascii").strip() for name in ("idVendor", "idProduct")
            )
        except (OSError, ValueError):
            continue
        if vendor != _VENDOR or product == _SERIAL_DRIVER or _says_micropython(device):
            continue
        obstacle = Obstacle.BOOT_LOADER if product in _BOOT_LOADERS else Obstacle.OTHER_DEVICE
        found.append(in_the_way(obstacle, {"device": f"{vendor}:{product}"}))
    return found


def _says_micropython(device: Path) -> bool:
    for name in ("manufacturer", "product"):
        try:
            if "micropython" in (device / name).read_text(encoding="utf-8").lower():
                return True
        except (OSError, ValueError):
            continue
    return False


def _kept_off(folders: Iterable[Path]) -> bool:
    """Whether a rule of this system tells the modem service to leave our boards alone."""
    for folder in folders:
        for file in folder.glob("*.rules") if folder.is_dir() else []:
            try:
                lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
            except OSError:
                continue
            if any(_VENDOR in line and "ID_MM_DEVICE_IGNORE" in line and not line.startswith("#") for line in lines):
                return True
    return False


def show(found: list[Diagnosis], as_json: bool, language: str) -> int:
    """Print what was found and return the exit code of the gravest."""
    if as_json:
        plain = [
            {
                "finding": str(one.finding),
                "exit_code": EXIT_CODES[one.finding],
                "sentence": one.said(language),
                "command": one.command or None,
                **{name: value for name, value in one.facts if name in {"board", "port", "process", "program"}},
            }
            for one in found
        ]
        click.echo(json.dumps(plain, ensure_ascii=False, indent=2))
    else:
        for one in found:
            click.echo(one.said(language))
            if one.command:
                click.echo(f"    {one.command}")
    return next((EXIT_CODES[one.finding] for one in found if EXIT_CODES[one.finding]), 0)


def udev_rule() -> str:
    """Return the rule that keeps the modem service off our boards."""
    return _shipped(UDEV_RULE)


def systemd_unit() -> str:
    """Return the unit that starts this very program."""
    program = shutil.which("feldlicht", path=str(Path(sys.executable).parent)) or shutil.which("feldlicht")
    return _shipped(UNIT).replace("@FELDLICHT@", program or "feldlicht")


def _shipped(name: str) -> str:
    return (files("feldlicht.cli") / "system" / name).read_text(encoding="utf-8")
