"""What figures are called: labels that never change while they are known, and that tell nothing of unknown figures.

A group's figures are numbered (K1, K2, K3), and no number is given twice, whoever is gone. Figures that players do
not know have labels and numbers of their own, which begin with ``?``: else a gap would tell of them. Source: issue,
"NPC groups with stable labels"; rules page, "Public numbering has no gaps".
"""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.rules.initiative.figures import UNKNOWN, Fighter, Known
from feldlicht.rules.initiative.state import Fight

LONGEST_NAME = 24
_FORBIDDEN = frozenset('"\\>,=')


def good_name(name: str) -> bool:
    """Return whether a figure can be called that: 1 to 24 printable characters that the notation does not use."""
    return (
        0 < len(name) <= LONGEST_NAME
        and name == " ".join(name.split())
        and name.isprintable()
        and not name.startswith(UNKNOWN)
        and not _FORBIDDEN & set(name)
    )


def why_not_called(fight: Fight, name: str, count: int, known: Known) -> Refusal | None:
    """Return why ``count`` figures cannot join under ``name``, None if they can."""
    if not good_name(name):
        return Refusal.of(Reason.BAD_FIGURE_NAME, name=name)
    if count > 1 or _given(fight, _stem(name, known)) > 0:
        return None
    taken = FigureId(_stem(name, known)) in _labels(fight)
    return Refusal.of(Reason.NAME_TAKEN, name=name) if taken else None


def labelled(fight: Fight, fighter: Fighter, *, alone: bool) -> tuple[Fight, Fighter]:
    """Return the fight with its numbers used up, and ``fighter`` with the label that it has as it is known now.

    ``alone``: it needs no number if its name is free. Whoever had a label among the known ones has it again.
    """
    if fighter.known is not Known.NO and fighter.public is not None:
        return fight, replace(fighter, label=fighter.public)
    stem = _stem(fighter.name, fighter.known)
    label = FigureId(stem)
    if not alone or _given(fight, stem) > 0 or label in _labels(fight):
        fight, label = _numbered(fight, stem)
    known = fighter.known is not Known.NO
    return fight, replace(fighter, label=label, public=label if known else fighter.public)


def _stem(name: str, known: Known) -> str:
    return UNKNOWN + name if known is Known.NO else name


def _given(fight: Fight, stem: str) -> int:
    return dict(fight.names).get(stem, 0)


def _labels(fight: Fight) -> set[FigureId]:
    """Every label that is or was in use, those of figures that are gone too."""
    return {one.label for one in fight.fighters} | {one.public for one in fight.fighters if one.public is not None}


def _numbered(fight: Fight, stem: str) -> tuple[Fight, FigureId]:
    taken, number = _labels(fight), _given(fight, stem) + 1
    while FigureId(f"{stem}{number}") in taken:
        number += 1
    names = dict(fight.names) | {stem: number}
    return replace(fight, names=tuple(sorted(names.items()))), FigureId(f"{stem}{number}")
