"""Encounters: who fights, prepared beforehand or taken from a fight, and the acts that bring them into another one.

Figures alike are kept as one group with a count. Nobody has an INI here: that is rolled anew in every fight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from feldlicht.base.commands import GameCommand
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Colour
from feldlicht.rules.initiative.acts import Add, Change, Show, Value
from feldlicht.rules.initiative.apply import apply
from feldlicht.rules.initiative.changes import write_acts
from feldlicht.rules.initiative.figures import Fighter, Kind, Known
from feldlicht.rules.initiative.refusals import why_illegal
from feldlicht.rules.initiative.settings import Settings
from feldlicht.rules.initiative.state import Fight


@dataclass(frozen=True, slots=True)
class Group:
    """Figures alike. ``colours``: of each one of them, None where it is whichever is free; as many as there are.

    The other fields are those of :class:`~feldlicht.rules.initiative.figures.Fighter`.
    """

    name: str
    kind: Kind
    known: Known
    colours: tuple[Colour | None, ...] = (None,)
    perception: int = 10
    advantage: int = 0
    usual: int = 8
    acts: tuple[tuple[str, int], ...] = ()
    note: str = ""
    conditions: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.colours)

    @property
    def family(self) -> tuple[str, Kind, bool]:
        """Those with the same are numbered together: K1 K2 K3."""
        return (self.name, self.kind, self.known is Known.NO)


@dataclass(frozen=True, slots=True)
class Encounter:
    """A fight that is prepared. Build it with :func:`encounter`, so that equal ones are equal values."""

    name: str
    settings: Settings
    groups: tuple[Group, ...]


def encounter(name: str, settings: Settings, groups: Iterable[Group]) -> Encounter:
    """Return an encounter with figures alike in one group, and groups that are numbered together side by side."""
    alike: dict[Group, Group] = {}
    for one in groups:
        key = replace(one, colours=())
        before = alike.get(key, key)
        alike[key] = replace(one, colours=before.colours + one.colours)
    families = [one.family for one in alike]
    return Encounter(name, settings, tuple(sorted(alike.values(), key=lambda one: families.index(one.family))))


def encounter_of(fight: Fight, name: str) -> Encounter:
    """Return everybody who is in ``fight`` as an encounter; who was removed is not."""
    return encounter(name, fight.settings, (_group(one) for one in fight.present))


def players_of(fight: Fight, name: str) -> Encounter:
    """Return the players' figures of ``fight`` as an encounter, with notes and conditions."""
    return encounter(name, fight.settings, (_group(one) for one in fight.present if one.kind is Kind.PLAYERS))


def absent(fight: Fight, them: Encounter) -> Encounter:
    """Return the encounter without groups of whom one is in ``fight`` under that name.

    Raises :class:`Refused` ``NOBODY_TO_BRING`` if nobody is left.
    """
    there = {one.name for one in fight.present}
    left = tuple(one for one in them.groups if one.name not in there)
    if not left:
        raise Refused(Refusal.of(Reason.NOBODY_TO_BRING))
    return replace(them, groups=left)


def _group(one: Fighter) -> Group:
    return Group(
        name=one.name,
        kind=one.kind,
        known=one.known,
        colours=(one.colour,),
        perception=one.perception,
        advantage=one.advantage,
        usual=one.usual,
        acts=one.acts,
        note=one.note,
        conditions=one.conditions,
    )


def joining(fight: Fight, them: Encounter) -> tuple[GameCommand, ...]:
    """Return the acts by which all of ``them`` join ``fight``, in order.

    Raises :class:`Refused` ``CANNOT_JOIN`` (``number`` of the group from 1, its ``name``, ``because``) for the first
    that cannot, as the fight is; ``GAME_OVER`` if it is over.
    """
    acts: list[GameCommand] = []
    for number, family in _families(them.groups):
        add = _add(family)
        fight = _after(fight, add, number, family)
        acts.append(add)
        wanted = ((group, colour) for group in family for colour in group.colours)
        for fighter, (group, colour) in zip(fight.fighters[-add.count :], wanted, strict=True):
            for change in _changes(fighter, group, colour):
                fight = _after(fight, change, number, family)
                acts.append(change)
    return tuple(acts)


def must_fit_together(them: Encounter) -> None:
    """Raise :class:`Refused` ``CANNOT_JOIN`` for the first that could not join a new fight after the others."""
    fight = Fight(them.settings)
    for number, family in _families(them.groups):
        fight = _after(fight, _add(family), number, family)


def _after(fight: Fight, act: GameCommand, number: int, family: tuple[Group, ...]) -> Fight:
    refusal = why_illegal(fight, act)
    if refusal is None:
        return apply(fight, act).state
    if refusal.reason is Reason.GAME_OVER:
        raise Refused(refusal)
    facts = {"number": number, "name": family[0].name, "because": refusal.reason.value}
    raise Refused(Refusal.of(Reason.CANNOT_JOIN, **facts))


def _families(groups: Sequence[Group]) -> Iterator[tuple[int, tuple[Group, ...]]]:
    """Each family with the number of its first group."""
    number = 1
    for _, found in groupby(groups, key=lambda one: one.family):
        family = tuple(found)
        yield number, family
        number += len(family)


def _add(family: tuple[Group, ...]) -> Add:
    """Return the act by which a family joins, each like its first group as far as that can be."""
    first = family[0]
    colours = {colour for group in family for colour in group.colours}
    return Add(
        first.name,
        first.kind,
        first.perception,
        first.advantage,
        first.usual,
        first.acts,
        # Nothing is shown that is hidden again at once.
        Known.FIGURE if any(one.known is Known.FIGURE for one in family) else first.known,
        colours.pop() if len(colours) == 1 else None,
        sum(one.count for one in family),
    )


def _changes(fighter: Fighter, group: Group, colour: Colour | None) -> Iterator[GameCommand]:
    """Yield what makes a figure that has joined like its group."""
    values = (
        (Value.COLOUR, fighter.colour, colour or fighter.colour, (colour or fighter.colour).value),
        (Value.PERCEPTION, fighter.perception, group.perception, str(group.perception)),
        (Value.ADVANTAGE, fighter.advantage, group.advantage, str(group.advantage)),
        (Value.USUAL, fighter.usual, group.usual, str(group.usual)),
        (Value.ACTS, fighter.acts, group.acts, write_acts(group.acts)),
        (Value.NOTE, fighter.note, group.note, group.note),
        (Value.CONDITIONS, fighter.conditions, group.conditions, ";".join(group.conditions)),
    )
    for value, have, want, written in values:
        if have != want:
            yield Change(fighter.label, value, written)
    if fighter.known is not group.known:
        yield Show(fighter.label, group.known)
