"""Settings: what they are called, where they come from, what they mean.

Each has one line in :data:`SETTINGS`. What the caller gives (a command-line option) goes before the environment, the
environment before the default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any

import platformdirs

from feldlicht.base.manners import TakebackRule
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.board.layout import LAYOUTS
from feldlicht.texts import LANGUAGES

LIMITS: dict[str, tuple[int, int]] = {
    "settle_ms": (0, 10_000),
    "grace_ms": (0, 60_000),
    "debounce": (1, 10),
    "brightness": (0, 255),
    "budget_ma": (50, 5000),
    "threshold": (20, 200),
    "hysteresis": (5, 19),
}
"""Least and most of the numbers that people may change while it runs: ms, ms, scans, 255ths of full light, mA,
and two in tenths of a millitesla."""
BOARDS_OWN = ("budget_ma", "threshold", "hysteresis")
"""Those that a board also has by itself; 0 stands for that."""


MOST_SIMULATED = 8
"""Simulated boards at most: each is a process that scans and lights all the time."""

_HOST = re.compile(r"([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one host, with their defaults. See :data:`SETTINGS` for the meaning of each.

    Where None stands for settle and grace time, debounce, brightness and the takeback rule, people choose on the
    settings page; a value given here stands above their choice (see :mod:`feldlicht.runtime.tuning`).
    """

    data: Path
    http_port: int = 8000
    serial_port: str | None = None
    simulate: bool | None = None
    sim_boards: int | None = None
    sim_driver: str = "digital-chain"
    language: str | None = None
    settle_ms: int | None = None
    grace_ms: int | None = None
    debounce: int | None = None
    brightness: int | None = None
    takeback: TakebackRule | None = None
    hands_pace: float = 1.0
    budget_ma: int | None = None
    threshold: int | None = None
    hysteresis: int | None = None
    lan: bool = False
    address: str | None = None
    names: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: field of :class:`Settings`, environment variable, and what it does.

    ``read`` makes a value of the environment's text and raises ``ValueError`` for what it cannot mean.
    """

    name: str
    variable: str
    help: str
    read: Callable[[str], object]

    @property
    def default(self) -> object:
        """What it is without being set; None if that depends on where it runs."""
        found = next(field.default for field in fields(Settings) if field.name == self.name)
        return None if found is MISSING else found


def _port(text: str) -> int:
    return _between(int(text), 0, 65_535)


def _limited(name: str) -> Callable[[str], int]:
    return lambda text: _between(int(text), *LIMITS[name])


def _few(text: str) -> int:
    return _between(int(text), 1, MOST_SIMULATED)


def _pace(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 10:
        raise ValueError(text)
    return value


def _between(value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise ValueError(value)
    return value


def _yes_no_auto(text: str) -> bool | None:
    words = {"yes": True, "no": False, "auto": None}
    if text.lower() not in words:
        raise ValueError(text)
    return words[text.lower()]


def _yes_no(text: str) -> bool:
    if text.lower() not in ("yes", "no"):
        raise ValueError(text)
    return text.lower() == "yes"


def _host(text: str) -> str:
    """Take a name or an address, with a port or without, as a Host header has it."""
    if not _HOST.fullmatch(text):
        raise ValueError(text)
    return text.lower()


def _names(text: str) -> tuple[str, ...]:
    return tuple(_host(name.strip()) for name in text.split(",") if name.strip())


def _language(text: str) -> str:
    if text not in LANGUAGES:
        raise ValueError(text)
    return text


def _driver(text: str) -> str:
    if text not in LAYOUTS:
        raise ValueError(text)
    return text


def _text(text: str) -> str:
    if not text.strip():
        raise ValueError("empty")
    return text


def _folder(text: str) -> Path:
    return Path(_text(text)).expanduser()


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "data",
        "FELDLICHT_DATA",
        "Folder for everything that is kept. Without it: the platform's folder for a program's data.",
        _folder,
    ),
    Setting("http_port", "FELDLICHT_HTTP_PORT", "Port of the pages; 0 takes any free one.", _port),
    Setting(
        "serial_port",
        "FELDLICHT_PORT",
        "Serial device of the board to play on, and no other. Without it: a board on USB, else a simulated one.",
        _text,
    ),
    Setting(
        "simulate",
        "FELDLICHT_SIMULATE",
        "yes: always a simulated board; no: never; auto: when no real board is found at the start.",
        _yes_no_auto,
    ),
    Setting(
        "sim_boards",
        "FELDLICHT_SIM_BOARDS",
        "How many simulated boards to play on (1–8), whatever is plugged in. Without it: one, if there is no other.",
        _few,
    ),
    Setting(
        "sim_driver",
        "FELDLICHT_SIM_DRIVER",
        f"How the sensors of simulated boards are read: {', '.join(LAYOUTS)} (no cells).",
        _driver,
    ),
    Setting(
        "language",
        "FELDLICHT_LANGUAGE",
        f"{' or '.join(LANGUAGES)}: language of the terminal, and of pages that do not ask for one. "
        "Without it: the reader's own.",
        _language,
    ),
    Setting(
        "settle_ms",
        "FELDLICHT_SETTLE_MS",
        "How long a figure must stand before its move counts, in ms (0–10000). "
        "Without it: as set on the page, at first 250.",
        _limited("settle_ms"),
    ),
    Setting(
        "grace_ms",
        "FELDLICHT_GRACE_MS",
        "How long a wrong position stands before guidance begins, in ms (0–60000). "
        "Without it: as set on the page, at first 3000.",
        _limited("grace_ms"),
    ),
    Setting(
        "debounce",
        "FELDLICHT_DEBOUNCE",
        "How many equal scans of the sensors make a change (1–10). Without it: as set on the page, at first 3.",
        _limited("debounce"),
    ),
    Setting(
        "brightness",
        "FELDLICHT_BRIGHTNESS",
        "How bright the board's lights are (0–255). Without it: as set on the page, at first 255.",
        _limited("brightness"),
    ),
    Setting(
        "takeback",
        "FELDLICHT_TAKEBACK",
        "free: a move that hands take back is taken back; ask: they are asked first; never: it stands. "
        "Without it: as set on the page, at first free.",
        TakebackRule,
    ),
    Setting(
        "hands_pace",
        "FELDLICHT_HANDS_PACE",
        "How slow the virtual hands are: 1 is a person's pace, 0.5 twice as fast, 0 at once.",
        _pace,
    ),
    Setting(
        "budget_ma",
        "FELDLICHT_BUDGET_MA",
        "What the board's supply gives, in mA (50–5000). Without it: as set on the page, at first what the board's "
        "USB-C source offers: 400, 1200 or 2400; 400 where none is told.",
        _limited("budget_ma"),
    ),
    Setting(
        "threshold",
        "FELDLICHT_THRESHOLD",
        "From where on a linear board feels a magnet, in tenths of a millitesla (20–200). "
        "Without it: as set on the page, at first as the board keeps it.",
        _limited("threshold"),
    ),
    Setting(
        "hysteresis",
        "FELDLICHT_HYSTERESIS",
        "How far a field must fall below that for the magnet to be gone, in tenths of a millitesla (5–19). "
        "Without it: as set on the page, at first as the board keeps it.",
        _limited("hysteresis"),
    ),
    Setting(
        "lan",
        "FELDLICHT_LAN",
        "yes: phones and screens in the same network may join; no: this computer only.",
        _yes_no,
    ),
    Setting(
        "address",
        "FELDLICHT_ADDRESS",
        "Address that invitations name, as 192.168.1.5 or 192.168.1.5:8000. "
        "Without it: this computer's own in its network.",
        _host,
    ),
    Setting(
        "names",
        "FELDLICHT_NAMES",
        "Names and addresses, with commas between, under which pages may be opened too when others may join.",
        _names,
    ),
)


def setting(name: str) -> Setting:
    """Return the setting called ``name``."""
    return next(one for one in SETTINGS if one.name == name)


def default_data_folder() -> Path:
    """Return the platform's folder for this program's data."""
    return platformdirs.user_data_path("feldlicht", appauthor=False)


def load(given: Mapping[str, object | None], environment: Mapping[str, str]) -> Settings:
    """Return the settings from what the caller gave (None: not given) and the environment.

    Raises :class:`BadInput` ``BAD_OPTION`` (facts ``option``, ``value``) for a variable that means nothing.
    """
    unknown = set(given) - {one.name for one in SETTINGS}
    if unknown:
        raise TypeError(f"no such settings: {sorted(unknown)}")
    values: dict[str, Any] = {}
    for one in SETTINGS:
        value = given.get(one.name)
        if value is None and one.variable in environment:
            value = _from_environment(one, environment[one.variable])
        if value is not None:
            values[one.name] = value
    values["data"] = Path(values.get("data") or default_data_folder()).expanduser().absolute()
    return Settings(**values)


def _from_environment(setting: Setting, text: str) -> object:
    try:
        return setting.read(text)
    except ValueError as error:
        raise BadInput(Reason.BAD_OPTION, option=setting.variable, value=text) from error
