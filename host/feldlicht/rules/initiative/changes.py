"""Values of a figure that are changed one by one, as text in the notation and back."""

from __future__ import annotations

import re
from dataclasses import replace

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.styles import Colour
from feldlicht.rules.initiative.acts import Value
from feldlicht.rules.initiative.figures import FIGURE_COLOURS, Fighter
from feldlicht.rules.initiative.limits import HIGH, LOW, MOST_LEVELS, bad_text

_NUMBER = re.compile(r"[-−+]?[0-9]{1,7}")
MOST_ACTS = 20
LONGEST_ACT = 24

_LIMITS = {
    Value.PERCEPTION: (LOW, HIGH),
    Value.ADVANTAGE: (-MOST_LEVELS, MOST_LEVELS),
    Value.USUAL: (0, HIGH),
}


def number(text: str) -> int | None:
    """Return a whole number as people type it (a true minus sign too), None for anything else."""
    return int(text.replace("−", "-")) if _NUMBER.fullmatch(text) else None


def read_acts(text: str) -> tuple[tuple[str, int], ...] | None:
    """Read ``Dagger:5; Bow:11``; None if it is not that. An empty text has none."""
    found: dict[str, int] = {}
    for part in filter(None, (one.strip() for one in text.split(";"))):
        name, _, delay = (one.strip() for one in part.rpartition(":"))
        value = number(delay)
        if not 0 < len(name) <= LONGEST_ACT or not name.isprintable() or value is None or not 0 <= value <= HIGH:
            return None
        if name in found:
            return None
        found[name] = value
    return tuple(found.items()) if len(found) <= MOST_ACTS else None


def write_acts(acts: tuple[tuple[str, int], ...]) -> str:
    """Write named acts so that :func:`read_acts` reads them back."""
    return "; ".join(f"{name}:{delay}" for name, delay in acts)


def read_conditions(text: str) -> tuple[str, ...]:
    """Read conditions, split at semicolons; each once."""
    return tuple(dict.fromkeys(one.strip() for one in text.split(";") if one.strip()))


def why_not_changed(fighter: Fighter, value: Value, new: str) -> Refusal | None:
    """Return why a value cannot be ``new``, None if it can. The name is not looked at here."""
    if value in _LIMITS:
        low, high = _LIMITS[value]
        given = number(new)
        good = given is not None and low <= given <= high
        return None if good else Refusal.of(Reason.NUMBER_LIMITS, number=new, low=low, high=high)
    if value is Value.COLOUR:
        good = new in {one.value for one in FIGURE_COLOURS}
        return None if good else Refusal.of(Reason.NO_SUCH_COLOUR, colour=new, figure=fighter.label)
    if value is Value.ACTS:
        return None if read_acts(new) is not None else Refusal.of(Reason.BAD_ACTS, text=new)
    return bad_text(new)


def changed(fighter: Fighter, value: Value, new: str) -> Fighter:
    """Return ``fighter`` with one value changed, for which :func:`why_not_changed` gave no reason."""
    match value:
        case Value.NAME:
            return replace(fighter, name=new)
        case Value.COLOUR:
            return replace(fighter, colour=Colour(new))
        case Value.PERCEPTION:
            return replace(fighter, perception=number(new) or 0)
        case Value.ADVANTAGE:
            return replace(fighter, advantage=number(new) or 0)
        case Value.USUAL:
            return replace(fighter, usual=number(new) or 0)
        case Value.ACTS:
            return replace(fighter, acts=read_acts(new) or ())
        case Value.NOTE:
            return replace(fighter, note=new)
        case Value.CONDITIONS:
            return replace(fighter, conditions=read_conditions(new))
