"""What people change while the house runs: values, limits, where a value comes from, and how a change is kept.

A value that the house was started with stands above the one that people chose, and theirs above the default.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from feldlicht.base.manners import TakebackRule
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.layout import LINEAR_BOARD
from feldlicht.board.reading import Timings
from feldlicht.config import BOARDS_OWN, LIMITS, Settings, setting
from feldlicht.link.messages import Configure
from feldlicht.store.store import Store
from feldlicht.table.messages import Tuned

log = logging.getLogger(__name__)

REGISTER = "settings"
"""Register of the store: what people chose, by name."""

Value = int | TakebackRule


@dataclass(frozen=True, slots=True)
class Tuning:
    """One value for each setting that can be changed: ms, ms, scans, 0–255, a rule, mA, tenths of a millitesla (two).

    Of the last three 0 is what the board has by itself, and None that nobody has said anything.
    """

    settle_ms: int = Timings().settle_ms
    grace_ms: int = Timings().grace_ms
    debounce: int = 3
    brightness: int = 255
    takeback: TakebackRule = TakebackRule.FREE
    budget_ma: int | None = None
    threshold: int | None = None
    hysteresis: int | None = None

    def for_tables(self) -> Tuned:
        """Return what every table is told of it."""
        return Tuned(Timings(settle_ms=self.settle_ms, grace_ms=self.grace_ms), self.takeback)

    def for_boards(self) -> Configure:
        """Return what every board is told of it."""
        own = (self.budget_ma == 0) * 1 + (self.threshold == 0) * 2 + (self.hysteresis == 0) * 4
        return Configure(
            debounce=self.debounce,
            brightness=self.brightness,
            budget=self.budget_ma or None,
            threshold=self.threshold or None,
            hysteresis=self.hysteresis or None,
            own=own or None,
        )


NAMES: tuple[str, ...] = tuple(field.name for field in fields(Tuning))
DEFAULTS = Tuning()


@dataclass(frozen=True, slots=True)
class Standing:
    """The values that hold now; ``fixed`` are the settings that only a start without their variable changes."""

    tuning: Tuning
    fixed: frozenset[str] = frozenset()


def given_at_start(settings: Settings) -> dict[str, Value]:
    """Return the values that the house was started with."""
    values = {name: getattr(settings, name) for name in NAMES}
    return {name: value for name, value in values.items() if value is not None}


def standing(given: Mapping[str, Value], chosen: Mapping[str, Value]) -> Standing:
    """Return what holds when ``given`` stands above ``chosen`` and that above the defaults."""
    held: dict[str, Any] = {**chosen, **given}
    return Standing(replace(DEFAULTS, **held), frozenset(given))


def checked(name: str, value: object) -> Value:
    """Return ``value`` as the setting ``name`` has it.

    Raises :class:`Refused`: ``BAD_OPTION`` for no such setting, ``SETTING_LIMITS`` for a value that it cannot have.
    """
    if name not in NAMES:
        raise Refused(Refusal.of(Reason.BAD_OPTION, option=name, allowed=", ".join(NAMES)))
    if name == "takeback":
        if value not in set(TakebackRule):
            raise Refused(Refusal.of(Reason.SETTING_LIMITS, setting=name, value=value))
        return TakebackRule(str(value))
    low, high = LIMITS[name]
    # A bool is an int to Python, and no number to people.
    by_itself = name in BOARDS_OWN and value == 0
    if not isinstance(value, int) or isinstance(value, bool) or not (by_itself or low <= value <= high):
        raise Refused(Refusal.of(Reason.SETTING_LIMITS, setting=name, low=low, high=high, value=value))
    return value


def change(given: Mapping[str, Value], wanted: Mapping[str, object]) -> dict[str, Value]:
    """Return the values that people choose anew.

    Raises as :func:`checked` does, and ``SETTING_FIXED`` for a value other than the one that the house was started
    with.
    """
    values = {name: checked(name, value) for name, value in wanted.items()}
    for name, value in values.items():
        if given.get(name, value) != value:
            raise Refused(Refusal.of(Reason.SETTING_FIXED, setting=name, variable=setting(name).variable))
    return {name: value for name, value in values.items() if name not in given}


LET_GO = 10
"""How far above no field at all a magnet must be let go, in tenths of a millitesla: a cell whose zero nobody has
taken rests at up to 0.4 mT, and trembles by 0.2."""


def let_go(tuning: Tuning) -> None:
    """Raise :class:`Refused` ``SETTING_PAIR`` for a pair with which a lifted magnet might still be felt."""
    threshold = tuning.threshold or LINEAR_BOARD.threshold
    hysteresis = tuning.hysteresis or LINEAR_BOARD.hysteresis
    if threshold - hysteresis < LET_GO:
        facts = {"threshold": threshold, "hysteresis": hysteresis, "most": f"{(threshold - LET_GO) / 10} mT"}
        raise Refused(Refusal.of(Reason.SETTING_PAIR, **facts))


class Tuner:
    """The settings of one house and their register. One at a time may change them."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._store = store
        self._given = given_at_start(settings)
        self._chosen = self._read()

    def now(self) -> Standing:
        """Return what holds now."""
        return standing(self._given, self._chosen)

    def change(self, wanted: Mapping[str, object]) -> Standing:
        """Keep what people want and return what holds then: all of it, or nothing.

        Raises :class:`Refused` as :func:`change` does, and ``DATA_FOLDER_UNUSABLE``.
        """
        chosen = change(self._given, wanted)
        if {"threshold", "hysteresis"} & chosen.keys():
            let_go(standing(self._given, {**self._chosen, **chosen}).tuning)
        if chosen:
            self._store.set_registers(REGISTER, chosen)
            self._chosen = {**self._chosen, **chosen}
        return self.now()

    def _read(self) -> dict[str, Value]:
        """Read what people chose; what today's limits do not allow is told in the log and left out."""
        chosen: dict[str, Value] = {}
        for name in NAMES:
            kept = self._store.register(REGISTER, name)
            if kept is None:
                continue
            try:
                chosen[name] = checked(name, kept)
            except Refused as refused:
                log.warning("a kept setting is left out: %s", refused)
        return chosen


def values(tuning: Tuning) -> dict[str, Value]:
    """Return the values by name; where nobody has said anything, 0: as the board has it by itself."""
    return {name: 0 if value is None else value for name, value in asdict(tuning).items()}
