"""Options of a match as they come from outside: JSON, and the lots that are drawn for them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from feldlicht.base.cells import Cell, cell
from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.master_move.figures import ROSTER, Kind
from feldlicht.rules.master_move.geometry import GOAL_CELLS, HALVES
from feldlicht.rules.master_move.options import (
    COIN,
    ZONES,
    AntiPatt,
    Help,
    Level,
    Options,
    OverrideCounts,
    RelocationOrder,
    SetupOrder,
    ZonePreset,
)

W = TypeVar("W", bound=StrEnum)

WORDS: dict[str, type[StrEnum]] = {
    "anti_patt": AntiPatt,
    "setup": SetupOrder,
    "relocation": RelocationOrder,
    "level": Level,
    "override_counts": OverrideCounts,
}
_DAY_S = 24 * 60 * 60
NUMBERS: dict[str, int] = {
    "ply_cap": 10_000,
    "side_seconds": _DAY_S,
    "increment_seconds": 3600,
    "match_seconds": _DAY_S,
    "hints": 1000,
}
"""The largest value of each number; the smallest is 0."""
_OUTFIELDERS = sum(ROSTER.values()) - ROSTER[Kind.KEEPER]
"""So many cells each half needs that are neither goal nor white."""
COIN_LIMIT = 2**32
KNOWN = frozenset({"zone", "kick_off", "coin", "help", *WORDS, *NUMBERS})
"""The names of all options."""


def read_options(given: Mapping[str, object]) -> Options:
    """Read options as the API takes them; what is not given has its default.

    ``zone``: a preset's name or a list of cell names (the mask, both ends); ``kick_off``: ``yellow``, ``blue``, or
    ``coin`` with the number it was thrown with in ``coin``; ``help``: a word for both sides, or one a side; others as
    :class:`Options` has them. Raises :class:`BadInput` (``BAD_OPTION`` with ``option`` and ``value``, or
    ``UNKNOWN_CELL``).
    """
    for name in given:
        if name not in KNOWN:
            raise BadInput(Reason.BAD_OPTION, option=name, allowed=", ".join(sorted(KNOWN)))
    words = {name: _word(kind, name, given[name]) for name, kind in WORDS.items() if name in given}
    numbers = {name: _number(name, given[name], most) for name, most in NUMBERS.items() if name in given}
    coin = _coin(given)
    chosen: dict[str, object] = {**words, **numbers, "coin": coin}
    if "zone" in given:
        chosen["zone"] = _zone(given["zone"])
    if coin is not None:
        chosen["kick_off"] = toss(coin)
    elif "kick_off" in given:
        chosen["kick_off"] = _word(Side, "kick_off", given["kick_off"], COIN)
    if "help" in given:
        chosen["help"] = _help(given["help"])
    return Options(**chosen)  # type: ignore[arg-type]


def drawn(given: Mapping[str, object], chance: int) -> Mapping[str, object]:
    """Return ``given`` with the coin thrown that it asks for (M9): ``chance`` is a number below 2^32."""
    if given.get("kick_off") == COIN and "coin" not in given:
        return {**given, "coin": chance}
    return given


def toss(coin: int) -> Side:
    """Return the side that a coin thrown with this number lets begin: the same for ever."""
    return Side.YELLOW if hashlib.sha256(b"coin %d" % coin).digest()[0] % 2 == 0 else Side.BLUE


def _coin(given: Mapping[str, object]) -> int | None:
    if given.get("kick_off") != COIN:
        if "coin" in given:
            raise BadInput(Reason.BAD_OPTION, option="coin", value=given["coin"], allowed=f"kick_off: {COIN}")
        return None
    return _number("coin", given.get("coin"), COIN_LIMIT - 1)


def _word(words: type[W], option: str, given: object, *more: str) -> W:
    if isinstance(given, str):
        for word in words:
            if word.value == given:
                return word
    raise BadInput(Reason.BAD_OPTION, option=option, value=given, allowed=", ".join([*words, *more]))


def _number(option: str, given: object, most: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= most:
        raise BadInput(Reason.BAD_OPTION, option=option, value=given, allowed=f"0–{most}")
    return given


def _help(given: object) -> tuple[Help, Help]:
    if not isinstance(given, Mapping):
        both = _word(Help, "help", given)
        return both, both
    for side in given:
        _word(Side, "help", side)
    yellow, blue = (_word(Help, "help", given.get(side.value, Help.MOVES.value)) for side in Side)
    return yellow, blue


def _zone(given: object) -> frozenset[Cell]:
    if isinstance(given, str):
        return ZONES[_word(ZonePreset, "zone", given)]
    if not isinstance(given, list | tuple):
        raise BadInput(Reason.BAD_OPTION, option="zone", value=given, allowed=", ".join(ZonePreset))
    cells: set[Cell] = set()
    for name in given:
        if not isinstance(name, str):
            raise BadInput(Reason.BAD_OPTION, option="zone", value=name, allowed=", ".join(ZonePreset))
        which = cell(name)
        if which in GOAL_CELLS:
            # A white goal cell could never be entered, and the keeper could not stand on it.
            raise BadInput(Reason.BAD_OPTION, option="zone", cell=name)
        cells.add(which)
    for side in Side:
        free = len(HALVES[side] - GOAL_CELLS - cells)
        if free < _OUTFIELDERS:
            raise BadInput(Reason.BAD_OPTION, option="zone", side=side, free=free, wanted=_OUTFIELDERS)
    return frozenset(cells)
