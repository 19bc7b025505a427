"""Dice that were seen stay as they fell, though what they were thrown for is taken back (R08). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from feldlicht.base.dice import Die, thrown
from feldlicht.base.reasons import Reason, Refusal, Refused

Dice = tuple[Die, ...]


def falling(kept: Dice, sides: Sequence[int], chance: str) -> tuple[int, ...]:
    """Return a face for each die: of those that were kept the first with as many sides, else one by ``chance``."""
    left, faces = kept, thrown(chance, sides)
    found = []
    for asked, face in zip(sides, faces, strict=True):
        known = _first(left, asked)
        found.append(face if known is None else known.face)
        left = left if known is None else _without(left, known)
    return tuple(found)


def left_of(kept: Dice, seen: Dice) -> Dice:
    """Return which of the dice that were kept are left after some were ``seen``.

    Raises :class:`Refused` ``DIE_STANDS`` if one was typed otherwise than it had been seen before.
    """
    for die in seen:
        known = _first(kept, die.sides)
        if known is None:
            continue
        if known != die:
            raise Refused(Refusal.of(Reason.DIE_STANDS, face=known.face))
        kept = _without(kept, known)
    return kept


def _first(kept: Dice, sides: int) -> Die | None:
    return next((die for die in kept if die.sides == sides), None)


def _without(kept: Dice, die: Die) -> Dice:
    place = kept.index(die)
    return kept[:place] + kept[place + 1 :]
