"""The words of a position line, written and read. What cannot be read is a ``BAD_POSITION`` that names its part."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TypeVar

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.commands import Decline, Relocate
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.game import Outcome
from feldlicht.rules.master_move.anti_patt import Crossing, Crossings
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.option_words import read_options
from feldlicht.rules.master_move.options import COIN, Help, Options, ZonePreset
from feldlicht.rules.master_move.state import EndReason, LastMove

W = TypeVar("W", bound=StrEnum)

YES = "yes"
_NUMBER = re.compile(r"[0-9]{1,10}", re.ASCII)
_NUMBERS = ("ply_cap", "side_seconds", "increment_seconds", "match_seconds", "hints")
_NAMES = ("setup", "relocation", "level", "override_counts")
OPTIONS = ("coin", "help", *_NAMES, *_NUMBERS)
"""Words for options that are not as they come."""


def bad(part: str, value: str) -> BadInput:
    """Return the refusal of one part."""
    return BadInput(Reason.BAD_POSITION, part=part, text=value)


def options_text(options: Options) -> dict[str, str]:
    """Return the words for options that are not as they come; zone, kick-off and Anti-Patt always have theirs."""
    plain = Options()
    words = {} if options.coin is None else {"coin": str(options.coin)}
    for name in (*_NAMES, *_NUMBERS):
        value = getattr(options, name)
        if value != getattr(plain, name):
            words[name] = str(value)
    if options.help != plain.help:
        words["help"] = ",".join(one.value for one in options.help)
    return words


def read_options_of(words: dict[str, str]) -> Options:
    """Return the options that the words of a line tell."""
    zone = words["zone"]
    given: dict[str, object] = {
        "zone": zone if zone in set(ZonePreset) else zone.split(","),
        "kick_off": words["first"],
        "anti_patt": words["anti_patt"],
    }
    given |= {name: words[name] for name in _NAMES if name in words}
    given |= {name: number(name, words[name]) for name in _NUMBERS if name in words}
    if "help" in words:
        yellow, blue = parts("help", words["help"], 2, ",")
        given["help"] = {"yellow": word(Help, "help", yellow).value, "blue": word(Help, "help", blue).value}
    if "coin" in words:
        given |= {"kick_off": COIN, "coin": number("coin", words["coin"])}
    options = read_options(given)
    if options.kick_off != words["first"]:
        raise bad("first", words["first"])
    return options


def word(words: type[W], part: str, text: str) -> W:
    """Read one word of a vocabulary."""
    for one in words:
        if one.value == text:
            return one
    raise bad(part, text)


def yes(words: dict[str, str], part: str) -> bool:
    """Read a part that is there or not."""
    if part in words and words[part] != YES:
        raise bad(part, words[part])
    return part in words


def figures_text(formation: Formation) -> str:
    """Write who stands where."""
    return ",".join(f"{figure.id}:{cell_name(which)}" for which, figure in formation.placed)


def read_figures(part: str, text: str) -> Formation:
    """Read who stands where."""
    figures: dict[Cell, Figure] = {}
    seen: set[str] = set()
    for pair in text.split(",") if text else ():
        name, _, place = pair.partition(":")
        which = cell(place)
        figure = FIGURES.get(FigureId(name))
        if figure is None or name in seen or which in figures:
            raise bad(part, pair)
        seen.add(name)
        figures[which] = figure
    return Formation.of(figures)


def crossings_text(crossings: Crossings) -> str:
    """Write what the Anti-Patt rule has counted."""
    return ",".join(f"{one.figure}:{cell_name(one.origin)}-{cell_name(one.target)}:{one.count}" for one in crossings)


def read_crossings(text: str) -> Crossings:
    """Read what the Anti-Patt rule has counted."""
    found: list[Crossing] = []
    for one in text.split(",") if text else ():
        name, way, count = parts("crossings", one, 3)
        figure, origin, target = _read_way("crossings", name, way)
        found.append(Crossing(figure, origin, target, number("crossings", count)))
    return tuple(sorted(found))


def last_text(last: LastMove) -> str:
    """Write the last move."""
    return f"{last.figure}:{cell_name(last.origin)}-{cell_name(last.target)}{'!' if last.scored else ''}"


def read_last(text: str) -> LastMove:
    """Read the last move."""
    name, way = parts("last", text, 2)
    figure, origin, target = _read_way("last", name, way.removesuffix("!"))
    return LastMove(figure, origin, target, way.endswith("!"))


def read_end(text: str) -> Outcome:
    """Read how the match ended."""
    reason, winner, yellow, blue = parts("end", text, 4)
    return Outcome(
        word(EndReason, "end", reason),
        None if winner == "none" else word(Side, "end", winner),
        read_pair("end", f"{yellow}:{blue}"),
    )


def sealed_acts_text(acts: tuple[tuple[Side, Relocate | Decline], ...]) -> str:
    """Write what sides have sealed after a Move."""
    return ",".join(
        f"{act.figure}:{cell_name(act.origin)}-{cell_name(act.target)}" if isinstance(act, Relocate) else side.value
        for side, act in acts
    )


def read_sealed_acts(text: str) -> tuple[tuple[Side, Relocate | Decline], ...]:
    """Read what sides have sealed after a Move."""
    found: dict[Side, Relocate | Decline] = {}
    for one in text.split(",") if text else ():
        if one in set(Side):
            side: Side = Side(one)
            act: Relocate | Decline = Decline(side)
        else:
            name, way = parts("sealed_acts", one, 2)
            figure, origin, target = _read_way("sealed_acts", name, way)
            side, act = FIGURES[figure].side, Relocate(figure, origin, target)
        if side in found:
            raise bad("sealed_acts", one)
        found[side] = act
    return tuple((side, found[side]) for side in Side if side in found)


def parts(part: str, text: str, count: int, between: str = ":") -> list[str]:
    """Split a word into as many parts as it must have."""
    found = text.split(between)
    if len(found) != count:
        raise bad(part, text)
    return found


def number(part: str, text: str) -> int:
    """Read a number that is not negative."""
    if not _NUMBER.fullmatch(text):
        raise bad(part, text)
    return int(text)


def read_pair(part: str, text: str) -> tuple[int, int]:
    """Read two numbers, yellow's first."""
    yellow, blue = parts(part, text, 2)
    return number(part, yellow), number(part, blue)


def _read_way(part: str, name: str, way: str) -> tuple[FigureId, Cell, Cell]:
    if name not in FIGURES:
        raise bad(part, name)
    origin, dash, target = way.partition("-")
    if not dash:
        raise bad(part, way)
    return FigureId(name), cell(origin), cell(target)
